// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.storage;

import io.millrace.core.fs.FileSystem;
import io.millrace.core.fs.Path;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Which checkpoints of a job directory count. Not all that have a manifest do: a process that had
 * been replaced may have completed one too late, and one that is being removed for good is marked
 * before. Where there never were owners ({@link Ownership}) all count. Caller's thread.
 */
final class CountedCheckpoints {

    private static final int TRIES = 5;

    private final FileSystem fileSystem;
    private final Path jobDirectory;
    private final JobFiles files;
    private final Optional<OwnerName> recorder;
    private final OwnerRecord record;
    private final boolean now;

    private CountedCheckpoints(
            FileSystem fileSystem,
            Path jobDirectory,
            JobFiles files,
            OwnerRecord record,
            boolean now) {
        this.now = now;
        this.fileSystem = fileSystem;
        this.jobDirectory = jobDirectory;
        this.files = files;
        this.recorder = files.recorder();
        this.record = record;
    }

    /**
     * Looks.
     *
     * @throws DamagedFileException if the record of the last owner can't be read: then nobody can
     *     say which count
     */
    static CountedCheckpoints in(FileSystem fileSystem, Path jobDirectory) throws IOException {
        return in(fileSystem, jobDirectory, false);
    }

    /**
     * The same.
     *
     * @param now whether the store itself is to be asked, and not what this machine remembers of
     *     it; that may take making and removing files
     */
    static CountedCheckpoints in(FileSystem fileSystem, Path jobDirectory, boolean now)
            throws IOException {
        for (int tries = 1; ; tries++) {
            JobFiles files = JobFiles.in(fileSystem, jobDirectory);
            Optional<OwnerName> recorder = files.recorder();
            if (recorder.isEmpty()) {
                return new CountedCheckpoints(
                        fileSystem, jobDirectory, files, OwnerRecord.NONE, now);
            }
            String name = recorder.get().file(OwnerName.Kind.RECORD);
            try {
                OwnerRecord record =
                        OwnerRecord.read(
                                fileSystem, CheckpointPaths.ownerFileIn(jobDirectory, name));
                return new CountedCheckpoints(fileSystem, jobDirectory, files, record, now);
            } catch (FileNotFoundException e) {
                if (tries == TRIES) {
                    throw e;
                }
                // There is a newer one by now, which took its place.
            }
        }
    }

    /** What lies there. */
    JobFiles files() {
        return files;
    }

    /** The owner who has recorded what counts; empty where nobody has. */
    Optional<OwnerName> recorder() {
        return recorder;
    }

    OwnerRecord record() {
        return record;
    }

    /** Whether a checkpoint that has a manifest does not count; says why, for people. */
    Optional<String> whyNot(long id) throws IOException {
        if (record.discounts(id)) {
            return Optional.of(
                    "it does not count: it was completed by a process that had been replaced by then,"
                            + " or given up ("
                            + recorder.map(OwnerName::toString).orElse("")
                            + " says so)");
        }
        return isVoid(id) ? Optional.of("it does not count: it was given up") : Optional.empty();
    }

    private boolean isVoid(long id) throws IOException {
        return recorder.isPresent()
                && exists(CheckpointPaths.voidMarkIn(checkpoint(id), recorder.get()));
    }

    /** Ids of those that have a manifest and count, newest first. */
    List<Long> ids() throws IOException {
        List<Long> found = new ArrayList<>();
        for (long id : files.checkpoints().descendingSet()) {
            if (!record.discounts(id) && isPublished(id) && !isVoid(id)) {
                found.add(id);
            }
        }
        return found;
    }

    /** Ids that the owner who recorded last has marked as not counting. */
    List<Long> marked() throws IOException {
        List<Long> found = new ArrayList<>();
        for (long id : files.checkpoints()) {
            if (!record.discounts(id) && isVoid(id)) {
                found.add(id);
            }
        }
        return found;
    }

    /** Ids of all others, whether they have a manifest or not: remains. */
    List<Long> others() throws IOException {
        List<Long> found = new ArrayList<>(files.checkpoints());
        found.removeAll(ids());
        return found;
    }

    Path checkpoint(long id) {
        return new Path(jobDirectory, CheckpointPaths.nameOf(id));
    }

    private boolean isPublished(long id) throws IOException {
        return exists(CheckpointPaths.manifestIn(checkpoint(id)));
    }

    private boolean exists(Path file) throws IOException {
        return now ? WholeFile.exists(fileSystem, file) : fileSystem.exists(file);
    }
}
