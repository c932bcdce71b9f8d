// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.operator;

import io.millrace.api.common.eventtime.WatermarkAlignmentParams;
import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.api.common.state.ListState;
import io.millrace.api.connector.source.Source;
import io.millrace.api.connector.source.SourceReader;
import io.millrace.api.connector.source.SourceSplit;
import io.millrace.configuration.Configuration;
import io.millrace.configuration.PipelineOptions;
import io.millrace.core.io.InputStatus;
import io.millrace.core.io.SimpleVersionedSerializer;
import io.millrace.engine.chain.Input;
import io.millrace.engine.chain.OperatorContext;
import io.millrace.engine.chain.Output;
import io.millrace.engine.chain.SourceLetter;
import io.millrace.engine.chain.SourceOperator;
import io.millrace.engine.chain.VersionedBytes;
import io.millrace.runtime.state.FunctionSnapshotContext;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * The head of a chain: runs the reader of a FLIP-27 source, assigns timestamps and makes
 * watermarks. The splits with their positions are its state. The watermark that ends event time is
 * the task's to send.
 */
final class SourceReaderOperator<T, S extends SourceSplit> implements SourceOperator {

    static final String SPLITS = "splits";

    private final OperatorContext context;
    private final Source<T, S, ?> source;
    private final WatermarkStrategy<T> strategy;
    private final Configuration configuration;
    private final Output<T> out;
    private final PeriodicEmission emission;
    private final SimpleVersionedSerializer<S> splitSerializer;
    private SourceOutputs<T> outputs;
    private SourceReader<T, S> reader;

    /** Null where no watermarks are made. */
    private SilenceWatch watch;

    /** Null where the source waits for nobody. */
    private SourceAlignment alignment;

    private ListState<byte[]> splitState;
    private boolean begun;

    SourceReaderOperator(
            OperatorContext context,
            Source<T, S, ?> source,
            WatermarkStrategy<T> strategy,
            Configuration configuration,
            Output<T> out) {
        this.context = context;
        this.source = source;
        this.strategy = strategy;
        this.configuration = configuration;
        this.out = out;
        this.splitSerializer = source.getSplitSerializer();
        this.emission = new PeriodicEmission(context, this::onPeriodicEmit);
    }

    @Override
    public List<Input<?>> inputs() {
        return List.of();
    }

    @Override
    public void initializeState() throws Exception {
        begun = true;
        ReleaseHooks.retain(context.userClassLoader());
        splitState = context.operatorState().getListState(Serializers.bytesList(SPLITS));
    }

    /**
     * The reader has its restored splits before the enumerator hears of it and before it starts.
     */
    @Override
    public void open() throws Exception {
        outputs = new SourceOutputs<>(context, strategy, out);
        reader = source.createReader(new ReaderContext(context, configuration));
        watchTime();
        List<S> restored = new ArrayList<>();
        for (byte[] entry : splitState.get()) {
            restored.add(VersionedBytes.fromBytes(entry).read(splitSerializer));
        }
        if (!restored.isEmpty()) {
            addSplits(restored);
        }
        context.sendToCoordinator(
                new SourceLetter.RegisterReader(context.subtask(), ReaderContext.HOST));
        reader.start();
        emission.start();
        if (alignment != null) {
            alignment.start();
        }
        if (context.hadFinished()) { // nobody waits for its watermarks
            endTime();
        }
    }

    private void watchTime() {
        WatermarkAlignmentParams params = strategy.getAlignmentParameters();
        String group = params.isEnabled() ? params.getWatermarkGroup() : null;
        if (group != null || outputs.makesWatermarks()) {
            watch = new SilenceWatch(context, group, false, outputs::silentSplits);
            outputs.writeTo(watch.entry());
        }
        if (group != null) {
            alignment =
                    new SourceAlignment(
                            context,
                            outputs,
                            watch.entry(),
                            reader,
                            params,
                            configuration.get(PipelineOptions.ALLOW_UNALIGNED_SOURCE_SPLITS));
        }
    }

