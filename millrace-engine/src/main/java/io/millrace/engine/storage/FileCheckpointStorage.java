// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.storage;

import io.millrace.core.fs.FSDataOutputStream;
import io.millrace.core.fs.FileStatus;
import io.millrace.core.fs.FileSystem;
import io.millrace.core.fs.Path;
import io.millrace.spi.DurableFileSystem;
import java.io.ByteArrayOutputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checkpoints in files, so that they survive the process and, where the file system has a disk, the
 * machine.
 *
 * <p>Nothing a crash can leave behind may look like a checkpoint. The order of acts is the whole of
 * it:
 *
 * <ol>
 *   <li>each piece of state is written, sealed and forced to disk ({@link StateOutput#seal()});
 *   <li>the manifest is written under another name and forced to disk;
 *   <li>the checkpoint's directory is forced, and the job's directory that names it: from here on
 *       all that the manifest tells of is certain to be found;
 *   <li>the manifest is renamed, which is atomic, and the directory forced once more: the
 *       checkpoint exists.
 * </ol>
 *
 * Removal goes the other way: the manifest first, and certainly, then the rest. What was begun and
 * not finished is a directory without manifest, and {@link #sweep()} takes it away.
 *
 * <p>A piece of state smaller than the inline threshold does not become a file but travels in the
 * manifest.
 */
public final class FileCheckpointStorage implements CheckpointStorage {

    /** The default of {@code execution.checkpointing.data-inline-threshold}: 20 KiB. */
    public static final int DEFAULT_INLINE_THRESHOLD = 20 * 1024;

    /** The largest inline threshold: 1 MiB. */
    public static final int MAX_INLINE_THRESHOLD = 1024 * 1024;

    private static final Logger LOG = LoggerFactory.getLogger(FileCheckpointStorage.class);

    private static final SealedFile.Kind PROBE = new SealedFile.Kind("probe", 1, 1);

    private final CheckpointPaths paths;
    private final FileSystem fileSystem;
    private final int inlineThreshold;
    private final int maxInlineBytes;
    private final int writeBufferBytes;

    /** How many discarded checkpoints are remembered. */
    static final int MAX_REMEMBERED = 1024;

    /**
     * The newest of those that this process has discarded; late writers of these are turned away. A
     * writer that comes even later leaves a directory without manifest, which {@link #sweep()}
     * takes away.
     */
    private final NavigableSet<Long> discarded = new ConcurrentSkipListSet<>();

    /** Directories of the savepoints that were begun here, by their ids. */
    private final Map<Long, Path> savepoints = new ConcurrentHashMap<>();

    private JobLock lock;

    /**
     * Keeps state in files.
     *
     * @param inlineThreshold in bytes, 0 to {@link #MAX_INLINE_THRESHOLD}: smaller pieces of state
     *     lie in the manifest
     * @throws IOException if no file system serves the directory
     */
    public FileCheckpointStorage(CheckpointPaths paths, int inlineThreshold) throws IOException {
        this(paths, inlineThreshold, 0);
    }

    /**
     * The same.
     *
     * @param writeBufferBytes how much is collected before it is given to the file system; 64 KiB
     *     are at any rate
     */
    public FileCheckpointStorage(CheckpointPaths paths, int inlineThreshold, int writeBufferBytes)
            throws IOException {
        this(paths, checkedThreshold(inlineThreshold), 0, writeBufferBytes);
    }

    private FileCheckpointStorage(
            CheckpointPaths paths, int inlineThreshold, int maxInlineBytes, int writeBufferBytes)
            throws IOException {
        this.paths = paths;
        this.fileSystem = paths.fileSystem();
        this.inlineThreshold = inlineThreshold;
        this.maxInlineBytes = maxInlineBytes;
        this.writeBufferBytes = writeBufferBytes;
    }

    /**
     * Keeps all state in the manifests, and refuses pieces larger than {@code maxBytes}: the
     * checkpoint storage in memory when a directory was configured beside it.
     *
     * @throws IOException if no file system serves the directory
     */
    public static FileCheckpointStorage ofManifestsOnly(CheckpointPaths paths, int maxBytes)
            throws IOException {
        if (maxBytes <= 0) {
            throw new IllegalArgumentException(
                    "The maximum size of a piece of state must be positive, not " + maxBytes);
        }
        return new FileCheckpointStorage(paths, 0, maxBytes, 0);
    }

    private static int checkedThreshold(int inlineThreshold) {
        if (inlineThreshold < 0 || inlineThreshold > MAX_INLINE_THRESHOLD) {
            throw new IllegalArgumentException(
                    "The inline threshold must be between 0 and "
                            + MAX_INLINE_THRESHOLD
                            + " bytes (execution.checkpointing.data-inline-threshold), not "
                            + inlineThreshold);
        }
        return inlineThreshold;
    }

    @Override
    public boolean isDurable() {
        return true;
    }

    @Override
    public String describe() {
        return CheckpointPaths.pointer(paths.jobDirectory());
    }

    // ---- taking the place
    // ----------------------------------------------------------------------------------

    @Override
    public synchronized void open(String jobName) throws IOException {
        if (lock != null) {
            throw new IllegalStateException(
                    "The checkpoint storage at " + describe() + " is open already.");
        }
        Path job = paths.jobDirectory();
        try {
            makeDirectory(job);
        } catch (IOException e) {
            throw unusable(e);
        }
        JobLock taken;
        try {
            taken = JobLock.acquire(fileSystem, job, jobName);
        } catch (JobLock.Unwritable e) {
            throw unusable(e);
        }
        try {
            probe();
            makeDirectory(paths.shared());
            makeDirectory(paths.taskOwned());
            lock = taken;
        } catch (IOException e) {
            throw unusable(e);
        } finally {
            if (lock == null) {
                taken.close();
            }
        }
    }

    /**
     * Makes a directory and those above it, from above, and forces the entry of each one before the
     * next is made. So of the directories that are there already only the lowest can have an entry
     * that is not forced, left by a process that was stopped between the two; it is forced again.
     */
    private void makeDirectory(Path directory) throws IOException {
        List<Path> missing = new ArrayList<>();
        for (Path at = directory; at != null; at = at.getParent()) {
            FileStatus status;
            try {
                status = fileSystem.getFileStatus(at);
            } catch (FileNotFoundException e) {
                missing.add(0, at);
                continue;
            }
            if (!status.isDir()) {
                throw new IOException(
                        CheckpointPaths.pointer(at)
                                + " is a regular file where a directory is needed");
            }
            forceEntry(at);
            break;
        }
        for (Path next : missing) {
            if (!fileSystem.mkdirs(next)) {
                throw new IOException(
                        "the file system refused to create the directory "
                                + CheckpointPaths.pointer(next));
            }
            if (next.getParent() != null) {
                syncDirectory(next.getParent());
            }
        }
    }

    /** Forces the entry of a directory that was there already. */
    private void forceEntry(Path directory) throws IOException {
        if (directory.getParent() == null) {
            return;
        }
        try {
            syncDirectory(directory.getParent());
        } catch (AccessDeniedException e) {
            // Who may not open it has made no entry in it.
            LOG.debug("{} may not be opened to be forced to disk", directory.getParent(), e);
        }
    }

    /** Its entry in the job's directory is forced when the checkpoint is published. */
    private void makeCheckpointDirectory(Path checkpoint) throws IOException {
        if (!fileSystem.mkdirs(checkpoint)) {
            throw new IOException(
                    "The file system refused to create the directory "
                            + CheckpointPaths.pointer(checkpoint));
        }
    }

    private void probe() throws IOException {
        Path probe = paths.probe();
        boolean written = false;
        try (FSDataOutputStream out = fileSystem.create(probe, FileSystem.WriteMode.OVERWRITE)) {
            out.write(SealedFile.seal(PROBE, new byte[] {1, 2, 3}));
            out.sync();
            written = true;
        } finally {
            if (!written) {
                deleteQuietly(probe);
            }
        }
        if (!fileSystem.delete(probe, false)) {
            throw new IOException(
                    "the file " + CheckpointPaths.pointer(probe) + " cannot be removed again");
        }
    }

    private IOException unusable(IOException cause) {
        return new IOException(
                "The checkpoint directory "
                        + CheckpointPaths.pointer(paths.directory())
                        + " cannot be used: "
                        + reason(cause)
                        + ". Name a directory this process may write to (execution.checkpointing.dir).",
                cause);
    }

    /** Some of the JDK's exceptions have a path for a message, and say the rest by their class. */
    private static String reason(IOException cause) {
        if (cause instanceof FileSystemException told && told.getReason() == null) {
            return told.getFile() + " (" + told.getClass().getSimpleName() + ")";
        }
        String message = String.valueOf(cause.getMessage());
        return message.endsWith(".") ? message.substring(0, message.length() - 1) : message;
    }

    // ---- state
    // ---------------------------------------------------------------------------------------------

    @Override
    public StateOutput create(long checkpointId, String name) throws IOException {
        Path file = CheckpointPaths.stateIn(directory(checkpointId), name);
        refuseDiscarded(checkpointId);
        if (maxInlineBytes > 0 && !savepoints.containsKey(checkpointId)) {
            return new MemoryCheckpointStorage.InlineOutput(checkpointId, name, maxInlineBytes);
        }
        return new FileOutput(checkpointId, file, file.getName(), inlineThreshold);
    }

    @Override
    public StateOutput createShared(long checkpointId, String name) throws IOException {
        refuseDiscarded(checkpointId);
        if (maxInlineBytes > 0 && !savepoints.containsKey(checkpointId)) {
            return new MemoryCheckpointStorage.InlineOutput(checkpointId, name, maxInlineBytes);
        }
        Path file = sharedFile(checkpointId, name);
        return new FileOutput(checkpointId, file, spelled(checkpointId, file), 0);
    }

    @Override
    public StoredState takeShared(long checkpointId, String name, java.nio.file.Path local)
            throws IOException {
        refuseDiscarded(checkpointId);
        Path file = sharedFile(checkpointId, name);
        if (savepoints.containsKey(checkpointId)) {
            makeCheckpointDirectory(file.getParent());
        }
        BareFiles.Taken taken = BareFiles.take(local, fileSystem, file);
        refuseDiscarded(checkpointId);
        return new StoredState.Bare(spelled(checkpointId, file), taken.length(), taken.checksum());
    }

    /** In a savepoint they lie with all the rest. */
    private Path sharedFile(long checkpointId, String name) {
        Path savepoint = savepoints.get(checkpointId);
        return savepoint == null
                ? paths.shared(checkpointId, name)
                : CheckpointPaths.stateIn(savepoint, name);
    }

    private String spelled(long checkpointId, Path file) {
        return savepoints.containsKey(checkpointId)
                ? file.getName()
                : CheckpointPaths.sharedSpelled(file);
    }

    /** Where a checkpoint of this job lies, or will. */
    private Path directory(long checkpointId) {
        Path savepoint = savepoints.get(checkpointId);
        return savepoint == null ? paths.checkpoint(checkpointId) : savepoint;
    }

    @Override
    public Optional<java.nio.file.Path> local(StoredState state, String checkpoint)
            throws IOException {
        return CheckpointFiles.local(state, checkpoint);
    }

    @Override
    public String sharedName(StoredState state, String checkpoint) throws IOException {
        Path file = CheckpointFiles.file(state, checkpoint);
        return file != null && paths.shared().equals(file.getParent()) ? file.getName() : null;
    }

    @Override
    public Map<String, Long> sharedFiles() throws IOException {
        FileStatus[] children;
        try {
            children = fileSystem.listStatus(paths.shared());
        } catch (FileNotFoundException e) {
            return Map.of();
        }
        Map<String, Long> found = new TreeMap<>();
        for (FileStatus child : children) {
            String name = child.getPath().getName();
            OptionalLong by = CheckpointPaths.sharedBy(name);
            if (by.isPresent() && !child.isDir()) {
                found.put(name, by.getAsLong());
            }
        }
        return found;
    }

    @Override
    public void discardShared(String sharedName) throws IOException {
        Path file = new Path(paths.shared(), sharedName);
        if (fileSystem.exists(file)) {
            fileSystem.delete(file, false);
        }
    }

    @Override
    public String beginSavepoint(long checkpointId, String target) throws IOException {
        Path under = CheckpointPaths.ofPointer(target);
        if (!under.getFileSystem().getUri().equals(fileSystem.getUri())) {
            throw new IOException(
                    "A savepoint in "
                            + target
                            + " would lie in another file system than the job's checkpoints ("
                            + describe()
                            + ").");
        }
        Path savepoint = Savepoints.newDirectory(paths, under);
        savepoints.put(checkpointId, savepoint);
        return CheckpointPaths.pointer(savepoint);
    }

    @Override
    public InputStream read(StoredState state, String checkpoint) throws IOException {
        return CheckpointFiles.open(state, checkpoint);
    }

    private void refuseDiscarded(long checkpointId) throws IOException {
        if (discarded.contains(checkpointId)) {
            throw new IOException(
                    "Checkpoint "
                            + checkpointId
                            + " was given up in the meantime; nothing is written for it.");
        }
    }

    // ---- manifests
    // -----------------------------------------------------------------------------------------

    @Override
    public String publish(long checkpointId, byte[] manifest) throws IOException {
        refuseDiscarded(checkpointId);
        Path checkpoint = directory(checkpointId);
        Path visible = CheckpointPaths.manifestIn(checkpoint);
        Path aside = CheckpointPaths.manifestAsideIn(checkpoint);
        SealedFile.check(manifest, CheckpointPaths.pointer(visible));
        makeCheckpointDirectory(checkpoint);
        if (fileSystem.exists(visible)) {
            throw new IOException(
                    "There is a checkpoint at "
                            + CheckpointPaths.pointer(checkpoint)
                            + " already. Its id was used twice, or another job writes to this directory.");
        }
        try (FSDataOutputStream out = fileSystem.create(aside, FileSystem.WriteMode.OVERWRITE)) {
            out.write(manifest);
            out.sync();
        }
        syncDirectory(checkpoint);
        if (savepoints.containsKey(checkpointId)) {
            syncDirectory(checkpoint.getParent());
        } else {
            syncDirectory(paths.shared());
            syncDirectory(paths.jobDirectory());
        }
        if (!fileSystem.rename(aside, visible)) {
            throw new IOException(
                    "The manifest "
                            + CheckpointPaths.pointer(aside)
                            + " could not be renamed to "
                            + visible.getName()
                            + "; the checkpoint was not completed.");
        }
        syncDirectory(checkpoint);
        return CheckpointPaths.pointer(checkpoint);
    }

    @Override
    public byte[] manifest(String pointer) throws IOException {
        return CheckpointFiles.manifest(pointer);
    }

    @Override
    public List<String> published() throws IOException {
        return published(fileSystem, paths.jobDirectory());
    }

    /** Pointers of the checkpoints in a job directory that have a manifest, newest first. */
    static List<String> published(FileSystem fileSystem, Path jobDirectory) throws IOException {
        List<Path> found = new ArrayList<>();
        for (Path checkpoint : checkpointsIn(fileSystem, jobDirectory)) {
            if (fileSystem.exists(CheckpointPaths.manifestIn(checkpoint))) {
                found.add(checkpoint);
            }
        }
        return found.stream().map(CheckpointPaths::pointer).toList();
    }

    private static List<Path> checkpointsIn(FileSystem fileSystem, Path jobDirectory)
            throws IOException {
        FileStatus[] children;
        try {
            children = fileSystem.listStatus(jobDirectory);
        } catch (FileNotFoundException e) {
            return List.of();
        }
        record Found(long id, Path path) {}
        List<Found> found = new ArrayList<>();
        for (FileStatus child : children) {
            String name = child.getPath().getName();
            OptionalLong id = CheckpointPaths.checkpointId(name);
            if (id.isPresent() && child.isDir()) {
                found.add(new Found(id.getAsLong(), new Path(jobDirectory, name)));
            }
        }
        found.sort(Comparator.comparingLong(Found::id).reversed());
        return found.stream().map(Found::path).toList();
    }

    // ---- removal
    // -------------------------------------------------------------------------------------------

    @Override
    public void force(String pointer) throws IOException {
        CheckpointFiles.force(pointer);
    }

    @Override
    public void discard(long checkpointId) throws IOException {
        discarded.add(checkpointId);
        while (discarded.size() > MAX_REMEMBERED) {
            discarded.pollFirst();
        }
        Path checkpoint = directory(checkpointId);
        if (!fileSystem.exists(checkpoint)) {
            return;
        }
        Path manifest = CheckpointPaths.manifestIn(checkpoint);
        if (fileSystem.exists(manifest)) {
            fileSystem.delete(manifest, false);
        }
        // Also where it is gone: an earlier attempt may have removed it and failed to force that.
        syncDirectory(checkpoint);
        deleteDirectory(checkpoint);
    }

    @Override
    public void sweep() throws IOException {
        for (Path checkpoint : checkpointsIn(fileSystem, paths.jobDirectory())) {
            if (!fileSystem.exists(CheckpointPaths.manifestIn(checkpoint))) {
                LOG.info(
                        "Removing {}: it has no manifest, so its checkpoint was never completed.",
                        CheckpointPaths.pointer(checkpoint));
                deleteDirectory(checkpoint);
            }
        }
    }

    private void deleteDirectory(Path directory) throws IOException {
        fileSystem.delete(directory, true);
        if (fileSystem.exists(directory)) {
            throw new IOException(
                    "The directory "
                            + CheckpointPaths.pointer(directory)
                            + " could not be removed.");
        }
    }

    /** The last of several late writers finds it empty. */
    private void deleteIfEmpty(Path directory) {
        try {
            if (fileSystem.exists(directory) && fileSystem.listStatus(directory).length == 0) {
                fileSystem.delete(directory, false);
            }
        } catch (IOException e) {
            LOG.debug(
                    "{} was not removed; sweep() will do it.",
                    CheckpointPaths.pointer(directory),
                    e);
        }
    }

    private void deleteQuietly(Path file) {
        try {
            fileSystem.delete(file, false);
        } catch (IOException e) {
            LOG.debug("{} was not removed; sweep() will do it.", CheckpointPaths.pointer(file), e);
        }
    }

    private void syncDirectory(Path directory) throws IOException {
        if (fileSystem instanceof DurableFileSystem durable) {
            durable.syncDirectory(directory);
        }
    }

    @Override
    public synchronized void close() throws IOException {
        if (lock != null) {
            lock.close();
            lock = null;
        }
    }

    /** Collects in memory up to the inline threshold and goes on in a file. */
    private final class FileOutput extends StateOutput {
        private final long checkpointId;
        private final Path path;
        private final String spelled;
        private final int threshold;
        private ByteArrayOutputStream small = new ByteArrayOutputStream();
        private SealedFile.Output file;
        private FSDataOutputStream disk;
        private boolean makesDirectory;
        private boolean ended;

        /**
         * @param spelled how the manifest names the file
         * @param threshold in bytes: what is smaller becomes no file
         */
        FileOutput(long checkpointId, Path path, String spelled, int threshold) {
            this.checkpointId = checkpointId;
            this.path = path;
            this.spelled = spelled;
            this.threshold = threshold;
        }

        @Override
        public void write(int b) throws IOException {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int count) throws IOException {
            refuseEnded();
            if (file == null && small.size() + (long) count >= threshold) {
                openFile();
            }
            if (file == null) {
                small.write(bytes, offset, count);
            } else {
                file.write(bytes, offset, count);
            }
        }

        private void openFile() throws IOException {
            refuseDiscarded(checkpointId);
            makesDirectory = true;
            makeCheckpointDirectory(path.getParent());
            disk = fileSystem.create(path, FileSystem.WriteMode.NO_OVERWRITE);
            file = new SealedFile.Output(disk, CheckpointFiles.STATE, writeBufferBytes);
            small.writeTo(file);
            small = null;
        }

        @Override
        public StoredState seal() throws IOException {
            refuseEnded();
            if (file == null && threshold == 0) {
                openFile();
            }
            if (file == null) {
                ended = true;
                byte[] bytes = small.toByteArray();
                small = null;
                return new StoredState.Inline(bytes, SealedFile.checksum(bytes));
            }
            file.finish();
            disk.sync();
            disk.close();
            refuseDiscarded(checkpointId);
            ended = true;
            return new StoredState.InFile(spelled, file.length(), file.checksum());
        }

        private void refuseEnded() throws IOException {
            if (ended) {
                throw new IOException(CheckpointPaths.pointer(path) + " has ended already.");
            }
        }

        @Override
        public void close() throws IOException {
            if (ended) {
                return;
            }
            ended = true;
            small = null;
            try {
                if (disk != null) {
                    try {
                        disk.close();
                    } finally {
                        fileSystem.delete(path, false);
                    }
                }
            } finally {
                if (makesDirectory && discarded.contains(checkpointId)) {
                    // It may have been discarded a moment before this one made its directory anew.
                    deleteIfEmpty(path.getParent());
                }
            }
        }
    }
}
