// SPDX-License-Identifier: Apache-2.0
package io.watertight.spring.guarded;

import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.core.ReactiveAdapterRegistry;

/**
 * The call of a method that declares {@code Object}. If that is a future, its caller is held until it has ended; a
 * publisher, of which nothing has begun yet, is refused.
 */
record UntypedCall(BlockingCall call, String where) implements GuardedCall {
    @Override
    public @Nullable Object call(MethodInvocation invocation) throws Throwable {
        Object result = call.call(invocation);
        if (result != null && isPublisher(result)) {
            throw new IllegalStateException(where + " declares Object and returned "
                    + result.getClass().getName()
                    + ", whose work begins only now, without a permit: declare the type that it returns");
        }
        return result;
    }

    private static boolean isPublisher(Object result) {
        var adapter = ReactiveAdapterRegistry.getSharedInstance().getAdapter(null, result);
        return adapter != null && adapter.getDescriptor().isDeferred();
    }
}
