// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.java.tuple;

import io.millrace.annotation.Public;
import java.util.Objects;

/**
 * A mutable tuple of 1 field; a field may be null, but the serializer of tuples refuses nulls.
 *
 * @param <T0> the type of field 0
 */
@Public
@SuppressWarnings(
        "unchecked") // the mirrored getField, setField and copy let the caller name the type
public class Tuple1<T0> extends Tuple {

    private static final long serialVersionUID = 1L;

    /** Field 0. */
    public T0 f0;

    /** All fields null. */
    public Tuple1() {}

    /** Takes its one value. */
    public Tuple1(T0 f0) {
        this.f0 = f0;
    }

    @Override
    public int getArity() {
        return 1;
    }

    @Override
    public <T> T getField(int pos) {
        return switch (pos) {
            case 0 -> (T) this.f0;
            default -> throw new IndexOutOfBoundsException(String.valueOf(pos));
        };
    }

    @Override
    public <T> void setField(T value, int pos) {
        switch (pos) {
            case 0 -> this.f0 = (T0) value;
            default -> throw new IndexOutOfBoundsException(String.valueOf(pos));
        }
    }

    /** Sets all fields at once. */
    public void setFields(T0 f0) {
        this.f0 = f0;
    }

    @Override
    public String toString() {
        return "(" + text(this.f0) + ")";
    }

    @Override
    public boolean equals(Object o) {
        if (this == o) {
            return true;
        }
        if (!(o instanceof Tuple1<?> other)) {
            return false;
        }
        return Objects.equals(f0, other.f0);
    }

    @Override
    public int hashCode() {
        int result = Objects.hashCode(f0);
        return result;
    }

    @Override
    public Tuple1<T0> copy() {
        return new Tuple1<>(this.f0);
    }

    /** A new tuple of these values, with the types inferred. */
    public static <T0> Tuple1<T0> of(T0 f0) {
        return new Tuple1<>(f0);
    }
}
