// SPDX-License-Identifier: Apache-2.0
package io.watertight.spring;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.context.annotation.Conditional;

/** Matches where a property below this one is set. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Conditional(OnSectionCondition.class)
@interface ConditionalOnSection {
    /** The name of the property above. */
    String value();
}
