// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.storage;

import io.millrace.core.fs.FileSystem;
import io.millrace.core.fs.Path;
import io.millrace.spi.Addresses;
import java.io.IOException;
import java.util.Objects;
import java.util.OptionalLong;

/**
 * Spells every path of one job's checkpoints; nobody else in the engine does. {@code
 * docs/formats/layout.md} shows the tree:
 *
 * <pre>
 *   directory/job-id/chk-n/_metadata, chk-n/state files, shared/, taskowned/, lock, owner files
 * </pre>
 *
 * <p>Without a job id the level {@code job-id} is missing ({@code
 * execution.checkpointing.create-subdir: false}). Pure, immutable.
 */
public final class CheckpointPaths {

    private static final String MANIFEST = "_metadata";
    private static final String VOID = "_void-";
    private static final String CHECKPOINT = "chk-";
    private static final String SHARED = "shared";
    private static final String TASK_OWNED = "taskowned";
    private static final String SAVEPOINT = "savepoint-";
    private static final String JOB_ID = "[0-9a-f]{32}";

    private final Path directory;

    /** Null where it is not known. */
    private final String jobId;

    private final boolean withJobLevel;

    private CheckpointPaths(Path directory, String jobId, boolean withJobLevel) {
        this.directory = directory;
        this.jobId = jobId;
        this.withJobLevel = withJobLevel;
    }

    /**
     * The places of one job.
     *
     * @param directory the checkpoint directory the user named
     * @param jobId 32 lower-case hexadecimal digits
     * @throws IOException if no file system serves the directory
     */
    public static CheckpointPaths ofJob(Path directory, String jobId) throws IOException {
        if (!isJobId(jobId)) {
            throw new IllegalArgumentException(
                    "A job id has 32 lower-case hexadecimal digits, not '" + jobId + "'");
        }
        return new CheckpointPaths(qualified(directory), jobId, true);
    }

    /**
     * The places of the only job that uses a directory, without a level for the job id.
     *
     * @throws IOException if no file system serves the directory
     */
    public static CheckpointPaths withoutJobLevel(Path directory) throws IOException {
        return new CheckpointPaths(qualified(directory), null, false);
    }

    /** The same, of a job whose savepoints are to be told from others. */
    public static CheckpointPaths withoutJobLevel(Path directory, String jobId) throws IOException {
        return new CheckpointPaths(qualified(directory), jobId, false);
    }

    private static Path qualified(Path directory) throws IOException {
        Objects.requireNonNull(directory, "directory");
        return directory.makeQualified(directory.getFileSystem());
    }

    /** The name of a checkpoint's directory, without its place. */
    static String nameOf(long checkpointId) {
        return CHECKPOINT + checkpointId;
    }

    /** The checkpoint directory the user named, with scheme. */
    public Path directory() {
        return directory;
    }

    /** The file system all of it lies in. */
    public FileSystem fileSystem() throws IOException {
        return directory.getFileSystem();
    }

    public Path jobDirectory() {
        return withJobLevel ? new Path(directory, jobId) : directory;
    }

    /** Files that several checkpoints use. */
    public Path shared() {
        return sharedIn(jobDirectory());
    }

    static Path sharedIn(Path jobDirectory) {
        return new Path(jobDirectory, SHARED);
    }

    /** 32 lower-case hexadecimal digits; null where it is not known. */
    String jobId() {
        return jobId;
    }

    /** A file that several checkpoints use. */
    Path shared(long checkpointId, String name) {
        checkName(name);
        return new Path(shared(), checkpointId + "-" + name);
    }

    /** How a manifest spells a shared file, so that the job's directory can be moved as a whole. */
    static String sharedSpelled(Path file) {
        return "../" + SHARED + "/" + file.getName();
    }

    /** The checkpoint for which a shared file was written; empty for other names. */
    static OptionalLong sharedBy(String name) {
        // Some stores show a file that was begun and not ended, under a hidden name.
        int from = name.startsWith(".") && name.contains(".inprogress.") ? 1 : 0;
        int dash = name.indexOf('-');
        return dash > from && name.substring(from, dash).matches("[1-9][0-9]{0,17}")
                ? OptionalLong.of(Long.parseLong(name.substring(from, dash)))
                : OptionalLong.empty();
    }

    /** A new savepoint's directory; {@code chance} makes it differ from others of this job. */
    static Path savepoint(Path target, String jobId, String chance) {
        String job = jobId == null ? "" : jobId.substring(0, 6) + "-";
        return new Path(target, SAVEPOINT + job + chance);
    }

    /** Whether a directory is called as a savepoint that was not renamed. */
    static boolean isSavepointName(String name) {
        return name.startsWith(SAVEPOINT);
    }

