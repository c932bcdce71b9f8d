// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.testing.bench;

import io.millrace.api.common.ExecutionConfig;
import io.millrace.api.common.JobID;
import io.millrace.engine.chain.Accumulators;
import io.millrace.engine.chain.OperatorContext;
import io.millrace.engine.chain.ProcessingTimeCallback;
import io.millrace.engine.chain.WatermarkBoard;
import io.millrace.engine.metrics.MetricRegistry;
import io.millrace.engine.metrics.OperatorCounters;
import io.millrace.engine.metrics.OperatorMetrics;
import io.millrace.engine.state.KeyedStateBackend;
import io.millrace.engine.state.OperatorId;
import io.millrace.engine.state.OperatorStateBackend;
import io.millrace.engine.time.Clock;
import java.util.Comparator;
import java.util.Map;
import java.util.OptionalLong;
import java.util.PriorityQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** An operator's surroundings on the workbench: time and mail come when the test says so. */
final class BenchContext implements OperatorContext {

    private static final JobID JOB = new JobID(0, 1);

    private static final class Waiting implements ProcessingTimeCallback.Registration {
        final long atMs;
        final long order;
        ProcessingTimeCallback callback;

        Waiting(long atMs, long order, ProcessingTimeCallback callback) {
            this.atMs = atMs;
            this.order = order;
            this.callback = callback;
        }

        @Override
        public void cancel() {
            callback = null;
        }
    }

    private final OperatorBench.Place place;
    private final Clock clock;
    private final OptionalLong restored;
    private final KeyedStateBackend<?> keyedState;
    private final OperatorStateBackend operatorState;
    private final OperatorMetrics metrics;
    private final WatermarkBoard watermarks = new WatermarkBoard();
    private final Accumulators accumulators;
    private final PriorityQueue<Waiting> waiting =
            new PriorityQueue<>(
                    Comparator.<Waiting>comparingLong(w -> w.atMs).thenComparingLong(w -> w.order));
    private final BlockingQueue<Action> mail = new LinkedBlockingQueue<>();
    private boolean holding;
    private long scheduled;

    BenchContext(
            OperatorBench.Place place,
            Clock clock,
            OptionalLong restored,
            KeyedStateBackend<?> keyedState,
            OperatorStateBackend operatorState) {
        this.place = place;
        this.clock = clock;
        this.restored = restored;
        this.keyedState = keyedState;
        this.operatorState = operatorState;
        this.accumulators = new Accumulators(place.name());
        this.metrics =
                new OperatorCounters(
                        Map.of(
                                "<job_id>", JOB.toString(),
                                "<job_name>", jobName(),
                                "<task_name>", place.name(),
                                "<task_attempt_num>", "0",
                                "<subtask_index>", Integer.toString(place.subtask()),
                                "<operator_id>", place.id().value(),
                                "<operator_name>", place.name()),
                        new MetricRegistry(),
                        place.name(),
                        place.subtask());
    }

    /**
     * Calls back what is due, also what those calls add and is due already, and has the mail done.
     */
    void turn() throws Exception {
        boolean more = true;
        while (more) {
            more = false;
            for (Action action = mail.poll(); action != null; action = mail.poll()) {
                action.run();
                more = true;
            }
            while (!waiting.isEmpty()
                    && (waiting.peek().callback == null || waiting.peek().atMs <= clock.millis())) {
                Waiting next = waiting.poll();
                if (next.callback != null) {
                    next.callback.onTime(next.atMs);
                    more = true;
                }
            }
        }
    }

    /** Where a task would hold its input: waits for the mail that makes room. */
    void awaitRoom() throws Exception {
        turn();
        while (holding) {
            mail.take().run();
            turn();
        }
    }

    void close() {
        if (keyedState != null) {
            keyedState.close();
        }
        operatorState.close();
    }

    @Override
    public JobID jobId() {
        return JOB;
    }

    @Override
    public String jobName() {
        return "test harness";
    }

    @Override
    public OperatorId operatorId() {
        return place.id();
    }

    @Override
    public String uid() {
        return place.id().value();
    }

    @Override
    public String operatorName() {
        return place.name();
    }

    @Override
    public int subtask() {
        return place.subtask();
    }

    @Override
    public int parallelism() {
        return place.parallelism();
    }

    @Override
    public int maxParallelism() {
        return place.maxParallelism();
    }

    @Override
    public int attempt() {
        return 0;
    }

    @Override
    public ExecutionConfig executionConfig() {
        return place.config();
    }

    @Override
    public ClassLoader userClassLoader() {
        return place.loader();
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
        return keyedState;
    }

    @Override
    public OperatorStateBackend operatorState() {
        return operatorState;
    }

    @Override
    public OptionalLong restoredCheckpointId() {
        return restored;
    }

    @Override
    public ProcessingTimeCallback.Registration schedule(
            long timestampMs, ProcessingTimeCallback callback) {
        Waiting entry = new Waiting(timestampMs, scheduled++, callback);
        waiting.add(entry);
        return entry;
    }

    @Override
    public void execute(Action action) {
        mail.add(action);
    }

    @Override
    public void holdInput(boolean hold) {
        holding = hold;
    }

    @Override
    public void sendToCoordinator(Object event) {
        throw new UnsupportedOperationException(
                "There is no source coordinator in a test harness: run a source in a job.");
    }

    @Override
    public void checkCancelled() {}

    @Override
    public boolean checkpointingEnabled() {
        return true;
    }
}
