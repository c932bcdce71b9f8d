// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state;

import io.millrace.core.memory.DataOutputSerializer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Keeps of a state's blocks the elements that lie in one of the shares dealt of it. */
final class ElementCutter {

    private final List<Range> ranges = new ArrayList<>();
    private final List<StateBlock> kept = new ArrayList<>();
    private long position;

    private record Range(long from, long to) {}

    ElementCutter(String state, List<RestoredShare> all) {
        for (RestoredShare share : all) {
            if (share.state().equals(state)) {
                ranges.add(new Range(share.from(), share.to()));
            }
        }
    }

    /** Keeps elements {@code from} to {@code to}, exclusive. */
    ElementCutter(long from, long to) {
        ranges.add(new Range(from, to));
    }

    void take(StateBlock block) throws IOException {
        long first = position;
        long end = position + block.entries();
        position = end;
        for (Range range : ranges) {
            if (range.from <= first && end <= range.to) {
                kept.add(block);
            } else if (range.from < end && first < range.to && range.from < range.to) {
                kept.add(cut(block, range.from - first, range.to - first));
            }
        }
    }

    private static StateBlock cut(StateBlock block, long from, long to) throws IOException {
        DataOutputSerializer bytes = new DataOutputSerializer(Math.max(64, block.bytes().length));
        int[] counts = {0, 0};
        block.forEach(
                (in, length) -> {
                    if (counts[0] >= from && counts[0] < to) {
                        StateBlock.writeEntry(block.bytes(), in.getPosition(), length, bytes);
                        counts[1]++;
                    }
                    counts[0]++;
                    in.skipBytesToRead(length);
                });
        return new StateBlock(counts[1], bytes.getCopyOfBuffer());
    }

    List<StateBlock> blocks() {
        return kept;
    }
}
