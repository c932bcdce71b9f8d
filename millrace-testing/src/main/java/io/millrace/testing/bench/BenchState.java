// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.testing.bench;

import io.millrace.engine.keys.KeyGroupRange;
import io.millrace.engine.state.OperatorStateRedistribution;
import io.millrace.engine.state.RestoredShare;
import io.millrace.engine.state.RestoredState;
import io.millrace.engine.state.StateHandle;
import io.millrace.engine.storage.CheckpointStorage;
import io.millrace.engine.storage.MemoryCheckpointStorage;
import java.util.ArrayList;
import java.util.List;

/**
 * What the snapshots of one operator's subtasks hold, and how it is dealt: as it is, or as the
 * share of one of so many subtasks. Immutable; the bytes are in memory.
 *
 * @param subtasks the handles of each subtask that took a snapshot
 * @param subtask who is given a share of operator state; 0 of 1 is given all
 * @param parallelism of how many
 */
public record BenchState(List<List<StateHandle>> subtasks, int subtask, int parallelism) {

    /** Holds pieces of any size that fits an array. */
    static final CheckpointStorage STORAGE = new MemoryCheckpointStorage(Integer.MAX_VALUE - 8);

    public BenchState {
        subtasks = List.copyOf(subtasks);
    }

    /** The snapshot of one subtask. */
    static BenchState of(List<StateHandle> handles) {
        return new BenchState(List.of(List.copyOf(handles)), 0, 1);
    }

    /** What several subtasks have, as one. */
    public static BenchState together(List<BenchState> parts) {
        List<List<StateHandle>> all = new ArrayList<>();
        parts.forEach(part -> all.addAll(part.subtasks));
        return new BenchState(all, 0, 1);
    }

    /** The share of one of so many subtasks. */
    public BenchState dealtTo(int newSubtask, int newParallelism) {
        return new BenchState(subtasks, newSubtask, newParallelism);
    }

    public boolean isEmpty() {
        return subtasks.stream().allMatch(List::isEmpty);
    }

    /** How much it is. */
    public long bytes() {
        return subtasks.stream()
                .flatMap(List::stream)
                .mapToLong(handle -> handle.bytes().length())
                .sum();
    }

    List<RestoredState> keyed(KeyGroupRange own) {
        List<RestoredState> found = new ArrayList<>();
        for (List<StateHandle> handles : subtasks) {
            for (StateHandle handle : handles) {
                if (handle.kind() == StateHandle.Kind.KEYED && handle.keyGroups().overlaps(own)) {
                    found.add(restorable(handle));
                }
            }
        }
        return found;
    }

    List<RestoredShare> operator() {
        List<List<RestoredState>> bySubtask = new ArrayList<>();
        for (List<StateHandle> handles : subtasks) {
            bySubtask.add(
                    handles.stream()
                            .filter(handle -> handle.kind() == StateHandle.Kind.OPERATOR)
                            .map(BenchState::restorable)
                            .toList());
        }
        return OperatorStateRedistribution.shares(bySubtask, subtask, parallelism);
    }

    private static RestoredState restorable(StateHandle handle) {
        return new RestoredState(
                handle, () -> STORAGE.read(handle.bytes(), "the snapshot of a test harness"));
    }
}