    /** Files that tasks own; nobody else removes them. */
    public Path taskOwned() {
        return new Path(jobDirectory(), TASK_OWNED);
    }

    /** The directory of one checkpoint. */
    public Path checkpoint(long checkpointId) {
        return new Path(jobDirectory(), nameOf(checkpointId));
    }

    /** The manifest of one checkpoint; the checkpoint exists when this file does. */
    public Path manifest(long checkpointId) {
        return manifestIn(checkpoint(checkpointId));
    }

    Path state(long checkpointId, String name) {
        return stateIn(checkpoint(checkpointId), name);
    }

    static Path stateIn(Path checkpoint, String name) {
        checkName(name);
        return new Path(checkpoint, name);
    }

    private static void checkName(String name) {
        if (!name.matches("[A-Za-z0-9.-]+") || name.startsWith(".")) {
            throw new IllegalArgumentException(
                    "A piece of state is named with letters, digits, dots and dashes, not '"
                            + name
                            + "'");
        }
    }

    /** Held by the process that runs the job. */
    Path lock() {
        return lockIn(jobDirectory());
    }

    /** Written and removed by this process to see whether the directory can be used. */
    Path probe() {
        String host = ThisHost.name().replaceAll("[^A-Za-z0-9.-]", "-");
        return new Path(jobDirectory(), "probe-" + host + "-" + ProcessHandle.current().pid());
    }

    /** What says who owns a job directory, or something of that owner. */
    static Path ownerFileIn(Path jobDirectory, String name) {
        return new Path(jobDirectory, name);
    }

    /** Says, if it is there, that a checkpoint does not count although it has a manifest. */
    static Path voidMarkIn(Path checkpoint, OwnerName by) {
        return new Path(checkpoint, VOID + by);
    }

    static boolean isVoidMark(Path path) {
        return path.getName().startsWith(VOID);
    }

    static Path lockIn(Path jobDirectory) {
        return new Path(jobDirectory, "lock");
    }

    static Path manifestIn(Path checkpoint) {
        return new Path(checkpoint, MANIFEST);
    }

    static boolean isManifest(Path path) {
        return path.getName().equals(MANIFEST);
    }

    /** The directory of the checkpoint that a pointer means: that, or the manifest in it. */
    static Path checkpointOf(Path given) {
        return isManifest(given) ? given.getParent() : given;
    }

    static boolean isJobId(String name) {
        return name.matches(JOB_ID);
    }

    /** Whether a directory is called as those of checkpoints and savepoints are. */
    static boolean isSnapshot(String name) {
        return checkpointId(name).isPresent() || isSavepointName(name);
    }

    /** Whether a directory holds what checkpoints have in common, and no checkpoints. */
    static boolean isForFiles(String name) {
        return name.equals(SHARED) || name.equals(TASK_OWNED);
    }

    /** The id of the checkpoint a directory name belongs to; empty for other names. */
    static OptionalLong checkpointId(String name) {
        if (!name.matches(CHECKPOINT + "[1-9][0-9]{0,17}")) {
            return OptionalLong.empty();
        }
        return OptionalLong.of(Long.parseLong(name.substring(CHECKPOINT.length())));
    }

    /**
     * The id of the checkpoint a pointer from {@link CheckpointStorage#published()} names, as far
     * as its directory is called by it; the manifest is not read.
     */
    public static OptionalLong checkpointIdOf(String pointer) {
        return checkpointId(new Path(pointer).getName());
    }

    /** How a path is told to people and to {@code -s}; {@link #ofPointer} reads it back. */
    public static String pointer(Path path) {
        return path.toString();
    }

    /** How a path is told to people alone: nobody need be able to read it back. */
    static String told(Path path) {
        return Addresses.shown(path);
    }

    /**
     * The path a user or {@link #pointer} means: a plain path or a URI.
     *
     * @throws IOException if no file system serves it
     */
    static Path ofPointer(String pointer) throws IOException {
        Path path;
        try {
            path = new Path(pointer);
        } catch (IllegalArgumentException e) {
            throw new IOException(
                    "'"
                            + Addresses.shown(pointer)
                            + "' does not name a checkpoint: "
                            + e.getMessage(),
                    e);
        }
        return path.makeQualified(path.getFileSystem());
    }

    /**
     * A file of a checkpoint as its manifest spells it: relative to the checkpoint's directory, or
     * absolute.
     */
    static Path ofState(String spelled, Path checkpoint) {
        Path path = new Path(spelled);
        return path.isAbsolute() ? path : new Path(checkpoint, path);
    }
}
