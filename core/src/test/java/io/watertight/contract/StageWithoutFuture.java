// SPDX-License-Identifier: Apache-2.0
package io.watertight.contract;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Makes stages of a foreign kind: all that {@link CompletionStage} promises, and no {@code toCompletableFuture}. */
final class StageWithoutFuture {
    private StageWithoutFuture() {}

    @SuppressWarnings("unchecked")
    static <T> CompletionStage<T> of(CompletableFuture<T> source) {
        return (CompletionStage<T>) Proxy.newProxyInstance(
                StageWithoutFuture.class.getClassLoader(),
                new Class<?>[] {CompletionStage.class},
                (self, method, args) -> {
                    if (method.getName().equals("toCompletableFuture")) {
                        throw new UnsupportedOperationException();
                    }
                    try {
                        return method.invoke(source, args);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }
}
