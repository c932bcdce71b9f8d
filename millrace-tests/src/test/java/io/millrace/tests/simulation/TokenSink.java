// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.simulation;

import io.millrace.api.common.state.ListState;
import io.millrace.api.common.state.ListStateDescriptor;
import io.millrace.runtime.state.FunctionInitializationContext;
import io.millrace.runtime.state.FunctionSnapshotContext;
import io.millrace.testing.SimulatedWorld;
import java.util.ArrayList;
import java.util.List;

/**
 * A two-phase sink that has tokens in operator list state, dealt out among its subtasks at the
 * beginning and whenever there is another number of them. Each goes into the ledger with the last
 * transaction of the subtask that has it, so a token that is lost or doubled shows.
 */
final class TokenSink extends TwoPhaseLedgerSink {

    private static final long serialVersionUID = 1L;

    private final int tokens;
    private transient ListState<Integer> stored;
    private transient List<Integer> ours;

    TokenSink(SimulatedWorld world, int tokens) {
        super(world);
        this.tokens = tokens;
    }

    @Override
    public void initializeState(FunctionInitializationContext context) throws Exception {
        super.initializeState(context);
        stored =
                context.getOperatorStateStore()
                        .getListState(new ListStateDescriptor<>("tokens", Integer.class));
        ours = new ArrayList<>();
        stored.get().forEach(ours::add);
        if (!context.isRestored()) {
            int subtasks = getRuntimeContext().getTaskInfo().getNumberOfParallelSubtasks();
            int subtask = getRuntimeContext().getTaskInfo().getIndexOfThisSubtask();
            for (int token = subtask; token < tokens; token += subtasks) {
                ours.add(token);
            }
        }
    }

    @Override
    protected void finishProcessing(String transaction) {
        ours.forEach(token -> world.ledger().append(transaction, "token " + token));
        ours.clear();
    }

    @Override
    public void snapshotState(FunctionSnapshotContext context) throws Exception {
        stored.update(ours);
        super.snapshotState(context);
    }
}
