// SPDX-License-Identifier: Apache-2.0
package io.watertight.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.watertight.bulkhead.Bulkhead;
import io.watertight.registry.Registered;
import io.watertight.registry.Registry;
import org.junit.jupiter.api.Test;

/** A policy that the application declares itself is registered, and a name has one definition. */
class DeclaredPoliciesTest {
    private static final String KIND = "watertight.bulkheads.inventory.kind=semaphore";
    private static final String LIMIT = "watertight.bulkheads.inventory.max-concurrent-calls=40";

    @Test
    void aBeanOfTheApplicationIsRegistered() {
        Bulkhead user = Bulkhead.of("user", 10);
        Application.with(KIND, LIMIT)
                .withBean("user", Bulkhead.class, () -> user)
                .run(context -> {
                    assertThat(context.getBean(Registry.class).entries())
                            .extracting(Registered::name)
                            .containsExactly("inventory", "user");
                    assertThat(context.getBean(Registry.class).get(Bulkhead.class, "user"))
                            .isSameAs(user);
                });
    }

    @Test
    void theNameOfAPropertyWithOtherSettingsIsRefused() {
        Application.with(KIND, LIMIT)
                .withBean("mine", Bulkhead.class, () -> Bulkhead.of("inventory", 10))
                .run(
                        context -> assertThat(context.getStartupFailure())
                                .hasMessageStartingWith(
                                        "The bean 'mine' cannot be registered: 'inventory' is registered already with other settings"));
    }

    @Test
    void evenWithTheSameSettingsASecondCompartmentIsRefused() {
        Application.with(KIND, LIMIT)
                .withBean("mine", Bulkhead.class, () -> Bulkhead.of("inventory", 40))
                .run(context -> assertThat(context.getStartupFailure())
                        .hasMessage(
                                "The bean 'mine' is a second compartment 'inventory' with permits of its own, so twice"
                                        + " the limit would be admitted: inject the one that is there"
                                        + " (@Qualifier(\"inventory\")), or give this one another name"));
    }
}
