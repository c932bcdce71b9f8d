// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.util.function;

import io.millrace.util.ExceptionUtils;
import java.util.function.Supplier;

/**
 * Gives a value, or any exception.
 *
 * @param <R> the value
 */
@FunctionalInterface
public interface CheckedSupplier<R> extends SupplierWithException<R, Exception> {

    /** As a supplier that wraps checked exceptions. */
    static <R> Supplier<R> unchecked(CheckedSupplier<R> checkedSupplier) {
        return () -> {
            try {
                return checkedSupplier.get();
            } catch (Exception e) {
                ExceptionUtils.rethrow(e);
                throw new IllegalStateException("rethrow always throws", e);
            }
        };
    }

    /** A supplier as one of these. */
    static <R> CheckedSupplier<R> checked(Supplier<R> supplier) {
        return supplier::get;
    }
}
