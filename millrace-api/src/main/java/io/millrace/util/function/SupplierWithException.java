// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.util.function;

import io.millrace.annotation.Public;

/**
 * Gives a value, or an exception.
 *
 * @param <R> the value
 * @param <E> the exception
 */
@Public
@FunctionalInterface
public interface SupplierWithException<R, E extends Throwable> {

    /** The value. */
    R get() throws E;
}
