// SPDX-License-Identifier: Apache-2.0
package io.watertight.spring;

import io.watertight.ObservablePolicy;
import io.watertight.Policy;
import io.watertight.registry.Registry;
import java.util.Map;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.SmartInitializingSingleton;

/** Registers the policies that the application declares as beans itself, so that the endpoint and the meters have them. */
final class DeclaredPolicies implements SmartInitializingSingleton {
    private final ListableBeanFactory beans;
    private final Registry registry;

    DeclaredPolicies(ListableBeanFactory beans, Registry registry) {
        this.beans = beans;
        this.registry = registry;
    }

    @Override
    public void afterSingletonsInstantiated() {
        // A pipeline has no calls of its own to show, and no need of a name that is the only one.
        Map<String, ObservablePolicy> declared = beans.getBeansOfType(ObservablePolicy.class, false, false);
        declared.forEach(this::register);
    }

    @SuppressWarnings("ReferenceEquality") // that very policy
    private void register(String bean, ObservablePolicy policy) {
        if (registry.entries().stream().anyMatch(entry -> entry.policy() == policy)) {
            return;
        }
        Policy registered;
        try {
            registered = registry.register(policy);
        } catch (IllegalArgumentException refused) {
            throw new IllegalStateException(
                    "The bean '" + bean + "' cannot be registered: " + refused.getMessage(), refused);
        }
        if (registered != policy) {
            throw new IllegalStateException("The bean '" + bean + "' is a second compartment '" + policy.name()
                    + "' with permits of its own, so twice the limit would be admitted: inject the one that is there"
                    + " (@Qualifier(\"" + policy.name() + "\")), or give this one another name");
        }
    }
}
