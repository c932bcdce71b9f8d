// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.java.io;

import io.millrace.annotation.Internal;
import io.millrace.api.common.serialization.SerializerConfigImpl;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.api.java.typeutils.PojoTypeInfo;
import io.millrace.core.fs.FileInputSplit;
import io.millrace.core.fs.Path;
import java.io.IOException;
import java.lang.reflect.Field;
import java.util.Arrays;

/**
 * POJOs from CSV files; the columns are the fields that are named, in that order, or all of them
 * ordered by name.
 *
 * @param <OUT> the POJOs
 */
@Internal
public class PojoCsvInputFormat<OUT> extends CsvInputFormat<OUT> {

    private static final long serialVersionUID = 1L;

    private final Class<OUT> pojoTypeClass;
    private final String[] pojoFieldNames;

    /** Where each field is declared. */
    private final Class<?>[] declaring;

    /** Makes empty POJOs. */
    private final TypeSerializer<OUT> pojos;

    private transient Field[] pojoFields;

    /** All fields, of lines with commas. */
    public PojoCsvInputFormat(Path filePath, PojoTypeInfo<OUT> pojoTypeInfo) {
        this(filePath, pojoTypeInfo, pojoTypeInfo.getFieldNames());
    }

    /** Some fields, of lines with commas. */
    public PojoCsvInputFormat(
            Path filePath, PojoTypeInfo<OUT> pojoTypeInfo, String[] pojoFieldNames) {
        this(
                filePath,
                DEFAULT_LINE_DELIMITER,
                DEFAULT_FIELD_DELIMITER,
                pojoTypeInfo,
                pojoFieldNames);
    }

    /** All fields. */
    public PojoCsvInputFormat(
            Path filePath,
            String lineDelimiter,
            String fieldDelimiter,
            PojoTypeInfo<OUT> pojoTypeInfo) {
        this(filePath, lineDelimiter, fieldDelimiter, pojoTypeInfo, pojoTypeInfo.getFieldNames());
    }

    /** Some fields, from the first columns. */
    public PojoCsvInputFormat(
            Path filePath,
            String lineDelimiter,
            String fieldDelimiter,
            PojoTypeInfo<OUT> pojoTypeInfo,
            String[] pojoFieldNames) {
        this(
                filePath,
                lineDelimiter,
                fieldDelimiter,
                pojoTypeInfo,
                pojoFieldNames,
                createDefaultMask(pojoFieldNames.length));
    }

    /** All fields, from columns of these numbers, of lines with commas. */
    public PojoCsvInputFormat(
            Path filePath, PojoTypeInfo<OUT> pojoTypeInfo, int[] includedFieldsMask) {
        this(filePath, pojoTypeInfo, pojoTypeInfo.getFieldNames(), includedFieldsMask);
    }

    /** Some fields, from columns of these numbers, of lines with commas. */
    public PojoCsvInputFormat(
            Path filePath,
            PojoTypeInfo<OUT> pojoTypeInfo,
            String[] pojoFieldNames,
            int[] includedFieldsMask) {
        this(
                filePath,
                DEFAULT_LINE_DELIMITER,
                DEFAULT_FIELD_DELIMITER,
                pojoTypeInfo,
                pojoFieldNames,
                includedFieldsMask);
    }

    /** All fields, from columns of these numbers. */
    public PojoCsvInputFormat(
            Path filePath,
            String lineDelimiter,
            String fieldDelimiter,
            PojoTypeInfo<OUT> pojoTypeInfo,
            int[] includedFieldsMask) {
        this(
                filePath,
                lineDelimiter,
                fieldDelimiter,
                pojoTypeInfo,
                pojoTypeInfo.getFieldNames(),
                includedFieldsMask);
    }

    /** Some fields, from columns of these numbers. */
    public PojoCsvInputFormat(
            Path filePath,
            String lineDelimiter,
            String fieldDelimiter,
            PojoTypeInfo<OUT> pojoTypeInfo,
            String[] pojoFieldNames,
            int[] includedFieldsMask) {
        this(
                filePath,
                lineDelimiter,
                fieldDelimiter,
                pojoTypeInfo,
                pojoFieldNames,
                includedFieldsMask == null ? null : toBooleanMask(includedFieldsMask));
    }

