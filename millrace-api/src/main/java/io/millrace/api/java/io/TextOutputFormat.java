// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.java.io;

import io.millrace.annotation.PublicEvolving;
import io.millrace.api.common.io.FileOutputFormat;
import io.millrace.core.fs.Path;
import io.millrace.spi.Addresses;
import java.io.IOException;
import java.io.Serializable;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.UnsupportedCharsetException;

/**
 * A line of text for each record: what its {@code toString} says.
 *
 * @param <T> the records
 */
@PublicEvolving
public class TextOutputFormat<T> extends FileOutputFormat<T> {

    private static final long serialVersionUID = 1L;

    private static final int NEWLINE = '\n';

    /** A record as text. */
    @PublicEvolving
    public interface TextFormatter<IN> extends Serializable {

        String format(IN value);
    }

    private String charsetName;
    private transient Charset charset;

    /** In UTF-8. */
    public TextOutputFormat(Path outputPath) {
        this(outputPath, "UTF-8");
    }

    /** In that charset. */
    public TextOutputFormat(Path outputPath, String charset) {
        super(outputPath);
        this.charsetName = charset;
    }

    public String getCharsetName() {
        return charsetName;
    }

    /** What the file is written in. */
    public void setCharsetName(String charsetName)
            throws IllegalCharsetNameException, UnsupportedCharsetException {
        Charset.forName(charsetName);
        this.charsetName = charsetName;
    }

    @Override
    @Deprecated
    public void open(int taskNumber, int numTasks) throws IOException {
        super.open(taskNumber, numTasks);
        try {
            charset = Charset.forName(charsetName);
        } catch (IllegalCharsetNameException | UnsupportedCharsetException e) {
            throw new IOException("This JVM can't write text in '" + charsetName + "'", e);
        }
    }

    @Override
    public void writeRecord(T record) throws IOException {
        stream.write(record.toString().getBytes(charset));
        stream.write(NEWLINE);
    }

    @Override
    public String toString() {
        return "TextOutputFormat (" + Addresses.shown(getOutputFilePath()) + ") - " + charsetName;
    }
}
