// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.task;

import io.millrace.api.common.ExecutionConfig;
import io.millrace.api.common.JobID;
import io.millrace.engine.chain.Accumulators;
import io.millrace.engine.chain.EndOfKeys;
import io.millrace.engine.chain.OperatorContext;
import io.millrace.engine.chain.ProcessingTimeCallback;
import io.millrace.engine.chain.WatermarkBoard;
import io.millrace.engine.metrics.OperatorMetrics;
import io.millrace.engine.state.KeyedStateBackend;
import io.millrace.engine.state.OperatorId;
import io.millrace.engine.state.OperatorStateBackend;
import io.millrace.engine.time.Clock;
import io.millrace.spi.JobOwner;
import java.util.OptionalLong;

/**
 * What one operator of one task may know and use. Built by the job; bound to its task when that is
 * made.
 */
public final class TaskContext implements OperatorContext, ProcessingTimers.Room {

    /**
     * What is the same for all operators of a task.
     *
     * @param taskName chain and subtask, for people
     * @param owner as the attempt begins; the same for all of its tasks
     * @param fusedClasses the same for all tasks of a job
     * @param watermarks the same for all tasks of an attempt
     */
    public record Shared(
            JobID jobId,
            String jobName,
            TaskKey key,
            String taskName,
            int parallelism,
            ExecutionConfig executionConfig,
            ClassLoader userClassLoader,
            Clock clock,
            boolean checkpointingEnabled,
            JobOwner owner,
            FusedClasses fusedClasses,
            WatermarkBoard watermarks) {}

    /** Makes the backends of one operator; called in the task's step when it initializes. */
    public interface Backends {
        /** Null when the operator is not keyed. */
        KeyedStateBackend<?> keyed() throws Exception;

        OperatorStateBackend operator() throws Exception;
    }

    private final Shared shared;
    private final OperatorId operatorId;
    private final String uid;
    private final String operatorName;
    private final String taskName;
    private final int maxParallelism;
    private final OperatorMetrics metrics;
    private final Accumulators accumulators;
    private final OptionalLong restored;
    private final Backends backends;
    private KeyedStateBackend<?> keyedState;
    private OperatorStateBackend operatorState;
    private EndOfKeys endOfKeys;
    private Task task;
    private boolean holdsInput;

    /** The operator whose records this one gets within the chain; null for the head. */
    private TaskContext before;

    /** Whether between it and the input of the task there is nothing but simple links. */
    private boolean nextToInput = true;

    /** How many operators behind this one hold the input. */
    private int holdsBehind;

    /** Timers of this operator have filled what is behind it; it is the input's turn. */
    private boolean afterInput;

    private boolean pastEnd;

    public TaskContext(
            Shared shared,
            OperatorId operatorId,
            String uid,
            String operatorName,
            String taskName,
            int maxParallelism,
            OperatorMetrics metrics,
            OptionalLong restored,
            Backends backends) {
        this.shared = shared;
        this.operatorId = operatorId;
        this.uid = uid;
        this.operatorName = operatorName;
        this.taskName = taskName;
        this.maxParallelism = maxParallelism;
        this.metrics = metrics;
        this.accumulators = new Accumulators(operatorName);
        this.restored = restored;
        this.backends = backends;
    }

    /** The job is a batch job: the operator's records come key by key. */
    public void keyByKey() {
        endOfKeys = new EndOfKeys();
    }

    @Override
    public EndOfKeys endOfKeys() {
        return endOfKeys;
    }

    void bind(Task task) {
        this.task = task;
    }

    void follows(ChainLink sender) {
        this.before = sender.context();
        this.nextToInput = before.nextToInput && sender.simple();
    }

    /** Makes and restores the backends. */
    void initialize() throws Exception {
        keyedState = backends.keyed();
        operatorState = backends.operator();
    }

    void dispose() {
        if (keyedState != null) {
            keyedState.close();
        }
        if (operatorState != null) {
            operatorState.close();
        }
    }

    FusedClasses fusedClasses() {
        return shared.fusedClasses();
    }

    Shared shared() {
        return shared;
    }

    @Override
    public JobID jobId() {
        return shared.jobId();
    }

    @Override
    public String jobName() {
        return shared.jobName();
    }

    @Override
    public OperatorId operatorId() {
        return operatorId;
    }

    @Override
    public String uid() {
        return uid;
    }

    @Override
    public String operatorName() {
        return operatorName;
    }

    @Override
    public String taskName() {
        return taskName;
    }

    @Override
    public int subtask() {
        return shared.key().subtask();
    }

    @Override
    public int parallelism() {
        return shared.parallelism();
    }

    @Override
    public int maxParallelism() {
        return maxParallelism;
    }

    @Override
    public int attempt() {
        return shared.key().attempt();
    }

    @Override
    public ExecutionConfig executionConfig() {
        return shared.executionConfig();
    }

    @Override
    public ClassLoader userClassLoader() {
        return shared.userClassLoader();
    }

    @Override
    public Clock clock() {
        return shared.clock();
    }

    @Override
    public Clock inputClock() {
        return task.inputClock();
    }

    @Override
    public WatermarkBoard watermarks() {
        return shared.watermarks();
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
    public boolean hadFinished() {
        return task.hadFinished();
    }

    @Override
    public ProcessingTimeCallback.Registration schedule(
            long timestampMs, ProcessingTimeCallback callback) {
        return task.schedule(timestampMs, operatorName, uid, callback);
    }

    @Override
    public ProcessingTimeCallback.Registration scheduleLikeInput(
            long timestampMs, ProcessingTimeCallback callback) {
        return task.scheduleLikeInput(timestampMs, operatorName, uid, this, callback);
    }

    @Override
    public boolean isHeldBehind() {
        return holdsBehind > 0;
    }

    @Override
    public boolean mustWait() {
        return holdsBehind > 0 || afterInput;
    }

    @Override
    public boolean isPastEnd() {
        return pastEnd;
    }

    /** For those whose records this operator gets within the chain the input is over. */
    void endTimersBefore() {
        for (TaskContext each = before; each != null; each = each.before) {
            each.pastEnd = true;
        }
    }

    /** The input has had its turn. */
    void inputHadItsTurn() {
        afterInput = false;
    }

    @Override
    public void execute(Action action) {
        task.mailbox().post(new Letter.Run(() -> run(action)));
    }

    private void run(Action action) {
        try {
            action.run();
        } catch (Throwable t) {
            throw OperatorFailure.of("in what it had wanted to do later", operatorName, uid, t);
        }
    }

    @Override
    public void holdInput(boolean hold) {
        if (hold != holdsInput) {
            holdsInput = hold;
            for (TaskContext each = before; each != null; each = each.before) {
                each.holdsBehind += hold ? 1 : -1;
                each.afterInput |= hold && task.firesTimers();
            }
            task.hold(hold);
        }
    }

    @Override
    public void sendToCoordinator(Object event) {
        task.sendToCoordinator(operatorId, event);
    }

    @Override
    public void checkCancelled() {
        if (task.mailbox().cancelRequested()) {
            throw new TaskCancelled();
        }
    }

    /**
     * Only where the watermark comes straight from the input: behind an operator with a mind of its
     * own it may have been sent in the middle of that one's record or timer, which can't be begun
     * anew.
     */
    @Override
    public void betweenTimers() {
        if (nextToInput) {
            task.betweenTimers();
        }
    }

    @Override
    public boolean checkpointingEnabled() {
        return shared.checkpointingEnabled();
    }

    @Override
    public JobOwner owner() {
        return shared.owner();
    }
}
