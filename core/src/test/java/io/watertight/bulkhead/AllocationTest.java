// SPDX-License-Identifier: Apache-2.0
package io.watertight.bulkhead;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.watertight.Operation;
import io.watertight.bulkhead.BulkheadEvent.Rejected;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;

/** Law 7 to the byte: a permitted call that nobody listens to allocates nothing. */
class AllocationTest {
    private static final int CALLS = 10_000;
    private static final Operation<String, RuntimeException> OPERATION = () -> "result";

    @Test
    void aPermittedCallAllocatesNothing() {
        assertThat(allocatedBy(Bulkhead.of("inventory", 1))).isLessThan(CALLS);
    }

    @Test
    void aListenerOfAnotherKindAddsNothing() {
        assertThat(allocatedBy(Bulkhead.of("inventory", 1).withListener(Rejected.class, rejected -> {})))
                .isLessThan(CALLS);
    }

    @Test
    void theMeasurementSeesAnEvent() {
        assertThat(allocatedBy(Bulkhead.of("inventory", 1).withListener(event -> {})))
                .isGreaterThan(CALLS * 16L);
    }

    /** Less than a byte a call is none; what is left is the measurement's own. */
    private static long allocatedBy(Bulkhead bulkhead) {
        var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        bulkhead.call(OPERATION);
        long before = threads.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < CALLS; i++) {
            bulkhead.call(OPERATION);
        }
        return threads.getCurrentThreadAllocatedBytes() - before;
    }
}
