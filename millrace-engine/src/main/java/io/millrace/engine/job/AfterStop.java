// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.job;

import io.millrace.engine.checkpoint.Retention;

/** What comes once all tasks of an attempt have ended: another attempt, or which end of the job. */
enum AfterStop {
    RESTART(null, null),
    FAIL(Retention.End.FAILED, JobState.FAILED),
    CANCEL(Retention.End.CANCELED, JobState.CANCELED),
    SUSPEND(Retention.End.SUSPENDED, JobState.SUSPENDED),
    FINISH(Retention.End.FINISHED, JobState.FINISHED);

    private final Retention.End end;
    private final JobState state;

    AfterStop(Retention.End end, JobState state) {
        this.end = end;
        this.state = state;
    }

    /** The job's end, for its checkpoints. */
    Retention.End end() {
        return end;
    }

    /** The state the job ends in. */
    JobState state() {
        return state;
    }
}
