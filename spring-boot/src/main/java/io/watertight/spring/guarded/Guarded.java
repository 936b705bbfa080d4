// SPDX-License-Identifier: Apache-2.0
package io.watertight.spring.guarded;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Puts a bulkhead or a pipeline around a method of a Spring bean: each call from outside the bean is a call under that
 * policy, and all methods that name the same one, in whatever bean, share its permits.
 *
 * <pre>{@code
 * @Component
 * class InventoryClient {
 *     @Guarded(value = "inventory", fallbackMethod = "unknown")
 *     public Stock stock(String sku) throws IOException {
 *         return client.fetch(sku);
 *     }
 *
 *     private Stock unknown(String sku, CallRejectedException cause) {
 *         return Stock.UNKNOWN;
 *     }
 * }
 * }</pre>
 *
 * <p><b>The permit is held until the work has ended</b>, not until the method returns. A method that returns a {@link
 * java.util.concurrent.CompletableFuture}, {@link java.util.concurrent.CompletionStage} or {@link
 * java.util.concurrent.Future} holds it until the future is done; one that returns a {@code Mono}, {@code Flux} or another
 * type known to Spring's {@code ReactiveAdapterRegistry} is called at each subscription and holds it until the publisher
 * has completed, failed or was cancelled. Rejection reaches the caller as a failed future, or as an error of the
 * publisher; a method that returns anything else throws it. What the method itself throws is passed on as the same object,
 * checked exceptions included.
 *
 * <p><b>On a class or an interface</b> it stands for every public method of its beans, inherited ones included, except
 * {@code equals}, {@code hashCode} and {@code toString}. An annotation on a method takes precedence. Both are found on what
 * a class overrides, extends or implements, and as meta-annotations; the nearest counts.
 *
 * <p><b>Order.</b> The guard is outside of {@code @Transactional}, so a rejected call opens no transaction, and inside of
 * {@code @Async}, so that the permit belongs to the work and not to its place in an executor's queue. An aspect of yours is
 * outside with an order below {@link #ORDER}, inside with one above it or none.
 *
 * <p><b>What cannot take effect keeps the application from starting</b>: a name that is unknown or ambiguous, a fallback
 * method that does not fit, a private, static or final method, a bean without a proxy, a bean that calls its own guarded
 * method. Property {@code watertight.guarded.ineffective} sets what happens with annotations that are bypassed.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
public @interface Guarded {
    /** The order of the guard among the advice of a bean; what has a lower order is outside of it. */
    int ORDER = Integer.MAX_VALUE - 1000;

    /**
     * The name of a bulkhead or a pipeline. Where both exist under one name, {@code bulkhead:inventory} or {@code
     * pipeline:inventory} says which is meant.
     *
     * @return the name
     */
    String value();

    /**
     * The name of a method of the same class that answers when the call is rejected or fails. It takes the parameters of
     * the guarded method and, as its last, the cause, or the cause alone: an exception type, which is also what it answers
     * for. Of several
     * methods of that name the one with the most specific type is called; where none fits, the failure is passed on as it
     * is. It may be private, and must return what the guarded method returns. It is never called for an {@link Error} or
     * an interruption; if it fails itself, the first failure is suppressed in its own.
     *
     * <p>It is called on the bean itself, after all policies have let go: it holds no permit, and annotations on it do
     * nothing.
     *
     * @return the name, or empty for no fallback
     */
    String fallbackMethod() default "";
}
