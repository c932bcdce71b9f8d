// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.functions.sink;

import java.io.PrintStream;
import java.io.Serializable;

/** Standard output or error, and what stands before each line of a printing sink. */
final class StandardStream implements Serializable {

    private static final long serialVersionUID = 1L;

    private final boolean error;
    private final String identifier;

    private transient PrintStream stream;
    private transient String prefix;

    StandardStream(String identifier, boolean error) {
        this.identifier = identifier == null ? "" : identifier;
        this.error = error;
    }

    /**
     * Finds the stream as it is set now, and says which subtask is printing when there are several.
     */
    void open(int subtask, int subtasks) {
        stream = error ? System.err : System.out;
        String who = identifier;
        if (subtasks > 1) {
            who += (who.isEmpty() ? "" : ":") + (subtask + 1);
        }
        prefix = who.isEmpty() ? "" : who + "> ";
    }

    void print(Object value) {
        stream.println(prefix + value);
    }

    @Override
    public String toString() {
        return "Print to " + (error ? "System.err" : "System.out");
    }
}
