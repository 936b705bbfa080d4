// SPDX-License-Identifier: Apache-2.0
package io.watertight.benchmarks;

import com.netflix.hystrix.Hystrix;
import com.netflix.hystrix.HystrixCommand;
import com.netflix.hystrix.HystrixCommandGroupKey;
import com.netflix.hystrix.HystrixCommandProperties;
import com.netflix.hystrix.HystrixThreadPoolProperties;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** Hystrix: a new command object for each call, as it demands, without timeout, breaker, fallback, cache and log. */
final class HystrixPool extends PoolContender {
    private final HystrixCommand.Setter setter = HystrixCommand.Setter.withGroupKey(
                    HystrixCommandGroupKey.Factory.asKey("benchmark"))
            .andThreadPoolPropertiesDefaults(HystrixThreadPoolProperties.Setter()
                    .withCoreSize(Pool.THREADS)
                    .withMaxQueueSize(Pool.QUEUE)
                    .withQueueSizeRejectionThreshold(Pool.QUEUE))
            .andCommandPropertiesDefaults(HystrixCommandProperties.Setter()
                    .withExecutionTimeoutEnabled(false)
                    .withCircuitBreakerEnabled(false)
                    .withFallbackEnabled(false)
                    .withRequestCacheEnabled(false)
                    .withRequestLogEnabled(false));

    @Override
    Future<?> submit(Work operation) {
        return new Command(setter, operation).queue();
    }

    @Override
    Object call(Work operation) {
        return new Command(setter, operation).execute();
    }

    @Override
    public void close() {
        Hystrix.reset(1, TimeUnit.SECONDS);
    }

    private static final class Command extends HystrixCommand<Object> {
        private final Work operation;

        Command(Setter setter, Work operation) {
            super(setter);
            this.operation = operation;
        }

        @Override
        protected Object run() {
            return operation.get();
        }
    }
}
