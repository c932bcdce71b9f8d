// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.util.function;

import io.millrace.annotation.Public;

/**
 * Maps a number, or throws.
 *
 * @param <R> what goes out
 * @param <E> the exception
 */
@Public
@FunctionalInterface
public interface LongFunctionWithException<R, E extends Throwable> {

    /** Maps a number. */
    R apply(long value) throws E;
}
