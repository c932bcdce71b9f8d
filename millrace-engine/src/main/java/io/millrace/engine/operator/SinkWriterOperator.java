// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.operator;

import io.millrace.api.common.eventtime.Watermark;
import io.millrace.api.common.state.ListState;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.connector.sink2.CommittingSinkWriter;
import io.millrace.api.connector.sink2.Sink;
import io.millrace.api.connector.sink2.SinkWriter;
import io.millrace.api.connector.sink2.StatefulSinkWriter;
import io.millrace.api.connector.sink2.SupportsCommitter;
import io.millrace.api.connector.sink2.SupportsWriterState;
import io.millrace.core.io.SimpleVersionedSerializer;
import io.millrace.engine.chain.Input;
import io.millrace.engine.chain.Operator;
import io.millrace.engine.chain.OperatorContext;
import io.millrace.engine.chain.Output;
import io.millrace.engine.chain.VersionedBytes;
import io.millrace.runtime.state.FunctionSnapshotContext;
import io.millrace.streaming.api.connector.sink2.CommittableMessage;
import io.millrace.streaming.api.connector.sink2.CommittableSummary;
import io.millrace.streaming.api.connector.sink2.CommittableWithLineage;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * The end of a stream in a Sink V2: its writer, and its committer where it has one. Both live in
 * one operator, so that a committable travels from one to the other by a method call and its fate
 * is one piece of state ({@link Committables}) - unless the sink has topologies around its
 * committer, which is then an operator of its own ({@link CommitterOperator}).
 *
 * @param <I> what is written
 * @param <S> the writer's state
 * @param <C> committables
 */
final class SinkWriterOperator<I, S, C> implements Operator, Input<I>, SinkWriter.Context {

    static final String WRITER_STATE = "writer-state";
    static final String COMMITTABLES = "committables";

    private final OperatorContext context;
    private final Sink<I> sink;
    private final SinkContext sinkContext;
    private final int retries;

    /** Null where the writer has no state. */
    private final SimpleVersionedSerializer<S> writerStateSerializer;

    private SinkWriter<I> writer;
    private StatefulSinkWriter<I, S> statefulWriter;
    private CommittingSinkWriter<I, C> committingWriter;

    /** Null where the sink has no committer. */
    private Committables<C> committables;

    /**
     * Where committables go whose committer is an operator of its own; null where it is in here.
     */
    private final Output<CommittableMessage<C>> out;

    private ListState<byte[]> writerState;
    private ListState<byte[]> committableState;
    private long timestamp = Output.NO_TIMESTAMP;
    private long watermark = Long.MIN_VALUE;

    /** The end has been prepared, in this attempt or before; no checkpoint has more of it. */
    private boolean ended;

    private boolean begun;

    /**
     * @param inputType of the records; may be unknown
     * @param retries how often a committer may ask to be called again: {@code
     *     sink.committer.retries}
     * @param out where committables go; null where the committer is in here
     */
    @SuppressWarnings("unchecked") // a sink that supports writer state has a serializer for it
    SinkWriterOperator(
            OperatorContext context,
            Sink<I> sink,
            TypeInformation<I> inputType,
            int retries,
            Output<CommittableMessage<C>> out) {
        this.context = context;
        this.sink = sink;
        this.sinkContext = new SinkContext(context, inputType);
        this.retries = retries;
        this.out = out;
        this.writerStateSerializer =
                sink instanceof SupportsWriterState<?, ?> stateful
                        ? ((SupportsWriterState<I, S>) stateful).getWriterStateSerializer()
                        : null;
    }

    @Override
    public List<Input<?>> inputs() {
        return List.of(this);
    }

    /**
     * Makes the writer, and commits again what the snapshot held: it may or may not have been
     * committed.
     */
    @Override
    @SuppressWarnings("unchecked") // the sink's own writer, state and committables
    public void initializeState() throws Exception {
        begun = true;
        ReleaseHooks.retain(context.userClassLoader());
        if (out == null && sink instanceof SupportsCommitter<?> committing) {
            SupportsCommitter<C> supported = (SupportsCommitter<C>) committing;
            SinkMetrics.Committing metrics = new SinkMetrics.Committing(context.metrics().group());
            committables =
                    new Committables<>(
                            context.operatorName(),
                            supported.createCommitter(new CommitterContext(context, metrics)),
                            supported.getCommittableSerializer(),
                            retries,
                            metrics);
            committableState =
                    context.operatorState().getListState(Serializers.bytesList(COMMITTABLES));
            committables.restore(committableState.get());
            committables.commitAll();
        }
        writer = createWriter();
        if (writerStateSerializer != null) {
            if (!(writer instanceof StatefulSinkWriter<?, ?> stateful)) {
                throw missing("supports writer state", "StatefulSinkWriter");
            }
            statefulWriter = (StatefulSinkWriter<I, S>) stateful;
        }
        if (committables != null || out != null) {
            if (!(writer instanceof CommittingSinkWriter<?, ?> committing)) {
                throw missing("supports a committer", "CommittingSinkWriter");
            }
            committingWriter = (CommittingSinkWriter<I, C>) committing;
        }
    }

