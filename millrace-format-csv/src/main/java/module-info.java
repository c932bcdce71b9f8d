// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/** Reads CSV files. */
module io.millrace.format.csv {
    requires com.fasterxml.jackson.datatype.jdk8;
    requires com.fasterxml.jackson.datatype.jsr310;
    requires transitive com.fasterxml.jackson.databind;
    requires transitive com.fasterxml.jackson.dataformat.csv;
    requires transitive io.millrace.connector.files;

    exports io.millrace.formats.csv;
}
