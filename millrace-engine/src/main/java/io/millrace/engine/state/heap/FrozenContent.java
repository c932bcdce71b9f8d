// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state.heap;

import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.engine.state.CarriedState;
import io.millrace.engine.state.KeyedHeader;
import io.millrace.engine.state.StateFileWriter;
import java.io.IOException;
import java.util.List;

/**
 * All keyed state and timers of one operator's subtask at a freeze: images of tables, and carried
 * bytes.
 *
 * @param header what is said of it as a whole
 * @param keys writes keys, in the thread that writes the snapshot
 * @param states what the program has asked for
 * @param marks beside slices
 * @param carried what the program has not asked for
 */
record FrozenContent<K>(
        KeyedHeader header,
        TypeSerializer<K> keys,
        List<FrozenTables> states,
        List<SliceMarks<K>> marks,
        List<CarriedState> carried) {

    boolean isEmpty() {
        return entries() == 0;
    }

    /** Entries, those included that have expired or have run empty. */
    long entries() {
        long sum = 0;
        for (FrozenTables state : states) {
            sum += state.size();
        }
        for (CarriedState state : carried) {
            sum += state.entries();
        }
        return sum;
    }

    void writeCarried(StateFileWriter writer) throws IOException {
        for (CarriedState state : carried) {
            state.writeTo(writer);
        }
    }

    void writeMarks(StateFileWriter writer) throws IOException {
        for (SliceMarks<K> each : marks) {
            each.write(writer, keys);
        }
    }

    /** A serializer failed, not the file: whose values it was given matters. */
    static IOException failed(FrozenTables state, Throwable e) {
        return new IOException(
                state.header().kind() + " '" + state.header().name() + "': " + e.getMessage(), e);
    }
}
