// SPDX-License-Identifier: Apache-2.0
package io.watertight.spring.guarded;

import static org.assertj.core.api.Assertions.assertThat;

import io.watertight.spring.guarded.Finding.Severity;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.ObjectProvider;

/** Row 25 of what goes wrong in bulkheads: a bean calls its own method, nothing is limited, and nobody says so. */
class SelfInvocationTest {
    static class Refreshing {
        public void refresh(String sku, boolean wide) {
            int unused = 1 + stock(wide ? sku + "wide" : sku, 7L);
        }

        @Guarded("inventory")
        public int stock(String sku, long limit) {
            return sku.length();
        }
    }

    @Test
    void theReportNamesClassMethodLineAndRemedy() {
        assertThat(App.refused(App.with(Refreshing.class)))
                .singleElement()
                .satisfies(finding -> assertThat(finding.toString())
                        .contains("io.watertight.spring.guarded.SelfInvocationTest$Refreshing: refresh")
                        .containsPattern("\\(SelfInvocationTest\\.java:2\\d\\)")
                        .contains("calls the guarded method stock(String, long) of its own bean")
                        .contains("@Guarded(\"inventory\") does nothing there")
                        .contains("another bean", "@Lazy", "call the policy in the code"));
    }

    abstract static class Base implements Defaults {
        int inBase() {
            return stock();
        }

        @Override
        public abstract int stock();
    }

    interface Defaults {
        int stock();

        default int byDefault() {
            return stock();
        }
    }

    static class EveryWay extends Base {
        private final Executor executor = Runnable::run;

        EveryWay() {
            stock();
        }

        void lambda() {
            executor.execute(() -> stock());
        }

        Supplier<Integer> reference() {
            return this::stock;
        }

        Callable<Integer> anonymous() {
            return new Callable<>() {
                @Override
                public Integer call() {
                    return stock();
                }
            };
        }

        class Inner {
            int inner() {
                return stock();
            }
        }

        int cast() {
            return ((Defaults) this).stock();
        }

        int afterCatch(String text) {
            try {
                return Integer.parseInt(text);
            } catch (NumberFormatException e) {
                return stock();
            }
        }

        @Override
        @Guarded("inventory")
        public int stock() {
            return 7;
        }
    }

    @Test
    void everyPlainWayIsFound() {
        assertThat(App.refused(App.with(EveryWay.class)))
                .allSatisfy(finding -> assertThat(finding.severity()).isEqualTo(Severity.INEFFECTIVE))
                .extracting(finding -> finding.what().replaceAll(".*SelfInvocationTest\\$(.*) \\(Self.*", "$1"))
                .containsExactlyInAnyOrder(
                        "EveryWay: the constructor",
                        "EveryWay: a lambda of lambda",
                        "EveryWay: reference",
                        "EveryWay$1: anonymous",
                        "EveryWay$Inner: inner",
                        "EveryWay: cast",
                        "EveryWay: afterCatch",
                        "Base: inBase",
                        "Defaults: byDefault");
    }

    static class Sound {
        private final ObjectProvider<Sound> self;

        Sound(ObjectProvider<Sound> self) {
            this.self = self;
        }

        public int byTheProxy() {
            return self.getObject().stock();
        }

        public int another(Sound other) {
            return other.stock();
        }

        @Guarded("inventory")
        public int stock() {
            return 7;
        }

        int unguarded() {
            return byTheProxy();
        }
    }

    @Guarded("inventory")
    static class Covered {
        public int all() {
            return one() + hidden(3);
        }

        public int one() {
            return 1;
        }

        private int hidden(int depth) {
            return depth == 0 ? one() : hidden(depth - 1);
        }

        @Override
        public String toString() {
            return "covered";
        }
    }

    static class Overriding extends Covered {
        @Override
        public int one() {
            return super.one() + 1;
        }
    }

    @Test
    void otherObjectsAndCallsThatHoldThePermitAlreadyAreSound() {
        App.run(App.with(Sound.class, Overriding.class), context -> {
            assertThat(context.getBean(Overriding.class).all()).isEqualTo(4);
            assertThat(context.getBean(Sound.class).byTheProxy()).isEqualTo(7);
        });
    }

    @Guarded("inventory")
    static class OtherPolicy {
        public int all() {
            return price();
        }

        @Guarded("prices")
        public int price() {
            return 1;
        }
    }

    static class HiddenWayIn {
        @Guarded("inventory")
        public int all() {
            return hidden();
        }

        int open() {
            return hidden();
        }

        private int hidden() {
            return one();
        }

        @Guarded("inventory")
        public int one() {
            return 1;
        }
    }

    @Test
    void anotherPolicyOrAnotherWayInIsNotCovered() {
        assertThat(App.refused(App.with(OtherPolicy.class)).toString()).contains("@Guarded(\"prices\") does nothing");
        assertThat(App.refused(App.with(HiddenWayIn.class)).toString()).contains("HiddenWayIn: hidden");
    }

    @Guarded("inventory")
    static class Later {
        public int now(List<String> skus) {
            return skus.stream().mapToInt(sku -> one(sku)).sum();
        }

        public CompletableFuture<Integer> later() {
            return CompletableFuture.supplyAsync(() -> one("sku"));
        }

        public int one(String sku) {
            return Stream.of(sku).mapToInt(String::length).sum();
        }
    }

    @Test
    void aLambdaOfACoveredMethodIsADoubt() {
        var methods = new GuardedMethods();
        assertThat(new SelfInvocations(methods, Later.class).find()).hasSize(2).allSatisfy(finding -> {
            assertThat(finding.severity()).isEqualTo(Severity.DOUBTFUL);
            assertThat(finding.what()).contains("may run after the permit of its caller has come back");
        });
        App.run(
                App.with(Later.class),
                context -> assertThat(context.getBean(Later.class).now(List.of("a", "bc")))
                        .isEqualTo(3));
    }
}
