// SPDX-License-Identifier: Apache-2.0
package io.watertight.spring.guarded;

import static io.watertight.spring.guarded.GuardRefusedException.refused;

import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import org.springframework.aop.framework.ProxyConfig;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.util.ClassUtils;

/** Says so before a proxy of a final class is tried; the failure of that names neither the annotation nor the remedy. */
final class FinalClasses implements BeanPostProcessor {
    private static final String AUTO_PROXY_CREATOR = "org.springframework.aop.config.internalAutoProxyCreator";

    private final GuardedMethods methods;
    private final BeanFactory beans;

    FinalClasses(GuardedMethods methods, BeanFactory beans) {
        this.methods = methods;
        this.beans = beans;
    }

    @Override
    public Object postProcessBeforeInitialization(Object bean, String name) {
        Class<?> type = bean.getClass();
        if (Modifier.isFinal(type.getModifiers())
                && !Proxy.isProxyClass(type)
                && !methods.in(type).isEmpty()) {
            boolean byClass =
                    beans.getBean(AUTO_PROXY_CREATOR, ProxyConfig.class).isProxyTargetClass()
                            || ClassUtils.getAllInterfacesForClass(type).length == 0;
            if (byClass) {
                throw refused(
                        "Bean '" + name + "' has @Guarded methods and no proxy can be made of it: " + Names.of(type)
                                + " is final",
                        "Take 'final' away (in Kotlin, say 'open'), or call the policy in the code");
            }
        }
        return bean;
    }
}
