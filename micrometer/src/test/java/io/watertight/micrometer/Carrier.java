// SPDX-License-Identifier: Apache-2.0
package io.watertight.micrometer;

import io.micrometer.context.ContextRegistry;
import io.micrometer.context.ContextSnapshotFactory;
import io.micrometer.context.ThreadLocalAccessor;
import io.micrometer.context.integration.Slf4jThreadLocalAccessor;
import io.micrometer.observation.contextpropagation.ObservationThreadLocalAccessor;
import io.opentelemetry.context.Context;
import io.watertight.ContextPropagator;
import org.jspecify.annotations.Nullable;

/** The ways to carry all of {@link Values}. */
enum Carrier {
    /** The global registry, with what a user registers at start-up; MDC and observation are there by themselves. */
    GLOBAL_REGISTRY {
        @Override
        ContextPropagator propagator() {
            ContextRegistry.getInstance()
                    .registerThreadLocalAccessor("request", Values.LOCAL)
                    .registerThreadLocalAccessor(new OpenTelemetryAccessor());
            return MicrometerContext.propagator();
        }
    },

    /** A registry of one's own beside a propagator of one's own. */
    OWN_FACTORY {
        @Override
        ContextPropagator propagator() {
            var registry = new ContextRegistry()
                    .registerThreadLocalAccessor("request", Values.LOCAL)
                    .registerThreadLocalAccessor(new Slf4jThreadLocalAccessor())
                    .registerThreadLocalAccessor(new ObservationThreadLocalAccessor());
            var snapshots = ContextSnapshotFactory.builder()
                    .contextRegistry(registry)
                    .clearMissing(true)
                    .build();
            return ContextPropagator.all(MicrometerContext.propagator(snapshots), OPEN_TELEMETRY);
        }
    };

    static final ContextPropagator OPEN_TELEMETRY = () -> {
        Context caller = Context.current();
        return () -> caller.makeCurrent()::close;
    };

    abstract ContextPropagator propagator();

    /** Takes back what was registered. */
    static void forget() {
        ContextRegistry.getInstance().removeThreadLocalAccessor("request");
        ContextRegistry.getInstance().removeThreadLocalAccessor(OpenTelemetryAccessor.KEY);
    }

    private static final class OpenTelemetryAccessor implements ThreadLocalAccessor<Context> {
        private static final String KEY = "opentelemetry";

        @Override
        public Object key() {
            return KEY;
        }

        @Override
        public @Nullable Context getValue() {
            return Context.current().equals(Context.root()) ? null : Context.current();
        }

        @Override
        @SuppressWarnings("MustBeClosedChecker") // the accessor's restore takes the place of close
        public void setValue(Context value) {
            var unused = value.makeCurrent();
        }

        @Override
        public void setValue() {
            setValue(Context.root());
        }
    }
}
