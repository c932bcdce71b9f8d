// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.io;

import io.millrace.annotation.Internal;
import io.millrace.core.fs.FileInputSplit;
import io.millrace.core.fs.Path;
import io.millrace.spi.DelimitedFields;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lines of fields with a delimiter between them. Columns that nobody asks for are passed over, and
 * so are lines that begin as comments do; a line that can't be read fails, or is passed over where
 * the format is lenient.
 *
 * @param <OT> the records
 */
@Internal
public abstract class GenericCsvInputFormat<OT> extends DelimitedInputFormat<OT> {

    private static final Logger LOG = LoggerFactory.getLogger(GenericCsvInputFormat.class);
    private static final long serialVersionUID = 1L;

    /** Whether lines end with a line feed, before which there may be a carriage return. */
    protected boolean lineDelimiterIsLinebreak = false;

    /** Comments in the part that is open. */
    protected transient int commentCount;

    /** Lines of the part that is open that could not be read. */
    protected transient int invalidLineCount;

    /** Which columns are read. */
    protected boolean[] fieldIncluded = new boolean[0];

    /** What a comment begins with; null where there are none. */
    protected byte[] commentPrefix;

    /** Of the columns that are read. */
    private Class<?>[] fieldTypes = new Class<?>[0];

    private byte[] fieldDelimiter = {','};
    private String fieldDelimiterText = ",";
    private String commentPrefixText;
    private boolean lenient;
    private boolean skipFirstLineAsHeader;
    private int quote = -1;

    private transient DelimitedFields fields;

    /** Without a path. */
    protected GenericCsvInputFormat() {}

    /** Of one path. */
    protected GenericCsvInputFormat(Path filePath) {
        super(filePath, null);
    }

    @Override
    @Deprecated
    public boolean supportsMultiPaths() {
        return true;
    }

    /** Columns up to the last one that is read. */
    public int getNumberOfFieldsTotal() {
        return fieldIncluded.length;
    }

    /** Columns that are read. */
    public int getNumberOfNonNullFields() {
        return fieldTypes.length;
    }

    @Override
    public void setCharset(String charset) {
        super.setCharset(charset);
        fieldDelimiter = fieldDelimiterText.getBytes(getCharset());
        if (commentPrefixText != null) {
            commentPrefix = commentPrefixText.getBytes(getCharset());
        }
    }

    public byte[] getCommentPrefix() {
        return commentPrefix;
    }

    /** What a line begins with that is passed over; null for no comments. */
    public void setCommentPrefix(String commentPrefix) {
        this.commentPrefixText = commentPrefix;
        this.commentPrefix = commentPrefix == null ? null : commentPrefix.getBytes(getCharset());
    }

    public byte[] getFieldDelimiter() {
        return fieldDelimiter;
    }

    /** What is between fields; a comma unless set. */
    public void setFieldDelimiter(String delimiter) {
        if (delimiter == null || delimiter.isEmpty()) {
            throw new IllegalArgumentException("A delimiter of fields has at least one character");
        }
        this.fieldDelimiterText = delimiter;
        this.fieldDelimiter = delimiter.getBytes(getCharset());
    }

    public boolean isLenient() {
        return lenient;
    }

    /** Whether lines that can't be read are passed over, and counted in the log. */
    public void setLenient(boolean lenient) {
        this.lenient = lenient;
    }

    public boolean isSkippingFirstLineAsHeader() {
        return skipFirstLineAsHeader;
    }

    /** Whether the first line of each file is passed over. */
    public void setSkipFirstLineAsHeader(boolean skipFirstLine) {
        this.skipFirstLineAsHeader = skipFirstLine;
    }

    /** Text may be in quotes from now on, and may then contain delimiters of fields. */
    public void enableQuotedStringParsing(char quoteCharacter) {
        if (quoteCharacter > 127) {
            throw new IllegalArgumentException(
                    "A quote must be an ASCII character, not '" + quoteCharacter + "'");
        }
        this.quote = quoteCharacter;
    }

    /** The class of each column; null for one that is passed over. */
    protected Class<?>[] getGenericFieldTypes() {
        Class<?>[] types = new Class<?>[fieldIncluded.length];
        for (int column = 0, taken = 0; column < types.length; column++) {
            types[column] = fieldIncluded[column] ? fieldTypes[taken++] : null;
        }
        return types;
    }

    /** The class of each column; null for one that is to be passed over. */
    protected void setFieldTypesGeneric(Class<?>... fieldTypes) {
        Objects.requireNonNull(fieldTypes, "fieldTypes");
        boolean[] mask = new boolean[fieldTypes.length];
        for (int i = 0; i < mask.length; i++) {
            mask[i] = fieldTypes[i] != null;
        }
        set(mask, Arrays.stream(fieldTypes).filter(Objects::nonNull).toArray(Class<?>[]::new));
    }

