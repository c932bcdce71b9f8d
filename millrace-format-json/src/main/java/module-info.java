// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/** Records to JSON and back. */
module io.millrace.format.json {
    requires com.fasterxml.jackson.datatype.jdk8;
    requires com.fasterxml.jackson.datatype.jsr310;
    requires transitive com.fasterxml.jackson.databind;
    requires transitive io.millrace.api;

    exports io.millrace.formats.json;
}
