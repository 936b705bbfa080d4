// SPDX-License-Identifier: Apache-2.0
package io.watertight.spring;

import io.watertight.Policy;
import io.watertight.spring.Policies.Entry;
import java.util.function.Supplier;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.support.AutowireCandidateQualifier;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.context.annotation.ImportBeanDefinitionRegistrar;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotationMetadata;

/**
 * A bean for each policy of the properties: {@code inventoryBulkhead}, with the qualifier {@code inventory}. The qualifier
 * is the bare name, because a bulkhead and the pipeline around it often share it and their types tell them apart.
 */
final class PolicyRegistrar implements ImportBeanDefinitionRegistrar {
    private final Environment environment;
    private final BeanFactory beans;

    PolicyRegistrar(Environment environment, BeanFactory beans) {
        this.environment = environment;
        this.beans = beans;
    }

    /** Reads the properties before any bean is made, so that a wrong one is what the application fails with. */
    @Override
    public void registerBeanDefinitions(AnnotationMetadata importing, BeanDefinitionRegistry registry) {
        Policies.check(environment)
                .entries()
                .forEach(entry -> registry.registerBeanDefinition(
                        beanName(entry.name(), entry.kind().beanSuffix()), definition(entry)));
    }

    private RootBeanDefinition definition(Entry entry) {
        var definition = new RootBeanDefinition();
        if (entry.policy() != null) {
            definition.setTargetType(entry.policy().getClass());
            definition.setBeanClass(entry.policy().getClass());
        }
        String reference = entry.reference();
        Supplier<Policy> live = () -> beans.getBean(Policies.class).get(reference);
        definition.setInstanceSupplier(live);
        definition.addQualifier(new AutowireCandidateQualifier(Qualifier.class, entry.name()));
        definition.setResourceDescription("watertight." + entry.kind().section() + "." + entry.name());
        return definition;
    }

    /** {@code user-service} becomes {@code userServiceBulkhead}. */
    static String beanName(String policy, String suffix) {
        var name = new StringBuilder();
        for (String word : policy.split("[^A-Za-z0-9]+", -1)) {
            if (!word.isEmpty()) {
                name.append(name.isEmpty() ? word.charAt(0) : Character.toUpperCase(word.charAt(0)))
                        .append(word, 1, word.length());
            }
        }
        return name + suffix;
    }
}
