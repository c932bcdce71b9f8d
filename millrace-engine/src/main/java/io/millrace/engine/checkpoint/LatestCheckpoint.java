// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.checkpoint;

import io.millrace.core.fs.Path;
import io.millrace.engine.storage.CheckpointStorage;
import io.millrace.engine.storage.DamagedFileException;
import io.millrace.engine.storage.JobDirectories;
import io.millrace.engine.storage.JobDirectories.Holder;
import io.millrace.engine.storage.JobDirectories.JobDirectory;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds the job that {@code -s latest} continues: under a checkpoint directory, the one with the
 * given name whose newest intact manifest is the newest.
 *
 * @param jobId whose job id and directory are continued; null when the checkpoints lie in the
 *     checkpoint directory itself
 * @param pointer its newest checkpoint with an intact manifest; {@link CheckpointStore#recover()}
 *     then verifies the state, too. Null where the job has none yet, and may still run: then its
 *     directory is to be taken over
 * @param manifest what is in that; null with the pointer
 */
public record LatestCheckpoint(String jobId, String pointer, CheckpointManifest manifest) {

    private static final Logger LOG = LoggerFactory.getLogger(LatestCheckpoint.class);

    /** A job that runs removes its checkpoints as it completes others: then all is listed anew. */
    private static final int MOST_LOOKS = 50;

    /**
     * Looks for the job's latest checkpoint; empty when no job of this name left any, nor may run
     * still. Reads manifests only. I/O thread, or the caller's before the job runs.
     *
     * @param reader reads manifests; it need not be open
     * @throws IOException if a live process holds a job of this name, also one that has no
     *     checkpoint yet; or if none was found but some manifests are damaged, so that nobody can
     *     say whose they are; or if what is listed is gone each time when it is to be read
     */
    public static Optional<LatestCheckpoint> find(
            CheckpointStorage reader, Path checkpointDirectory, String jobName) throws IOException {
        for (int looks = 1; ; looks++) {
            List<String> vanished = new ArrayList<>();
            Optional<LatestCheckpoint> found = look(reader, checkpointDirectory, jobName, vanished);
            if (vanished.isEmpty() || found.isPresent() && found.get().pointer != null) {
                return found;
            }
            if (looks == MOST_LOOKS) {
                throw new IOException(
                        "The checkpoints under "
                                + checkpointDirectory
                                + " were removed between being listed and being read, "
                                + looks
                                + " times in a row (at last "
                                + vanished
                                + "), so nobody can say which is the latest. Somebody keeps removing"
                                + " them, or a job completes many more than it keeps; the job was not"
                                + " started, so that no state is lost unnoticed.");
            }
        }
    }

    /**
     * @param vanished filled with the checkpoints of directories of which all that were listed were
     *     gone when they were to be read
     */
    private static Optional<LatestCheckpoint> look(
            CheckpointStorage reader,
            Path checkpointDirectory,
            String jobName,
            List<String> vanished)
            throws IOException {
        LatestCheckpoint latest = null;
        LatestCheckpoint begun = null;
        List<IOException> damaged = new ArrayList<>();
        for (JobDirectory job : JobDirectories.under(checkpointDirectory)) {
            LatestCheckpoint found = newestOf(reader, job, damaged, vanished);
            boolean named = found != null && found.manifest.jobName().equals(jobName);
            Optional<Holder> holder =
                    named || found == null ? holder(job, named) : Optional.empty();
            if (holder.isPresent() && (named || holder.get().jobName().equals(jobName))) {
                throw new IOException(
                        "The job '"
                                + jobName
                                + "' in "
                                + job.directory()
                                + " is still run by "
                                + holder.get().process()
                                + "; 'latest' continues a job, so end that one first. To run both, give this one"
                                + " another name, or a checkpoint to begin from (-s PATH).");
            }
            if (found == null && ownedBy(job, jobName)) {
                begun = new LatestCheckpoint(job.jobId(), null, null);
            }
            if (!named) {
                continue;
            }
            if (latest == null
                    || found.manifest.completionTimestamp()
                            > latest.manifest.completionTimestamp()) {
                latest = found;
            }
        }
        if (latest == null && !damaged.isEmpty()) {
            StringBuilder message = new StringBuilder("No intact checkpoint of a job '");
            message.append(jobName).append("' is under ").append(checkpointDirectory);
            message.append(", but there are damaged ones that may be its:");
            for (IOException e : damaged) {
                message.append("\n  ").append(e.getMessage());
            }
            message.append(
                    "\nThe job was not started, so that no state is lost unnoticed. Restore the files from a copy, move"
                            + " these directories away, or start without 'latest'.");
            IOException none = new IOException(message.toString());
            damaged.forEach(none::addSuppressed);
            throw none;
        }
        for (IOException e : damaged) {
            LOG.warn(
                    "A damaged checkpoint was passed over in the search for the latest: {}",
                    e.getMessage());
        }
        return Optional.ofNullable(latest != null ? latest : begun);
    }

    /**
     * Whether a directory without checkpoints is that of a job of this name which may still run,
     * for all that can be known: it is to be continued in its place, so that the other one ends.
     */
    private static boolean ownedBy(JobDirectory job, String jobName) throws IOException {
        return job.checkpoints().isEmpty()
                && job.damage() == null
                && job.lastOwner().map(owner -> owner.jobName().equals(jobName)).orElse(false);
    }

    /**
     * Who holds a directory; a job that has no checkpoint yet can only be told by that.
     *
     * @param must whether it has to be known
     */
    private static Optional<Holder> holder(JobDirectory job, boolean must) throws IOException {
        try {
            return job.holder();
        } catch (IOException e) {
            if (must) {
                throw e;
            }
            LOG.warn("Passed over in the search for the latest: {}", e.getMessage());
            return Optional.empty();
        }
    }

    private static LatestCheckpoint newestOf(
            CheckpointStorage reader,
            JobDirectory job,
            List<IOException> damaged,
            List<String> vanished)
            throws IOException {
        List<String> gone = new ArrayList<>();
        if (job.damage() != null) {
            damaged.add(job.damage());
        }
        for (String pointer : job.checkpoints()) {
            try {
                CheckpointManifest manifest =
                        CheckpointManifest.decode(reader.manifest(pointer), pointer);
                return new LatestCheckpoint(job.jobId(), pointer, manifest);
            } catch (DamagedFileException e) {
                if (e.reason() == DamagedFileException.Reason.FOREIGN) {
                    LOG.warn("Not a checkpoint of Millrace, passed over: {}", e.getMessage());
                } else {
                    damaged.add(e);
                }
            } catch (FileNotFoundException e) {
                // A running job removed it between the listing and the reading.
                LOG.debug("{} was removed meanwhile", pointer, e);
                gone.add(pointer);
            }
        }
        if (gone.size() == job.checkpoints().size()) {
            vanished.addAll(gone);
        }
        return null;
    }
}
