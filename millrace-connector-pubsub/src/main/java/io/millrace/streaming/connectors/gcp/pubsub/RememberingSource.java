// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.connectors.gcp.pubsub;

import io.millrace.api.common.functions.RuntimeContext;
import io.millrace.api.common.state.ListState;
import io.millrace.api.common.state.ListStateDescriptor;
import io.millrace.api.common.typeinfo.Types;
import io.millrace.pubsub.SubscriptionOptions;
import io.millrace.runtime.state.FunctionInitializationContext;
import io.millrace.runtime.state.FunctionSnapshotContext;
import io.millrace.streaming.api.checkpoint.CheckpointedFunction;
import io.millrace.streaming.api.functions.source.RichSourceFunction;
import java.util.UUID;

/**
 * A source that knows which messages it has emitted, over failures too. Here because the mirrored
 * class shows no such methods.
 */
abstract class RememberingSource<OUT> extends RichSourceFunction<OUT>
        implements CheckpointedFunction {

    private static final long serialVersionUID = 1L;

    private static final String STATE = "pubsub-message-ids";

    /** The same in all subtasks, and in no other source. */
    private final String identity = UUID.randomUUID().toString();

    /** What the window of ids is. */
    final SubscriptionOptions remembering;

    /** Of all subtasks. */
    transient MessageLedger ledger;

    private transient ListState<String> ids;

    RememberingSource(SubscriptionOptions remembering) {
        this.remembering = remembering;
    }

    int subtask() {
        return getRuntimeContext().getTaskInfo().getIndexOfThisSubtask();
    }

    @Override
    public void initializeState(FunctionInitializationContext context) throws Exception {
        RuntimeContext runtime = getRuntimeContext();
        ledger =
                SharedLedgers.get(
                        new SharedLedgers.Key(
                                runtime.getJobInfo().getJobId(),
                                runtime.getTaskInfo().getAttemptNumber(),
                                identity),
                        () ->
                                new MessageLedger(
                                        remembering.deduplicationWindow().toMillis(),
                                        remembering.deduplicationIds()));
        if (!ledger.join(subtask())) {
            throw new IllegalStateException(
                    "The same PubSubSource object was added to the job twice, as '"
                            + runtime.getTaskInfo().getTaskName()
                            + "' and before. Build one for each place.");
        }
        ids =
                context.getOperatorStateStore()
                        .getUnionListState(new ListStateDescriptor<>(STATE, Types.STRING));
        if (context.isRestored()) {
            ledger.restore(
                    ids.get(),
                    runtime.getTaskInfo().getNumberOfParallelSubtasks(),
                    PubSubSource.nowMs());
        }
    }

    @Override
    public void snapshotState(FunctionSnapshotContext context) throws Exception {
        ids.update(ledger.barrier(subtask(), context.getCheckpointId(), PubSubSource.nowMs()));
    }
}
