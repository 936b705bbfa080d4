// SPDX-License-Identifier: Apache-2.0
package io.watertight.listener;

import io.watertight.CallObserver;
import io.watertight.CallObserver.Rejection;
import io.watertight.Subscription;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * The observers of one live policy. They come and go while calls are under way, so the list is copied on write. Nothing
 * that an observer throws gets out.
 *
 * <p>That there is none costs a call one plain read. It need not be volatile: a call passes a compare-and-set or a lock of
 * its policy at each turn (a permit, a place, the timer, the window), which keeps the read from being taken out of a loop of
 * calls, and a call that misses an observer who has just come is one that was under way.
 */
public final class Observers {
    private record Entry(CallObserver observer, FaultLog log) {}

    private static final Entry[] NONE = {};

    private final String policy;
    private volatile Entry[] all = NONE;
    private boolean present;

    /**
     * The empty list.
     *
     * @param policy the name of the policy, for the log
     */
    public Observers(String policy) {
        this.policy = policy;
    }

    /**
     * Adds an observer.
     *
     * @param observer what to tell from now on
     * @return takes it out again
     */
    public synchronized Subscription add(CallObserver observer) {
        Objects.requireNonNull(observer, "observer must not be null");
        var entry = new Entry(observer, new FaultLog());
        all = Stream.concat(Stream.of(all), Stream.of(entry)).toArray(Entry[]::new);
        present = true;
        return () -> remove(entry);
    }

    @SuppressWarnings("ReferenceEquality") // the same observer may be there twice
    private synchronized void remove(Entry entry) {
        Entry[] left = Stream.of(all).filter(one -> one != entry).toArray(Entry[]::new);
        all = left.length == 0 ? NONE : left;
        present = left.length > 0;
    }

    /**
     * Returns whether nobody observes.
     *
     * @return true if nothing need be measured
     */
    public boolean isEmpty() {
        return !present;
    }

    /**
     * Tells of an admission.
     *
     * @param waitedNanos as {@link CallObserver#permitted}
     */
    public void permitted(long waitedNanos) {
        for (Entry one : all) {
            try {
                one.observer.permitted(waitedNanos);
            } catch (Throwable fault) {
                failed(one, fault);
            }
        }
    }

    /**
     * Tells of the end of a call.
     *
     * @param permittedAt when it was admitted, by {@link System#nanoTime}
     */
    public void finished(long permittedAt) {
        Entry[] told = all;
        if (told.length == 0) {
            return;
        }
        long heldNanos = System.nanoTime() - permittedAt;
        for (Entry one : told) {
            try {
                one.observer.finished(heldNanos);
            } catch (Throwable fault) {
                failed(one, fault);
            }
        }
    }

    /**
     * Tells of a rejection.
     *
     * @param reason as {@link CallObserver#rejected}
     * @param waitedNanos as {@link CallObserver#rejected}
     */
    public void rejected(Rejection reason, long waitedNanos) {
        tell(observer -> observer.rejected(reason, waitedNanos));
    }

    /**
     * Tells of anything else.
     *
     * @param what tells one observer
     */
    public void tell(Consumer<CallObserver> what) {
        for (Entry one : all) {
            try {
                what.accept(one.observer);
            } catch (Throwable fault) {
                failed(one, fault);
            }
        }
    }

    private void failed(Entry one, Throwable fault) {
        one.log.report("An observer of '" + policy + "' failed and was ignored", one.observer, fault);
    }
}
