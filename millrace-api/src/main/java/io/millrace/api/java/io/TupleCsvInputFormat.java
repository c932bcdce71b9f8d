// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.java.io;

import io.millrace.annotation.Internal;
import io.millrace.api.common.serialization.SerializerConfigImpl;
import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.api.java.tuple.Tuple;
import io.millrace.api.java.typeutils.TupleTypeInfoBase;
import io.millrace.core.fs.Path;

/**
 * Tuples from CSV files; the columns are the fields in their order.
 *
 * @param <OUT> the tuples
 */
@Internal
public class TupleCsvInputFormat<OUT> extends CsvInputFormat<OUT> {

    private static final long serialVersionUID = 1L;

    /** Makes empty tuples. */
    private final TypeSerializer<OUT> tuples;

    /** The first columns of lines with commas. */
    public TupleCsvInputFormat(Path filePath, TupleTypeInfoBase<OUT> tupleTypeInfo) {
        this(filePath, DEFAULT_LINE_DELIMITER, DEFAULT_FIELD_DELIMITER, tupleTypeInfo);
    }

    /** The first columns. */
    public TupleCsvInputFormat(
            Path filePath,
            String lineDelimiter,
            String fieldDelimiter,
            TupleTypeInfoBase<OUT> tupleTypeInfo) {
        this(
                filePath,
                lineDelimiter,
                fieldDelimiter,
                tupleTypeInfo,
                createDefaultMask(tupleTypeInfo.getArity()));
    }

    /** Columns of these numbers, from 0, of lines with commas. */
    public TupleCsvInputFormat(
            Path filePath, TupleTypeInfoBase<OUT> tupleTypeInfo, int[] includedFieldsMask) {
        this(
                filePath,
                DEFAULT_LINE_DELIMITER,
                DEFAULT_FIELD_DELIMITER,
                tupleTypeInfo,
                includedFieldsMask);
    }

    /** Columns of these numbers, from 0. */
    public TupleCsvInputFormat(
            Path filePath,
            String lineDelimiter,
            String fieldDelimiter,
            TupleTypeInfoBase<OUT> tupleTypeInfo,
            int[] includedFieldsMask) {
        this(
                filePath,
                lineDelimiter,
                fieldDelimiter,
                tupleTypeInfo,
                includedFieldsMask == null
                        ? createDefaultMask(tupleTypeInfo.getArity())
                        : toBooleanMask(includedFieldsMask));
    }

    /** Columns where the mask is true, of lines with commas. */
    public TupleCsvInputFormat(
            Path filePath, TupleTypeInfoBase<OUT> tupleTypeInfo, boolean[] includedFieldsMask) {
        this(
                filePath,
                DEFAULT_LINE_DELIMITER,
                DEFAULT_FIELD_DELIMITER,
                tupleTypeInfo,
                includedFieldsMask);
    }

    /**
     * Columns where the mask is true.
     *
     * @throws IllegalArgumentException when there are more or fewer columns than fields, or a field
     *     is of a type that no text is read as
     */
    public TupleCsvInputFormat(
            Path filePath,
            String lineDelimiter,
            String fieldDelimiter,
            TupleTypeInfoBase<OUT> tupleTypeInfo,
            boolean[] includedFieldsMask) {
        super(filePath);
        if (tupleTypeInfo.getArity() == 0) {
            throw new IllegalArgumentException("A tuple of CSV columns has at least one field");
        }
        setDelimiter(lineDelimiter);
        setFieldDelimiter(fieldDelimiter);
        Class<?>[] types = new Class<?>[tupleTypeInfo.getArity()];
        for (int i = 0; i < types.length; i++) {
            types[i] = tupleTypeInfo.getTypeAt(i).getTypeClass();
        }
        setFieldsGeneric(
                includedFieldsMask == null ? createDefaultMask(types.length) : includedFieldsMask,
                types);
        tuples = tupleTypeInfo.createSerializer(new SerializerConfigImpl());
    }

    @Override
    public OUT fillRecord(OUT reuse, Object[] parsedValues) {
        OUT record = reuse == null ? tuples.createInstance() : reuse;
        Tuple tuple = (Tuple) record;
        for (int i = 0; i < parsedValues.length; i++) {
            tuple.setField(parsedValues[i], i);
        }
        return record;
    }
}
