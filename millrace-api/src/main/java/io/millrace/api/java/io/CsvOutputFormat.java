// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.java.io;

import io.millrace.annotation.PublicEvolving;
import io.millrace.api.common.ExecutionConfig;
import io.millrace.api.common.io.FileOutputFormat;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.java.tuple.Tuple;
import io.millrace.api.java.typeutils.InputTypeConfigurable;
import io.millrace.core.fs.Path;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.util.Objects;

/**
 * A line for each tuple, its fields as their {@code toString} says, with something in between.
 * Nothing is escaped: see {@link #setQuoteStrings}.
 *
 * @param <T> the tuples
 */
@PublicEvolving
public class CsvOutputFormat<T extends Tuple> extends FileOutputFormat<T>
        implements InputTypeConfigurable {

    public static final String DEFAULT_LINE_DELIMITER = "\n";

    public static final String DEFAULT_FIELD_DELIMITER = ",";

    private static final long serialVersionUID = 1L;

    private final String recordDelimiter;
    private final String fieldDelimiter;
    private String charsetName;
    private boolean allowNullValues;
    private boolean quoteStrings;
    private transient Writer writer;

    /** With commas and line feeds. */
    public CsvOutputFormat(Path outputPath) {
        this(outputPath, DEFAULT_LINE_DELIMITER, DEFAULT_FIELD_DELIMITER);
    }

    /** With line feeds. */
    public CsvOutputFormat(Path outputPath, String fieldDelimiter) {
        this(outputPath, DEFAULT_LINE_DELIMITER, fieldDelimiter);
    }

    /** With whatever is given. */
    public CsvOutputFormat(Path outputPath, String recordDelimiter, String fieldDelimiter) {
        super(outputPath);
        this.recordDelimiter = Objects.requireNonNull(recordDelimiter, "recordDelimiter");
        this.fieldDelimiter = Objects.requireNonNull(fieldDelimiter, "fieldDelimiter");
    }

    /** Whether a field that is null is written as nothing; unless set it fails. */
    public void setAllowNullValues(boolean allowNulls) {
        this.allowNullValues = allowNulls;
    }

    /** What the file is written in; UTF-8 unless set. */
    public void setCharsetName(String charsetName) {
        this.charsetName = charsetName;
    }

    /** Whether strings are written with quotes around them. */
    public void setQuoteStrings(boolean quoteStrings) {
        this.quoteStrings = quoteStrings;
    }

    @Override
    @Deprecated
    public void open(int taskNumber, int numTasks) throws IOException {
        super.open(taskNumber, numTasks);
        writer =
                new OutputStreamWriter(
                        new BufferedOutputStream(stream, 4096),
                        charsetName == null ? "UTF-8" : charsetName);
    }

    @Override
    public void close() throws IOException {
        if (writer != null) {
            Writer closing = writer;
            writer = null;
            closing.close();
        }
        super.close();
    }

    @Override
    public void writeRecord(T element) throws IOException {
        for (int i = 0; i < element.getArity(); i++) {
            if (i > 0) {
                writer.write(fieldDelimiter);
            }
            Object field = element.getField(i);
            if (field == null) {
                if (!allowNullValues) {
                    throw new IOException(
                            "Field "
                                    + i
                                    + " of a tuple is null, and nulls are not to be written"
                                    + " (setAllowNullValues): "
                                    + element);
                }
            } else if (quoteStrings && field instanceof String) {
                writer.write('"' + field.toString() + '"');
            } else {
                writer.write(field.toString());
            }
        }
        writer.write(recordDelimiter);
    }

    @Override
    public void setInputType(TypeInformation<?> type, ExecutionConfig executionConfig) {
        if (!type.isTupleType()) {
            throw new IllegalArgumentException(
                    "A CSV file can be written from tuples only, not from " + type);
        }
    }

    @Override
    public String toString() {
        return getClass().getSimpleName()
                + " (path: "
                + getOutputFilePath()
                + ", delimiter: "
                + fieldDelimiter
                + ")";
    }
}
