// SPDX-License-Identifier: Apache-2.0
package io.watertight.jdbc;

import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Statement;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Sessions to each of which something is done before the pool sees it. */
final class SessionSource implements DataSource {
    /** What is done. */
    @FunctionalInterface
    interface Preparation {
        void prepare(Connection session) throws SQLException;
    }

    private final DataSource source;
    private final Preparation preparation;

    SessionSource(DataSource source, Preparation preparation) {
        this.source = source;
        this.preparation = preparation;
    }

    /**
     * A statement for each session.
     *
     * <p>Not the pool's {@code connectionInitSql}: that is the user's, not every driver takes two statements at once, and
     * with {@code autoCommit} off PostgreSQL takes a {@code SET} back at the first rollback. Here the session is new and
     * commits by itself.
     */
    static SessionSource withStatement(DataSource source, String sql) {
        return new SessionSource(source, session -> {
            try (Statement statement = session.createStatement()) {
                statement.execute(sql);
            }
            if (!session.getAutoCommit()) {
                session.commit();
            }
        });
    }

    @Override
    public Connection getConnection() throws SQLException {
        return prepared(source.getConnection());
    }

    @Override
    public Connection getConnection(String username, String password) throws SQLException {
        return prepared(source.getConnection(username, password));
    }

    private Connection prepared(Connection session) throws SQLException {
        try {
            preparation.prepare(session);
            return session;
        } catch (Throwable failure) {
            try (session) {
                throw failure;
            }
        }
    }

    @Override
    public @Nullable PrintWriter getLogWriter() throws SQLException {
        return source.getLogWriter();
    }

    @Override
    public void setLogWriter(PrintWriter out) throws SQLException {
        source.setLogWriter(out);
    }

    @Override
    public void setLoginTimeout(int seconds) throws SQLException {
        source.setLoginTimeout(seconds);
    }

    @Override
    public int getLoginTimeout() throws SQLException {
        return source.getLoginTimeout();
    }

    @Override
    public Logger getParentLogger() throws SQLFeatureNotSupportedException {
        return source.getParentLogger();
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        return type.isInstance(source) ? type.cast(source) : source.unwrap(type);
    }

    @Override
    public boolean isWrapperFor(Class<?> type) throws SQLException {
        return type.isInstance(source) || source.isWrapperFor(type);
    }
}
