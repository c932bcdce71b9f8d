// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.java.io;

import io.millrace.annotation.PublicEvolving;
import io.millrace.api.common.io.DelimitedInputFormat;
import io.millrace.core.fs.Path;
import java.io.IOException;

/** The lines of text files, without what ends them. */
@PublicEvolving
public class TextInputFormat extends DelimitedInputFormat<String> {

    private static final long serialVersionUID = 1L;

    private static final byte CARRIAGE_RETURN = '\r';
    private static final byte NEW_LINE = '\n';

    private String charsetName = "UTF-8";

    /** Of a file, or of what lies in a directory. */
    public TextInputFormat(Path filePath) {
        super(filePath, null);
    }

    public String getCharsetName() {
        return charsetName;
    }

    /**
     * What the files are written in; UTF-8 unless set.
     *
     * @throws IllegalArgumentException when null, or this JVM knows no such charset
     */
    public void setCharsetName(String charsetName) {
        if (charsetName == null) {
            throw new IllegalArgumentException("Charset must not be null.");
        }
        setCharset(charsetName);
        this.charsetName = charsetName;
    }

    @Override
    public String readRecord(String reusable, byte[] bytes, int offset, int numBytes)
            throws IOException {
        int length = numBytes;
        byte[] delimiter = getDelimiter();
        if (delimiter.length == 1
                && delimiter[0] == NEW_LINE
                && length > 0
                && bytes[offset + length - 1] == CARRIAGE_RETURN) {
            length--;
        }
        return new String(bytes, offset, length, getCharset());
    }

    @Override
    public String toString() {
        return "TextInputFormat ("
                + java.util.Arrays.toString(getFilePaths())
                + ") - "
                + charsetName;
    }

    @Override
    @Deprecated
    public boolean supportsMultiPaths() {
        return true;
    }
}
