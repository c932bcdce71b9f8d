// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.job;

import io.millrace.engine.checkpoint.CheckpointRequest;
import io.millrace.engine.checkpoint.CheckpointRequest.Then;
import io.millrace.engine.checkpoint.CompletedCheckpoint;
import io.millrace.util.FlinkException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * Who waits for checkpoints and savepoints that were asked for. One with which the job is to end is
 * told only when it has: a savepoint after which the job goes on is not what was asked for.
 *
 * <p>Used by the supervisor; answers are told on I/O threads, for what the user has hung on to them
 * may take long.
 */
final class Requests {

    private final JobContext context;
    private final Map<CheckpointRequest, CompletableFuture<CompletedCheckpoint>> open =
            new LinkedHashMap<>();

    /** What the job is ending with: complete, but not told. */
    private CheckpointRequest last;

    private CompletedCheckpoint lastTaken;

    Requests(JobContext context) {
        this.context = context;
    }

    void ask(CheckpointRequest request, CompletableFuture<CompletedCheckpoint> answer) {
        open.put(request, answer);
    }

    /** It is complete. */
    void taken(CheckpointRequest request, CompletedCheckpoint checkpoint) {
        if (request.then() == Then.NOTHING) {
            CompletableFuture<CompletedCheckpoint> answer = open.remove(request);
            if (answer != null) {
                context.workers().io("answer", () -> answer.complete(checkpoint));
            }
        } else {
            last = request;
            lastTaken = checkpoint;
        }
    }

    /** It will not be. */
    void notTaken(CheckpointRequest request, String why, Throwable cause) {
        CompletableFuture<CompletedCheckpoint> answer = open.remove(request);
        if (answer != null) {
            FlinkException problem =
                    new FlinkException(
                            "The "
                                    + request.what()
                                    + " of job '"
                                    + context.jobName()
                                    + "' was not taken, because "
                                    + why,
                            cause);
            context.workers().io("answer", () -> answer.completeExceptionally(problem));
        }
    }

    /** The job does not end, or not as was asked for. */
    void endsOtherwise(String why) {
        if (last != null && last.then().finishes()) {
            CompletableFuture<CompletedCheckpoint> answer = open.remove(last);
            FlinkException problem = notEnded(why);
            last = null;
            if (answer != null) {
                context.workers().io("answer", () -> answer.completeExceptionally(problem));
            }
        }
    }

    private FlinkException notEnded(String why) {
        return new FlinkException(
                "A savepoint was taken at "
                        + lastTaken.pointer()
                        + ", but job '"
                        + context.jobName()
                        + "' did not finish with it: "
                        + why
                        + ". What was pending at the savepoint may be committed by either; do not begin"
                        + " another job from it unless this one has ended");
    }

    /** The job has ended, and its outcome is told. Nothing is asked for any more. */
    void ended(JobState state) {
        Map<CheckpointRequest, CompletableFuture<CompletedCheckpoint>> all =
                new LinkedHashMap<>(open);
        open.clear();
        all.forEach(
                (request, answer) -> {
                    if (!request.equals(last)) {
                        answer.completeExceptionally(overBefore(request, context.jobName()));
                    } else if (state == JobState.FINISHED || request.then() == Then.CANCEL) {
                        answer.complete(lastTaken);
                    } else {
                        answer.completeExceptionally(notEnded("it has ended as " + state));
                    }
                });
    }

    static FlinkException overBefore(CheckpointRequest request, String jobName) {
        return new FlinkException(
                "The "
                        + request.what()
                        + " of job '"
                        + jobName
                        + "' was not taken, because the job has ended");
    }
}
