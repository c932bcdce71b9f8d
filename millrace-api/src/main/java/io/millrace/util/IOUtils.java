// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.util;

import io.millrace.annotation.Internal;
import java.util.Arrays;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Closing things, all of them, whatever one of them says. */
@Internal
public final class IOUtils {

    private static final Logger LOG = LoggerFactory.getLogger(IOUtils.class);

    private IOUtils() {}

    /** Closes all; throws what the first threw that failed, with the others suppressed in it. */
    public static void closeAll(AutoCloseable... closeables) throws Exception {
        closeAll(Arrays.asList(closeables));
    }

    /** Closes all; throws what the first threw that failed, with the others suppressed in it. */
    public static void closeAll(Iterable<? extends AutoCloseable> closeables) throws Exception {
        closeAll(closeables, Exception.class);
    }

    /**
     * Closes all, going on after those that throw something of that type: then the first of these
     * is thrown, with the others suppressed in it.
     */
    public static <T extends Throwable> void closeAll(
            Iterable<? extends AutoCloseable> closeables, Class<T> suppressedException)
            throws Exception {
        if (closeables == null) {
            return;
        }
        Throwable first = null;
        for (AutoCloseable closeable : closeables) {
            if (closeable == null) {
                continue;
            }
            try {
                closeable.close();
            } catch (Throwable e) {
                if (!suppressedException.isInstance(e)) {
                    throw e;
                }
                first = ExceptionUtils.firstOrSuppressed(e, first);
            }
        }
        if (first != null) {
            ExceptionUtils.rethrowException(first);
        }
    }

    /** Closes all; what one throws is logged. */
    public static void closeAllQuietly(Iterable<? extends AutoCloseable> closeables) {
        if (closeables != null) {
            closeables.forEach(IOUtils::closeQuietly);
        }
    }

    /** Closes all; what one throws is logged. */
    public static void closeAllQuietly(AutoCloseable... closeables) {
        closeAllQuietly(Arrays.asList(closeables));
    }

    /** Closes it, if there is one; what it throws is logged. */
    public static void closeQuietly(AutoCloseable closeable) {
        if (closeable == null) {
            return;
        }
        try {
            closeable.close();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (Exception e) {
            LOG.debug("{} could not be closed", closeable.getClass().getName(), e);
        }
    }
}
