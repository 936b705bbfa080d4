// SPDX-License-Identifier: Apache-2.0
package io.watertight.spring.guarded;

import io.watertight.spring.guarded.Finding.Severity;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.aop.framework.AopInfrastructureBean;
import org.springframework.aop.framework.autoproxy.AutoProxyUtils;
import org.springframework.beans.factory.FactoryBean;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.util.ClassUtils;

/** Looks at one bean: does each {@link Guarded} in its class take effect? */
final class BeanCheck {
    private static final Logger LOG = LoggerFactory.getLogger(Guarded.class);
    private static final String ASYNC_BY_ASPECTJ = "org.springframework.scheduling.config.internalAsyncExecutionAspect";
    /** There in a test that puts objects of its own in the place of beans, for instance mocks. */
    private static final String TEST_OVERRIDES =
            "org.springframework.test.context.bean.override.internalBeanOverridePostProcessor";

    private final ConfigurableListableBeanFactory beans;
    private final GuardedMethods methods;
    private final GuardedCalls calls;

    BeanCheck(ConfigurableListableBeanFactory beans, GuardedMethods methods, GuardedCalls calls) {
        this.beans = beans;
        this.methods = methods;
        this.calls = calls;
    }

    List<Finding> check(String name) {
        try {
            Class<?> declared = AutoProxyUtils.determineTargetClass(beans, name);
            return declared == null ? List.of() : check(name, declared);
        } catch (IllegalStateException | LinkageError unreadable) {
            LOG.debug("The class of bean '{}' cannot be read, so nothing is said of @Guarded there", name, unreadable);
            return List.of();
        }
    }

    private List<Finding> check(String name, Class<?> declared) {
        Object bean = methods.in(declared).isEmpty() ? singleton(name) : instance(name);
        if (bean instanceof AopInfrastructureBean || bean instanceof FactoryBean) {
            return List.of(); // stands before a bean that has a definition of its own
        }
        var layers = ProxyLayers.of(bean);
        Class<?> type = ClassUtils.getUserClass(bean == null ? declared : layers.targetType());
        List<Method> guarded = methods.in(type);
        if (guarded.isEmpty()) {
            return GuardedMethods.onType(type) == null ? List.of() : List.of(nothingPublic(type));
        }
        List<Finding> found = new ArrayList<>();
        if (bean != null && !layers.isGuarded()) {
            if (beans.containsBean(TEST_OVERRIDES)) {
                return List.of();
            }
            found.add(withoutProxy(name, type));
        } else {
            var check = new MethodCheck(methods, calls, type, layers, beans.containsBean(ASYNC_BY_ASPECTJ));
            guarded.forEach(method -> found.addAll(check.check(method)));
        }
        if (!Proxy.isProxyClass(type)) {
            found.addAll(new SelfInvocations(methods, type).find());
        }
        return found;
    }

    private @Nullable Object singleton(String name) {
        return beans.containsSingleton(name) ? beans.getSingleton(name) : null;
    }

    /** Also what a factory bean makes, if it is there to be made; a lazy bean is left alone. */
    private @Nullable Object instance(String name) {
        Object bean = singleton(name);
        return bean instanceof FactoryBean<?> && beans.isSingleton(name) ? beans.getBean(name) : bean;
    }

    private static Finding nothingPublic(Class<?> type) {
        return new Finding(
                Severity.INEFFECTIVE,
                "@Guarded on " + Names.of(type) + " does nothing: the class has no public method",
                "Make the methods public that are called from outside, or take the annotation away");
    }

    private static Finding withoutProxy(String name, Class<?> type) {
        return new Finding(
                Severity.INEFFECTIVE,
                "Bean '" + name + "' (" + Names.of(type) + ") has @Guarded methods and no proxy that could guard them:"
                        + " it was made before proxies are, for instance because a BeanPostProcessor depends on it, or"
                        + " it was put into the context as an object",
                "Let Spring make it after the post-processors, or call the policy in its code");
    }
}
