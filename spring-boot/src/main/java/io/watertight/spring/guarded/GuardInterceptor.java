// SPDX-License-Identifier: Apache-2.0
package io.watertight.spring.guarded;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.ProxyMethodInvocation;
import org.springframework.core.MethodClassKey;
import org.springframework.util.ClassUtils;

/** The one advice of all guarded methods: each call is one call of one policy. */
final class GuardInterceptor implements MethodInterceptor {
    private final Supplier<GuardedCalls> calls;
    private final Map<MethodClassKey, GuardedCall> known = new ConcurrentHashMap<>();

    /** With what makes the calls, asked for only when the first call comes: the policies are beans too. */
    GuardInterceptor(Supplier<GuardedCalls> calls) {
        this.calls = calls;
    }

    @Override
    public @Nullable Object invoke(MethodInvocation invocation) throws Throwable {
        Object target = invocation.getThis();
        Class<?> type = target == null ? invocation.getMethod().getDeclaringClass() : target.getClass();
        var key = new MethodClassKey(invocation.getMethod(), type);
        GuardedCall call = known.get(key);
        if (call == null) {
            call = make(invocation, ClassUtils.getUserClass(type));
            known.put(key, call);
        }
        return call.call(invocation);
    }

    private GuardedCall make(MethodInvocation invocation, Class<?> type) {
        Object proxy = invocation instanceof ProxyMethodInvocation proxied ? proxied.getProxy() : null;
        boolean async = ProxyLayers.of(proxy).isAsync(invocation.getMethod(), type);
        return calls.get().of(invocation.getMethod(), type, async);
    }
}
