// SPDX-License-Identifier: Apache-2.0
package io.watertight.spring.guarded;

import io.watertight.ContextPropagator;
import io.watertight.Policy;
import io.watertight.registry.Registered;
import io.watertight.registry.Registry;
import io.watertight.spring.guarded.GuardedProperties.Ineffective;
import java.util.stream.Stream;
import org.springframework.aop.Advisor;
import org.springframework.aop.config.AopConfigUtils;
import org.springframework.aop.support.DefaultPointcutAdvisor;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Role;
import org.springframework.core.env.Environment;

/**
 * The advice of {@link Guarded}. It asks for nothing when it is made: advisors are made before the beans that they are
 * for, and the policies are among these.
 */
@AutoConfiguration
@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
final class GuardedAutoConfiguration {
    /** Proxies are made without AspectJ as well, and whatever {@code spring.aop.auto} says. */
    @Bean
    @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
    static BeanFactoryPostProcessor watertightAutoProxyCreator() {
        return beans -> {
            if (beans instanceof BeanDefinitionRegistry registry) {
                AopConfigUtils.registerAutoProxyCreatorIfNecessary(registry);
            }
        };
    }

    @Bean
    @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
    static GuardedMethods watertightGuardedMethods() {
        return new GuardedMethods();
    }

    @Bean
    @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
    static Advisor watertightGuardAdvisor(GuardedMethods methods, ObjectProvider<GuardedCalls> calls) {
        var advisor = new DefaultPointcutAdvisor(methods, new GuardInterceptor(calls::getObject));
        advisor.setOrder(Guarded.ORDER);
        return advisor;
    }

    @Bean
    @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
    static BeanPostProcessor watertightFinalClasses(GuardedMethods methods, BeanFactory beans) {
        return new FinalClasses(methods, beans);
    }

    @Bean
    GuardedCalls watertightGuardedCalls(
            GuardedMethods methods,
            ObjectProvider<Policy> policies,
            ObjectProvider<Registry> registries,
            ObjectProvider<ContextPropagator> propagator) {
        var names = new PolicyNames(() -> Stream.concat(
                registries.stream()
                        .flatMap(registry -> registry.entries().stream())
                        .map(Registered::policy),
                policies.stream()));
        return new GuardedCalls(methods, names, propagator.getIfAvailable(ContextPropagator::none));
    }

    @Bean
    GuardCheck watertightGuardCheck(
            ConfigurableListableBeanFactory beans,
            GuardedMethods methods,
            GuardedCalls calls,
            Environment environment) {
        Ineffective ineffective = Binder.get(environment)
                .bind(GuardedProperties.INEFFECTIVE, Ineffective.class)
                .orElse(Ineffective.ERROR);
        return new GuardCheck(beans, new BeanCheck(beans, methods, calls), ineffective);
    }
}
