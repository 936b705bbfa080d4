// SPDX-License-Identifier: Apache-2.0
package io.watertight.spring.guarded;

import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.interceptor.ExposeInvocationInterceptor;

/** How the calls of one guarded method go under its policy, which depends on what the method returns. */
interface GuardedCall {
    @Nullable
    Object call(MethodInvocation invocation) throws Throwable;

    /**
     * Goes on to the method. A policy may have changed threads; aspects further inside then look for the current
     * invocation on the new one.
     */
    static @Nullable Object proceed(MethodInvocation invocation, Thread caller) throws Throwable {
        return Thread.currentThread() == caller
                ? invocation.proceed()
                : ExposeInvocationInterceptor.INSTANCE.invoke(invocation);
    }

    /** Throws a checked exception where none may be declared, as the same object. */
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // never returns
    static <X extends Throwable> RuntimeException sneakyThrow(Throwable failure) throws X {
        throw (X) failure;
    }
}
