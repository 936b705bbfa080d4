// SPDX-License-Identifier: Apache-2.0
package io.watertight.contract;

/**
 * What every kind of bulkhead keeps, on every path; subclassed by each kind's tests.
 *
 * <p>A superclass for each law that can be seen from outside (laws 8 and 9 are about hops and configuration, which not
 * every kind has). After every test, whatever it did: nothing active, nothing waiting, and the full limit is admitted
 * again.
 */
public abstract class BulkheadContract extends Law7UnusedCostsNothing {}
