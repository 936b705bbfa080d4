// SPDX-License-Identifier: Apache-2.0
package io.watertight.spring.guarded;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import org.aopalliance.aop.Advice;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.Advisor;
import org.springframework.aop.PointcutAdvisor;
import org.springframework.aop.framework.Advised;
import org.springframework.aop.interceptor.AsyncExecutionInterceptor;
import org.springframework.aop.support.AopUtils;
import org.springframework.util.ClassUtils;

/**
 * The proxies around a bean, the outermost first, and what advises it in which order. Nearly always there is one; a
 * post-processor that makes proxies of its own may put another around it, or find one inside.
 */
final class ProxyLayers {
    private static final String TRANSACTION_INTERCEPTOR =
            "org.springframework.transaction.interceptor.TransactionInterceptor";

    private final List<Object> proxies;
    private final List<Advisor> advisors;
    private final Class<?> targetType;

    private ProxyLayers(List<Object> proxies, List<Advisor> advisors, Class<?> targetType) {
        this.proxies = proxies;
        this.advisors = advisors;
        this.targetType = targetType;
    }

    static ProxyLayers of(@Nullable Object bean) {
        List<Object> proxies = new ArrayList<>();
        List<Advisor> advisors = new ArrayList<>();
        Class<?> type = bean == null ? Object.class : bean.getClass();
        Object current = bean;
        while (current instanceof Advised advised && AopUtils.isAopProxy(current)) {
            proxies.add(current);
            List<Advisor> own = Arrays.asList(advised.getAdvisors());
            advisors.addAll(own);
            current = target(advised);
            if (current != null && own.stream().anyMatch(advisor -> isGuard(advisor.getAdvice()))) {
                type = current.getClass();
            }
        }
        return new ProxyLayers(proxies, advisors, ClassUtils.getUserClass(type));
    }

    private static @Nullable Object target(Advised advised) {
        try {
            return advised.getTargetSource().isStatic()
                    ? advised.getTargetSource().getTarget()
                    : null;
        } catch (Exception noTarget) {
            return null;
        }
    }

    /** The class of what the guard's proxy calls, or of the bean where there is none. */
    Class<?> targetType() {
        return targetType;
    }

    boolean isGuarded() {
        return advisors.stream().anyMatch(advisor -> isGuard(advisor.getAdvice()));
    }

    /** Whether callers only see interfaces. */
    boolean isJdkProxy() {
        return proxies.stream().anyMatch(AopUtils::isJdkDynamicProxy);
    }

    boolean isClassProxy() {
        return !proxies.isEmpty() && !isJdkProxy();
    }

    boolean isAsync(Method method, Class<?> type) {
        return async(method, type) >= 0;
    }

    /** Whether the guard comes before {@code @Async}, and would give the permit back when the work has been handed over. */
    boolean isAsyncInside(Method method, Class<?> type) {
        return async(method, type) > indexOf(ProxyLayers::isGuard, method, type);
    }

    /** Whether a transaction begins before the guard is asked. */
    boolean isTransactionOutside(Method method, Class<?> type) {
        int transaction = indexOf(ProxyLayers::isTransactional, method, type);
        return transaction >= 0 && transaction < indexOf(ProxyLayers::isGuard, method, type);
    }

    private int async(Method method, Class<?> type) {
        return indexOf(AsyncExecutionInterceptor.class::isInstance, method, type);
    }

    private int indexOf(Predicate<Advice> kind, Method method, Class<?> type) {
        for (int i = 0; i < advisors.size(); i++) {
            if (kind.test(advisors.get(i).getAdvice()) && applies(advisors.get(i), method, type)) {
                return i;
            }
        }
        return -1;
    }

    private static boolean applies(Advisor advisor, Method method, Class<?> type) {
        return !(advisor instanceof PointcutAdvisor pointcut)
                || (pointcut.getPointcut().getClassFilter().matches(type)
                        && pointcut.getPointcut().getMethodMatcher().matches(method, type));
    }

    private static boolean isGuard(Advice advice) {
        return advice instanceof GuardInterceptor;
    }

    /** By name: spring-tx may not be there. */
    private static boolean isTransactional(Advice advice) {
        for (Class<?> type = advice.getClass(); type != null; type = type.getSuperclass()) {
            if (type.getName().equals(TRANSACTION_INTERCEPTOR)) {
                return true;
            }
        }
        return false;
    }
}
