// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.java.io;

import io.millrace.annotation.PublicEvolving;
import io.millrace.api.common.io.RichOutputFormat;
import io.millrace.configuration.Configuration;
import java.io.PrintStream;
import java.util.Objects;

/**
 * Prints records, with the number of the subtask before them where there are several.
 *
 * @param <T> the records
 */
@PublicEvolving
public class PrintingOutputFormat<T> extends RichOutputFormat<T> {

    private static final long serialVersionUID = 1L;

    private final String identifier;
    private final boolean err;
    private transient PrintStream stream;
    private transient String prefix;

    /** To the standard output. */
    public PrintingOutputFormat() {
        this("", false);
    }

    /** To the standard output, or to the error output. */
    public PrintingOutputFormat(boolean stdErr) {
        this("", stdErr);
    }

    /** The same, with a text before each record. */
    public PrintingOutputFormat(String sinkIdentifier, boolean stdErr) {
        this.identifier = Objects.requireNonNull(sinkIdentifier, "sinkIdentifier");
        this.err = stdErr;
    }

    @Override
    public void configure(Configuration parameters) {}

    @Override
    @Deprecated
    public void open(int taskNumber, int numTasks) {
        stream = err ? System.err : System.out;
        String number = numTasks > 1 ? String.valueOf(taskNumber + 1) : "";
        String colon = identifier.isEmpty() || number.isEmpty() ? "" : ":";
        prefix = identifier + colon + number;
        if (!prefix.isEmpty()) {
            prefix += "> ";
        }
    }

    @Override
    public void writeRecord(T record) {
        stream.println(prefix + record);
    }

    @Override
    public void close() {
        stream = null;
    }

    @Override
    public String toString() {
        return "Print to " + (err ? "System.err" : "System.out");
    }
}
