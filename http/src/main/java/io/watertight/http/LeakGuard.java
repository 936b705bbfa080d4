// SPDX-License-Identifier: Apache-2.0
package io.watertight.http;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.ref.Cleaner;
import java.lang.ref.Cleaner.Cleanable;
import java.lang.ref.Reference;
import java.lang.reflect.Modifier;
import java.net.http.HttpClient;
import java.util.Spliterator;
import java.util.concurrent.Flow.Publisher;
import java.util.concurrent.Flow.Subscriber;
import java.util.function.Consumer;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/**
 * Notices open bodies that the caller has forgotten: gives the caller a body of its own around the client's, and ends the
 * client's when the garbage collector finds that nobody has the caller's any more. A safety net, no more: it acts when
 * there is a collection, which may be never.
 *
 * <p>The client's own body cannot be watched, since the connection reaches it for as long as it is open. What replaces it
 * must fit the type that the caller asked for, which is unknown here; so only bodies are replaced whose own class nobody
 * outside the JDK can name: those of {@code ofInputStream}, {@code ofPublisher} and {@code ofLines}.
 */
final class LeakGuard {
    private static final System.Logger LOG = System.getLogger("io.watertight.http");

    private LeakGuard() {}

    /** One thread for all, started by the first body that needs it. */
    private static final class Collected {
        static final Cleaner CLEANER = Cleaner.create();
    }

    /**
     * What to say of a forgotten body.
     *
     * @param what the exchange
     * @param origin where it was started
     */
    record Report(String what, Origin origin) {
        void log() {
            String message = "The body of " + what + ", started at " + origin.place() + ", was neither read to its end"
                    + " nor closed; its permit and its connection were held until the garbage collector found it. Close"
                    + " bodies with try-with-resources"
                    + (origin.trace() == null ? "; withLeakTraces(true) shows the whole way" : "");
            LOG.log(System.Logger.Level.WARNING, message, origin.trace());
        }
    }

    /**
     * Has a forgotten object ended.
     *
     * @param watched what the caller has
     * @param forgotten ends it; must not reach it
     * @return to be cleaned when it has ended by itself
     */
    static Cleanable watch(Object watched, Runnable forgotten) {
        return Collected.CLEANER.register(watched, forgotten);
    }

    /** Returns what to give to the caller: a watched body around this one, or this one if it cannot be watched. */
    @SuppressWarnings("unchecked") // see above: the caller can know it by its interface or as InputStream only
    static <T extends @Nullable Object> T guard(T content, Body<?> body, Report report) {
        return switch (content) {
            case InputStream stream when isOfTheClient(stream) -> (T) body.guardedAs(new GuardedStream(stream), report);
            case Publisher<?> publisher
            when isOfTheClient(publisher) -> (T) body.guardedAs(new GuardedPublisher<>(publisher, body), report);
            case Stream<?> lines
            when isHidden(lines) -> (T) body.guardedAs(new GuardedLines<>(lines.spliterator()), report).stream(lines);
            case null, default -> content;
        };
    }

    private static boolean isOfTheClient(Object content) {
        return content.getClass().getModule().equals(HttpClient.class.getModule());
    }

    private static boolean isHidden(Object content) {
        return content.getClass().getModule().equals(Object.class.getModule())
                && !Modifier.isPublic(content.getClass().getModifiers());
    }

    // A method of a guard keeps it reachable until it returns: without the fence the last one could be under way while
    // the
    // collector takes the guard for forgotten.

    private static final class GuardedStream extends FilterInputStream {
        GuardedStream(InputStream stream) {
            super(stream);
        }

        @Override
        public int read() throws IOException {
            try {
                return in.read();
            } finally {
                Reference.reachabilityFence(this);
            }
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            try {
                return in.read(bytes, offset, length);
            } finally {
                Reference.reachabilityFence(this);
            }
        }

        @Override
        public byte[] readAllBytes() throws IOException {
            try {
                return in.readAllBytes();
            } finally {
                Reference.reachabilityFence(this);
            }
        }

        @Override
        public byte[] readNBytes(int length) throws IOException {
            try {
                return in.readNBytes(length);
            } finally {
                Reference.reachabilityFence(this);
            }
        }

        @Override
        public long skip(long bytes) throws IOException {
            try {
                return in.skip(bytes);
            } finally {
                Reference.reachabilityFence(this);
            }
        }

        @Override
        public long transferTo(OutputStream target) throws IOException {
            try {
                return in.transferTo(target);
            } finally {
                Reference.reachabilityFence(this);
            }
        }

        @Override
        public void close() throws IOException {
            try {
                in.close();
            } finally {
                Reference.reachabilityFence(this);
            }
        }
    }

    /** Once there is a subscriber the body is its own: it holds the subscription, not the publisher. */
    private static final class GuardedPublisher<E> implements Publisher<E> {
        private final Publisher<E> publisher;
        private final Body<?> body;

        GuardedPublisher(Publisher<E> publisher, Body<?> body) {
            this.publisher = publisher;
            this.body = body;
        }

        @Override
        public void subscribe(Subscriber<? super E> subscriber) {
            body.unguard();
            publisher.subscribe(subscriber);
        }
    }

    private record GuardedLines<E>(Spliterator<E> lines) implements Spliterator<E> {
        Stream<E> stream(Stream<?> original) {
            return StreamSupport.stream(this, false).onClose(original::close);
        }

        @Override
        public boolean tryAdvance(Consumer<? super E> action) {
            try {
                return lines.tryAdvance(action);
            } finally {
                Reference.reachabilityFence(this);
            }
        }

        @Override
        public void forEachRemaining(Consumer<? super E> action) {
            try {
                lines.forEachRemaining(action);
            } finally {
                Reference.reachabilityFence(this);
            }
        }

        @Override
        public @Nullable Spliterator<E> trySplit() {
            return null; // a split would be a second object to watch
        }

        @Override
        public long estimateSize() {
            return lines.estimateSize();
        }

        @Override
        public int characteristics() {
            return lines.characteristics();
        }
    }
}
