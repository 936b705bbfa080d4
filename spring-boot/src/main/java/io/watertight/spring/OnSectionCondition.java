// SPDX-License-Identifier: Apache-2.0
package io.watertight.spring;

import java.util.Map;
import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** See {@link ConditionalOnSection}. */
final class OnSectionCondition extends SpringBootCondition {
    @Override
    public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
        Map<String, ?> attributes = metadata.getAnnotationAttributes(ConditionalOnSection.class.getName());
        String section = attributes == null ? "" : String.valueOf(attributes.get("value"));
        boolean set = new PropertyReader(context.getEnvironment(), new Problems()).isSet(section);
        return new ConditionOutcome(
                set,
                ConditionMessage.forCondition(ConditionalOnSection.class)
                        .because(section + (set ? " is set" : " is not set")));
    }
}
