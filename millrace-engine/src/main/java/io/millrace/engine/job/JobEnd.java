// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.job;

import io.millrace.engine.chain.AccumulatorValue;
import io.millrace.engine.checkpoint.Retention;
import io.millrace.util.OptionalFailure;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The end of a job: its checkpoints are kept or removed, and then its outcome is told, once, as the
 * last thing. Used by the supervisor only.
 */
final class JobEnd {

    private static final Logger LOG = LoggerFactory.getLogger(JobEnd.class);

    private final JobContext context;
    private final StoreWork store;
    private final Retention retention;
    private final Consumer<JobOutcome> ended;
    private final long startedAtMs;
    private Throwable failure;
    private boolean begun;
    private boolean told;

    /** Made when the job starts: its running time counts from here. */
    JobEnd(JobContext context, StoreWork store, Retention retention, Consumer<JobOutcome> ended) {
        this.context = context;
        this.store = store;
        this.retention = retention;
        this.ended = ended;
        this.startedAtMs = context.nowMs();
    }

    /** Why the job fails, for its outcome; null as long as nothing has failed for good. */
    Throwable failure() {
        return failure;
    }

    void failed(Throwable cause) {
        failure = cause;
    }

    /** Nothing of the job runs any more. The answer is a letter, {@code CleanedUp}. */
    void begin(Retention.End end, List<AccumulatorValue> counted) {
        begun = true;
        store.cleanUp(retention, end, counted);
    }

    boolean isBegun() {
        return begun;
    }

    /** The answer, and with it the end. */
    void cleanedUp(JobState state, JobLetter.CleanedUp letter) {
        if (letter.cause() != null) {
            LOG.warn(
                    "Job '{}' has ended, but not all of its checkpoints in {} could be cleaned up",
                    context.jobName(),
                    context.storage().describe(),
                    letter.cause());
        }
        tell(state, letter.kept(), letter.accumulators());
    }

    boolean isTold() {
        return told;
    }

    void tell(
            JobState state, List<String> kept, Map<String, OptionalFailure<Object>> accumulators) {
        told = true;
        long runtimeMs = context.nowMs() - startedAtMs;
        ended.accept(new JobOutcome(state, failure, runtimeMs, kept, accumulators));
    }
}
