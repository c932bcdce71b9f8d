// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/** A source that makes its records. */
module io.millrace.connector.datagen {
    requires transitive io.millrace.api;

    exports io.millrace.connector.datagen.source;
}
