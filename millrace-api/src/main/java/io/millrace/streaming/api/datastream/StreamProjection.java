// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.datastream;

import io.millrace.annotation.PublicEvolving;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.java.tuple.Tuple;
import io.millrace.api.java.tuple.Tuple1;
import io.millrace.api.java.tuple.Tuple10;
import io.millrace.api.java.tuple.Tuple11;
import io.millrace.api.java.tuple.Tuple12;
import io.millrace.api.java.tuple.Tuple13;
import io.millrace.api.java.tuple.Tuple14;
import io.millrace.api.java.tuple.Tuple15;
import io.millrace.api.java.tuple.Tuple16;
import io.millrace.api.java.tuple.Tuple17;
import io.millrace.api.java.tuple.Tuple18;
import io.millrace.api.java.tuple.Tuple19;
import io.millrace.api.java.tuple.Tuple2;
import io.millrace.api.java.tuple.Tuple20;
import io.millrace.api.java.tuple.Tuple21;
import io.millrace.api.java.tuple.Tuple22;
import io.millrace.api.java.tuple.Tuple23;
import io.millrace.api.java.tuple.Tuple24;
import io.millrace.api.java.tuple.Tuple25;
import io.millrace.api.java.tuple.Tuple3;
import io.millrace.api.java.tuple.Tuple4;
import io.millrace.api.java.tuple.Tuple5;
import io.millrace.api.java.tuple.Tuple6;
import io.millrace.api.java.tuple.Tuple7;
import io.millrace.api.java.tuple.Tuple8;
import io.millrace.api.java.tuple.Tuple9;
import io.millrace.api.java.typeutils.TupleTypeInfo;
import io.millrace.api.java.typeutils.TupleTypeInfoBase;
import io.millrace.spi.OperatorSpec;

/**
 * Chooses fields of tuples. Made by {@link DataStream#project(int...)}; each method below records
 * the same operator and differs in the type it names only.
 *
 * @param <IN> the tuples
 */
@PublicEvolving
public class StreamProjection<IN> {

    private final DataStream<IN> dataStream;
    private final int[] fieldIndexes;

    /**
     * @throws IllegalArgumentException when the records are no tuples, or have no such field, or
     *     the fields are none or more than a tuple can have
     */
    protected StreamProjection(DataStream<IN> dataStream, int[] fieldIndexes) {
        TypeInformation<IN> type = dataStream.getType();
        if (!type.isTupleType()) {
            throw new IllegalArgumentException(
                    "project(...) chooses fields of tuples, but the records are of type "
                            + type
                            + '.');
        }
        if (fieldIndexes.length == 0 || fieldIndexes.length > Tuple.MAX_ARITY) {
            throw new IllegalArgumentException(
                    "project(...) chooses from 1 to "
                            + Tuple.MAX_ARITY
                            + " fields, but "
                            + fieldIndexes.length
                            + " are given.");
        }
        for (int field : fieldIndexes) {
            if (field < 0 || field >= type.getArity()) {
                throw new IllegalArgumentException(
                        "project(...) names field "
                                + field
                                + ", but the fields of "
                                + type
                                + " are 0 to "
                                + (type.getArity() - 1)
                                + '.');
            }
        }
        this.dataStream = dataStream;
        this.fieldIndexes = fieldIndexes.clone();
    }

    /** A tuple of as many fields as were chosen. */
    public <OUT extends Tuple> SingleOutputStreamOperator<OUT> projectTupleX() {
        return projected(fieldIndexes.length);
    }

    /** The types of the fields of a tuple type that have these positions. */
    public static TypeInformation<?>[] extractFieldTypes(int[] fields, TypeInformation<?> inType) {
        TupleTypeInfoBase<?> tuple = (TupleTypeInfoBase<?>) inType;
        TypeInformation<?>[] types = new TypeInformation<?>[fields.length];
        for (int i = 0; i < fields.length; i++) {
            types[i] = tuple.getTypeAt(fields[i]);
        }
        return types;
    }

