// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/** Savepoints that no job took, built from data or changed; and reading any. */
module io.millrace.state {
    requires transitive io.millrace.api;
    requires io.millrace.engine;

    exports io.millrace.state.api;
    exports io.millrace.state.api.functions;
}
