// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.job;

import io.millrace.engine.chain.AccumulatorValue;
import io.millrace.engine.state.OperatorId;
import io.millrace.engine.state.TaskSnapshot;
import io.millrace.engine.task.Flow;
import io.millrace.engine.task.TaskFailure;
import io.millrace.engine.task.TaskKey;
import io.millrace.engine.task.TaskListener;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Where the supervisor finds its letters. Any thread puts them in and goes on at once. */
final class JobInbox implements TaskListener {

    private final ConcurrentLinkedQueue<JobLetter> letters = new ConcurrentLinkedQueue<>();
    private volatile Runnable wake = () -> {};

    /** Says whom to wake. */
    void connect(Runnable wake) {
        this.wake = wake;
    }

    void post(JobLetter letter) {
        letters.add(letter);
        wake.run();
    }

    /** The oldest letter, null when there is none. */
    JobLetter take() {
        return letters.poll();
    }

    @Override
    public void running(TaskKey task) {
        post(new JobLetter.Running(task));
    }

    @Override
    public void acknowledge(TaskKey task, TaskSnapshot snapshot, boolean afterEnd) {
        post(new JobLetter.Acknowledged(task, snapshot, afterEnd));
    }

    @Override
    public void decline(
            TaskKey task, long checkpointId, Decline reason, String operator, Throwable cause) {
        post(new JobLetter.Declined(task, checkpointId, reason, operator, cause));
    }

    @Override
    public void endOfData(TaskKey task) {
        post(new JobLetter.EndOfData(task));
    }

    @Override
    public void accumulators(TaskKey task, long question, List<AccumulatorValue> values) {
        post(new JobLetter.Accumulators(task, question, values));
    }

    @Override
    public void flow(TaskKey task, long question, Flow flow) {
        post(new JobLetter.FlowTold(task, question, flow));
    }

    @Override
    public void finished(TaskKey task) {
        post(new JobLetter.Finished(task));
    }

    @Override
    public void canceled(TaskKey task) {
        post(new JobLetter.Canceled(task));
    }

    @Override
    public void failed(TaskFailure failure) {
        post(new JobLetter.Failed(failure));
    }

    @Override
    public void toCoordinator(TaskKey task, OperatorId operator, Object event) {
        post(new JobLetter.ToCoordinator(task, operator, event));
    }
}
