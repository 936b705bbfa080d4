// SPDX-License-Identifier: Apache-2.0
package io.watertight.listener;

import java.util.Arrays;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The listeners of a policy: an immutable list, each with the kind of event it asked for.
 *
 * <p>A policy keeps one {@link #of narrowed} list for each kind it fires. An empty list is the promise that the event is
 * never built: {@link #fire} takes a supplier and callers check {@link #isEmpty} before they make one, so a kind
 * without a listener costs one field read and a branch.
 *
 * <p>Nothing that user code throws gets out of {@link #fire}, neither from a listener nor from building the event (the
 * clock is the user's too).
 *
 * @param <E> the policy's kind of event
 */
public final class Listeners<E> {
    private static final Listeners<?> NONE = new Listeners<>(new Listener<?>[0]);

    private final Listener<?>[] all;

    private Listeners(Listener<?>[] all) {
        this.all = all;
    }

    /**
     * Returns the empty list.
     *
     * @param <E> the policy's kind of event
     * @return the empty list
     */
    @SuppressWarnings("unchecked") // holds nothing that could be of another kind
    public static <E> Listeners<E> none() {
        return (Listeners<E>) NONE;
    }

    /**
     * Returns this list with one more listener at its end.
     *
     * @param <F> the kind of event the listener is for
     * @param type the kind; the common supertype stands for all
     * @param listener told of each event of that kind, on the thread where it happens
     * @return a new list
     */
    public <F extends E> Listeners<E> and(Class<F> type, Consumer<? super F> listener) {
        return new Listeners<>(Stream.concat(Stream.of(all), Stream.of(new Listener<F>(type, listener)))
                .toArray(Listener<?>[]::new));
    }

    /**
     * Returns the listeners that want to hear of one kind of event.
     *
     * @param <F> the kind
     * @param kind the exact class of the event
     * @return the narrowed list
     */
    public <F extends E> Listeners<F> of(Class<F> kind) {
        Listener<?>[] some = Stream.of(all).filter(one -> one.wants(kind)).toArray(Listener<?>[]::new);
        return some.length == 0 ? none() : new Listeners<>(some);
    }

    /**
     * Returns whether nobody listens.
     *
     * @return true if an event need not be built
     */
    public boolean isEmpty() {
        return all.length == 0;
    }

    /** Equal lists tell the same listeners of the same kinds in the same order. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Listeners<?> listeners && Arrays.equals(listeners.all, all);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(all);
    }

    @Override
    public String toString() {
        return isEmpty() ? "none" : String.valueOf(all.length);
    }

    /**
     * Builds one event and hands it to every listener in turn. Never throws.
     *
     * @param policy the name of the policy, for the log
     * @param event builds the event
     */
    public void fire(String policy, Supplier<? extends E> event) {
        E built;
        try {
            built = event.get();
        } catch (Throwable failure) {
            all[0].failed(policy, failure);
            return;
        }
        for (Listener<?> one : all) {
            one.tell(policy, built);
        }
    }
}