    /** Columns, from 0 and ascending, and the class of each. */
    protected void setFieldsGeneric(int[] sourceFieldIndices, Class<?>[] fieldTypes) {
        Objects.requireNonNull(sourceFieldIndices, "sourceFieldIndices");
        Objects.requireNonNull(fieldTypes, "fieldTypes");
        checkForMonotonousOrder(sourceFieldIndices, fieldTypes);
        int last = sourceFieldIndices.length - 1;
        boolean[] mask = new boolean[last < 0 ? 0 : sourceFieldIndices[last] + 1];
        for (int index : sourceFieldIndices) {
            mask[index] = true;
        }
        set(mask, fieldTypes);
    }

    /** Which columns are read, and the class of each of those. */
    protected void setFieldsGeneric(boolean[] includedMask, Class<?>[] fieldTypes) {
        Objects.requireNonNull(includedMask, "includedMask");
        Objects.requireNonNull(fieldTypes, "fieldTypes");
        set(includedMask, fieldTypes);
    }

    private void set(boolean[] mask, Class<?>[] types) {
        int wanted = 0;
        for (boolean included : mask) {
            wanted += included ? 1 : 0;
        }
        if (wanted != types.length) {
            throw new IllegalArgumentException(
                    "There are "
                            + types.length
                            + " types of fields, and "
                            + wanted
                            + " columns are to be read");
        }
        for (Class<?> type : types) {
            if (type == null) {
                throw new IllegalArgumentException("A column that is read must have a type");
            }
            if (!DelimitedFields.canRead(type)) {
                throw new IllegalArgumentException(
                        "A CSV input format can't read a field as "
                                + type.getName()
                                + ": it reads text, numbers, booleans and the dates of java.sql. Read it as"
                                + " a String, and map it.");
            }
        }
        this.fieldIncluded = mask.clone();
        this.fieldTypes = types.clone();
    }

    @Override
    protected void initializeSplit(FileInputSplit split, Long state) throws IOException {
        super.initializeSplit(split, state);
        commentCount = 0;
        invalidLineCount = 0;
        fields = new DelimitedFields(fieldDelimiter, quote, getCharset());
        if (skipFirstLineAsHeader && split.getStart() == 0 && (state == null || state == 0)) {
            readLine();
        }
    }

    @Override
    public void close() throws IOException {
        if (invalidLineCount > 0) {
            LOG.warn(
                    "{} lines could not be read and were passed over in {}",
                    invalidLineCount,
                    currentSplit);
        }
        if (commentCount > 0) {
            LOG.info("{} comments were passed over in {}", commentCount, currentSplit);
        }
        invalidLineCount = 0;
        commentCount = 0;
        super.close();
    }

    /**
     * Reads the columns of a line into the holders, without gaps.
     *
     * @return whether the line could be read; false where the format is lenient and it could not
     * @throws ParseException when it could not
     */
    protected boolean parseRecord(Object[] holders, byte[] bytes, int offset, int numBytes)
            throws ParseException {
        try {
            fields.read(bytes, offset, numBytes, fieldIncluded, fieldTypes, false, holders);
            return true;
        } catch (ParseException e) {
            if (lenient) {
                return false;
            }
            String line = new String(bytes, offset, numBytes, getCharset());
            throw DelimitedFields.unreadable(line, currentSplit.getPath(), e);
        }
    }

    /** Passes over one field; the first byte behind its delimiter, or -1 when it is malformed. */
    protected int skipFields(byte[] bytes, int startPos, int limit, byte[] delim) {
        DelimitedFields line = new DelimitedFields(delim, quote, StandardCharsets.UTF_8);
        try {
            return line.skip(bytes, startPos, limit);
        } catch (ParseException e) {
            return -1; // as this method's callers are told
        }
    }

    /** Sorts columns ascending, and their types with them. */
    protected static void checkAndCoSort(int[] positions, Class<?>[] types) {
        checkColumns(positions, types);
        for (int i = 1; i < positions.length; i++) {
            int position = positions[i];
            Class<?> type = types[i];
            int to = i;
            while (to > 0 && positions[to - 1] > position) {
                positions[to] = positions[to - 1];
                types[to] = types[to - 1];
                to--;
            }
            positions[to] = position;
            types[to] = type;
        }
        checkForMonotonousOrder(positions, types);
    }

    /** Fails unless the columns ascend, each with a type. */
    protected static void checkForMonotonousOrder(int[] positions, Class<?>[] types) {
        checkColumns(positions, types);
        for (int i = 1; i < positions.length; i++) {
            if (positions[i] <= positions[i - 1]) {
                throw new IllegalArgumentException(
                        "Columns must ascend, and each must be there once: "
                                + Arrays.toString(positions));
            }
        }
    }

    private static void checkColumns(int[] positions, Class<?>[] types) {
        if (positions.length != types.length) {
            throw new IllegalArgumentException(
                    "There are " + types.length + " types for " + positions.length + " columns");
        }
        for (int position : positions) {
            if (position < 0) {
                throw new IllegalArgumentException(
                        "A column can't be negative: " + Arrays.toString(positions));
            }
        }
    }
}
