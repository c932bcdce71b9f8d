// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.job;

import io.millrace.api.common.JobStatus;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/** Where a job stands in its life, and where it may go from there. */
public enum JobState {
    /** It has been checked and planned; its first tasks are being built and restored. */
    CREATED(JobStatus.CREATED),
    /** All its tasks run, or have finished. */
    RUNNING(JobStatus.RUNNING),
    /** Something failed: the old tasks go, the delay passes, new tasks are built and restored. */
    RESTARTING(JobStatus.RESTARTING),
    /** Something failed for good: its tasks are being stopped. */
    FAILING(JobStatus.FAILING),
    /** It failed for good and nothing of it runs. */
    FAILED(JobStatus.FAILED),
    /** Somebody cancelled it: its tasks are being stopped. */
    CANCELLING(JobStatus.CANCELLING),
    /** It was cancelled and nothing of it runs. */
    CANCELED(JobStatus.CANCELED),
    /**
     * The process was told to stop: its tasks are being stopped, its checkpoints stay. To those
     * outside, who have no such word, it is being cancelled.
     */
    SUSPENDING(JobStatus.CANCELLING),
    /** The process was told to stop, nothing of it runs here, and it can be resumed elsewhere. */
    SUSPENDED(JobStatus.SUSPENDED),
    /** All its tasks came to their end. */
    FINISHED(JobStatus.FINISHED);

    private static final Map<JobState, Set<JobState>> MOVES = new EnumMap<>(JobState.class);

    static {
        from(CREATED, RUNNING, RESTARTING, FAILING, FAILED, CANCELLING, SUSPENDING);
        from(RUNNING, FINISHED, RESTARTING, FAILING, CANCELLING, SUSPENDING);
        // Between two attempts nothing may be running, so that each end can be reached at once.
        from(RESTARTING, RUNNING, FAILING, FAILED, CANCELLING, CANCELED, SUSPENDING, SUSPENDED);
        from(FAILING, FAILED);
        // A task that does not come when it is called makes a stop a failure.
        from(CANCELLING, CANCELED, FAILED);
        from(SUSPENDING, SUSPENDED, FAILED);
        from(FAILED);
        from(CANCELED);
        from(SUSPENDED);
        from(FINISHED);
    }

    private final JobStatus status;

    JobState(JobStatus status) {
        this.status = status;
    }

    private static void from(JobState state, JobState... next) {
        Set<JobState> moves = EnumSet.noneOf(JobState.class);
        Collections.addAll(moves, next);
        MOVES.put(state, Collections.unmodifiableSet(moves));
    }

    /** Where the job may go from here; empty for an end. */
    public Set<JobState> next() {
        return MOVES.get(this);
    }

    /** Whether the job's life is over in this process. */
    public boolean isTerminal() {
        return next().isEmpty();
    }

    /**
     * Goes from here to {@code next}.
     *
     * @return {@code next}
     * @throws IllegalStateException if that is no legal move; names both states
     */
    public JobState moveTo(JobState next) {
        if (!next().contains(next)) {
            throw new IllegalStateException(
                    "A job can't go from "
                            + this
                            + " to "
                            + next
                            + "; from "
                            + this
                            + " it can go "
                            + (isTerminal() ? "nowhere" : "to " + next()));
        }
        return next;
    }

    /** What those outside call it. */
    public JobStatus status() {
        return status;
    }
}
