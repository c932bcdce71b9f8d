// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.job;

import io.millrace.core.fs.Path;
import io.millrace.engine.checkpoint.CheckpointPolicy;
import io.millrace.engine.checkpoint.CheckpointStore;
import io.millrace.engine.checkpoint.Retention;
import io.millrace.engine.state.SnapshotOrder;
import io.millrace.engine.state.StateCompression;

/**
 * Everything one job was told about its checkpoints, checked and with defaults filled in.
 *
 * @param enabled whether periodic checkpoints are taken
 * @param exactlyOnce whether barriers are aligned; if not, a record may take effect twice after a
 *     failure
 * @param intervalMs start to start; 0 when not enabled
 * @param backlogIntervalMs the same while a source is behind its input; 0 for none then
 * @param timeoutMs how long an attempt may take; at least 1
 * @param pauseMs from the end of one to the start of the next; 0 for none
 * @param maxConcurrent how many may run at once; at least 1
 * @param failurePolicy what becomes of failures
 * @param afterTasksFinish whether they go on when some tasks have finished
 * @param retention whether they stay when the job ends
 * @param numRetained how many are kept while it runs; at least 1
 * @param storage where they go
 * @param compression of the state in them
 * @param restore what the job starts from
 * @param inFlight what becomes of records that are on their way
 */
public record CheckpointSettings(
        boolean enabled,
        boolean exactlyOnce,
        long intervalMs,
        long backlogIntervalMs,
        long timeoutMs,
        long pauseMs,
        int maxConcurrent,
        FailurePolicy failurePolicy,
        boolean afterTasksFinish,
        Retention retention,
        int numRetained,
        Storage storage,
        StateCompression compression,
        Restore restore,
        InFlight inFlight) {

    /**
     * What becomes of records that are on their way.
     *
     * @param alignmentMs how long barriers keep their place before they overtake them; {@link
     *     SnapshotOrder#ALIGNED} for always
     * @param ignoredOf the checkpoint of which they are not restored; -1 for none
     * @param betweenTimers whether a barrier that overtakes may also come between the timers of one
     *     watermark
     */
    public record InFlight(long alignmentMs, long ignoredOf, boolean betweenTimers) {
        /** Whether barriers may overtake them. */
        public boolean isOvertaken() {
            return alignmentMs != SnapshotOrder.ALIGNED;
        }
    }

    /**
     * What becomes of failures.
     *
     * @param tolerable how many counted failures in a row are borne; {@link Integer#MAX_VALUE} is
     *     unlimited
     * @param explicit whether the user set that number; only then does a timeout count
     * @param syncErrorsFailTask whether an error on the task's own step fails the task
     */
    public record FailurePolicy(int tolerable, boolean explicit, boolean syncErrorsFailTask) {}

    /** Where checkpoints are kept. */
    public enum StorageKind {
        /** In the memory of this process; gone with it. */
        MEMORY,
        /** State as in memory, inside manifests that lie in a directory. */
        MANIFESTS,
        /** In files. */
        FILES
    }

    /**
     * Where checkpoints are kept.
     *
     * @param kind how
     * @param directory under which; null for memory
     * @param createSubdirectory whether each job has a directory of its own there, named by its id
     * @param inlineThreshold pieces of state smaller than this many bytes lie in the manifest; for
     *     files
     * @param writeBufferBytes size of the buffer when writing files; at least the threshold
     * @param maxInMemoryBytes the most one piece of state may take; for memory and manifests
     * @param savepointDirectory where savepoints go by default; null for nowhere
     */
    public record Storage(
            StorageKind kind,
            Path directory,
            boolean createSubdirectory,
            int inlineThreshold,
            int writeBufferBytes,
            int maxInMemoryBytes,
            String savepointDirectory) {

        /** Without a default for savepoints. */
        public Storage(
                StorageKind kind,
                Path directory,
                boolean createSubdirectory,
                int inlineThreshold,
                int writeBufferBytes,
                int maxInMemoryBytes) {
            this(
                    kind,
                    directory,
                    createSubdirectory,
                    inlineThreshold,
                    writeBufferBytes,
                    maxInMemoryBytes,
                    null);
        }
    }

    /**
     * What the job starts from.
     *
     * @param path a checkpoint's directory or its manifest; null to start empty or from the latest
     * @param latest whether to take the newest intact checkpoint of this job's name
     * @param claim whose a checkpoint that is named by its path is from then on
     * @param allowNonRestored whether state of operators the program no longer has may be left
     *     behind
     */
    public record Restore(
            String path, boolean latest, CheckpointStore.Claim claim, boolean allowNonRestored) {}

    /** The rules for the coordinator. */
    public CheckpointPolicy policy() {
        return new CheckpointPolicy(
                intervalMs,
                pauseMs,
                timeoutMs,
                maxConcurrent,
                failurePolicy.tolerable(),
                failurePolicy.explicit(),
                failurePolicy.syncErrorsFailTask(),
                afterTasksFinish,
                backlogIntervalMs,
                inFlight.alignmentMs());
    }
}
