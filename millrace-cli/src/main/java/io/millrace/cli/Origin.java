// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.cli;

import java.nio.file.Path;

/**
 * Where a setting was made through the launcher: in a line of a file, or by an option.
 *
 * @param file null for the command line
 * @param line from 1; 0 for the command line
 * @param option as it was typed, with secrets hidden; null for a file
 */
record Origin(Path file, int line, String option) {

    static Origin of(Path file, int line) {
        return new Origin(file, line, null);
    }

    static Origin of(String option) {
        return new Origin(null, 0, option);
    }

    /** For messages. */
    @Override
    public String toString() {
        return file == null ? option : file + ", line " + line;
    }
}
