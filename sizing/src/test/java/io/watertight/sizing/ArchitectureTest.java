// SPDX-License-Identifier: Apache-2.0
package io.watertight.sizing;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The rules of the house. */
@AnalyzeClasses(packages = "io.watertight.sizing", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
    @ArchTest
    static final ArchRule SIZING_POINTS_TO_NOTHING = classes()
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage("java..", "io.watertight.sizing..", "org.jspecify..");

    @ArchTest
    static final ArchRule PUBLIC_TYPES_ARE_FINAL =
            classes().that().arePublic().and().areNotInterfaces().should().haveModifier(JavaModifier.FINAL);

    /** A formula reads no clock and draws no chance. */
    @ArchTest
    static final ArchRule FORMULAS_ARE_PURE = noClasses()
            .should()
            .callMethod(System.class, "nanoTime")
            .orShould()
            .callMethod(System.class, "currentTimeMillis")
            .orShould()
            .callMethod(Math.class, "random")
            .orShould()
            .dependOnClassesThat()
            .resideInAPackage("java.util.random..");
}
