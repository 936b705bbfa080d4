// SPDX-License-Identifier: Apache-2.0
package io.watertight.examples.shop;

import io.watertight.spring.guarded.Guarded;
import java.util.Objects;
import org.springframework.stereotype.Component;
import org.springframework.web.client.RestClient;

/** User: every page needs it, so there is no fallback, and a burst may wait a moment for a permit. */
@Component
class UserClient {
    record User(String id, String name) {}

    private final RestClient user;

    UserClient(RestClient user) {
        this.user = user;
    }

    /** Under the pipeline of application.yaml: bulkhead, timeout. */
    @Guarded("pipeline:user")
    User user(String id) {
        return Objects.requireNonNull(user.get().uri("/{id}", id).retrieve().body(User.class));
    }
}
