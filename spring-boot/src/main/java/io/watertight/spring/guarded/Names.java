// SPDX-License-Identifier: Apache-2.0
package io.watertight.spring.guarded;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Objects;
import java.util.stream.Collectors;

/** How messages name methods. */
final class Names {
    private Names() {}

    /** For instance {@code com.acme.InventoryClient.stock(String)}; the class is the one that a user would look into. */
    static String of(Method method, Class<?> type) {
        Class<?> owner = method.getDeclaringClass().isInterface() ? method.getDeclaringClass() : type;
        return of(owner) + "." + of(method);
    }

    /** For instance {@code com.acme.InventoryClient}. */
    static String of(Class<?> type) {
        return Objects.requireNonNullElse(type.getCanonicalName(), type.getName());
    }

    /** For instance {@code stock(String)}. */
    static String of(Method method) {
        return method.getName()
                + Arrays.stream(method.getParameterTypes())
                        .map(Class::getSimpleName)
                        .collect(Collectors.joining(", ", "(", ")"));
    }
}
