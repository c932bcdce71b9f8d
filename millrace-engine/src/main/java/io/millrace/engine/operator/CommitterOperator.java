// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.operator;

import io.millrace.api.common.state.ListState;
import io.millrace.api.connector.sink2.Committer;
import io.millrace.core.io.SimpleVersionedSerializer;
import io.millrace.engine.chain.Input;
import io.millrace.engine.chain.Operator;
import io.millrace.engine.chain.OperatorContext;
import io.millrace.engine.chain.Output;
import io.millrace.runtime.state.FunctionSnapshotContext;
import io.millrace.streaming.api.connector.sink2.CommittableMessage;
import io.millrace.streaming.api.connector.sink2.CommittableSummary;
import io.millrace.streaming.api.connector.sink2.CommittableWithLineage;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A sink's committer where it is an operator of its own, and the global committer, which commits
 * once more what all of its senders have committed.
 *
 * <p>It commits when a checkpoint is complete that holds what it was sent ({@link
 * CommittableArrivals}), and tells what it committed to those behind it. After a restore it commits
 * what the snapshot held, and tells it again, for nobody knows whether that was done. What it
 * commits with the last checkpoint comes out when its input has ended long since: its task passes
 * on that end only then ({@link #emitsWhenComplete}).
 *
 * @param <C> committables
 */
final class CommitterOperator<C> implements Operator, Input<CommittableMessage<C>> {

    private static final Logger LOG = LoggerFactory.getLogger(CommitterOperator.class);

    static final String ARRIVALS = "arrived-committables";

    /** Makes the committer in its task. */
    interface Maker<C> {
        Committer<C> make(SinkMetrics.Committing metrics) throws Exception;
    }

    private final OperatorContext context;
    private final Maker<C> maker;
    private final CommittableArrivals<C> arrivals;
    private final int retries;

    /** Null where nobody wants to know. */
    private final Output<CommittableMessage<C>> out;

    private CommitCalls<C> calls;
    private ListState<byte[]> state;
    private boolean begun;

    /**
     * @param whole whether what all senders sent for a checkpoint is committed as one
     * @param out null where nobody wants to know what was committed
     */
    CommitterOperator(
            OperatorContext context,
            Maker<C> maker,
            SimpleVersionedSerializer<C> serializer,
            int retries,
            boolean whole,
            Output<CommittableMessage<C>> out) {
        this.context = context;
        this.maker = maker;
        this.arrivals = new CommittableArrivals<>(context.operatorName(), serializer, whole);
        this.retries = retries;
        this.out = out;
    }

    @Override
    public List<Input<?>> inputs() {
        return List.of(this);
    }

    @Override
    public void initializeState() throws Exception {
        begun = true;
        ReleaseHooks.retain(context.userClassLoader());
        SinkMetrics.Committing metrics = new SinkMetrics.Committing(context.metrics().group());
        metrics.setCurrentPendingCommittablesGauge(arrivals::pending);
        calls = new CommitCalls<>(context.operatorName(), maker.make(metrics), retries, metrics);
        state = context.operatorState().getListState(Serializers.bytesList(ARRIVALS));
        arrivals.restore(state.get());
    }

    @Override
    public void open() throws Exception {
        commit(arrivals.takeRestored());
    }

    @Override
    public void element(CommittableMessage<C> message, long timestamp) throws Exception {
        arrivals.add(message);
    }

    @Override
    public void watermark(long newWatermark) throws Exception {
        if (out != null) {
            out.watermark(newWatermark);
        }
    }

    @Override
    public void idle(boolean idle) throws Exception {
        if (out != null) {
            out.idle(idle);
        }
    }

    /** Where no checkpoint will come this is the moment. */
    @Override
    public void finish() throws Exception {
        if (!context.checkpointingEnabled()) {
            commitAll();
        }
    }

    @Override
    public void prepareBarrier(long checkpointId) throws Exception {
        arrivals.barrier(checkpointId);
    }

    @Override
    public void snapshotState(FunctionSnapshotContext snapshot) throws Exception {
        state.update(arrivals.snapshot());
    }

    @Override
    public void notifyCheckpointComplete(long checkpointId) throws Exception {
        commit(arrivals.takeReady(checkpointId));
    }

    @Override
    public void notifyCheckpointAborted(long checkpointId) throws Exception {}

    @Override
    public boolean needsFinalCheckpoint() {
        return context.checkpointingEnabled();
    }

    @Override
    public boolean emitsWhenComplete() {
        return out != null && context.checkpointingEnabled();
    }

    @Override
    public void lastCheckpointCompleted() throws Exception {
        commitAll();
    }

    /** Nothing comes any more, so what is announced and has not come never will. */
    private void commitAll() throws Exception {
        TreeMap<Long, CommittableArrivals.Batch<C>> left = arrivals.takeReady(Long.MAX_VALUE);
        left.forEach(
                (checkpointId, batch) -> {
                    if (batch.missing() > 0) {
                        LOG.warn(
                                "The committer '{}' was promised {} more committables of {} than came. What is"
                                        + " before it sends fewer than its summaries say.",
                                context.operatorName(),
                                batch.missing(),
                                checkpointId == CommittableMessage.EOI
                                        ? "the end"
                                        : "checkpoint " + checkpointId);
                    }
                });
        commit(left);
    }

    private void commit(Map<Long, CommittableArrivals.Batch<C>> batches) throws Exception {
        for (Map.Entry<Long, CommittableArrivals.Batch<C>> entry : batches.entrySet()) {
            CommitCalls.Outcome<C> outcome = calls.commit(entry.getValue().take());
            if (out != null) {
                emit(entry.getKey(), outcome);
            }
        }
    }

    private void emit(long checkpointId, CommitCalls.Outcome<C> outcome) throws Exception {
        int committed = outcome.committed().size();
        out.collect(
                new CommittableSummary<>(
                        context.subtask(),
                        context.parallelism(),
                        checkpointId,
                        committed + outcome.givenUp(),
                        0,
                        outcome.givenUp()),
                Output.NO_TIMESTAMP);
        for (C committable : outcome.committed()) {
            out.collect(
                    new CommittableWithLineage<>(committable, checkpointId, context.subtask()),
                    Output.NO_TIMESTAMP);
        }
    }

    @Override
    public void close() throws Exception {
        if (!begun) {
            return;
        }
        begun = false;
        try {
            if (calls != null) {
                calls.close();
            }
        } finally {
            ReleaseHooks.release(context.userClassLoader());
        }
    }
}
