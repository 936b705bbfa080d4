// SPDX-License-Identifier: Apache-2.0
package io.watertight.http;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.ref.Reference;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.io.entity.HttpEntityWrapper;

/** The entity of a response, at whose end the exchange is over. */
final class OpenEntity extends HttpEntityWrapper {
    private final ClassicExchange exchange;

    OpenEntity(HttpEntity entity, ClassicExchange exchange) {
        super(entity);
        this.exchange = exchange;
    }

    /** What ends an exchange on its way to the end. */
    @FunctionalInterface
    interface Ending {
        void run() throws IOException;
    }

    /** Ends the exchange, but not before the connection has been given back or closed. */
    void end(Ending ending) throws IOException {
        try {
            ending.run();
        } catch (IOException e) {
            exchange.requireNotCut(e);
            throw e;
        } finally {
            exchange.over();
            Reference.reachabilityFence(this);
        }
    }

    @Override
    public InputStream getContent() throws IOException {
        return new Content(super.getContent());
    }

    @Override
    public void writeTo(OutputStream target) throws IOException {
        end(() -> super.writeTo(target));
    }

    @Override
    public void close() throws IOException {
        end(super::close);
    }

    /** Reads; whoever holds it holds the entity, so that it is not taken for forgotten. */
    private final class Content extends FilterInputStream {
        Content(InputStream stream) {
            super(stream);
        }

        @Override
        public int read() throws IOException {
            return read(in::read);
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            return read(() -> in.read(bytes, offset, length));
        }

        private int read(Reading reading) throws IOException {
            try {
                int read = reading.read();
                if (read < 0) {
                    exchange.over();
                }
                return read;
            } catch (IOException e) {
                exchange.over();
                exchange.requireNotCut(e);
                throw e;
            } finally {
                Reference.reachabilityFence(OpenEntity.this);
            }
        }

        @Override
        public void close() throws IOException {
            end(in::close);
        }
    }

    @FunctionalInterface
    private interface Reading {
        int read() throws IOException;
    }
}
