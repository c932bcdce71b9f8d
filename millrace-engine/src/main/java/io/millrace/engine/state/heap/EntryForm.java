// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state.heap;

import io.millrace.core.memory.DataOutputView;
import java.io.IOException;

/**
 * How the entries of one table are written: the key, with namespace and timestamp where there are
 * such, and the rest. What is written for a key object is always the same. Used by the I/O threads
 * that write snapshots, one at a time.
 */
abstract class EntryForm {

    /** What is to be written of a live slot; null: it counts as empty. */
    abstract Object content(Page page, int slot);

    /** Whether a slot that once had something to write can be live and have nothing. */
    boolean canRunEmpty() {
        return false;
    }

    /** Writes the key in a slot. */
    abstract void writeKey(Page page, int slot, DataOutputView out) throws IOException;

    /** Writes a key that was removed, as it was written when it was there. */
    abstract void writeKey(RemovedKeys log, long index, DataOutputView out) throws IOException;

    /** Writes what {@link #content} gave, after the key. */
    abstract void writeContent(Object content, DataOutputView out) throws IOException;
}
