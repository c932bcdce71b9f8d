// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state;

import io.millrace.core.memory.DataInputView;
import io.millrace.core.memory.DataOutputSerializer;
import io.millrace.core.memory.DataOutputView;
import io.millrace.engine.keys.KeyGroupRange;
import io.millrace.engine.keys.KeyGroups;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * Raw state: bytes that only a custom operator understands, in partitions (raw operator state) or
 * by key group (raw keyed state). It lies beside the operator state, as two states of kinds of
 * their own, so that it is counted, dealt out, sealed and carried like that; {@code
 * docs/formats/operator-state.md} tells the whole.
 *
 * <p>Unlike other state it is not kept between snapshots: each has what the operator wrote for it.
 * What was restored and never taken, because the operator is no custom one any more, is carried on.
 */
public final class RawState {

    /** Dealt out like a list: a partition is an element. */
    static final String PARTITIONS = "raw-operator";

    /** Dealt out by key group. */
    static final String KEY_GROUPS = "raw-keyed";

    /** The names; no state of a program can have them. */
    static final String NAME = "(raw)";

    static final String KEYED_NAME = "(raw keyed)";

    /** The kinds of both, by their names. */
    public static final Map<String, String> KINDS =
            Map.of(NAME, PARTITIONS, KEYED_NAME, KEY_GROUPS);

    private static final String BYTES = "bytes";

    private RawState() {}

    /** The bytes of one key group. */
    public record KeyGroup(int id, byte[] bytes) {}

    /** Key groups of one subtask, both included. */
    public record Range(int first, int last) {}

    /** All raw state of one subtask. */
    public record Content(List<byte[]> partitions, List<KeyGroup> keyGroups) {
        public Content {
            partitions = List.copyOf(partitions);
            keyGroups = List.copyOf(keyGroups);
        }
    }

    /** The key groups of a subtask. */
    public static Range keyGroups(int subtask, int parallelism, int maxParallelism) {
        KeyGroupRange range = KeyGroups.range(subtask, parallelism, maxParallelism);
        return new Range(range.first(), range.last());
    }

    /** The partitions of a restored state, in order. */
    static List<byte[]> partitions(CarriedState carried) throws IOException {
        List<byte[]> partitions = new ArrayList<>();
        for (StateBlock block : carried.blocks()) {
            block.forEach((in, length) -> partitions.add(bytes(in, length)));
        }
        return partitions;
    }

    /** The key groups of a restored state, in their order. */
    static List<KeyGroup> keyGroups(CarriedState carried) throws IOException {
        List<KeyGroup> groups = new ArrayList<>();
        for (StateBlock block : carried.blocks()) {
            block.forEach((in, length) -> groups.add(keyGroup(in, length)));
        }
        groups.sort(Comparator.comparingInt(KeyGroup::id));
        return groups;
    }

    /** A restored state without what is not of these key groups. */
    static CarriedState ofKeyGroups(CarriedState carried, KeyGroupRange own) throws IOException {
        List<StateBlock> kept = new ArrayList<>();
        for (StateBlock block : carried.blocks()) {
            DataOutputSerializer bytes =
                    new DataOutputSerializer(Math.max(64, block.bytes().length));
            int[] count = {0};
            block.forEach(
                    (in, length) -> {
                        int start = in.getPosition();
                        if (own.contains(keyGroup(in, length).id())) {
                            StateBlock.writeEntry(block.bytes(), start, length, bytes);
                            count[0]++;
                        }
                    });
            if (count[0] > 0) {
                kept.add(new StateBlock(count[0], bytes.getCopyOfBuffer()));
            }
        }
        return new CarriedState(
                carried.name(), carried.kind(), carried.type(), carried.shape(), kept);
    }

    private static KeyGroup keyGroup(DataInputView in, int length) throws IOException {
        if (length < Integer.BYTES) {
            throw new IOException(
                    "an entry of raw keyed state has "
                            + length
                            + " bytes, too few to name its key group");
        }
        int id = in.readInt();
        return new KeyGroup(id, bytes(in, length - Integer.BYTES));
    }

    /** Whether raw state goes by this name. */
    static boolean isRaw(String name) {
        return name.equals(NAME) || name.equals(KEYED_NAME);
    }

    private static byte[] bytes(DataInputView in, int length) throws IOException {
        byte[] bytes = new byte[length];
        in.readFully(bytes);
        return bytes;
    }

    /** What a subtask's snapshot has of it; nothing for what is empty. */
    static List<OperatorElements.Frozen> frozen(Content content) {
        List<OperatorElements.Frozen> frozen = new ArrayList<>();
        if (!content.partitions.isEmpty()) {
            frozen.add(new Partitions(content.partitions));
        }
        if (!content.keyGroups.isEmpty()) {
            frozen.add(new Groups(content.keyGroups));
        }
        return frozen;
    }

    private record Partitions(List<byte[]> partitions) implements OperatorElements.Frozen {
        @Override
        public long size() {
            return partitions.size();
        }

        @Override
        public void write(StateFileWriter writer) throws IOException {
            writer.beginState(NAME, PARTITIONS, BYTES, StateShape.NONE);
            for (byte[] partition : partitions) {
                writer.beginEntry().write(partition);
                writer.endEntry();
            }
            writer.endState();
        }
    }

    private record Groups(List<KeyGroup> groups) implements OperatorElements.Frozen {
        @Override
        public long size() {
            return groups.size();
        }

        @Override
        public void write(StateFileWriter writer) throws IOException {
            writer.beginState(KEYED_NAME, KEY_GROUPS, BYTES, StateShape.NONE);
            for (KeyGroup group : groups) {
                DataOutputView entry = writer.beginEntry();
                entry.writeInt(group.id);
                entry.write(group.bytes);
                writer.endEntry();
            }
            writer.endState();
        }
    }
}
