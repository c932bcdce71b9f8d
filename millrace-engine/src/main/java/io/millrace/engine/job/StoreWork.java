// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.job;

import io.millrace.engine.chain.AccumulatorValue;
import io.millrace.engine.checkpoint.CheckpointDecision;
import io.millrace.engine.checkpoint.CheckpointManifest;
import io.millrace.engine.checkpoint.CheckpointRequest;
import io.millrace.engine.checkpoint.CheckpointStore;
import io.millrace.engine.checkpoint.CompletedCheckpoint;
import io.millrace.engine.checkpoint.Retention;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What the store of checkpoints has to do for one job. It touches files, so it is done on I/O
 * threads, each piece by itself, and what came of it is a letter in the inbox. Called on the
 * supervisor's step; returns at once.
 */
final class StoreWork {

    private final JobContext context;
    private final CheckpointStore store;
    private final JobInbox inbox;
    private int removals;

    StoreWork(JobContext context, CheckpointStore store, JobInbox inbox) {
        this.context = context;
        this.store = store;
        this.inbox = inbox;
    }

    /**
     * Makes a checkpoint's manifest visible: {@code Published}, or {@code NotPublished}. After the
     * former those that are too many are removed, and {@code Removed} follows.
     */
    void publish(CheckpointDecision.WriteManifest decision) {
        context.workers()
                .io("manifest of checkpoint " + decision.id(), () -> writeManifest(decision));
    }

    private void writeManifest(CheckpointDecision.WriteManifest decision) {
        try {
            long nowMs = context.workers().clock().millis();
            CheckpointManifest manifest = ManifestWriter.manifest(context, decision, nowMs);
            CompletedCheckpoint completed =
                    decision.order().form().isSavepoint()
                            ? store.publishSavepoint(manifest, decision.order().stops())
                            : store.publish(manifest);
            inbox.post(new JobLetter.Published(completed));
        } catch (Throwable t) {
            inbox.post(new JobLetter.NotPublished(decision.id(), t));
            return;
        }
        try {
            store.evict();
        } finally {
            inbox.post(new JobLetter.Removed());
        }
    }

    /** Looks whether a savepoint can be written where it is to go: {@code Looked}. */
    void lookAtTarget(CheckpointRequest request) {
        context.workers()
                .io(
                        "directory for savepoints " + request.target(),
                        () -> {
                            Throwable problem = null;
                            try {
                                context.storage().checkTarget(request.target());
                            } catch (Throwable t) {
                                problem = t;
                            }
                            inbox.post(new JobLetter.Looked(request, problem));
                        });
    }

    /** Makes the directory of a savepoint: {@code SavepointPlace}. */
    void beginSavepoint(long checkpointId, String target) {
        context.workers()
                .io(
                        "directory of savepoint " + checkpointId,
                        () -> {
                            String pointer = null;
                            Throwable problem = null;
                            try {
                                pointer = context.storage().beginSavepoint(checkpointId, target);
                            } catch (Throwable t) {
                                problem = t;
                            }
                            inbox.post(
                                    new JobLetter.SavepointPlace(checkpointId, pointer, problem));
                        });
    }

    /** The letter {@code Published} was opened: older checkpoints are being removed now. */
    void published() {
        removals++;
    }

    /** The letter {@code Removed} was opened. */
    void removed() {
        removals--;
    }

    /** How many removals are under way. */
    int removals() {
        return removals;
    }

    /** Removes what was written for a checkpoint that was given up: {@code Removed}. */
    void discard(long checkpointId) {
        removals++;
        context.workers().io("removal of checkpoint " + checkpointId, () -> giveUp(checkpointId));
    }

    private void giveUp(long checkpointId) {
        try {
            store.giveUp(checkpointId);
        } finally {
            inbox.post(new JobLetter.Removed());
        }
    }

    /** Reads what attempt {@code number} is to begin with: {@code Restored}. */
    void restore(int number) {
        context.workers()
                .io(
                        "restore of job " + context.jobName(),
                        () -> {
                            RestorePlan plan = null;
                            Throwable problem = null;
                            try {
                                plan = latest();
                            } catch (Throwable t) {
                                problem = t;
                            }
                            inbox.post(new JobLetter.Restored(number, plan, problem));
                        });
    }

    private RestorePlan latest() throws IOException {
        Optional<CompletedCheckpoint> latest = store.restorable();
        if (latest.isEmpty()) {
            return RestorePlan.EMPTY;
        }
        RestorePlan plan =
                RestorePlan.of(
                        latest.get(),
                        new StorageOpener(context.storage()),
                        context.plan(),
                        true,
                        new ArrayList<>());
        return store.isOnLoan(latest.get()) ? plan.onLoan() : plan;
    }

    /**
     * Keeps or removes the checkpoints of the job, which has ended, and adds up what it counted:
     * {@code CleanedUp}.
     */
    void cleanUp(Retention retention, Retention.End end, List<AccumulatorValue> counted) {
        context.workers()
                .io(
                        "clean-up of job " + context.jobName(),
                        () -> {
                            List<String> kept = List.of();
                            Throwable problem = null;
                            try {
                                List<String> stay = store.end(retention, end);
                                // What is in the memory of this process goes with it.
                                kept = context.storage().isDurable() ? stay : List.of();
                                context.storage().close();
                            } catch (Throwable t) {
                                problem = t;
                            }
                            inbox.post(
                                    new JobLetter.CleanedUp(
                                            kept, AccumulatorTotals.of(counted), problem));
                        });
    }
}
