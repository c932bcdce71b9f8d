// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.spi;

import io.millrace.api.common.JobInfo;

/**
 * Which of the processes that have run a job, one after the other, this one is. For what writes
 * outside of checkpoints: the process before may only have been stopped, and go on, for a while,
 * beside this one.
 *
 * @param number grows from each process to the next, and no two have the same; 0 where a lock keeps
 *     all others out as long as this process lives, or where that is not known
 * @param alone whether no other process can still write what the state that was restored refers to
 */
public record JobOwner(long number, boolean alone) {

    /** Nothing is known, so another process may write. */
    public static final JobOwner UNKNOWN = new JobOwner(0, false);

    /** What a context says of the job, when it says this as well. */
    public interface Known {
        JobOwner owner();
    }

    /** The owner of that job. */
    public static JobOwner of(JobInfo job) {
        return job instanceof Known known ? known.owner() : UNKNOWN;
    }
}