    private <OUT extends Tuple> SingleOutputStreamOperator<OUT> projected(int arity) {
        if (arity != fieldIndexes.length) {
            throw new IllegalArgumentException(
                    fieldIndexes.length
                            + " fields were chosen, which a Tuple"
                            + arity
                            + " does not hold.");
        }
        TypeInformation<OUT> type =
                new TupleTypeInfo<>(extractFieldTypes(fieldIndexes, dataStream.getType()));
        return dataStream.recorded(
                "Projection", new OperatorSpec.Map(new FieldsOfTuple<OUT>(fieldIndexes)), type);
    }

    /** Tuples of one field. */
    public <T0> SingleOutputStreamOperator<Tuple1<T0>> projectTuple1() {
        return projected(1);
    }

    /** Tuples of 2 fields. */
    public <T0, T1> SingleOutputStreamOperator<Tuple2<T0, T1>> projectTuple2() {
        return projected(2);
    }

    /** Tuples of 3 fields. */
    public <T0, T1, T2> SingleOutputStreamOperator<Tuple3<T0, T1, T2>> projectTuple3() {
        return projected(3);
    }

    /** Tuples of 4 fields. */
    public <T0, T1, T2, T3> SingleOutputStreamOperator<Tuple4<T0, T1, T2, T3>> projectTuple4() {
        return projected(4);
    }

    /** Tuples of 5 fields. */
    public <T0, T1, T2, T3, T4>
            SingleOutputStreamOperator<Tuple5<T0, T1, T2, T3, T4>> projectTuple5() {
        return projected(5);
    }

    /** Tuples of 6 fields. */
    public <T0, T1, T2, T3, T4, T5>
            SingleOutputStreamOperator<Tuple6<T0, T1, T2, T3, T4, T5>> projectTuple6() {
        return projected(6);
    }

    /** Tuples of 7 fields. */
    public <T0, T1, T2, T3, T4, T5, T6>
            SingleOutputStreamOperator<Tuple7<T0, T1, T2, T3, T4, T5, T6>> projectTuple7() {
        return projected(7);
    }

    /** Tuples of 8 fields. */
    public <T0, T1, T2, T3, T4, T5, T6, T7>
            SingleOutputStreamOperator<Tuple8<T0, T1, T2, T3, T4, T5, T6, T7>> projectTuple8() {
        return projected(8);
    }

    /** Tuples of 9 fields. */
    public <T0, T1, T2, T3, T4, T5, T6, T7, T8>
            SingleOutputStreamOperator<Tuple9<T0, T1, T2, T3, T4, T5, T6, T7, T8>> projectTuple9() {
        return projected(9);
    }

    /** Tuples of 10 fields. */
    public <T0, T1, T2, T3, T4, T5, T6, T7, T8, T9>
            SingleOutputStreamOperator<Tuple10<T0, T1, T2, T3, T4, T5, T6, T7, T8, T9>>
                    projectTuple10() {
        return projected(10);
    }

    /** Tuples of 11 fields. */
    public <T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10>
            SingleOutputStreamOperator<Tuple11<T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10>>
                    projectTuple11() {
        return projected(11);
    }

    /** Tuples of 12 fields. */
    public <T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11>
            SingleOutputStreamOperator<Tuple12<T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11>>
                    projectTuple12() {
        return projected(12);
    }

    /** Tuples of 13 fields. */
    public <T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12>
            SingleOutputStreamOperator<
                            Tuple13<T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12>>
                    projectTuple13() {
        return projected(13);
    }

    /** Tuples of 14 fields. */
    public <T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13>
            SingleOutputStreamOperator<
                            Tuple14<T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13>>
                    projectTuple14() {
        return projected(14);
    }

