// SPDX-License-Identifier: Apache-2.0
package io.watertight.examples.shop;

import io.watertight.spring.guarded.Guarded;
import java.util.Objects;
import org.springframework.stereotype.Component;
import org.springframework.web.client.RestClient;

/** Payment: on threads of its own, so that a request leaves at the timeout even if the call should not heed interruption. */
@Component
class PaymentClient {
    record Payment(String user, String method) {}

    private final RestClient payment;

    PaymentClient(RestClient payment) {
        this.payment = payment;
    }

    /** Under the bulkhead of application.yaml, a thread pool with a timeout. */
    @Guarded("payment")
    Payment payment(String user) {
        return Objects.requireNonNull(
                payment.get().uri("/{user}", user).retrieve().body(Payment.class));
    }
}
