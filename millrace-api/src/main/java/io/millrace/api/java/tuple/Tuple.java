// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.java.tuple;

import io.millrace.annotation.Public;
import io.millrace.types.NullFieldException;
import java.io.Serializable;
import java.lang.reflect.Array;

/**
 * What all tuples have in common: a fixed number of fields, reachable by position.
 *
 * <p>Tuples are mutable. A tuple that was emitted or stored may be seen by others: make a {@link
 * #copy()} before changing it.
 */
@Public
public abstract class Tuple implements Serializable {

    private static final long serialVersionUID = 1L;

    /** The largest number of fields a tuple class has. */
    public static final int MAX_ARITY = 25;

    /** For the classes of this package and subclasses of them. */
    public Tuple() {}

    /**
     * The field at a position.
     *
     * @param pos from 0 to arity - 1
     * @throws IndexOutOfBoundsException if there is no such field
     */
    public abstract <T> T getField(int pos);

    /**
     * The field at a position, which must not be null.
     *
     * @throws NullFieldException if it is null
     * @throws IndexOutOfBoundsException if there is no such field
     */
    public <T> T getFieldNotNull(int pos) {
        T field = getField(pos);
        if (field == null) {
            throw new NullFieldException(pos);
        }
        return field;
    }

    /**
     * Sets the field at a position. The value's type is not checked here.
     *
     * @throws IndexOutOfBoundsException if there is no such field
     */
    public abstract <T> void setField(T value, int pos);

    /** The number of fields. */
    public abstract int getArity();

    /** A new tuple with the same field values (the values themselves are not copied). */
    public abstract <T extends Tuple> T copy();

    /**
     * The class of the tuples with that many fields.
     *
     * @throws IllegalArgumentException if the arity is not between 0 and {@link #MAX_ARITY}
     */
    public static Class<? extends Tuple> getTupleClass(int arity) {
        if (arity < 0 || arity > MAX_ARITY) {
            throw new IllegalArgumentException(
                    "a tuple has 0 to " + MAX_ARITY + " fields, not " + arity);
        }
        try {
            // By name: a list of the classes would load all of them in every job.
            return Class.forName(Tuple.class.getName() + arity).asSubclass(Tuple.class);
        } catch (ClassNotFoundException e) {
            throw new NoClassDefFoundError(e.getMessage());
        }
    }

    /**
     * A tuple with that many fields, all null.
     *
     * @throws IllegalArgumentException if the arity is not between 0 and {@link #MAX_ARITY}
     */
    public static Tuple newInstance(int arity) {
        return NewTuples.of(arity);
    }

    /** A field's text; arrays show their elements. */
    static String text(Object field) {
        if (field == null || !field.getClass().isArray()) {
            return String.valueOf(field);
        }
        StringBuilder text = new StringBuilder("[");
        for (int i = 0, n = Array.getLength(field); i < n; i++) {
            if (i > 0) {
                text.append(", ");
            }
            text.append(text(Array.get(field, i)));
        }
        return text.append(']').toString();
    }
}
