// SPDX-License-Identifier: Apache-2.0
package io.watertight.jdbc;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A JDBC object as the caller sees it: passes every call on to the pool's object, and leads from statements, result sets
 * and metadata back to the lease's own connection, since closing the pool's one would leave the permit behind.
 *
 * <p>{@link Proxy} rather than classes by hand: the five interfaces have some four hundred methods, and defaults that
 * later JDKs add reach the driver this way.
 */
abstract class HandedOut implements InvocationHandler {
    static final ClassLoader LOADER = Connection.class.getClassLoader();
    private static final Set<Class<?>> MADE = Set.of(
            Statement.class, PreparedStatement.class, CallableStatement.class, ResultSet.class, DatabaseMetaData.class);

    /** An object that a connection, a statement or metadata made. */
    private static final class Part extends HandedOut {
        private final Lease lease;
        private final @Nullable Object maker;

        Part(Lease lease, Object target, @Nullable Object maker) {
            super(target);
            this.lease = lease;
            this.maker = maker;
        }

        @Override
        Lease lease() {
            return lease;
        }

        @Override
        @Nullable
        Object maker() {
            return maker;
        }
    }

    private final Object target;

    HandedOut(Object target) {
        this.target = target;
    }

    abstract Lease lease();

    /** The statement that a result set came from, where one is known. */
    @Nullable
    Object maker() {
        return null;
    }

    String describe() {
        return target.toString();
    }

    @Override
    @SuppressWarnings("ReferenceEquality") // which object it is, is all there is to its equality
    public final @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments) throws Throwable {
        if (method.getDeclaringClass() == Object.class) {
            return switch (method.getName()) {
                case "equals" -> arguments != null && proxy == arguments[0];
                case "hashCode" -> System.identityHashCode(proxy);
                default -> describe();
            };
        }
        lease().used();
        return answer(proxy, method, arguments);
    }

    @Nullable
    Object answer(Object proxy, Method method, Object @Nullable [] arguments) throws Throwable {
        Class<?> type = method.getReturnType();
        if (type.isPrimitive() || type == String.class) { // each column of each row comes by here
            if (method.getName().equals("isWrapperFor") && leadsTo(proxy, arguments)) {
                return true;
            }
            return passOn(method, arguments);
        }
        return method.getName().equals("unwrap") && leadsTo(proxy, arguments)
                ? proxy
                : own(proxy, type, passOn(method, arguments));
    }

    private static boolean leadsTo(Object proxy, Object @Nullable [] arguments) {
        return arguments != null && arguments[0] instanceof Class<?> wanted && wanted.isInstance(proxy);
    }

    private @Nullable Object passOn(Method method, Object @Nullable [] arguments) throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    private @Nullable Object own(Object proxy, Class<?> type, @Nullable Object result) {
        if (result == null) {
            return null;
        }
        if (type == Connection.class) {
            return lease().connection();
        }
        if (!MADE.contains(type)) {
            return result;
        }
        if (type == Statement.class && maker() instanceof Statement statement) {
            return statement;
        }
        var part = new Part(lease(), result, type == ResultSet.class ? proxy : null);
        return Proxy.newProxyInstance(LOADER, new Class<?>[] {type}, part);
    }
}
