// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/** Avro records in streams, messages, files and state. */
// requires-*: Avro has no module descriptor, only a reserved name, and mirrored signatures name its
// classes.
@SuppressWarnings({"requires-automatic", "requires-transitive-automatic"})
module io.millrace.format.avro {
    requires transitive io.millrace.api;
    requires transitive org.apache.avro;

    exports io.millrace.formats.avro;
    exports io.millrace.formats.avro.typeutils;

    provides io.millrace.spi.types.ForeignTypes with
            io.millrace.format.avro.AvroTypes;
}
