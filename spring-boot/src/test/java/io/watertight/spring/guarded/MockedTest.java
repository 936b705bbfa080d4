// SPDX-License-Identifier: Apache-2.0
package io.watertight.spring.guarded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.BDDMockito.given;

import io.watertight.bulkhead.Permit;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.ApplicationContext;
import org.springframework.test.context.bean.override.mockito.MockitoBean;
import org.springframework.test.context.junit.jupiter.SpringJUnitConfig;

/** A user's test that puts a mock in the place of a guarded bean: it is not guarded, and need not be. */
@SuppressWarnings("NullAway.Init") // Spring sets the fields
@SpringJUnitConfig({App.Bulkheads.class, GuardedAutoConfiguration.class, MockedTest.Inventory.class})
class MockedTest {
    static class Inventory {
        @Guarded("inventory")
        public String stock() {
            return "real";
        }
    }

    @MockitoBean
    Inventory inventory;

    @Autowired
    ApplicationContext context;

    @Test
    void aMockIsLeftAlone() {
        given(inventory.stock()).willReturn("mocked");
        try (Permit permit = App.inventory(context).acquire()) {
            assertThat(inventory.stock()).isEqualTo("mocked");
        }
    }
}
