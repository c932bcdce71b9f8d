// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.java.io;

import io.millrace.annotation.PublicEvolving;
import io.millrace.api.common.io.ParseException;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.java.typeutils.ResultTypeQueryable;
import io.millrace.api.java.typeutils.RowTypeInfo;
import io.millrace.core.fs.Path;
import io.millrace.spi.DelimitedFields;
import io.millrace.types.Row;
import java.util.Arrays;

/** Rows from CSV files. Its fields may be null: where columns are empty, if asked for. */
@PublicEvolving
@SuppressWarnings("rawtypes") // the mirrored signatures name bare types of fields
public class RowCsvInputFormat extends CsvInputFormat<Row> implements ResultTypeQueryable<Row> {

    private static final long serialVersionUID = 1L;

    private final TypeInformation<?>[] fieldTypes;
    private final boolean emptyColumnAsNull;

    /** Which field of the row the values go to, in the order of the columns. */
    private final int[] targets;

    /** The classes of the values, in the order of the columns. */
    private final Class<?>[] columnTypes;

    private int quote = -1;
    private transient DelimitedFields fields;

    /**
     * Rows of some columns, which need not be in the order of the fields.
     *
     * @param selectedFields the column of each field, from 0
     * @param emptyColumnAsNull whether an empty column is null; otherwise it is an empty text, and
     *     can't be read as anything else
     */
    public RowCsvInputFormat(
            Path filePath,
            TypeInformation[] fieldTypes,
            String lineDelimiter,
            String fieldDelimiter,
            int[] selectedFields,
            boolean emptyColumnAsNull) {
        super(filePath);
        if (fieldTypes.length == 0) {
            throw new IllegalArgumentException("A row of CSV columns has at least one field");
        }
        this.fieldTypes = Arrays.copyOf(fieldTypes, fieldTypes.length, TypeInformation[].class);
        this.emptyColumnAsNull = emptyColumnAsNull;
        setDelimiter(lineDelimiter);
        setFieldDelimiter(fieldDelimiter);

        int[] columns = selectedFields.clone();
        Class<?>[] types = new Class<?>[fieldTypes.length];
        for (int i = 0; i < types.length; i++) {
            types[i] = fieldTypes[i].getTypeClass();
        }
        checkAndCoSort(columns, types);
        setFieldsGeneric(columns, types);
        columnTypes = types;
        targets = new int[columns.length];
        for (int field = 0; field < targets.length; field++) {
            targets[Arrays.binarySearch(columns, selectedFields[field])] = field;
        }
    }

    /** Rows of some columns. */
    public RowCsvInputFormat(
            Path filePath,
            TypeInformation[] fieldTypes,
            String lineDelimiter,
            String fieldDelimiter,
            int[] selectedFields) {
        this(filePath, fieldTypes, lineDelimiter, fieldDelimiter, selectedFields, false);
    }

    /** Rows of the first columns. */
    public RowCsvInputFormat(
            Path filePath,
            TypeInformation[] fieldTypes,
            String lineDelimiter,
            String fieldDelimiter) {
        this(filePath, fieldTypes, lineDelimiter, fieldDelimiter, first(fieldTypes.length));
    }

    /** Rows of some columns, of lines with commas. */
    public RowCsvInputFormat(Path filePath, TypeInformation[] fieldTypes, int[] selectedFields) {
        this(filePath, fieldTypes, DEFAULT_LINE_DELIMITER, DEFAULT_FIELD_DELIMITER, selectedFields);
    }

    /** Rows of the first columns, of lines with commas. */
    public RowCsvInputFormat(
            Path filePath, TypeInformation[] fieldTypes, boolean emptyColumnAsNull) {
        this(
                filePath,
                fieldTypes,
                DEFAULT_LINE_DELIMITER,
                DEFAULT_FIELD_DELIMITER,
                first(fieldTypes.length),
                emptyColumnAsNull);
    }

    /** Rows of the first columns, of lines with commas. */
    public RowCsvInputFormat(Path filePath, TypeInformation[] fieldTypes) {
        this(filePath, fieldTypes, false);
    }

    private static int[] first(int count) {
        int[] columns = new int[count];
        Arrays.setAll(columns, column -> column);
        return columns;
    }

    @Override
    public void enableQuotedStringParsing(char quoteCharacter) {
        super.enableQuotedStringParsing(quoteCharacter);
        quote = quoteCharacter;
    }

    @Override
    protected Row fillRecord(Row reuse, Object[] parsedValues) {
        Row row =
                reuse == null || reuse.getArity() != targets.length
                        ? new Row(targets.length)
                        : reuse;
        for (int i = 0; i < targets.length; i++) {
            row.setField(targets[i], parsedValues[i]);
        }
        return row;
    }

    @Override
    protected boolean parseRecord(Object[] holders, byte[] bytes, int offset, int numBytes)
            throws ParseException {
        if (!emptyColumnAsNull) {
            return super.parseRecord(holders, bytes, offset, numBytes);
        }
        if (fields == null) {
            fields = new DelimitedFields(getFieldDelimiter(), quote, getCharset());
        }
        try {
            fields.read(bytes, offset, numBytes, fieldIncluded, columnTypes, true, holders);
            return true;
        } catch (ParseException e) {
            if (isLenient()) {
                return false;
            }
            String line = new String(bytes, offset, numBytes, getCharset());
            throw DelimitedFields.unreadable(line, currentSplit.getPath(), e);
        }
    }

    @Override
    public TypeInformation<Row> getProducedType() {
        return new RowTypeInfo(fieldTypes);
    }
}
