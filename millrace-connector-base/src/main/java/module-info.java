// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/** What connectors share. */
module io.millrace.connector.base {
    requires transitive io.millrace.api;

    exports io.millrace.connector.base;
}
