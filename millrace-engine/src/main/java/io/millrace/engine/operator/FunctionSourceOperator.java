// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.operator;

import io.millrace.core.io.InputStatus;
import io.millrace.engine.chain.Input;
import io.millrace.engine.chain.OperatorContext;
import io.millrace.engine.chain.Output;
import io.millrace.engine.chain.SourceOperator;
import io.millrace.engine.worker.SourceFeeder;
import io.millrace.runtime.state.FunctionSnapshotContext;
import io.millrace.streaming.api.TimeCharacteristic;
import io.millrace.streaming.api.functions.source.SourceFunction;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * The head of a chain: a source with an endless {@code run} method. The method runs elsewhere
 * ({@link SourceFeeder} tells how, and how a snapshot gets its consistent cut); here its elements
 * enter the chain.
 */
@SuppressWarnings("deprecation") // programs still choose a time characteristic
final class FunctionSourceOperator<T> extends FunctionOperator
        implements SourceOperator, SourceFeeder.Receiver<T> {

    private final Output<T> out;
    private final StreamStatus status;
    private final SourceFeeder<T> feeder;

    /** What the program says time is: a source of the older kind must follow it. */
    private final TimeCharacteristic time;

    private final IngestionTime.Entering entering;
    private final PeriodicEmission emission;
    private SilenceWatch watch;

    FunctionSourceOperator(
            OperatorContext context,
            SourceFunction<T> function,
            SourceFeeder.Mode feeding,
            TimeCharacteristic time,
            Output<T> out) {
        super(context, function);
        this.out = out;
        this.status = new StreamStatus(out);
        this.time = time;
        this.entering = new IngestionTime.Entering(context.clock());
        this.emission =
                new PeriodicEmission(
                        context,
                        () -> {
                            if (!status.isIdle()) {
                                status.emit(entering.watermark());
                            }
                        });
        this.feeder =
                new SourceFeeder<>(
                        function,
                        "'"
                                + context.operatorName()
                                + "' ("
                                + (context.subtask() + 1)
                                + "/"
                                + context.parallelism()
                                + ")",
                        context.userClassLoader(),
                        feeding,
                        context.clock(),
                        () -> context.execute(() -> {}));
    }

    @Override
    public List<Input<?>> inputs() {
        return List.of();
    }

    @Override
    public void open() throws Exception {
        super.open();
        watch = new SilenceWatch(context, null, true, List::of);
        status.writeTo(watch.entry());
        if (time == TimeCharacteristic.IngestionTime) {
            emission.start();
        }
        if (context.hadFinished()) { // nobody waits for its watermarks
            endTime();
        }
    }

    @Override
    public void finish() throws Exception {
        endTime();
        super.finish();
    }

    private void endTime() {
        emission.stop();
        if (watch != null) {
            watch.end();
        }
    }

    /** The feeding thread starts with the first call, when the whole chain is open. */
    @Override
    public InputStatus emitNext() throws Exception {
        return feeder.poll(this);
    }

    @Override
    public void record(T value, long timestamp) {
        status.markActive();
        out.collect(value, time == TimeCharacteristic.EventTime ? timestamp : otherTime());
    }

    private long otherTime() {
        return time == TimeCharacteristic.IngestionTime ? entering.now() : Output.NO_TIMESTAMP;
    }

    /** The end of time is what it is by any clock, except where there is no event time. */
    @Override
    public void watermark(long timestamp) {
        if (time == TimeCharacteristic.EventTime
                || time == TimeCharacteristic.IngestionTime && timestamp == Long.MAX_VALUE) {
            status.emit(timestamp);
        }
    }

    @Override
    public void idle() {
        if (time != TimeCharacteristic.ProcessingTime) {
            status.markIdle();
        }
    }

    @Override
    public CompletableFuture<?> available() {
        return feeder.available();
    }

    @Override
    public void handleEvent(Object event) throws Exception {
        throw new IllegalArgumentException(
                "The source '"
                        + context.operatorName()
                        + "' has no coordinator, yet it got a letter: "
                        + event);
    }

    @Override
    public boolean tryLock() {
        return feeder.tryLock();
    }

    @Override
    public void unlock() {
        feeder.unlock();
    }

    @Override
    public void snapshotState(FunctionSnapshotContext snapshot) throws Exception {
        feeder.runLocked(() -> super.snapshotState(snapshot));
    }

    @Override
    public void notifyCheckpointComplete(long checkpointId) throws Exception {
        feeder.runLocked(() -> super.notifyCheckpointComplete(checkpointId));
    }

    @Override
    public void notifyCheckpointAborted(long checkpointId) throws Exception {
        feeder.runLocked(() -> super.notifyCheckpointAborted(checkpointId));
    }

    @Override
    public void cancel() {
        feeder.cancel();
    }

    /**
     * Waits for {@code run} to return, as for any call into user code; only then is the function
     * closed.
     */
    @Override
    public void close() throws Exception {
        endTime();
        try {
            feeder.close();
        } finally {
            super.close();
        }
    }
}
