// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.java.tuple;

import io.millrace.annotation.Public;
import java.io.ObjectStreamException;

/** The tuple without fields. All its instances are equal; {@link #INSTANCE} is the one to use. */
@Public
@SuppressWarnings("unchecked") // the mirrored copy lets the caller name the type
public class Tuple0 extends Tuple {

    private static final long serialVersionUID = 1L;

    /** The one instance one needs. */
    public static final Tuple0 INSTANCE = new Tuple0();

    /** Equal to {@link #INSTANCE}. */
    public Tuple0() {}

    @Override
    public int getArity() {
        return 0;
    }

    @Override
    public <T> T getField(int pos) {
        throw new IndexOutOfBoundsException(String.valueOf(pos));
    }

    @Override
    public <T> void setField(T value, int pos) {
        throw new IndexOutOfBoundsException(String.valueOf(pos));
    }

    @Override
    public Tuple0 copy() {
        return new Tuple0();
    }

    @Override
    public String toString() {
        return "()";
    }

    @Override
    public boolean equals(Object o) {
        return this == o || o instanceof Tuple0;
    }

    @Override
    public int hashCode() {
        return 0;
    }

    private Object readResolve() throws ObjectStreamException {
        return INSTANCE;
    }
}
