// SPDX-License-Identifier: Apache-2.0
package io.watertight;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The rules of the house. */
@AnalyzeClasses(packages = "io.watertight", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

    @ArchTest
    static final ArchRule CORE_POINTS_TO_NOTHING = classes()
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage("java..", "io.watertight..", "org.jspecify..", "com.google.errorprone.annotations..");

    @ArchTest
    static final ArchRule PACKAGES_ARE_ACYCLIC =
            slices().matching("io.watertight.(*)..").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule THE_ROOT_KNOWS_NO_POLICY = noClasses()
            .that()
            .resideInAPackage("io.watertight")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("io.watertight.*..");

    @ArchTest
    static final ArchRule POLICIES_KNOW_THE_ROOT_AND_NEVER_EACH_OTHER = slices().matching(
                    "io.watertight.(bulkhead|timeout|circuitbreaker|fallback)..")
            .should()
            .notDependOnEachOther()
            .allowEmptyShould(true);

    @ArchTest
    static final ArchRule NO_PACKAGE_HIDES_BEHIND_A_VAGUE_NAME = noClasses()
            .should()
            .resideInAnyPackage(
                    "..impl..", "..api..", "..spi..", "..util..", "..utils..", "..common..", "..internal..");

    @ArchTest
    static final ArchRule NO_HOUSEKEEPING_BY_SYSTEM_PROPERTY = noClasses()
            .should()
            .callMethod(System.class, "getProperty", String.class)
            .orShould()
            .callMethod(System.class, "getProperty", String.class, String.class)
            .orShould()
            .callMethod(Boolean.class, "getBoolean", String.class);

    @ArchTest
    static final ArchRule NO_MONITORS_AROUND_USER_CODE =
            noClasses().should().callMethod(Object.class, "wait").orShould().callMethod(Object.class, "notifyAll");
}
