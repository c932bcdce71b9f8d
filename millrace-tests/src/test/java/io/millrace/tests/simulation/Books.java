// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.simulation;

import io.millrace.api.common.state.BroadcastState;
import io.millrace.api.common.state.ListState;
import io.millrace.api.common.state.ListStateDescriptor;
import io.millrace.api.common.state.MapStateDescriptor;
import io.millrace.engine.keys.KeyGroups;
import io.millrace.runtime.state.FunctionInitializationContext;
import io.millrace.runtime.state.FunctionSnapshotContext;
import io.millrace.streaming.api.checkpoint.CheckpointedFunction;
import io.millrace.streaming.api.functions.KeyedProcessFunction;
import io.millrace.testing.SimulatedWorld;
import io.millrace.util.Collector;
import java.util.HashMap;
import java.util.Map;

/**
 * Counts per key without keyed state: all counts are in a union list, of which each subtask writes
 * those of its keys, and looks up any that has become its own. Broadcast state has which checkpoint
 * wrote it last. What is wrong with either is emitted with the next number.
 */
final class Books extends KeyedProcessFunction<Long, Long, String> implements CheckpointedFunction {

    private static final long serialVersionUID = 1L;

    private final SimulatedWorld world;
    private transient ListState<String> stored;
    private transient BroadcastState<String, Long> rules;
    private transient Map<Long, Long> counts;
    private transient String wrong;

    Books(SimulatedWorld world) {
        this.world = world;
    }

    @Override
    public void initializeState(FunctionInitializationContext context) throws Exception {
        stored =
                context.getOperatorStateStore()
                        .getUnionListState(new ListStateDescriptor<>("books", String.class));
        rules =
                context.getOperatorStateStore()
                        .getBroadcastState(
                                new MapStateDescriptor<>("rules", String.class, Long.class));
        counts = new HashMap<>();
        wrong = "";
        for (String book : stored.get()) {
            int is = book.indexOf('=');
            if (counts.put(
                            Long.valueOf(book.substring(0, is)),
                            Long.valueOf(book.substring(is + 1)))
                    != null) {
                wrong += "; twice in the union: " + book;
            }
        }
        if (!context.isRestored()) {
            rules.put("constant", 42L);
        } else if (!Long.valueOf(42).equals(rules.get("constant"))
                || rules.get("written by") != context.getRestoredCheckpointId().getAsLong()) {
            wrong += "; rules of " + rules.entries();
        }
    }

    @Override
    public void processElement(Long number, Context ctx, Collector<String> out) {
        world.userCode("books");
        long key = ctx.getCurrentKey();
        out.collect("book " + key + "=" + counts.merge(key, 1L, Long::sum) + wrong);
    }

    @Override
    public void snapshotState(FunctionSnapshotContext context) throws Exception {
        rules.put("written by", context.getCheckpointId());
        stored.clear();
        for (Map.Entry<Long, Long> book : counts.entrySet()) {
            if (isOurs(book.getKey())) {
                stored.add(book.getKey() + "=" + book.getValue());
            }
        }
    }

    private boolean isOurs(Long key) {
        var task = getRuntimeContext().getTaskInfo();
        int keyGroups = task.getMaxNumberOfParallelSubtasks();
        return KeyGroups.subtask(
                        KeyGroups.keyGroup(key.hashCode(), keyGroups),
                        task.getNumberOfParallelSubtasks(),
                        keyGroups)
                == task.getIndexOfThisSubtask();
    }
}
