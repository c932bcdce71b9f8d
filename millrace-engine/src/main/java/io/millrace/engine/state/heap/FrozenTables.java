// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state.heap;

import io.millrace.engine.state.StateHeader;
import java.util.List;

/**
 * One state at a freeze: a table of entries, or several that are it together.
 *
 * @param header what a snapshot says of it
 * @param tables at windows one for each; else one
 */
record FrozenTables(StateHeader header, List<Table> tables) {

    /**
     * One table, or one column of it.
     *
     * @param number by which layers know it: of all that a backend ever has, the only one with it
     * @param image what is in it
     * @param form how it is written
     */
    record Table(long number, TableImage image, EntryForm form) {}

    /** Entries, those included that have expired or have run empty. */
    long size() {
        long sum = 0;
        for (Table table : tables) {
            sum += table.image.size();
        }
        return sum;
    }
}