    @SuppressWarnings("unchecked") // as its name says, the sink supports writer state
    private SinkWriter<I> createWriter() throws Exception {
        if (writerStateSerializer == null) {
            return sink.createWriter(sinkContext);
        }
        writerState = context.operatorState().getListState(Serializers.bytesList(WRITER_STATE));
        List<S> states = new ArrayList<>();
        for (byte[] entry : writerState.get()) {
            states.add(VersionedBytes.fromBytes(entry).read(writerStateSerializer));
        }
        return states.isEmpty()
                ? sink.createWriter(sinkContext)
                : ((SupportsWriterState<I, S>) sink).restoreWriter(sinkContext, states);
    }

    private IllegalStateException missing(String promise, String type) {
        return new IllegalStateException(
                "The sink '"
                        + context.operatorName()
                        + "' ("
                        + sink.getClass().getName()
                        + ") says that it "
                        + promise
                        + ", but its writer "
                        + writer.getClass().getName()
                        + " is no "
                        + type);
    }

    /**
     * A writer that had finished has handed over all it had; only what being restored made it find
     * again is left, and is sent before its task says once more that there is no more.
     */
    @Override
    public void open() throws Exception {
        ended = context.hadFinished();
        if (!ended || committingWriter == null) {
            return;
        }
        Collection<C> found = committingWriter.prepareCommit();
        if (found.isEmpty()) {
            return;
        }
        if (out != null) {
            send(CommittableMessage.EOI, found);
        } else {
            committables.addTail(found);
        }
    }

    @Override
    public void element(I value, long elementTimestamp) throws Exception {
        timestamp = elementTimestamp;
        writer.write(value, this);
    }

    @Override
    public void watermark(long newWatermark) throws Exception {
        watermark = newWatermark;
        writer.writeWatermark(new Watermark(newWatermark));
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

    @Override
    public long currentWatermark() {
        return watermark;
    }

    @Override
    public Long timestamp() {
        return timestamp == Output.NO_TIMESTAMP ? null : timestamp;
    }

    /**
     * What is left: committed with the first checkpoint from now on, or right now where none will
     * come.
     */
    @Override
    public void finish() throws Exception {
        ended = true;
        writer.flush(true);
        if (out != null) {
            send(CommittableMessage.EOI, committingWriter.prepareCommit());
        } else if (committables != null) {
            committables.addTail(committingWriter.prepareCommit());
            if (!context.checkpointingEnabled()) {
                committables.commitAll();
            }
        }
    }

    @Override
    public void prepareBarrier(long checkpointId) throws Exception {
        if (!ended) {
            writer.flush(false);
            if (out != null) {
                send(checkpointId, committingWriter.prepareCommit());
            } else if (committables != null) {
                committables.add(checkpointId, committingWriter.prepareCommit());
            }
        } else if (committables != null) {
            committables.assignTail(checkpointId);
        }
    }

    private void send(long checkpointId, Collection<C> prepared) throws Exception {
        int count = prepared.size();
        out.collect(
                new CommittableSummary<>(
                        context.subtask(), context.parallelism(), checkpointId, count, count, 0),
                Output.NO_TIMESTAMP);
        for (C committable : prepared) {
            out.collect(
                    new CommittableWithLineage<>(committable, checkpointId, context.subtask()),
                    Output.NO_TIMESTAMP);
        }
    }

    @Override
    public void snapshotState(FunctionSnapshotContext snapshot) throws Exception {
        if (statefulWriter != null) {
            List<byte[]> entries = new ArrayList<>();
            for (S state : statefulWriter.snapshotState(snapshot.getCheckpointId())) {
                entries.add(VersionedBytes.of(writerStateSerializer, state).toBytes());
            }
            writerState.update(entries);
        }
        if (committables != null) {
            committableState.update(committables.snapshot());
        }
    }

    @Override
    public void notifyCheckpointComplete(long checkpointId) throws Exception {
        if (committables != null) {
            committables.commitUpTo(checkpointId);
        }
    }

    /** What was prepared for it stays, and is part of the next checkpoint (CK-93). */
    @Override
    public void notifyCheckpointAborted(long checkpointId) throws Exception {}

    @Override
    public boolean needsFinalCheckpoint() {
        return context.checkpointingEnabled() && committables != null;
    }

    @Override
    public void close() throws Exception {
        if (!begun) {
            return;
        }
        begun = false;
        try {
            if (writer != null) {
                writer.close();
            }
        } finally {
            try {
                if (committables != null) {
                    committables.close();
                }
            } finally {
                ReleaseHooks.release(context.userClassLoader());
            }
        }
    }
}
