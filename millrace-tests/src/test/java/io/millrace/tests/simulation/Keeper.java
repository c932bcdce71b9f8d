// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.simulation;

import io.millrace.api.common.state.BroadcastState;
import io.millrace.api.common.state.ListState;
import io.millrace.api.common.state.ListStateDescriptor;
import io.millrace.api.common.state.MapStateDescriptor;
import io.millrace.api.common.typeinfo.Types;
import io.millrace.runtime.state.OperatorStateCheckpointOutputStream;
import io.millrace.runtime.state.StateInitializationContext;
import io.millrace.runtime.state.StatePartitionStreamProvider;
import io.millrace.runtime.state.StateSnapshotContext;
import io.millrace.streaming.api.operators.AbstractStreamOperator;
import io.millrace.streaming.api.operators.OneInputStreamOperator;
import io.millrace.streaming.runtime.streamrecord.StreamRecord;
import io.millrace.testing.SimulatedWorld;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/**
 * Passes rows on and keeps the number of each that has one in state without keys: in a list, in a
 * union list of which each subtask takes those that fall to it, and in raw state. At the end it
 * shows all numbers it has, so that each is shown once for each list if no list loses any or has
 * any twice. Broadcast state has which checkpoint wrote it last; what is wrong with that is a row.
 */
final class Keeper extends AbstractStreamOperator<String>
        implements OneInputStreamOperator<String, String> {

    private static final long serialVersionUID = 1L;

    /** How rows of the lists begin. */
    static final List<String> LISTS = List.of("in list", "in union", "in raw state");

    private final SimulatedWorld world;
    private transient ListState<Integer> list;
    private transient ListState<Integer> union;
    private transient BroadcastState<String, Long> rules;
    private transient TreeSet<Integer> ofUnion;
    private transient List<Integer> raw;
    private transient String wrong;

    Keeper(SimulatedWorld world) {
        this.world = world;
    }

    @Override
    public void initializeState(StateInitializationContext context) throws Exception {
        super.initializeState(context);
        Course.of(world).initialized(context.isRestored());
        list =
                context.getOperatorStateStore()
                        .getListState(new ListStateDescriptor<>("list", Types.INT));
        union =
                context.getOperatorStateStore()
                        .getUnionListState(new ListStateDescriptor<>("union", Types.INT));
        rules =
                context.getOperatorStateStore()
                        .getBroadcastState(
                                new MapStateDescriptor<>("rules", Types.STRING, Types.LONG));
        raw = new ArrayList<>();
        for (StatePartitionStreamProvider part : context.getRawOperatorStateInputs()) {
            raw.add(new DataInputStream(part.getStream()).readInt());
        }
        int subtasks = getRuntimeContext().getTaskInfo().getNumberOfParallelSubtasks();
        int subtask = getRuntimeContext().getTaskInfo().getIndexOfThisSubtask();
        ofUnion = new TreeSet<>();
        wrong = "";
        for (Integer number : union.get()) {
            if (number % subtasks == subtask && !ofUnion.add(number)) {
                wrong += "; twice in the union: " + number;
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
    public void processElement(StreamRecord<String> row) throws Exception {
        world.userCode("keeper");
        String text = row.getValue();
        if (Character.isDigit(text.charAt(0))) {
            int number = Integer.parseInt(text.substring(0, text.indexOf(' ')));
            list.add(number);
            raw.add(number);
            if (!ofUnion.add(number)) {
                wrong += "; comes twice: " + number;
            }
        }
        output.collect(row.replace(text + wrong));
    }

    @Override
    public void snapshotState(StateSnapshotContext context) throws Exception {
        super.snapshotState(context);
        rules.put("written by", context.getCheckpointId());
        union.update(new ArrayList<>(ofUnion));
        OperatorStateCheckpointOutputStream out = context.getRawOperatorStateOutput();
        for (Integer number : raw) {
            out.startNewPartition();
            new DataOutputStream(out).writeInt(number);
        }
    }

    /** A snapshot may follow; after a restore from it this is called again. */
    @Override
    public void finish() throws Exception {
        List<Integer> listed = new ArrayList<>();
        list.get().forEach(listed::add);
        show(LISTS.get(0), listed);
        show(LISTS.get(1), ofUnion);
        show(LISTS.get(2), raw);
        list.clear();
        ofUnion.clear();
        raw.clear();
        super.finish();
    }

    private void show(String where, Iterable<Integer> numbers) {
        for (Integer number : numbers) {
            output.collect(new StreamRecord<>(where + " " + number + wrong));
        }
    }
}