    /** Tuples of 15 fields. */
    public <T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13, T14>
            SingleOutputStreamOperator<
                            Tuple15<
                                    T0,
                                    T1,
                                    T2,
                                    T3,
                                    T4,
                                    T5,
                                    T6,
                                    T7,
                                    T8,
                                    T9,
                                    T10,
                                    T11,
                                    T12,
                                    T13,
                                    T14>>
                    projectTuple15() {
        return projected(15);
    }

    /** Tuples of 16 fields. */
    public <T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13, T14, T15>
            SingleOutputStreamOperator<
                            Tuple16<
                                    T0,
                                    T1,
                                    T2,
                                    T3,
                                    T4,
                                    T5,
                                    T6,
                                    T7,
                                    T8,
                                    T9,
                                    T10,
                                    T11,
                                    T12,
                                    T13,
                                    T14,
                                    T15>>
                    projectTuple16() {
        return projected(16);
    }

    /** Tuples of 17 fields. */
    public <T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13, T14, T15, T16>
            SingleOutputStreamOperator<
                            Tuple17<
                                    T0,
                                    T1,
                                    T2,
                                    T3,
                                    T4,
                                    T5,
                                    T6,
                                    T7,
                                    T8,
                                    T9,
                                    T10,
                                    T11,
                                    T12,
                                    T13,
                                    T14,
                                    T15,
                                    T16>>
                    projectTuple17() {
        return projected(17);
    }

    /** Tuples of 18 fields. */
    public <T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13, T14, T15, T16, T17>
            SingleOutputStreamOperator<
                            Tuple18<
                                    T0,
                                    T1,
                                    T2,
                                    T3,
                                    T4,
                                    T5,
                                    T6,
                                    T7,
                                    T8,
                                    T9,
                                    T10,
                                    T11,
                                    T12,
                                    T13,
                                    T14,
                                    T15,
                                    T16,
                                    T17>>
                    projectTuple18() {
        return projected(18);
    }

    /** Tuples of 19 fields. */
    public <T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13, T14, T15, T16, T17, T18>
            SingleOutputStreamOperator<
                            Tuple19<
                                    T0,
                                    T1,
                                    T2,
                                    T3,
                                    T4,
                                    T5,
                                    T6,
                                    T7,
                                    T8,
                                    T9,
                                    T10,
                                    T11,
                                    T12,
                                    T13,
                                    T14,
                                    T15,
                                    T16,
                                    T17,
                                    T18>>
                    projectTuple19() {
        return projected(19);
    }

    /** Tuples of 20 fields. */
    public <
                    T0,
                    T1,
                    T2,
                    T3,
                    T4,
                    T5,
                    T6,
                    T7,
                    T8,
                    T9,
                    T10,
                    T11,
                    T12,
                    T13,
                    T14,
                    T15,
                    T16,
                    T17,
                    T18,
                    T19>
            SingleOutputStreamOperator<
                            Tuple20<
                                    T0,
                                    T1,
                                    T2,
                                    T3,
                                    T4,
                                    T5,
                                    T6,
                                    T7,
                                    T8,
                                    T9,
                                    T10,
                                    T11,
                                    T12,
                                    T13,
                                    T14,
                                    T15,
                                    T16,
                                    T17,
                                    T18,
                                    T19>>
                    projectTuple20() {
        return projected(20);
    }

    /** Tuples of 21 fields. */
    public <
                    T0,
                    T1,
                    T2,
                    T3,
                    T4,
                    T5,
                    T6,
                    T7,
                    T8,
                    T9,
                    T10,
                    T11,
                    T12,
                    T13,
                    T14,
                    T15,
                    T16,
                    T17,
                    T18,
                    T19,
                    T20>
            SingleOutputStreamOperator<
                            Tuple21<
                                    T0,
                                    T1,
                                    T2,
                                    T3,
                                    T4,
                                    T5,
                                    T6,
                                    T7,
                                    T8,
                                    T9,
                                    T10,
                                    T11,
                                    T12,
                                    T13,
                                    T14,
                                    T15,
                                    T16,
                                    T17,
                                    T18,
                                    T19,
                                    T20>>
                    projectTuple21() {
        return projected(21);
    }

