// SPDX-License-Identifier: Apache-2.0
package io.watertight.spring.guarded;

import io.watertight.spring.guarded.ClassFile.Call;
import io.watertight.spring.guarded.Finding.Severity;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.asm.Type;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

/**
 * Finds where a class calls its own guarded methods on {@code this}, which no proxy sees.
 *
 * <p>Such a call is sound all the same where the caller has been called under the same policy already: it holds the permit,
 * and a second one for the same work would be one too many. So for each method it is worked out under whose guard it runs:
 * its own, or, for private methods, that of all its callers. The body of a lambda may run anywhere and later; where only a
 * lambda stands between, it is a doubt and not an error.
 */
final class SelfInvocations {
    private final GuardedMethods methods;
    private final Class<?> type;
    private final Map<String, Method> own = new LinkedHashMap<>();
    private final List<Call> calls = new ArrayList<>();
    /** For each private method and lambda, the calls to it. */
    private final Map<String, List<Call>> callers = new HashMap<>();

    SelfInvocations(GuardedMethods methods, Class<?> type) {
        this.methods = methods;
        this.type = type;
    }

    List<Finding> find() {
        for (Method method : ReflectionUtils.getAllDeclaredMethods(type)) {
            own.putIfAbsent(method.getName() + Type.getMethodDescriptor(method), method);
        }
        Stream.concat(superclasses(), ClassUtils.getAllInterfacesForClassAsSet(type).stream())
                .forEach(part -> calls.addAll(ClassFile.callsOnThis(part)));
        calls.forEach(call ->
                callers.computeIfAbsent(call.callee(), key -> new ArrayList<>()).add(call));
        return calls.stream().flatMap(call -> judge(call).stream()).distinct().toList();
    }

    private Stream<Class<?>> superclasses() {
        return Stream.<Class<?>>iterate(type, one -> one != null && one != Object.class, Class::getSuperclass);
    }

    private Optional<Finding> judge(Call call) {
        Method callee = own.get(call.callee());
        Guarded wanted = callee == null ? null : guardOf(callee);
        if (callee == null || wanted == null || call.isSuperOfItself()) {
            return Optional.empty();
        }
        Cover cover = coverOf(call.caller(), new HashSet<>());
        boolean covered = cover.guard() != null && cover.guard().value().equals(wanted.value());
        if (covered && !cover.later() && !call.later()) {
            return Optional.empty();
        }
        return Optional.of(new Finding(
                covered ? Severity.DOUBTFUL : Severity.INEFFECTIVE,
                place(call) + " calls the guarded method " + Names.of(callee) + " of its own bean"
                        + (covered
                                ? " where it may run after the permit of its caller has come back"
                                : ": that does not pass the proxy, so @Guarded(\"" + wanted.value()
                                        + "\") does nothing there"),
                "Move " + Names.of(callee)
                        + " to another bean, or let the bean have a reference to itself injected (@Lazy)"
                        + " and call it by that, or call the policy in the code"));
    }

    private @Nullable Guarded guardOf(Method method) {
        int modifiers = method.getModifiers();
        boolean interceptable =
                !Modifier.isPrivate(modifiers) && !Modifier.isStatic(modifiers) && !method.isSynthetic();
        return interceptable ? methods.find(method, type) : null;
    }

    /** Under which guard a method runs, and whether it may run after its caller has returned. */
    private record Cover(@Nullable Guarded guard, boolean later) {
        private static final Cover NONE = new Cover(null, false);

        Cover through(Call call) {
            return new Cover(guard, later || call.later());
        }

        Cover and(Cover other) {
            boolean same = guard != null && other.guard != null && guard.value().equals(other.guard.value());
            return same ? new Cover(guard, later || other.later) : NONE;
        }
    }

    private Cover coverOf(String caller, Set<String> path) {
        Method method = own.get(caller);
        if (method == null) {
            return Cover.NONE;
        }
        Guarded guard = guardOf(method);
        if (guard != null) {
            return new Cover(guard, false);
        }
        boolean callableFromOutside = !Modifier.isPrivate(method.getModifiers()) && !method.isSynthetic();
        if (callableFromOutside || !path.add(caller)) {
            return Cover.NONE;
        }
        Cover all = callers.getOrDefault(caller, List.of()).stream()
                .filter(call -> !path.contains(call.caller())) // recursion adds no way in
                .map(call -> coverOf(call.caller(), path).through(call))
                .reduce(Cover::and)
                .orElse(Cover.NONE);
        path.remove(caller);
        return all;
    }

    private static String place(Call call) {
        String line = call.line() > 0 ? " (" + call.source() + ":" + call.line() + ")" : "";
        return call.place() + line;
    }
}
