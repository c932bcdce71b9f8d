// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.cli.checkpoint;

/** How rows are written; called as on the command line. */
enum Format {
    /** Columns for people. */
    table,
    /** RFC 4180, with a line of names first; what is not there is empty, an empty text is quoted. */
    csv,
    /** One object a line. */
    json
}
