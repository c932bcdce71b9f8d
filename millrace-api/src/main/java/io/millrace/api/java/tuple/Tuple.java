// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.java.tuple;

import io.millrace.annotation.Public;
import io.millrace.types.NullFieldException;
import java.io.Serializable;
import java.lang.reflect.Array;
import java.util.List;

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

    private static final List<Class<? extends Tuple>> CLASSES =
            List.of(
                    Tuple0.class,
                    Tuple1.class,
                    Tuple2.class,
                    Tuple3.class,
                    Tuple4.class,
                    Tuple5.class,
                    Tuple6.class,
                    Tuple7.class,
                    Tuple8.class,
                    Tuple9.class,
                    Tuple10.class,
                    Tuple11.class,
                    Tuple12.class,
                    Tuple13.class,
                    Tuple14.class,
                    Tuple15.class,
                    Tuple16.class,
                    Tuple17.class,
                    Tuple18.class,
                    Tuple19.class,
                    Tuple20.class,
                    Tuple21.class,
                    Tuple22.class,
                    Tuple23.class,
                    Tuple24.class,
                    Tuple25.class);

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
        return CLASSES.get(arity);
    }

    /**
     * A tuple with that many fields, all null.
     *
     * @throws IllegalArgumentException if the arity is not between 0 and {@link #MAX_ARITY}
     */
    public static Tuple newInstance(int arity) {
        return switch (arity) {
            case 0 -> Tuple0.INSTANCE;
            case 1 -> new Tuple1<>();
            case 2 -> new Tuple2<>();
            case 3 -> new Tuple3<>();
            case 4 -> new Tuple4<>();
            case 5 -> new Tuple5<>();
            case 6 -> new Tuple6<>();
            case 7 -> new Tuple7<>();
            case 8 -> new Tuple8<>();
            case 9 -> new Tuple9<>();
            case 10 -> new Tuple10<>();
            case 11 -> new Tuple11<>();
            case 12 -> new Tuple12<>();
            case 13 -> new Tuple13<>();
            case 14 -> new Tuple14<>();
            case 15 -> new Tuple15<>();
            case 16 -> new Tuple16<>();
            case 17 -> new Tuple17<>();
            case 18 -> new Tuple18<>();
            case 19 -> new Tuple19<>();
            case 20 -> new Tuple20<>();
            case 21 -> new Tuple21<>();
            case 22 -> new Tuple22<>();
            case 23 -> new Tuple23<>();
            case 24 -> new Tuple24<>();
            case 25 -> new Tuple25<>();
            default ->
                    throw new IllegalArgumentException(
                            "a tuple has 0 to " + MAX_ARITY + " fields, not " + arity);
        };
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
