// SPDX-License-Identifier: Apache-2.0
package io.watertight.contract;

/**
 * What every kind of bulkhead keeps, on every path; subclassed by each kind's tests.
 *
 * <p>A superclass for each law that every kind has: law 5 is in {@link WaitingBulkheadContract}, law 8 (context) and law 9
 * (configuration) in the tests of the kinds. After every test, whatever it did: nothing active, nothing waiting, and the full limit is admitted
 * again.
 */
public abstract class BulkheadContract extends Law7UnusedCostsNothing {}