    private void onPeriodicEmit() {
        outputs.onPeriodicEmit();
        if (alignment != null) {
            alignment.check();
        }
    }

    private void endTime() {
        emission.stop();
        if (watch != null) {
            watch.end();
        }
        if (alignment != null) {
            alignment.end();
        }
    }

    /** Each split's watermark counts from the moment it is here, not from its first record. */
    private void addSplits(List<S> splits) {
        for (S split : splits) {
            outputs.createOutputForSplit(split.splitId());
        }
        reader.addSplits(splits);
    }

    @Override
    public InputStatus emitNext() throws Exception {
        if (alignment == null) {
            InputStatus status = reader.pollNext(outputs);
            if (status == InputStatus.END_OF_INPUT) {
                endTime();
            }
            return status;
        }
        if (alignment.mustWait()) {
            return InputStatus.NOTHING_AVAILABLE;
        }
        InputStatus status = reader.pollNext(outputs);
        if (status == InputStatus.END_OF_INPUT) {
            endTime();
        } else if (outputs.takeNews()) {
            alignment.check();
        }
        return status;
    }

    @Override
    public CompletableFuture<?> available() {
        return alignment != null && alignment.mustWait() ? alignment.turn() : reader.isAvailable();
    }

    @Override
    public void handleEvent(Object event) throws Exception {
        if (event instanceof SourceLetter.AddSplits letter) {
            List<S> splits = new ArrayList<>();
            for (VersionedBytes split : letter.splits()) {
                splits.add(split.read(splitSerializer));
            }
            addSplits(splits);
        } else if (event instanceof SourceLetter.NoMoreSplits) {
            reader.notifyNoMoreSplits();
        } else if (event instanceof SourceLetter.SourceEventToReader letter) {
            reader.handleSourceEvents(letter.event());
        } else {
            throw new IllegalArgumentException(
                    "The source '"
                            + context.operatorName()
                            + "' got a letter it does not know: "
                            + event);
        }
    }

    /**
     * The reader is polled in the task's step; its own threads touch nothing that is snapshotted.
     */
    @Override
    public boolean tryLock() {
        return true;
    }

    @Override
    public void unlock() {}

    /** Nothing runs that would have to be told. */
    @Override
    public void cancel() {}

    @Override
    public void finish() throws Exception {
        endTime();
    }

    @Override
    public void prepareBarrier(long checkpointId) throws Exception {}

    @Override
    public void snapshotState(FunctionSnapshotContext snapshot) throws Exception {
        List<byte[]> entries = new ArrayList<>();
        for (S split : reader.snapshotState(snapshot.getCheckpointId())) {
            entries.add(VersionedBytes.of(splitSerializer, split).toBytes());
        }
        splitState.update(entries);
    }

    @Override
    public void notifyCheckpointComplete(long checkpointId) throws Exception {
        reader.notifyCheckpointComplete(checkpointId);
    }

    @Override
    public void notifyCheckpointAborted(long checkpointId) throws Exception {
        reader.notifyCheckpointAborted(checkpointId);
    }

    /**
     * A reader that listens to checkpoints (to acknowledge messages, say) has to hear of the last
     * one.
     */
    @Override
    public boolean needsFinalCheckpoint() {
        if (!context.checkpointingEnabled() || reader == null) {
            return false;
        }
        try {
            return reader.getClass()
                            .getMethod("notifyCheckpointComplete", long.class)
                            .getDeclaringClass()
                    != SourceReader.class;
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException(
                    "A SourceReader without notifyCheckpointComplete: " + reader.getClass(), e);
        }
    }

    @Override
    public void close() throws Exception {
        if (!begun) {
            return;
        }
        begun = false;
        endTime();
        try {
            if (reader != null) {
                reader.close();
            }
        } finally {
            ReleaseHooks.release(context.userClassLoader());
        }
    }
}
