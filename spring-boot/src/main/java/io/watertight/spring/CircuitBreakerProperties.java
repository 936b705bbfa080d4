// SPDX-License-Identifier: Apache-2.0
package io.watertight.spring;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The options of a circuit breaker.
 *
 * @param windowCalls how many of the latest calls are looked at; 100 by default. Not together with window-duration
 * @param windowDuration how far back calls are looked at, instead of a number of them
 * @param minimumCalls how many calls the window must hold before it can open; 20 by default, or all of a smaller window
 * @param failureRateThreshold the share of failed calls at which it opens, from 0 (exclusive) to 1; 0.5 by default
 * @param slowCallDuration from which duration on a call is slow; no call is by default
 * @param slowCallRateThreshold the share of slow calls at which it opens, from 0 (exclusive) to 1; 1 by default. Needs
 *     slow-call-duration
 * @param openDuration how long it rejects every call once it is open; 30s by default
 * @param trialCalls how many calls are let through while it is half-open; 5 by default
 * @param stackTraces whether rejections carry a stack trace; false by default
 */
public record CircuitBreakerProperties(
        @Nullable Integer windowCalls,
        @Nullable Duration windowDuration,
        @Nullable Integer minimumCalls,
        @Nullable Double failureRateThreshold,
        @Nullable Duration slowCallDuration,
        @Nullable Double slowCallRateThreshold,
        @Nullable Duration openDuration,
        @Nullable Integer trialCalls,
        @Nullable Boolean stackTraces) {}