    /** All fields, from columns where the mask is true, of lines with commas. */
    public PojoCsvInputFormat(
            Path filePath, PojoTypeInfo<OUT> pojoTypeInfo, boolean[] includedFieldsMask) {
        this(filePath, pojoTypeInfo, pojoTypeInfo.getFieldNames(), includedFieldsMask);
    }

    /** Some fields, from columns where the mask is true, of lines with commas. */
    public PojoCsvInputFormat(
            Path filePath,
            PojoTypeInfo<OUT> pojoTypeInfo,
            String[] pojoFieldNames,
            boolean[] includedFieldsMask) {
        this(
                filePath,
                DEFAULT_LINE_DELIMITER,
                DEFAULT_FIELD_DELIMITER,
                pojoTypeInfo,
                pojoFieldNames,
                includedFieldsMask);
    }

    /** All fields, from columns where the mask is true. */
    public PojoCsvInputFormat(
            Path filePath,
            String lineDelimiter,
            String fieldDelimiter,
            PojoTypeInfo<OUT> pojoTypeInfo,
            boolean[] includedFieldsMask) {
        this(
                filePath,
                lineDelimiter,
                fieldDelimiter,
                pojoTypeInfo,
                pojoTypeInfo.getFieldNames(),
                includedFieldsMask);
    }

    /**
     * Some fields, from columns where the mask is true.
     *
     * @throws IllegalArgumentException when there is no such field, there are more or fewer columns
     *     than fields, a field is of a type that no text is read as, or the class is a record,
     *     which is never empty and then filled
     */
    public PojoCsvInputFormat(
            Path filePath,
            String lineDelimiter,
            String fieldDelimiter,
            PojoTypeInfo<OUT> pojoTypeInfo,
            String[] pojoFieldNames,
            boolean[] includedFieldsMask) {
        super(filePath);
        setDelimiter(lineDelimiter);
        setFieldDelimiter(fieldDelimiter);
        this.pojoTypeClass = pojoTypeInfo.getTypeClass();
        if (pojoTypeClass.isRecord()) {
            throw new IllegalArgumentException(
                    pojoTypeClass.getName()
                            + " is a record, and this format fills a POJO field by field: use"
                            + " CsvReaderFormat with a FileSource, or read a tuple and map it.");
        }
        this.pojoFieldNames = pojoFieldNames.clone();
        Class<?>[] types = new Class<?>[pojoFieldNames.length];
        declaring = new Class<?>[pojoFieldNames.length];
        for (int i = 0; i < types.length; i++) {
            int index = pojoTypeInfo.getFieldIndex(pojoFieldNames[i]);
            if (index < 0) {
                throw new IllegalArgumentException(
                        pojoTypeClass.getName()
                                + " has no field '"
                                + pojoFieldNames[i]
                                + "'; it has "
                                + Arrays.toString(pojoTypeInfo.getFieldNames()));
            }
            TypeInformation<?> type = pojoTypeInfo.getTypeAt(index);
            types[i] = type.getTypeClass();
            declaring[i] = pojoTypeInfo.getPojoFieldAt(index).getField().getDeclaringClass();
        }
        setFieldsGeneric(
                includedFieldsMask == null ? createDefaultMask(types.length) : includedFieldsMask,
                types);
        pojos = pojoTypeInfo.createPojoSerializer(new SerializerConfigImpl());
    }

    @Override
    public void initializeSplit(FileInputSplit split, Long offset) throws IOException {
        super.initializeSplit(split, offset);
        pojoFields = new Field[pojoFieldNames.length];
        for (int i = 0; i < pojoFields.length; i++) {
            try {
                pojoFields[i] = declaring[i].getDeclaredField(pojoFieldNames[i]);
                pojoFields[i].setAccessible(true);
            } catch (NoSuchFieldException e) {
                throw new IOException(
                        "The field "
                                + pojoFieldNames[i]
                                + " is gone from "
                                + declaring[i].getName()
                                + " since the program was built",
                        e);
            }
        }
    }

    @Override
    public OUT fillRecord(OUT reuse, Object[] parsedValues) {
        OUT record = reuse == null ? pojos.createInstance() : reuse;
        for (int i = 0; i < parsedValues.length; i++) {
            try {
                pojoFields[i].set(record, parsedValues[i]);
            } catch (IllegalAccessException e) {
                throw new IllegalStateException(
                        "The field " + pojoFields[i] + " can't be written", e);
            }
        }
        return record;
    }
}
