// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.cli.migrate;

/**
 * What becomes of one file. Its bytes are held as characters of ISO 8859-1, one for one: all that
 * is changed is ASCII, and so each other byte stays as it was, whatever the encoding.
 *
 * @param from its path, relative to the tree, with slashes
 * @param to its new path; mostly the same
 */
record FileChange(String from, String to, String before, String after) {

    boolean isMove() {
        return !from.equals(to);
    }

    boolean isNothing() {
        return !isMove() && before.equals(after);
    }
}
