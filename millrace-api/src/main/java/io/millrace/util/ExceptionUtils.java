// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.util;

import static io.millrace.util.Preconditions.checkNotNull;

import io.millrace.annotation.Internal;
import io.millrace.util.function.RunnableWithException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Helpers for exceptions. */
@Internal
public final class ExceptionUtils {

    /** What is shown in place of no exception. */
    public static final String STRINGIFIED_NULL_EXCEPTION = "(null)";

    private static final Logger LOG = LoggerFactory.getLogger(ExceptionUtils.class);

    private ExceptionUtils() {}

    /** The exception with its stack and causes, as text. */
    public static String stringifyException(Throwable e) {
        if (e == null) {
            return STRINGIFIED_NULL_EXCEPTION;
        }
        StringWriter text = new StringWriter();
        try (PrintWriter printer = new PrintWriter(text)) {
            e.printStackTrace(printer);
        }
        return text.toString();
    }

    /** Whether the JVM is broken: nothing more can be expected of it. */
    public static boolean isJvmFatalError(Throwable t) {
        return t instanceof InternalError || t instanceof UnknownError || t instanceof ThreadDeath;
    }

    /** Whether the JVM is broken or out of memory. */
    public static boolean isJvmFatalOrOutOfMemoryError(Throwable t) {
        return isJvmFatalError(t) || t instanceof OutOfMemoryError;
    }

    /** Whether there is no memory left for classes. */
    public static boolean isMetaspaceOutOfMemoryError(Throwable t) {
        return isOutOfMemoryWith(t, "Metaspace");
    }

    /** Whether there is no direct memory left. */
    public static boolean isDirectOutOfMemoryError(Throwable t) {
        return isOutOfMemoryWith(t, "Direct buffer memory");
    }

    /** Whether there is no heap left. */
    public static boolean isHeapSpaceOutOfMemoryError(Throwable t) {
        return isOutOfMemoryWith(t, "Java heap space");
    }

    private static boolean isOutOfMemoryWith(Throwable t, String text) {
        return t instanceof OutOfMemoryError
                && t.getMessage() != null
                && t.getMessage().toLowerCase(Locale.ROOT).contains(text.toLowerCase(Locale.ROOT));
    }

    /** Throws it on if the JVM is broken. */
    public static void rethrowIfFatalError(Throwable t) {
        if (isJvmFatalError(t)) {
            throw (Error) t;
        }
    }

    /** Throws it on if the JVM is broken or out of memory. */
    public static void rethrowIfFatalErrorOrOOM(Throwable t) {
        if (isJvmFatalOrOutOfMemoryError(t)) {
            throw (Error) t;
        }
    }

    /**
     * The first of two exceptions, with the newer one suppressed in it; the newer if there is no
     * first.
     */
    public static <T extends Throwable> T firstOrSuppressed(T newException, T previous) {
        checkNotNull(newException, "newException");
        // An exception can't be suppressed in itself.
        if (previous == null || previous == newException) {
            return newException;
        }
        previous.addSuppressed(newException);
        return previous;
    }

    /** Throws it on, wrapped if it is checked. */
    public static void rethrow(Throwable t) {
        if (t instanceof Error error) {
            throw error;
        } else if (t instanceof RuntimeException runtime) {
            throw runtime;
        }
        throw new RuntimeException(t);
    }

    /** Throws it on, wrapped with a message if it is checked. */
    public static void rethrow(Throwable t, String parentMessage) {
        if (t instanceof Error error) {
            throw error;
        } else if (t instanceof RuntimeException runtime) {
            throw runtime;
        }
        throw new RuntimeException(parentMessage, t);
    }

    /** Throws it on, wrapped with a message if it is neither an error nor an exception. */
    public static void rethrowException(Throwable t, String parentMessage) throws Exception {
        if (t instanceof Error error) {
            throw error;
        } else if (t instanceof Exception exception) {
            throw exception;
        }
        throw new Exception(parentMessage, t);
    }

    /** Throws it on, wrapped if it is neither an error nor an exception. */
    public static void rethrowException(Throwable t) throws Exception {
        rethrowException(t, t.getMessage());
    }

    /** Throws it on unless it is null. */
    public static void tryRethrowException(Exception e) throws Exception {
        if (e != null) {
            throw e;
        }
    }

    /** Throws it on if it is of input and output, unchecked, or an error. */
    public static void tryRethrowIOException(Throwable t) throws IOException {
        if (t instanceof IOException io) {
            throw io;
        } else if (t instanceof RuntimeException runtime) {
            throw runtime;
        } else if (t instanceof Error error) {
            throw error;
        }
    }

    /** Throws it on, wrapped as one of input and output if it is another checked one. */
    public static void rethrowIOException(Throwable t) throws IOException {
        tryRethrowIOException(t);
        throw new IOException(t.getMessage(), t);
    }

    /** The first of a type among it and its causes. */
    public static <T extends Throwable> Optional<T> findThrowable(
            Throwable throwable, Class<T> searchType) {
        checkNotNull(searchType, "searchType");
        return findThrowable(throwable, searchType::isInstance).map(searchType::cast);
    }

    /** The first among it and its causes that passes. */
    public static Optional<Throwable> findThrowable(
            Throwable throwable, Predicate<Throwable> predicate) {
        checkNotNull(predicate, "predicate");
        for (Throwable t = throwable; t != null; t = t.getCause()) {
            if (predicate.test(t)) {
                return Optional.of(t);
            }
        }
        return Optional.empty();
    }

    /** The first among it and its causes whose message has the text in it. */
    public static Optional<Throwable> findThrowableWithMessage(
            Throwable throwable, String searchMessage) {
        checkNotNull(searchMessage, "searchMessage");
        return findThrowable(
                throwable, t -> t.getMessage() != null && t.getMessage().contains(searchMessage));
    }

    /** What is inside wrappers of futures that failed. */
    public static Throwable stripExecutionException(Throwable throwable) {
        return stripException(throwable, ExecutionException.class);
    }

    /** What is inside wrappers of futures that depend on one that failed. */
    public static Throwable stripCompletionException(Throwable throwable) {
        return stripException(throwable, CompletionException.class);
    }

    /** What is inside wrappers of a type. */
    public static Throwable stripException(
            Throwable throwableToStrip, Class<? extends Throwable> typeToStrip) {
        Throwable inner = throwableToStrip;
        while (typeToStrip.isInstance(inner) && inner.getCause() != null) {
            inner = inner.getCause();
        }
        return inner;
    }

    /** Marks this thread as interrupted if it is an interruption. */
    public static void checkInterrupted(Throwable e) {
        if (e instanceof InterruptedException) {
            Thread.currentThread().interrupt();
        }
    }

    /** Runs it; what it throws is logged at DEBUG, for where it does not matter. */
    public static void suppressExceptions(RunnableWithException action) {
        try {
            action.run();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (Throwable t) {
            rethrowIfFatalErrorOrOOM(t);
            LOG.debug("An exception that does not matter here", t);
        }
    }
}
