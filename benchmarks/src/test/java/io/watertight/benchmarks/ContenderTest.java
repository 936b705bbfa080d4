// SPDX-License-Identifier: Apache-2.0
package io.watertight.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatRuntimeException;

import io.watertight.benchmarks.Contender.Setting;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each contender does what is measured, or its figures mean nothing. */
class ContenderTest {
    @ParameterizedTest
    @EnumSource
    void permits(Library library) {
        Contender contender = library.contender(new Setting(1, false, Listening.NONE));
        assertThat(contender.call(() -> "first")).isEqualTo("first");
        assertThat(contender.call(() -> "second")).isEqualTo("second");
    }

    @ParameterizedTest
    @EnumSource(
            names = {"SEMAPHORE", "SEMAPHORE_FAIR"},
            mode = EnumSource.Mode.EXCLUDE)
    void rejectsAndNeverTouchesTheOperation(Library library) throws InterruptedException {
        Contender contender = library.contender(new Setting(1, false, Listening.NONE));
        var touched = new AtomicBoolean();
        try (var holder = new Holder()) {
            holder.hold(contender);
            assertThatRuntimeException().isThrownBy(() -> contender.call(() -> touched.getAndSet(true)));
        }
        assertThat(touched).isFalse();
        if (library == Library.FAILSAFE) {
            return; // a rejected call of Failsafe 3.3.2 stays queued and swallows the permit, see its issue 393
        }
        assertThat(contender.call(() -> "free again")).isEqualTo("free again");
    }

    @ParameterizedTest
    @EnumSource(names = {"SEMAPHORE", "SEMAPHORE_FAIR"})
    void aSemaphoreRejectsWithNull(Library library) throws InterruptedException {
        Contender contender = library.contender(new Setting(1, false, Listening.NONE));
        try (var holder = new Holder()) {
            holder.hold(contender);
            assertThat(contender.call(() -> "permitted")).isNull();
        }
    }

    @ParameterizedTest
    @EnumSource(names = "SEMAPHORE_THROWING", mode = EnumSource.Mode.EXCLUDE)
    void passesThePermitThroughAllThatWait(Library library) throws InterruptedException {
        Contender contender = library.contender(new Setting(1, true, Listening.NONE));
        var crowd = new Crowd(contender, 20, Thread.ofVirtual().factory());
        for (int round = 0; round < 3; round++) {
            crowd.gather();
            crowd.pass();
        }
        crowd.end();
        assertThat(contender.call(() -> "free again")).isEqualTo("free again");
    }

    @Test
    void aCrowdThatIsRejectedSaysSo() throws InterruptedException {
        var crowd = new Crowd(
                Library.WATERTIGHT.contender(new Setting(1, false, Listening.NONE)),
                2,
                Thread.ofPlatform().daemon().factory());
        assertThatRuntimeException()
                .isThrownBy(() -> {
                    crowd.gather();
                    crowd.pass();
                })
                .withMessageContaining("should have waited");
        crowd.end();
    }
}
