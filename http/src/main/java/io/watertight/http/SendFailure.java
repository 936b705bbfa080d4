// SPDX-License-Identifier: Apache-2.0
package io.watertight.http;

import io.watertight.ResilientException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.ProtocolException;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpTimeoutException;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import org.jspecify.annotations.Nullable;

/**
 * What {@code send} throws for a failure that happened on another thread: an exception of the type that the JDK's own
 * {@code send} throws, with the caller's stack trace and the failure as its cause.
 */
final class SendFailure {
    private SendFailure() {}

    static IOException of(@Nullable Throwable failure) {
        String message = failure == null ? null : failure.getMessage();
        return switch (failure) {
            case IllegalArgumentException e -> throw new IllegalArgumentException(message, e);
            case SecurityException e -> throw new SecurityException(message, e);
            case ResilientException e -> throw e;
            case HttpConnectTimeoutException e -> causedBy(e, new HttpConnectTimeoutException(message));
            case HttpTimeoutException e ->
                causedBy(e.getCause() == null ? e : e.getCause(), new HttpTimeoutException(message));
            case ConnectException e -> causedBy(e, new ConnectException(message));
            case SSLHandshakeException e -> new SSLHandshakeException(message, e);
            case SSLException e -> new SSLException(message, e);
            case ProtocolException e -> causedBy(e, new ProtocolException(message));
            case null, default -> new IOException(message, failure);
        };
    }

    private static IOException causedBy(Throwable cause, IOException failure) {
        failure.initCause(cause);
        return failure;
    }
}
