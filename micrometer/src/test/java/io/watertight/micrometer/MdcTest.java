// SPDX-License-Identifier: Apache-2.0
package io.watertight.micrometer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.context.ContextRegistry;
import io.micrometer.context.integration.Slf4jThreadLocalAccessor;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import io.watertight.Action;
import io.watertight.ContextPropagator;
import io.watertight.ContextPropagator.Scope;
import io.watertight.ContextPropagator.Snapshot;
import io.watertight.contract.TestThreads;
import java.io.File;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.slf4j.MDC;

/** The MDC is carried whether or not somebody registered it, and gets along with who else writes to it. */
class MdcTest {
    @AfterEach
    void clear() {
        MDC.clear();
        ContextRegistry.getInstance().removeThreadLocalAccessor(Slf4jThreadLocalAccessor.KEY);
    }

    @Test
    void theWholeMapIsCarriedAndTheWorkersIsBack() {
        MDC.setContextMap(Map.of("request", "r1", "tenant", "t1"));
        Snapshot caller = MicrometerContext.propagator().capture();

        onAnotherThread(() -> {
            MDC.setContextMap(Map.of("request", "w0", "worker", "7"));
            try (Scope scope = caller.open()) {
                assertThat(MDC.getCopyOfContextMap()).isEqualTo(Map.of("request", "r1", "tenant", "t1"));
                MDC.put("left", "behind");
            }
            assertThat(MDC.getCopyOfContextMap()).isEqualTo(Map.of("request", "w0", "worker", "7"));
        });
    }

    @Test
    void aRegisteredChoiceOfKeysTakesPrecedence() {
        ContextPropagator propagator = MicrometerContext.propagator();
        ContextRegistry.getInstance().registerThreadLocalAccessor(new Slf4jThreadLocalAccessor("request"));
        MDC.setContextMap(Map.of("request", "r1", "secret", "s1"));
        Snapshot caller = propagator.capture();

        onAnotherThread(() -> {
            try (Scope scope = caller.open()) {
                assertThat(MDC.getCopyOfContextMap()).isEqualTo(Map.of("request", "r1"));
            }
            assertThat(map()).isEmpty();
        });
    }

    @Test
    void anObservationThatWritesToTheMdcNests() {
        var observations = ObservationRegistry.create();
        observations.observationConfig().observationHandler(new TraceIdInMdc());
        MDC.put("request", "r1");
        Observation observation =
                Observation.createNotStarted("caller", observations).start();
        Snapshot caller;
        try (Observation.Scope current = observation.openScope()) {
            caller = MicrometerContext.propagator().capture();
        }

        onAnotherThread(() -> {
            MDC.put("request", "w0");
            try (Scope scope = caller.open()) {
                assertThat(map()).isEqualTo(Map.of("request", "r1", "traceId", "caller"));
            }
            assertThat(map()).isEqualTo(Map.of("request", "w0"));
            assertThat(observations.getCurrentObservation()).isNull();
        });
    }

    @Test
    void withoutSlf4jTheRestIsCarried() throws Exception {
        List<URL> withoutSlf4j = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
            if (!entry.contains("slf4j") && !entry.contains("logback")) {
                withoutSlf4j.add(Path.of(entry).toUri().toURL());
            }
        }
        try (var loader = new URLClassLoader(withoutSlf4j.toArray(URL[]::new), ClassLoader.getPlatformClassLoader())) {
            assertThatThrownBy(() -> loader.loadClass(MDC.class.getName())).isInstanceOf(ClassNotFoundException.class);
            onAnotherThread(() -> {
                Thread.currentThread().setContextClassLoader(loader); // for the registry's services
                Object propagator = loader.loadClass(MicrometerContext.class.getName())
                        .getMethod("propagator")
                        .invoke(null);
                Method capture =
                        loader.loadClass(ContextPropagator.class.getName()).getMethod("capture");
                Method open = loader.loadClass(Snapshot.class.getName()).getMethod("open");
                assertThat(open.invoke(capture.invoke(propagator))).isNotNull();
            });
        }
    }

    private static Map<String, String> map() {
        Map<String, String> map = MDC.getCopyOfContextMap();
        return map == null ? Map.of() : map;
    }

    private static void onAnotherThread(Action<Exception> body) {
        try (var threads = new TestThreads(Thread::new)) {
            threads.start(() -> {
                        body.run();
                        return true;
                    })
                    .result();
        }
    }

    /** Does what tracing libraries do: the current trace is a key of the MDC while a scope is open. */
    private static final class TraceIdInMdc implements ObservationHandler<Observation.Context> {
        @Override
        public void onScopeOpened(Observation.Context context) {
            MDC.put("traceId", context.getName());
        }

        @Override
        public void onScopeClosed(Observation.Context context) {
            MDC.remove("traceId");
        }

        @Override
        public boolean supportsContext(Observation.Context context) {
            return true;
        }
    }
}
