// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.util;

import io.millrace.annotation.Internal;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** Checks of arguments and states. Messages are put together only when a check fails. */
@Internal
public final class Preconditions {

    private Preconditions() {}

    /** Refuses null. */
    public static <T> T checkNotNull(T reference) {
        if (reference == null) {
            throw new NullPointerException();
        }
        return reference;
    }

    /** Refuses null with a message. */
    public static <T> T checkNotNull(T reference, String errorMessage) {
        if (reference == null) {
            throw new NullPointerException(errorMessage);
        }
        return reference;
    }

    /** Refuses null with a message in which each {@code %s} stands for an argument. */
    public static <T> T checkNotNull(
            T reference, String errorMessageTemplate, Object... errorMessageArgs) {
        if (reference == null) {
            throw new NullPointerException(format(errorMessageTemplate, errorMessageArgs));
        }
        return reference;
    }

    /** Refuses an argument. */
    public static void checkArgument(boolean condition) {
        if (!condition) {
            throw new IllegalArgumentException();
        }
    }

    /** Refuses an argument with a message. */
    public static void checkArgument(boolean condition, Object errorMessage) {
        if (!condition) {
            throw new IllegalArgumentException(String.valueOf(errorMessage));
        }
    }

    /** Refuses an argument with a message in which each {@code %s} stands for an argument. */
    public static void checkArgument(
            boolean condition, String errorMessageTemplate, Object... errorMessageArgs) {
        if (!condition) {
            throw new IllegalArgumentException(format(errorMessageTemplate, errorMessageArgs));
        }
    }

    /** Refuses a call in this state. */
    public static void checkState(boolean condition) {
        if (!condition) {
            throw new IllegalStateException();
        }
    }

    /** Refuses a call in this state with a message. */
    public static void checkState(boolean condition, Object errorMessage) {
        if (!condition) {
            throw new IllegalStateException(String.valueOf(errorMessage));
        }
    }

    /**
     * Refuses a call in this state with a message in which each {@code %s} stands for an argument.
     */
    public static void checkState(
            boolean condition, String errorMessageTemplate, Object... errorMessageArgs) {
        if (!condition) {
            throw new IllegalStateException(format(errorMessageTemplate, errorMessageArgs));
        }
    }

    /** Refuses an index outside 0 to {@code size - 1}. */
    public static void checkElementIndex(int index, int size) {
        checkElementIndex(index, size, "");
    }

    /** Refuses an index outside 0 to {@code size - 1} with a message. */
    public static void checkElementIndex(int index, int size, String errorMessage) {
        checkArgument(size >= 0, "Size was negative.");
        if (index < 0 || index >= size) {
            throw new IndexOutOfBoundsException(
                    errorMessage + " Index: " + index + ", Size: " + size);
        }
    }

    /** Refuses a future that has failed or is not done. */
    public static void checkCompletedNormally(CompletableFuture<?> future) {
        checkState(future.isDone());
        if (future.isCompletedExceptionally()) {
            try {
                future.get();
            } catch (InterruptedException | ExecutionException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /** Puts arguments in place of each {@code %s}; those left over stand in brackets at the end. */
    private static String format(String template, Object... args) {
        String text = String.valueOf(template);
        Object[] given = args == null ? new Object[] {null} : args;
        StringBuilder message = new StringBuilder(text.length() + 16 * given.length);
        int from = 0;
        int used = 0;
        while (used < given.length) {
            int place = text.indexOf("%s", from);
            if (place < 0) {
                break;
            }
            message.append(text, from, place).append(given[used++]);
            from = place + 2;
        }
        message.append(text, from, text.length());
        if (used < given.length) {
            message.append(Arrays.asList(given).subList(used, given.length));
        }
        return message.toString();
    }
}
