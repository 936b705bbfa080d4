// SPDX-License-Identifier: Apache-2.0
package io.watertight.micrometer;

import io.watertight.Subscription;
import io.watertight.registry.Registered;
import io.watertight.registry.Registry;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/**
 * Keeps one thing for each policy of a registry, as policies come and go. Events of the registry may arrive in any order,
 * so each of them only causes a look at what is there.
 *
 * <p>Joining runs code of others (a meter registry's filters), so no lock is held meanwhile: whoever causes a look while
 * another thread is at it leaves it to that thread.
 */
final class RegistryMirror implements AutoCloseable {
    private final Registry registry;
    private final Function<Registered, Subscription> join;
    private final Subscription listening;
    private final AtomicInteger wanted = new AtomicInteger();
    private final Map<Registered, Subscription> joined = new HashMap<>(); // of the thread that looks
    private volatile boolean closed;

    /** Joins every policy that is there or comes; what {@code join} returns is closed when the policy goes. */
    RegistryMirror(Registry registry, Function<Registered, Subscription> join) {
        this.registry = registry;
        this.join = join;
        this.listening = registry.listen(event -> look());
        look();
    }

    private void look() {
        if (wanted.getAndIncrement() > 0) {
            return;
        }
        int served = 1;
        do {
            try {
                compare(closed ? List.of() : registry.entries());
            } catch (Throwable fault) {
                wanted.set(0); // the next look makes up for it
                throw fault;
            }
            served = wanted.addAndGet(-served);
        } while (served > 0);
    }

    private void compare(List<Registered> there) {
        for (Map.Entry<Registered, Subscription> one : new ArrayList<>(joined.entrySet())) {
            if (!there.contains(one.getKey())) {
                joined.remove(one.getKey());
                one.getValue().close();
            }
        }
        for (Registered entry : there) {
            if (!joined.containsKey(entry)) {
                joined.put(entry, join.apply(entry));
            }
        }
    }

    @Override
    public void close() {
        closed = true;
        listening.close();
        look();
    }
}
