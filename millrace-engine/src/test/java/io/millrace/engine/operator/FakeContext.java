// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.operator;

import io.millrace.api.common.ExecutionConfig;
import io.millrace.api.common.JobID;
import io.millrace.engine.chain.Accumulators;
import io.millrace.engine.chain.EndOfKeys;
import io.millrace.engine.chain.Operator;
import io.millrace.engine.chain.OperatorContext;
import io.millrace.engine.chain.ProcessingTimeCallback;
import io.millrace.engine.chain.WatermarkBoard;
import io.millrace.engine.metrics.OperatorMetrics;
import io.millrace.engine.state.KeyedStateBackend;
import io.millrace.engine.state.OperatorId;
import io.millrace.engine.state.OperatorStateBackend;
import io.millrace.engine.time.Clock;
import io.millrace.runtime.state.FunctionSnapshotContext;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentLinkedQueue;

/** An operator's surroundings, worked by hand. */
final class FakeContext implements OperatorContext {
    final FakeClock clock = new FakeClock();
    final FakeMetrics metrics = new FakeMetrics();
    final Accumulators accumulators = new Accumulators("op");
    final ExecutionConfig executionConfig = new ExecutionConfig();
    final List<Object> letters = new ArrayList<>();
    final Queue<Action> actions = new ConcurrentLinkedQueue<>();
    final List<Scheduled> scheduled = new ArrayList<>();
    FakeKeyedState keyedState;
    FakeOperatorState operatorState = new FakeOperatorState();
    OptionalLong restored = OptionalLong.empty();
    boolean checkpointing = true;
    boolean hadFinished;
    boolean heldBehind;
    WatermarkBoard watermarks = new WatermarkBoard();
    boolean cancelled;
    String operatorName = "op";
    boolean held;

    /** Used in place of the fakes where set. */
    KeyedStateBackend<?> realKeyedState;

    OperatorStateBackend realOperatorState;

    /** Of a batch job. */
    EndOfKeys endOfKeys;

    ClassLoader userClassLoader = FakeContext.class.getClassLoader();

    static FakeContext keyed() {
        FakeContext context = new FakeContext();
        context.keyedState = new FakeKeyedState();
        return context;
    }

    /** The surroundings of the operator's next life, restored from what is in state now. */
    FakeContext restore(long checkpointId) {
        FakeContext next = new FakeContext();
        next.keyedState = keyedState == null ? null : keyedState.copy();
        next.operatorState = operatorState.copy();
        next.restored = OptionalLong.of(checkpointId);
        next.clock.millis = clock.millis;
        next.checkpointing = checkpointing;
        return next;
    }

    static <O extends Operator> O start(O operator) throws Exception {
        operator.initializeState();
        operator.open();
        return operator;
    }

    /** A whole barrier. */
    static void snapshot(Operator operator, long checkpointId) throws Exception {
        operator.prepareBarrier(checkpointId);
        operator.snapshotState(
                new FunctionSnapshotContext() {
                    @Override
                    public long getCheckpointId() {
                        return checkpointId;
                    }

                    @Override
                    public long getCheckpointTimestamp() {
                        return 7_000 + checkpointId;
                    }
                });
    }

    /** Turns the clock and calls back what is due by then, as a task's step would. */
    void advanceTo(long millis) throws Exception {
        clock.millis = millis;
        for (Scheduled next : List.copyOf(scheduled)) {
            if (!next.cancelled && next.time <= millis) {
                scheduled.remove(next);
                next.callback.onTime(next.time);
            }
        }
        scheduled.removeIf(next -> next.cancelled);
    }

    /** Runs what was given in by {@link #execute}. */
    void runActions() throws Exception {
        for (Action action = actions.poll(); action != null; action = actions.poll()) {
            action.run();
        }
    }

    @Override
    public JobID jobId() {
        return new JobID(1, 2);
    }

    @Override
    public String jobName() {
        return "job";
    }

    @Override
    public OperatorId operatorId() {
        return new OperatorId("0123456789abcdef0123456789abcdef");
    }

    @Override
    public String uid() {
        return "u";
    }

    @Override
    public String operatorName() {
        return operatorName;
    }

    @Override
    public int subtask() {
        return 1;
    }

    @Override
    public int parallelism() {
        return 4;
    }

    @Override
    public int maxParallelism() {
        return 128;
    }

    @Override
    public int attempt() {
        return 2;
    }

    @Override
    public ExecutionConfig executionConfig() {
        return executionConfig;
    }

    @Override
    public ClassLoader userClassLoader() {
        return userClassLoader;
    }

    @Override
    public Clock clock() {
        return clock;
    }

    @Override
    public Clock inputClock() {
        return clock;
    }

    @Override
    public WatermarkBoard watermarks() {
        return watermarks;
    }

    @Override
    public OperatorMetrics metrics() {
        return metrics;
    }

    @Override
    public Accumulators accumulators() {
        return accumulators;
    }

    @Override
    public KeyedStateBackend<?> keyedState() {
        return realKeyedState == null ? keyedState : realKeyedState;
    }

    @Override
    public OperatorStateBackend operatorState() {
        return realOperatorState == null ? operatorState : realOperatorState;
    }

    @Override
    public OptionalLong restoredCheckpointId() {
        return restored;
    }

    @Override
    public boolean isHeldBehind() {
        return heldBehind;
    }

    @Override
    public boolean hadFinished() {
        return hadFinished;
    }

    @Override
    public ProcessingTimeCallback.Registration schedule(
            long timestampMs, ProcessingTimeCallback callback) {
        Scheduled entry = new Scheduled(timestampMs, callback);
        scheduled.add(entry);
        return () -> entry.cancelled = true;
    }

    @Override
    public EndOfKeys endOfKeys() {
        return endOfKeys;
    }

    @Override
    public void execute(Action action) {
        actions.add(action);
    }

    @Override
    public void holdInput(boolean hold) {
        held = hold;
    }

    @Override
    public void sendToCoordinator(Object event) {
        letters.add(event);
    }

    @Override
    public void checkCancelled() {
        if (cancelled) {
            throw new CancellationException();
        }
    }

    @Override
    public boolean checkpointingEnabled() {
        return checkpointing;
    }

    static final class Scheduled {
        final long time;
        final ProcessingTimeCallback callback;
        boolean cancelled;

        Scheduled(long time, ProcessingTimeCallback callback) {
            this.time = time;
            this.callback = callback;
        }
    }
}
