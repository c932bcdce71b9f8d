// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.storage;

import io.millrace.core.fs.FSDataOutputStream;
import io.millrace.core.fs.FileStatus;
import io.millrace.core.fs.FileSystem;
import io.millrace.core.fs.Path;
import io.millrace.spi.JobOwner;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileSystemException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
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
 *   <li>the checkpoint's directory is forced, and the job's directory that names it: from here on
 *       all that the manifest tells of is certain to be found;
 *   <li>the manifest appears, whole ({@link io.millrace.spi.WholeFiles}): the checkpoint exists;
 *   <li>where another process may have taken the job over, the store is asked whether this one
 *       still owns it ({@link Ownership}); if not, the checkpoint does not count.
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

    /** Those of them that somebody has written for since and could not take back. */
    private final NavigableSet<Long> leftBehind = new ConcurrentSkipListSet<>();

    /** Savepoints that were begun here and are not complete, by their ids. */
    private final Map<Long, SavepointDirectory> savepoints = new ConcurrentHashMap<>();

    private JobLock lock;

    /** Null where the lock is enough, and before {@link #open}. */
    private volatile Ownership ownership;

    private String jobName = "";
    private final List<ClaimedCheckpoint> claims = new ArrayList<>();

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
        this.jobName = jobName;
        if (lock != null) {
            throw new IllegalStateException(
                    "The checkpoint storage at " + describe() + " is open already.");
        }
        Path job = paths.jobDirectory();
        try {
            Directories.makeForced(fileSystem, job);
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
            Directories.makeForced(fileSystem, paths.shared());
            Directories.makeForced(fileSystem, paths.taskOwned());
            // The last, since it ends the run of whoever has it.
            ownership = Ownership.takeIfNeeded(fileSystem, job, jobName);
            lock = taken;
        } catch (IOException e) {
            throw unusable(e);
        } finally {
            if (lock == null) {
                taken.close();
            }
        }
    }

    @Override
    public void requireOwner() throws IOException {
        if (ownership != null) {
            ownership.check();
        }
    }

    /**
     * Alone it is where the lock keeps others out, if what was restored was written under that
     * lock, too.
     */
    @Override
    public synchronized JobOwner owner(Optional<String> restored) {
        if (ownership != null) {
            return new JobOwner(ownership.number(), false);
        }
        return new JobOwner(0, lock != null && restored.map(this::isHere).orElse(true));
    }

    private boolean isHere(String pointer) {
        try {
            return isOwn(pointer);
        } catch (IOException e) {
            throw new IllegalArgumentException(pointer + " is no checkpoint", e);
        }
    }

    @Override
    public long firstId() {
        return ownership == null ? 1 : ownership.firstId();
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
        // Told that it is not there any more, it may have been removed by a request sent twice.
        if (!fileSystem.delete(probe, false) && WholeFile.exists(fileSystem, probe)) {
            throw new IOException(
                    "the file " + CheckpointPaths.told(probe) + " cannot be removed again");
        }
    }

    private IOException unusable(IOException cause) {
        return new IOException(
                "The checkpoint directory "
                        + CheckpointPaths.told(paths.directory())
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
        SavepointDirectory savepoint = savepoints.get(checkpointId);
        if (savepoint != null) {
            return savepoint.create(name);
        }
        Path file = paths.state(checkpointId, name);
        use(checkpointId);
        return maxInlineBytes > 0
                ? new MemoryCheckpointStorage.InlineOutput(checkpointId, name, maxInlineBytes)
                : output(checkpointId, file, file.getName(), inlineThreshold);
    }

    @Override
    public StateOutput createShared(long checkpointId, String name) throws IOException {
        SavepointDirectory savepoint = savepoints.get(checkpointId);
        if (savepoint != null) {
            return savepoint.createShared(name);
        }
        Path file = paths.shared(checkpointId, name);
        use(checkpointId);
        return maxInlineBytes > 0
                ? new MemoryCheckpointStorage.InlineOutput(checkpointId, name, maxInlineBytes)
                : output(checkpointId, file, CheckpointPaths.sharedSpelled(file), 0);
    }

    private StateOutput output(long checkpointId, Path file, String spelled, int threshold) {
        return new FileOutput(
                new FileOutput.Fate() {
                    @Override
                    public boolean isDiscarded() {
                        return discarded.contains(checkpointId);
                    }

                    @Override
                    public void refuseDiscarded() throws IOException {
                        FileCheckpointStorage.this.refuseDiscarded(checkpointId);
                    }

                    @Override
                    public void leftBehind() {
                        leftBehind.add(checkpointId);
                    }
                },
                fileSystem,
                file,
                spelled,
                threshold,
                writeBufferBytes);
    }

    @Override
    public StoredState takeShared(long checkpointId, String name, java.nio.file.Path local)
            throws IOException {
        SavepointDirectory savepoint = savepoints.get(checkpointId);
        if (savepoint != null) {
            return savepoint.take(name, local);
        }
        use(checkpointId);
        Path file = paths.shared(checkpointId, name);
        BareFiles.Taken taken = BareFiles.take(local, fileSystem, file);
        if (discarded.contains(checkpointId)) {
            fileSystem.delete(file, false); // nobody will know of it
        }
        refuseDiscarded(checkpointId);
        return new StoredState.Bare(
                CheckpointPaths.sharedSpelled(file), taken.length(), taken.checksum());
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
            if (by.isPresent() && !child.isDir() && isOurs(by.getAsLong())) {
                found.put(name, by.getAsLong());
            }
        }
        return found;
    }

    /** Whether an id is not that of somebody who has come after this process. */
    private boolean isOurs(long id) {
        return ownership == null || ownership.isKnown(id);
    }

    @Override
    public void discardShared(String sharedName) throws IOException {
        if (ownership != null && ownership.isFenced()) {
            return;
        }
        Path file = new Path(paths.shared(), sharedName);
        if (fileSystem.exists(file)) {
            fileSystem.delete(file, false);
        }
    }

    @Override
    public String beginSavepoint(long checkpointId, String target) throws IOException {
        SavepointDirectory savepoint =
                SavepointDirectory.begin(
                        target,
                        paths.jobId(),
                        maxInlineBytes > 0 ? DEFAULT_INLINE_THRESHOLD : inlineThreshold,
                        writeBufferBytes);
        savepoints.put(checkpointId, savepoint);
        return savepoint.pointer();
    }

    @Override
    public boolean isOwn(String pointer) throws IOException {
        Path checkpoint = CheckpointPaths.checkpointOf(CheckpointPaths.ofPointer(pointer));
        return CheckpointPaths.checkpointId(checkpoint.getName()).isPresent()
                && paths.jobDirectory().equals(checkpoint.getParent());
    }

    @Override
    public StoredState respelled(StoredState state, String checkpoint) throws IOException {
        return isOwn(checkpoint) ? state : CheckpointFiles.absolute(state, checkpoint);
    }

    @Override
    public synchronized ClaimedCheckpoint claim(String pointer) throws IOException {
        ClaimedCheckpoint claimed = ClaimedCheckpoint.take(pointer, jobName);
        claims.add(claimed);
        return claimed;
    }

    @Override
    public InputStream read(StoredState state, String checkpoint) throws IOException {
        return CheckpointFiles.open(state, checkpoint);
    }

    /** Something is written for this checkpoint, unless it was given up. */
    private void use(long checkpointId) throws IOException {
        refuseDiscarded(checkpointId);
        if (ownership != null) {
            ownership.use(checkpointId);
        }
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
        SavepointDirectory savepoint = savepoints.get(checkpointId);
        if (savepoint == null) {
            return publishReference(checkpointId, manifest);
        }
        String pointer = savepoint.publish(manifest);
        requireOwner();
        return pointer;
    }

    @Override
    public void handOver(long checkpointId) {
        savepoints.remove(checkpointId);
    }

    @Override
    public String publishReference(long checkpointId, byte[] manifest) throws IOException {
        use(checkpointId);
        Path checkpoint = paths.checkpoint(checkpointId);
        List<Path> above = new ArrayList<>();
        if (fileSystem.exists(paths.shared())) { // not where only savepoints are taken
            above.add(paths.shared());
        }
        above.add(paths.jobDirectory());
        try {
            Directories.publish(
                    fileSystem,
                    checkpoint,
                    manifest,
                    above,
                    () -> {
                        if (ownership != null) {
                            ownership.publishing(checkpointId);
                        }
                    });
        } catch (IOException e) {
            if (ownership != null) {
                ownership.explain(e); // who has come after has removed what was written
            }
            throw e;
        }
        if (ownership != null) {
            ownership.published(checkpointId);
        }
        return CheckpointPaths.pointer(checkpoint);
    }

    @Override
    public byte[] manifest(String pointer) throws IOException {
        return CheckpointFiles.manifest(pointer);
    }

    @Override
    public List<String> published() throws IOException {
        return pointers(counted());
    }

    /** Where others may have written here, what this machine remembers of it does not count. */
    private CountedCheckpoints counted() throws IOException {
        return CountedCheckpoints.in(fileSystem, paths.jobDirectory(), ownership != null);
    }

    /** Pointers of the checkpoints in a job directory that are complete, newest first. */
    static List<String> published(FileSystem fileSystem, Path jobDirectory) throws IOException {
        return pointers(CountedCheckpoints.in(fileSystem, jobDirectory));
    }

    private static List<String> pointers(CountedCheckpoints counted) throws IOException {
        return counted.ids().stream()
                .map(counted::checkpoint)
                .map(CheckpointPaths::pointer)
                .toList();
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
        if (ownership != null && ownership.isFenced()) {
            return; // who has come after may begin from it, and from the savepoint it refers to
        }
        SavepointDirectory savepoint = savepoints.get(checkpointId);
        // What refers to a savepoint goes before it.
        if (ownership != null) {
            ownership.remove(checkpointId);
        } else {
            Directories.removeCheckpoint(fileSystem, paths.checkpoint(checkpointId));
        }
        if (savepoint != null) {
            savepoint.discard();
            savepoints.remove(checkpointId);
        }
    }

    @Override
    public Set<Long> leftBehind() {
        Set<Long> told = new TreeSet<>();
        for (Long id = leftBehind.pollFirst(); id != null; id = leftBehind.pollFirst()) {
            told.add(id);
        }
        return told;
    }

    @Override
    public void sweep() throws IOException {
        if (!isOpen() || ownership != null && ownership.isFenced()) {
            return; // it may be another's
        }
        CountedCheckpoints counted = counted();
        for (long id : counted.others()) {
            if (ownership == null) {
                sweep(counted, id);
            } else if (id < ownership.firstId()) {
                try {
                    sweep(counted, id);
                } catch (IOException e) {
                    // Whoever wrote it may be writing still; nobody uses its id again.
                    LOG.warn(
                            "{} could not be removed; the next start of the job tries it again."
                                    + " What failed: {}",
                            CheckpointPaths.told(counted.checkpoint(id)),
                            e.toString());
                }
            }
        }
    }

    private synchronized boolean isOpen() {
        return lock != null;
    }

    private void sweep(CountedCheckpoints counted, long id) throws IOException {
        Path remains = counted.checkpoint(id);
        LOG.info(
                "Removing {}: {}.",
                CheckpointPaths.told(remains),
                fileSystem.exists(CheckpointPaths.manifestIn(remains))
                        ? counted.whyNot(id).orElse("it does not count")
                        : "it has no manifest, so its checkpoint was never completed");
        Directories.removeCheckpoint(fileSystem, remains);
    }

    private void deleteQuietly(Path file) {
        try {
            fileSystem.delete(file, false);
        } catch (IOException e) {
            LOG.debug("{} was not removed; sweep() will do it.", CheckpointPaths.told(file), e);
        }
    }

    @Override
    public synchronized void close() throws IOException {
        try {
            for (ClaimedCheckpoint claim : claims) {
                claim.close();
            }
        } finally {
            claims.clear();
            if (ownership != null) {
                ownership.close();
            }
            if (lock != null) {
                lock.close();
                lock = null;
            }
        }
    }
}
