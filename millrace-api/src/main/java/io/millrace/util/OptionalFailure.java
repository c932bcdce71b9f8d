// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.util;

import static io.millrace.util.Preconditions.checkNotNull;

import io.millrace.util.function.CheckedSupplier;
import java.io.Serializable;
import java.util.Objects;

/**
 * A value, or why there is none.
 *
 * @param <T> the value
 */
public class OptionalFailure<T> implements Serializable {

    private static final long serialVersionUID = 1L;

    // What is carried is for the carrier to know; as bytes it travels only where it can.
    @SuppressWarnings("serial")
    private final T value;

    private final Throwable failureCause;

    private OptionalFailure(T value, Throwable failureCause) {
        this.value = value;
        this.failureCause = failureCause;
    }

    /** A value. */
    public static <T> OptionalFailure<T> of(T value) {
        return new OptionalFailure<>(value, null);
    }

    /** Why there is none. */
    public static <T> OptionalFailure<T> ofFailure(Throwable failureCause) {
        return new OptionalFailure<>(
                null, checkNotNull(failureCause, "The cause of a failure is null."));
    }

    /** What the supplier gives, or why it does not. */
    public static <T> OptionalFailure<T> createFrom(CheckedSupplier<T> valueSupplier) {
        try {
            return of(valueSupplier.get());
        } catch (Exception e) {
            return ofFailure(e);
        }
    }

    /** The value; throws why there is none. */
    public T get() throws FlinkException {
        if (failureCause != null) {
            throw new FlinkException(failureCause);
        }
        return value;
    }

    /** The value; throws why there is none, unchecked. */
    public T getUnchecked() throws FlinkRuntimeException {
        if (failureCause != null) {
            throw new FlinkRuntimeException(failureCause);
        }
        return value;
    }

    /** Why there is no value, null if there is one. */
    public Throwable getFailureCause() {
        return failureCause;
    }

    /** Whether there is no value. */
    public boolean isFailure() {
        return failureCause != null;
    }

    @Override
    public int hashCode() {
        return Objects.hash(value, failureCause);
    }

    @Override
    public boolean equals(Object obj) {
        return this == obj
                || (obj instanceof OptionalFailure<?> other
                        && Objects.equals(value, other.value)
                        && Objects.equals(failureCause, other.failureCause));
    }

    @Override
    public String toString() {
        return failureCause == null ? String.valueOf(value) : "failed: " + failureCause;
    }
}
