// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.connector.file.sink;

import io.millrace.api.common.JobInfo;
import io.millrace.connector.file.sink.compactor.FileCompactor;
import io.millrace.connector.file.sink.compactor.OutputStreamBasedFileCompactor;
import io.millrace.connector.file.sink.compactor.RecordWiseFileCompactor;
import io.millrace.core.fs.FileSystem;
import io.millrace.core.fs.Path;
import io.millrace.core.fs.RecoverableWriter;
import io.millrace.spi.JobOwner;
import io.millrace.spi.TakesUpInPlace;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Makes one file of several: commits those, which are hidden, and writes the new one under a name
 * made from the first of them, so that it is known again after a crash. It becomes visible when it
 * is committed. The name also has the number of the owner that makes it, as {@link PartNames} have:
 * what an owner that came later has begun is left alone.
 *
 * @param <IN> the record
 */
final class Compaction<IN> {

    /** What file systems put between the name of a hidden file and something random. */
    private static final String UNFINISHED = ".inprogress.";

    /** An owner's number, and the file that it makes another one of. */
    private static final Pattern NUMBERED = Pattern.compile("([1-9][0-9]{0,17})-(.*)");

    private final FileSystem fs;
    private final RecoverableWriter files;
    private final PartEncoding<IN> encoding;
    private final FileCompactor compactor;
    private final String jobPrefix;
    private final long owner;

    /** Null where one file is made after the other, by the task itself. */
    private final ExecutorService threads;

    /**
     * @param job part of the names, so that no job takes another's files for its own
     * @param threadCount how many files are made at a time
     */
    Compaction(
            Path basePath,
            PartEncoding<IN> encoding,
            FileCompactor compactor,
            JobInfo job,
            int threadCount)
            throws IOException {
        this.fs = basePath.getFileSystem();
        JobOwner jobOwner = JobOwner.of(job);
        this.files = TakesUpInPlace.writer(fs, jobOwner.alone());
        this.owner = jobOwner.number();
        this.encoding = encoding;
        this.compactor = compactor;
        this.jobPrefix =
                "compacted-"
                        + UUID.nameUUIDFromBytes(
                                        job.getJobId().toString().getBytes(StandardCharsets.UTF_8))
                                .toString()
                                .substring(0, 8)
                        + "-";
        this.threads =
                threadCount == 1
                        ? null
                        : Executors.newFixedThreadPool(
                                threadCount,
                                work -> {
                                    Thread thread = new Thread(work, "file compactor");
                                    thread.setDaemon(true);
                                    return thread;
                                });
    }

    RecoverableWriter files() {
        return files;
    }

    /** A file for each group, ended and not yet committed; waits until all are made. */
    List<FileSinkCommittable> make(List<List<FileSinkCommittable>> groups) throws Exception {
        List<FileSinkCommittable> made = new ArrayList<>();
        if (threads == null || groups.size() < 2) {
            for (List<FileSinkCommittable> group : groups) {
                made.add(makeOne(group));
            }
            return made;
        }
        List<Future<FileSinkCommittable>> making = new ArrayList<>();
        for (List<FileSinkCommittable> group : groups) {
            making.add(threads.submit(() -> makeOne(group)));
        }
        for (Future<FileSinkCommittable> each : making) {
            try {
                made.add(each.get());
            } catch (ExecutionException e) {
                throw e.getCause() instanceof Exception cause ? cause : e;
            }
        }
        return made;
    }

    private FileSinkCommittable makeOne(List<FileSinkCommittable> group) throws Exception {
        List<PendingFile> files = pending(group);
        Path target = target(files.get(0).path());
        return new FileSinkCommittable(
                group.get(0).getBucketId(), write(group.get(0).getBucketId(), files, target));
    }

    private static List<PendingFile> pending(List<FileSinkCommittable> group) {
        return group.stream().map(file -> (PendingFile) file.getPendingFile()).toList();
    }

    /** A group that is made when it is committed, by {@link #commit}. */
    FileSinkCommittable later(List<FileSinkCommittable> group) {
        List<PendingFile> files = pending(group);
        return new FileSinkCommittable(
                group.get(0).getBucketId(), new PendingGroup(target(files.get(0).path()), files));
    }

