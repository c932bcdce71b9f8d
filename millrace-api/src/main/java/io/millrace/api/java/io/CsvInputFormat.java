// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.java.io;

import io.millrace.annotation.Internal;
import io.millrace.api.common.io.GenericCsvInputFormat;
import io.millrace.core.fs.FileInputSplit;
import io.millrace.core.fs.Path;
import java.io.IOException;
import java.util.Arrays;

/**
 * Records whose fields are columns of CSV files.
 *
 * @param <OUT> the records
 */
@Internal
public abstract class CsvInputFormat<OUT> extends GenericCsvInputFormat<OUT> {

    public static final String DEFAULT_LINE_DELIMITER = "\n";
    public static final String DEFAULT_FIELD_DELIMITER = ",";

    private static final long serialVersionUID = 1L;

    /** What the columns of a line are read into. */
    protected transient Object[] parsedValues;

    /** Of a file, or of what lies in a directory. */
    protected CsvInputFormat(Path filePath) {
        super(filePath);
    }

    @Override
    protected void initializeSplit(FileInputSplit split, Long offset) throws IOException {
        if (getNumberOfNonNullFields() == 0) {
            throw new IOException(
                    getClass().getSimpleName() + " must be told of at least one column to read");
        }
        super.initializeSplit(split, offset);
        parsedValues = new Object[getNumberOfNonNullFields()];
        byte[] delimiter = getDelimiter();
        lineDelimiterIsLinebreak = delimiter.length == 1 && delimiter[0] == '\n';
    }

    @Override
    public OUT nextRecord(OUT record) throws IOException {
        OUT found;
        do {
            found = super.nextRecord(record);
        } while (found == null && !reachedEnd());
        return found;
    }

    @Override
    public OUT readRecord(OUT reuse, byte[] bytes, int offset, int numBytes) throws IOException {
        int length = numBytes;
        if (lineDelimiterIsLinebreak && length > 0 && bytes[offset + length - 1] == '\r') {
            length--;
        }
        byte[] comment = commentPrefix;
        if (comment != null
                && comment.length <= length
                && Arrays.equals(
                        bytes, offset, offset + comment.length, comment, 0, comment.length)) {
            commentCount++;
            return null;
        }
        if (parseRecord(parsedValues, bytes, offset, length)) {
            return fillRecord(reuse, parsedValues);
        }
        invalidLineCount++;
        return null;
    }

    /** A record of these values; they are in the order of the columns. */
    protected abstract OUT fillRecord(OUT reuse, Object[] parsedValues);

    /** The class of each column; null for one that is passed over. */
    public Class<?>[] getFieldTypes() {
        return getGenericFieldTypes();
    }

    /** The first columns, as many as there are fields. */
    protected static boolean[] createDefaultMask(int size) {
        boolean[] mask = new boolean[size];
        Arrays.fill(mask, true);
        return mask;
    }

    /** A mask of the columns with these numbers. */
    protected static boolean[] toBooleanMask(int[] sourceFieldIndices) {
        int columns = 0;
        for (int index : sourceFieldIndices) {
            if (index < 0) {
                throw new IllegalArgumentException(
                        "A column can't be negative: " + Arrays.toString(sourceFieldIndices));
            }
            columns = Math.max(columns, index + 1);
        }
        boolean[] mask = new boolean[columns];
        for (int index : sourceFieldIndices) {
            mask[index] = true;
        }
        return mask;
    }

    @Override
    public String toString() {
        return "CSV Input ("
                + new String(getFieldDelimiter(), getCharset())
                + ") "
                + Arrays.toString(getFilePaths());
    }
}
