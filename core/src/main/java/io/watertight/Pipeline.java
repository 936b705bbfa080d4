// SPDX-License-Identifier: Apache-2.0
package io.watertight;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Several policies around one call, the first outermost.
 *
 * <p>A call passes the policies from the outermost to the innermost, then the operation runs, and its outcome passes them
 * in reverse; so several bulkheads in one pipeline (a total and a share) release in reverse order. The usual order,
 * inside out, is timeout, bulkhead, circuit breaker:
 *
 * <pre>{@code
 * Policy guarded = Pipeline.of(breaker, bulkhead, timeout);
 * System.out.println(guarded); // circuitBreaker(bulkhead(timeout(operation)))
 * Stock stock = guarded.call(() -> client.fetch("sku-42"));
 * }</pre>
 *
 * <p>The order is a matter of correctness, so one that is unsound is refused: a policy that {@linkplain
 * Policy#mayAbandon may return while the operation still runs}, such as an abandoning timeout, must not stand inside one
 * that {@linkplain Policy#holdsPermit holds a permit until the operation has ended}, such as a bulkhead. The permit would
 * come back too early, and the limit would be none.
 *
 * <p>A pipeline has no state of its own. The same policies may stand in several pipelines and then share their limits. It
 * is safe for use by any number of threads.
 */
public final class Pipeline implements Policy {
    private final List<Policy> policies;
    private final String name;

    private Pipeline(List<Policy> policies, String name) {
        this.policies = policies;
        this.name = name;
    }

    /**
     * Puts policies around each other.
     *
     * @param outermost the policy that a call meets first; a pipeline stands for the policies it consists of
     * @param inner the others, from the outside to the inside
     * @return a pipeline in that order
     * @throws IllegalArgumentException if the order is unsound, or the same policy stands in it twice; the message shows
     *     the remedy
     */
    public static Pipeline of(Policy outermost, Policy... inner) {
        List<Policy> policies = Stream.concat(Stream.of(outermost), Stream.of(inner))
                .flatMap(Pipeline::parts)
                .toList();
        refuseTwice(policies);
        refuseUnsound(policies);
        return new Pipeline(
                policies, policies.stream().map(Policy::name).distinct().collect(Collectors.joining("+")));
    }

    /**
     * Returns a pipeline of the same policies, sharing their limits, under a name of its own.
     *
     * @param name the default is the names of the policies, each once, joined by plus signs; must not be blank
     * @return a pipeline with that name
     * @throws IllegalArgumentException if the name is blank
     */
    public Pipeline withName(String name) {
        Objects.requireNonNull(name, "name must not be null: leave the wither out for the policies' names");
        if (name.isBlank()) {
            throw new IllegalArgumentException(
                    "name must not be blank, was \"" + name + "\": name the pipeline after what it protects");
        }
        return new Pipeline(policies, name);
    }

    /**
     * Returns the policies of this pipeline.
     *
     * @return the policies, the outermost first
     */
    public List<Policy> policies() {
        return policies;
    }

    private static Stream<Policy> parts(Policy policy) {
        Objects.requireNonNull(policy, "a policy of a pipeline must not be null");
        return policy instanceof Pipeline pipeline ? pipeline.policies.stream() : Stream.of(policy);
    }

    // The same bulkhead twice would need two permits for a call, and at its limit wait for itself.
    private static void refuseTwice(List<Policy> policies) {
        Set<Policy> distinct = Collections.newSetFromMap(new IdentityHashMap<>());
        if (!policies.stream().allMatch(distinct::add)) {
            throw new IllegalArgumentException(
                    "The same policy stands twice in " + describe(policies) + ": leave one of them out");
        }
    }

    private static void refuseUnsound(List<Policy> policies) {
        for (int i = 0; i < policies.size(); i++) {
            if (policies.get(i).holdsPermit()) {
                for (Policy inside : policies.subList(i + 1, policies.size())) {
                    if (inside.mayAbandon()) {
                        throw new IllegalArgumentException(unsound(policies, policies.get(i), inside));
                    }
                }
            }
        }
    }

    private static String unsound(List<Policy> policies, Policy holder, Policy abandoner) {
        List<Policy> sound = new ArrayList<>(policies);
        sound.removeIf(Policy::mayAbandon);
        sound.addAll(0, policies.stream().filter(Policy::mayAbandon).toList());
        String remedy = isSound(sound)
                ? "sound is " + describe(sound) + ", or a timeout that waits for its operation"
                : "no order of these is sound, so leave one of them out";
        return "Unsound order " + describe(policies) + ": '" + abandoner.name()
                + "' may return while the operation still runs, so '" + holder.name()
                + "' around it would give its permit back too early; " + remedy;
    }

    private static boolean isSound(List<Policy> policies) {
        boolean inside = false;
        for (Policy policy : policies) {
            if (inside && policy.mayAbandon()) {
                return false;
            }
            inside |= policy.holdsPermit();
        }
        return true;
    }

    private static String describe(List<Policy> policies) {
        return policies.stream().map(Pipeline::kind).collect(Collectors.joining("(")) + "(operation"
                + ")".repeat(policies.size());
    }

    private static String kind(Policy policy) {
        String simple = policy.getClass().getSimpleName();
        return simple.isEmpty() ? policy.name() : Character.toLowerCase(simple.charAt(0)) + simple.substring(1);
    }

    /**
     * Returns the name: that of {@link #withName}, else those of the policies, each once, joined by plus signs.
     *
     * @return the name
     */
    @Override
    public String name() {
        return name;
    }

    @Override
    public <T extends @Nullable Object, X extends Throwable> T call(Operation<? extends T, X> operation) throws X {
        Objects.requireNonNull(operation, "operation must not be null");
        return switch (policies.size()) {
            case 1 -> policies.getFirst().<T, X>call(operation);
            case 2 -> this.<T, X>callTwo(operation);
            case 3 -> this.<T, X>callThree(operation);
            case 4 -> this.<T, X>callFour(operation);
            default -> this.<T, X>call(0, operation);
        };
    }

    // A call site for each layer, where a loop has one for all: so the JIT sees one class at each, inlines the layers
    // and
    // drops the lambdas between them.

    private <T extends @Nullable Object, X extends Throwable> T callTwo(Operation<? extends T, X> operation) throws X {
        Policy inner = policies.get(1);
        return policies.get(0).<T, X>call(() -> inner.<T, X>call(operation));
    }

    private <T extends @Nullable Object, X extends Throwable> T callThree(Operation<? extends T, X> operation)
            throws X {
        Policy middle = policies.get(1);
        Policy inner = policies.get(2);
        return policies.get(0).<T, X>call(() -> middle.<T, X>call(() -> inner.<T, X>call(operation)));
    }

    private <T extends @Nullable Object, X extends Throwable> T callFour(Operation<? extends T, X> operation) throws X {
        Policy second = policies.get(1);
        Policy third = policies.get(2);
        Policy inner = policies.get(3);
        return policies.get(0)
                .<T, X>call(() -> second.<T, X>call(() -> third.<T, X>call(() -> inner.<T, X>call(operation))));
    }

    private <T extends @Nullable Object, X extends Throwable> T call(int from, Operation<? extends T, X> operation)
            throws X {
        Policy policy = policies.get(from);
        return from == policies.size() - 1
                ? policy.<T, X>call(operation)
                : policy.<T, X>call(() -> this.<T, X>call(from + 1, operation));
    }

    @Override
    public <T extends @Nullable Object> CompletableFuture<T> callAsync(
            Supplier<? extends @Nullable CompletionStage<T>> operation) {
        Objects.requireNonNull(operation, "operation must not be null");
        return callAsync(0, operation);
    }

    private <T extends @Nullable Object> CompletableFuture<T> callAsync(
            int from, Supplier<? extends @Nullable CompletionStage<T>> operation) {
        Policy policy = policies.get(from);
        return from == policies.size() - 1
                ? policy.callAsync(operation)
                : policy.callAsync(() -> callAsync(from + 1, operation));
    }

    @Override
    public Object configuration() {
        return List.of(name, policies);
    }

    @Override
    public boolean holdsPermit() {
        return policies.stream().anyMatch(Policy::holdsPermit);
    }

    @Override
    public boolean mayAbandon() {
        return policies.stream().anyMatch(Policy::mayAbandon);
    }

    /** Returns the order, for instance {@code circuitBreaker(bulkhead(timeout(operation)))}. */
    @Override
    public String toString() {
        return describe(policies);
    }
}