    /**
     * Makes the file of a group, shows it and removes what it was made of; once more if need be.
     */
    void commit(String bucketId, PendingGroup group) throws IOException {
        Path target = group.target();
        if (!fs.exists(target)) {
            PendingFile made = write(bucketId, group.files(), target);
            PartFileCommitter.commit(made, files.recoverForCommit(made.recoverable()));
        }
        // Only now: until it is finished, another owner may be making it.
        String begun = "." + target.getName() + UNFINISHED;
        Leftovers.removeIn(fs, target.getParent(), name -> name.startsWith(begun));
        for (PendingFile file : group.files()) {
            PartFileCommitter.remove(file.path());
        }
    }

    private PendingFile write(String bucketId, List<PendingFile> pending, Path target)
            throws IOException {
        List<Path> sources = new ArrayList<>();
        for (PendingFile each : pending) {
            show(each);
            sources.add(each.path());
        }
        PartFile<IN> file =
                new PartFile<>(bucketId, target, files.open(target), encodingOfTarget(), 0, 0);
        try {
            write(sources, file);
        } catch (Throwable t) {
            file.dispose();
            throw new IOException(
                    "The files " + sources + " could not be made into one: " + t.getMessage(), t);
        }
        return file.closeForCommit();
    }

    /** From one hidden name to another, where readers can open it. */
    private void show(PendingFile pending) throws IOException {
        try {
            PartFileCommitter.commit(pending, files.recoverForCommit(pending.recoverable()));
        } catch (FileNotFoundException e) {
            throw new IOException(
                    "The file " + pending + " that is to be compacted is not there any more", e);
        }
        if (!fs.exists(pending.path())) {
            throw new IOException(
                    "The file "
                            + pending
                            + " that is to be compacted is not there any more. Either something else has removed"
                            + " it, or a later checkpoint than the restored one had it compacted: restore that one");
        }
    }

    @SuppressWarnings("unchecked") // whoever compacts records compacts those of the sink
    private void write(List<Path> sources, PartFile<IN> file) throws Exception {
        if (compactor instanceof RecordWiseFileCompactor<?>) {
            ((RecordWiseFileCompactor<IN>) compactor)
                    .compact(sources, record -> file.write(record, 0));
        } else {
            ((OutputStreamBasedFileCompactor) compactor).compact(sources, file.bytes());
        }
    }

    private PartEncoding<IN> encodingOfTarget() {
        return compactor instanceof RecordWiseFileCompactor<?>
                ? encoding
                : new PartEncoding.Bytes<>();
    }

    private Path target(Path source) {
        String by = owner == 0 ? "" : owner + "-";
        return new Path(source.getParent(), jobPrefix + by + shown(source));
    }

    private static String shown(Path source) {
        String name = source.getName();
        return name.startsWith(".") ? name.substring(1) : name;
    }

    /** Removes what earlier attempts of this job had begun to make of these files. */
    void removeBegunOf(List<Path> sources) {
        Set<Path> directories = new LinkedHashSet<>();
        Set<String> names = new HashSet<>();
        for (Path source : sources) {
            directories.add(source.getParent());
            names.add(shown(source));
        }
        for (Path directory : directories) {
            Leftovers.removeIn(fs, directory, name -> isBegunOf(name, names));
        }
    }

    /** By this owner, or one that was before. */
    private boolean isBegunOf(String fileName, Set<String> sources) {
        String start = "." + jobPrefix;
        int end = fileName.lastIndexOf(UNFINISHED);
        if (end < start.length() || !fileName.startsWith(start)) {
            return false;
        }
        String rest = fileName.substring(start.length(), end);
        if (sources.contains(rest)) {
            return true; // by none that had a number
        }
        Matcher numbered = NUMBERED.matcher(rest);
        return numbered.matches()
                && sources.contains(numbered.group(2))
                && Long.parseLong(numbered.group(1)) <= owner;
    }

    void close() {
        if (threads != null) {
            threads.shutdownNow();
        }
    }
}
