// SPDX-License-Identifier: Apache-2.0
package kotlin.coroutines;

/** The name by which a suspending function is known. */
public interface Continuation<T> {}
