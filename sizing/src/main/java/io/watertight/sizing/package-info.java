// SPDX-License-Identifier: Apache-2.0

/**
 * Permits from arithmetic: a bulkhead that fails fast is a loss system, and what it rejects has been known exactly since
 * 1917. {@link io.watertight.sizing.Sizing} answers the question "how many permits?"; the other types are the formulas
 * behind it, each with its source, its assumptions and the range in which it was checked.
 *
 * <p><b>Words.</b> The offered load of a dependency is {@code a = λW} {@linkplain io.watertight.sizing.Load erlangs}: the
 * rate {@code λ} of its calls times the <em>mean</em> time {@code W} that one holds a permit. {@code c} is the number of
 * permits, {@code μ = 1/W}, {@code ρ = a/c}.
 *
 * <p><b>What all formulas assume</b> unless they say otherwise: calls arrive as a Poisson process (many independent
 * callers), the system has run long enough to be in its steady state, and a rejected call does not come back.
 *
 * <p>All methods are pure functions and safe for use by any number of threads. Arguments outside their range are refused by
 * an {@link java.lang.IllegalArgumentException} that names the value and the remedy; a null by a {@link
 * java.lang.NullPointerException}. Probabilities too small for a {@code double} (below 1e-308) are returned as 0.
 */
@NullMarked
package io.watertight.sizing;

import org.jspecify.annotations.NullMarked;
