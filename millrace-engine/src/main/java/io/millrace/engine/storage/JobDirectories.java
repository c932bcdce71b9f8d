// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.storage;

import io.millrace.core.fs.FileStatus;
import io.millrace.core.fs.FileSystem;
import io.millrace.core.fs.Path;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;

/**
 * Lists the jobs that have checkpoints, or run, under a checkpoint directory; whose they are and
 * which is the latest is for those to say who can read manifests.
 */
public final class JobDirectories {

    private JobDirectories() {}

    /**
     * A job directory with checkpoints, or one that some process has locked at least once.
     *
     * @param jobId null when the checkpoints lie in the checkpoint directory itself, without a
     *     level for jobs
     * @param directory for people
     * @param checkpoints pointers of its complete checkpoints, newest first
     * @param damage why nobody can say which of its checkpoints count; null where that can be told
     */
    public record JobDirectory(
            String jobId, String directory, List<String> checkpoints, DamagedFileException damage) {
        public JobDirectory {
            checkpoints = List.copyOf(checkpoints);
        }

        /**
         * The live process that holds this directory; empty when nobody does. On file systems that
         * are not local only this process is known.
         *
         * @throws IOException saying so when that can't be told
         */
        public Optional<Holder> holder() throws IOException {
            Path path = CheckpointPaths.ofPointer(directory);
            return JobLock.holder(path.getFileSystem(), path)
                    .map(holder -> new Holder(holder.job(), holder.toString()));
        }

        /**
         * The process that took this directory last where no lock can tell whether it lives, unless
         * it has signed off.
         */
        public Optional<Holder> lastOwner() throws IOException {
            Path path = CheckpointPaths.ofPointer(directory);
            FileSystem fileSystem = path.getFileSystem();
            JobFiles files = JobFiles.in(fileSystem, path);
            NavigableSet<OwnerName> owners = files.owners(OwnerName.Kind.PRESENT);
            if (owners.isEmpty() || files.owners(OwnerName.Kind.ENDED).contains(owners.last())) {
                return Optional.empty();
            }
            try {
                Owner owner = Owner.of(fileSystem, path, owners.last());
                return Optional.of(new Holder(owner.process().job(), owner.toString()));
            } catch (FileNotFoundException e) {
                return Optional.empty(); // somebody has just taken over
            }
        }
    }

    /**
     * A live process that holds a job directory, or one of which nobody knows whether it lives.
     *
     * @param jobName of the job it runs there; empty where that is not known
     * @param process for people ({@code process 7 on host})
     */
    public record Holder(String jobName, String process) {}

    /**
     * The job directories under a checkpoint directory, in no particular order; empty when it does
     * not exist.
     */
    public static List<JobDirectory> under(Path checkpointDirectory) throws IOException {
        FileSystem fileSystem = checkpointDirectory.getFileSystem();
        Path directory = checkpointDirectory.makeQualified(fileSystem);
        List<JobDirectory> found = new ArrayList<>();
        add(found, fileSystem, null, directory);
        FileStatus[] children;
        try {
            children = fileSystem.listStatus(directory);
        } catch (FileNotFoundException e) {
            return List.of();
        }
        for (FileStatus child : children) {
            String name = child.getPath().getName();
            if (child.isDir() && CheckpointPaths.isJobId(name)) {
                add(found, fileSystem, name, new Path(directory, name));
            }
        }
        return found;
    }

    private static void add(
            List<JobDirectory> found, FileSystem fileSystem, String jobId, Path directory)
            throws IOException {
        List<String> checkpoints = List.of();
        DamagedFileException damage = null;
        try {
            checkpoints = FileCheckpointStorage.published(fileSystem, directory);
        } catch (DamagedFileException e) {
            damage = e;
        }
        if (!checkpoints.isEmpty()
                || fileSystem.exists(CheckpointPaths.lockIn(directory))
                || !JobFiles.in(fileSystem, directory).ofOwners().isEmpty()) {
            found.add(
                    new JobDirectory(
                            jobId, CheckpointPaths.pointer(directory), checkpoints, damage));
        }
    }
}