    /** Tuples of 22 fields. */
    public <
                    T0,
                    T1,
                    T2,
                    T3,
                    T4,
                    T5,
                    T6,
                    T7,
                    T8,
                    T9,
                    T10,
                    T11,
                    T12,
                    T13,
                    T14,
                    T15,
                    T16,
                    T17,
                    T18,
                    T19,
                    T20,
                    T21>
            SingleOutputStreamOperator<
                            Tuple22<
                                    T0,
                                    T1,
                                    T2,
                                    T3,
                                    T4,
                                    T5,
                                    T6,
                                    T7,
                                    T8,
                                    T9,
                                    T10,
                                    T11,
                                    T12,
                                    T13,
                                    T14,
                                    T15,
                                    T16,
                                    T17,
                                    T18,
                                    T19,
                                    T20,
                                    T21>>
                    projectTuple22() {
        return projected(22);
    }

    /** Tuples of 23 fields. */
    public <
                    T0,
                    T1,
                    T2,
                    T3,
                    T4,
                    T5,
                    T6,
                    T7,
                    T8,
                    T9,
                    T10,
                    T11,
                    T12,
                    T13,
                    T14,
                    T15,
                    T16,
                    T17,
                    T18,
                    T19,
                    T20,
                    T21,
                    T22>
            SingleOutputStreamOperator<
                            Tuple23<
                                    T0,
                                    T1,
                                    T2,
                                    T3,
                                    T4,
                                    T5,
                                    T6,
                                    T7,
                                    T8,
                                    T9,
                                    T10,
                                    T11,
                                    T12,
                                    T13,
                                    T14,
                                    T15,
                                    T16,
                                    T17,
                                    T18,
                                    T19,
                                    T20,
                                    T21,
                                    T22>>
                    projectTuple23() {
        return projected(23);
    }

    /** Tuples of 24 fields. */
    public <
                    T0,
                    T1,
                    T2,
                    T3,
                    T4,
                    T5,
                    T6,
                    T7,
                    T8,
                    T9,
                    T10,
                    T11,
                    T12,
                    T13,
                    T14,
                    T15,
                    T16,
                    T17,
                    T18,
                    T19,
                    T20,
                    T21,
                    T22,
                    T23>
            SingleOutputStreamOperator<
                            Tuple24<
                                    T0,
                                    T1,
                                    T2,
                                    T3,
                                    T4,
                                    T5,
                                    T6,
                                    T7,
                                    T8,
                                    T9,
                                    T10,
                                    T11,
                                    T12,
                                    T13,
                                    T14,
                                    T15,
                                    T16,
                                    T17,
                                    T18,
                                    T19,
                                    T20,
                                    T21,
                                    T22,
                                    T23>>
                    projectTuple24() {
        return projected(24);
    }

    /** Tuples of 25 fields. */
    public <
                    T0,
                    T1,
                    T2,
                    T3,
                    T4,
                    T5,
                    T6,
                    T7,
                    T8,
                    T9,
                    T10,
                    T11,
                    T12,
                    T13,
                    T14,
                    T15,
                    T16,
                    T17,
                    T18,
                    T19,
                    T20,
                    T21,
                    T22,
                    T23,
                    T24>
            SingleOutputStreamOperator<
                            Tuple25<
                                    T0,
                                    T1,
                                    T2,
                                    T3,
                                    T4,
                                    T5,
                                    T6,
                                    T7,
                                    T8,
                                    T9,
                                    T10,
                                    T11,
                                    T12,
                                    T13,
                                    T14,
                                    T15,
                                    T16,
                                    T17,
                                    T18,
                                    T19,
                                    T20,
                                    T21,
                                    T22,
                                    T23,
                                    T24>>
                    projectTuple25() {
        return projected(25);
    }
}
