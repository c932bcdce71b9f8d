// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.testing;

import io.millrace.core.fs.BlockLocation;
import io.millrace.core.fs.FSDataInputStream;
import io.millrace.core.fs.FSDataOutputStream;
import io.millrace.core.fs.FileStatus;
import io.millrace.core.fs.FileSystem;
import io.millrace.core.fs.FileSystemKind;
import io.millrace.core.fs.Path;
import io.millrace.core.fs.RecoverableWriter;
import io.millrace.spi.DurableFileSystem;
import io.millrace.spi.WholeFiles;
import io.millrace.testing.FaultyDisk.Change;
import io.millrace.testing.FaultyDisk.Directory;
import io.millrace.testing.FaultyDisk.File;
import io.millrace.testing.FaultyDisk.Node;
import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import java.nio.file.FileAlreadyExistsException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A file system in memory on which everything can go wrong, reached as {@code faulty://name/path}.
 *
 * <ul>
 *   <li>{@link #crash()} loses power: bytes that were not synced and entries whose directory was
 *       not synced are gone. {@link #crash(long)} loses a random part of them.
 *   <li>{@link #failAt} makes the n-th write operation fail, {@link #dieAt} it and all that come
 *       after, as for a process that was killed there. A test that runs its subject with n = 1, 2,
 *       3, ... visits every crash point.
 *   <li>{@link #setCapacity}, {@link #refuseWrites}, {@link #flipBit}, {@link #truncate}: a full
 *       disk, a read-only one, damage.
 *   <li>{@link #setFault} for everything else; also for answers that are lost although what was
 *       asked for was done.
 *   <li>{@link #beside} is the same disk as another process sees it, which has faults of its own.
 * </ul>
 *
 * Streams that were open at a crash are dead. Deterministic: no clock, no random numbers but by
 * seed; names of temporary files and modification times count up. Thread safe.
 */
public final class FaultyFileSystem extends FileSystem implements DurableFileSystem, WholeFiles {

    /** The scheme of its URIs. */
    public static final String SCHEME = "faulty";

    private static final Map<String, FaultyFileSystem> BY_NAME = new ConcurrentHashMap<>();

    /** What is done to a file or directory. */
    public enum Kind {
        CREATE,
        WRITE,
        SYNC,
        RENAME,
        DELETE,
        MAKE_DIRECTORY,
        SYNC_DIRECTORY,
        OPEN,
        READ,
        LIST,
        STATUS,
        /** {@link WholeFiles#existsNow}: no answer from memory will do. */
        EXISTS_NOW;

        /** Whether it changes the disk or what is durable on it; only these are counted. */
        public boolean isWrite() {
            return ordinal() <= SYNC_DIRECTORY.ordinal();
        }
    }

    /**
     * One operation that is about to happen.
     *
     * @param number counts write operations since the last {@link #reset}, from 1; for others, how
     *     many there were before
     */
    public record Operation(long number, Kind kind, Path path) {
        @Override
        public String toString() {
            return kind + " " + path + " (write operation " + number + ")";
        }
    }

    /** Decides whether an operation fails. */
    @FunctionalInterface
    public interface Fault {
        /** Throws to make the operation fail; it then has no effect. */
        void before(Operation operation) throws IOException;

        /**
         * Throws to make an operation seem to fail that was done: the answer is lost. Of creations,
         * renames and deletions only, and of no others.
         */
        default void after(Operation operation) throws IOException {}
    }

    /** Keeps a caller waiting while others go on. */
    @FunctionalInterface
    public interface Hold {
        /**
         * Called before a file is created or something is deleted; returns when that may be done.
         * Of a directory that is deleted with what is in it only the directory is told.
         */
        void before(Kind kind, Path path);
    }

    /** What is common to all who see one disk. */
    private static final class Ground {
        FaultyDisk disk = new FaultyDisk();
        long time;
    }

    private final String name;
    private final Ground ground;

    /** Tells the temporary files of those who see one disk apart. */
    private final String view;

    private volatile Hold hold = (kind, path) -> {};
    private Fault fault = operation -> {};
    private long writes;
    private long failAt;
    private long dieAt;
    private boolean dead;
    private boolean readOnly;
    private long capacity = Long.MAX_VALUE;

    /** Counts crashes; streams of an earlier life are dead. */
    private int life;

    private long names;

    private FaultyFileSystem(String name, Ground ground, String view) {
        this.name = name;
        this.ground = ground;
        this.view = view;
    }

    /**
     * The file system of a name, made when first asked for. The same as {@code FileSystem.get}
     * gives.
     */
    public static FaultyFileSystem named(String name) {
        return BY_NAME.computeIfAbsent(name, n -> new FaultyFileSystem(n, new Ground(), ""));
    }

    /**
     * The same disk under another name, as another process sees it: with its own faults and counts.
     * A name is that of one disk for good. Two of them must not be used in the same moment; a test
     * lets their users take turns.
     */
    public FaultyFileSystem beside(String other) {
        FaultyFileSystem found =
                BY_NAME.computeIfAbsent(other, n -> new FaultyFileSystem(n, ground, n + "-"));
        if (found.ground != ground) {
            throw new IllegalStateException("There is another disk with the name " + other + ".");
        }
        return found;
    }

    // ---- what can go wrong
    // ---------------------------------------------------------------------------------

    /** Forgets all files and all faults. */
    public synchronized void reset() {
        ground.disk = new FaultyDisk();
        fault = operation -> {};
        hold = (kind, path) -> {};
        writes = 0;
        failAt = 0;
        dieAt = 0;
        dead = false;
        readOnly = false;
        capacity = Long.MAX_VALUE;
        life++;
        ground.time = 0;
        names = 0;
    }

    /** Is asked before every operation, reads too. */
    public synchronized void setFault(Fault fault) {
        this.fault = fault;
    }

    /** Decides about the time of creations and deletions. */
    public void setHold(Hold hold) {
        this.hold = hold;
    }

    /** The n-th write operation from now on fails, once; n from 1. */
    public synchronized void failAt(long n) {
        failAt = writes + n;
    }

    /**
     * The n-th write operation from now on and every operation after it fails, until {@link
     * #crash}; n from 1.
     */
    public synchronized void dieAt(long n) {
        dieAt = writes + n;
    }

    /** Whether {@link #dieAt} has struck. */
    public synchronized boolean isDead() {
        return dead;
    }

    /** Write operations since the last reset, failed ones included. */
    public synchronized long writeOperations() {
        return writes;
    }

    /** Whether every write operation fails, as on a disk that is mounted read-only. */
    public synchronized void refuseWrites(boolean refuse) {
        readOnly = refuse;
    }

    /**
     * Bytes all files together may have; a write beyond is done as far as there is room, then
     * fails.
     */
    public synchronized void setCapacity(long bytes) {
        capacity = bytes;
    }

    /** Loses power and comes back: everything that was not made durable is gone. */
    public synchronized void crash() {
        restart(null);
    }

    /**
     * Loses power and comes back: of what was not made durable, a part that depends on the seed is
     * gone.
     */
    public synchronized void crash(long seed) {
        // The first numbers of a Random are alike for neighbouring seeds, so these are spread
        // first.
        restart(new Random(seed * 0x9E3779B97F4A7C15L));
    }

    /**
     * Ends the process but not the machine: open streams are dead, all that was written is there.
     */
    public synchronized void kill() {
        dead = false;
        dieAt = 0;
        life++;
    }

    private void restart(Random random) {
        kill();
        ground.disk.crash(random);
    }

    /** Flips a bit of a file, counted from the lowest bit of its first byte. */
    public synchronized void flipBit(Path path, long bit) throws IOException {
        file(path).flip(bit);
    }

    /** Cuts a file off. */
    public synchronized void truncate(Path path, long length) throws IOException {
        file(path).cut(length);
    }

    /** A path of this file system. */
    public Path path(String path) {
        return new Path(SCHEME, name, path.startsWith("/") ? path : "/" + path);
    }

    // ---- the file system
    // -----------------------------------------------------------------------------------

    @Override
    public URI getUri() {
        return URI.create(SCHEME + "://" + name + "/");
    }

    @Override
    public Path getWorkingDirectory() {
        return path("/");
    }

    @Override
    public Path getHomeDirectory() {
        return path("/");
    }

    @Override
    public synchronized FileStatus getFileStatus(Path f) throws IOException {
        before(Kind.STATUS, f);
        return status(f, existing(f));
    }

    @Override
    public BlockLocation[] getFileBlockLocations(FileStatus file, long start, long len) {
        return new BlockLocation[0];
    }

    @Override
    public FSDataInputStream open(Path f, int bufferSize) throws IOException {
        return open(f);
    }

    @Override
    public synchronized FSDataInputStream open(Path f) throws IOException {
        before(Kind.OPEN, f);
        return new Input(f, file(f));
    }

    @Override
    public RecoverableWriter createRecoverableWriter() {
        return new FaultyRecoverableWriter(this);
    }

    /** {@inheritDoc} In the order of names. */
    @Override
    public synchronized FileStatus[] listStatus(Path f) throws IOException {
        before(Kind.LIST, f);
        Node node = existing(f);
        if (!(node instanceof Directory directory)) {
            return new FileStatus[] {status(f, node)};
        }
        List<FileStatus> found = new ArrayList<>();
        for (Map.Entry<String, Node> entry : directory.live.entrySet()) {
            found.add(status(new Path(f, entry.getKey()), entry.getValue()));
        }
        return found.toArray(new FileStatus[0]);
    }

    @Override
    public boolean delete(Path f, boolean recursive) throws IOException {
        hold.before(Kind.DELETE, f);
        return remove(f, recursive);
    }

    private synchronized boolean remove(Path f, boolean recursive) throws IOException {
        Node node = find(f);
        if (node == null) {
            before(Kind.STATUS, f);
            return false;
        }
        if (node instanceof Directory directory) {
            if (!directory.live.isEmpty() && !recursive) {
                throw new IOException("The directory " + f + " is not empty.");
            }
            for (String child : List.copyOf(directory.live.keySet())) {
                remove(new Path(f, child), true);
            }
        }
        Operation operation = before(Kind.DELETE, f);
        ground.disk.apply(new Change(parent(f), f.getName(), null));
        fault.after(operation);
        return true;
    }

    @Override
    public synchronized boolean mkdirs(Path f) throws IOException {
        before(Kind.STATUS, f);
        Directory at = ground.disk.root();
        Path reached = path("/");
        for (String part : parts(f)) {
            reached = new Path(reached, part);
            Node next = at.live.get(part);
            if (next instanceof File) {
                throw new FileAlreadyExistsException(
                        reached.toString(),
                        null,
                        "a regular file is there where a directory is needed");
            }
            if (next == null) {
                before(Kind.MAKE_DIRECTORY, reached);
                next = new Directory(++ground.time);
                ground.disk.apply(new Change(at, part, next));
            }
            at = (Directory) next;
        }
        return true;
    }

    @Override
    public FSDataOutputStream create(Path f, WriteMode overwriteMode) throws IOException {
        hold.before(Kind.CREATE, f);
        return createHere(f, overwriteMode);
    }

    private synchronized FSDataOutputStream createHere(Path f, WriteMode overwriteMode)
            throws IOException {
        return new Output(f, createFile(f, overwriteMode));
    }

    synchronized File createFile(Path f, WriteMode overwriteMode) throws IOException {
        if (f.getParent() != null) {
            mkdirs(f.getParent());
        }
        Node old = find(f);
        if (old instanceof Directory) {
            throw new FileAlreadyExistsException(f.toString(), null, "a directory is there");
        }
        if (old != null && overwriteMode == WriteMode.NO_OVERWRITE) {
            throw new FileAlreadyExistsException(
                    f.toString(), null, "the file exists and may not be overwritten");
        }
        Operation operation = before(Kind.CREATE, f);
        File file = new File(++ground.time);
        ground.disk.apply(new Change(parent(f), f.getName(), file));
        fault.after(operation);
        return file;
    }

    /** {@inheritDoc} Its last operation but one is a {@link Kind#RENAME} to the file's name. */
    @Override
    public void createWhole(Path path, byte[] content) throws IOException {
        hold.before(Kind.CREATE, path);
        createWholeHere(path, content);
    }

    private synchronized void createWholeHere(Path path, byte[] content) throws IOException {
        Path aside =
                new Path(
                        path.getParent(), "." + path.getName() + "." + view + nextName() + ".part");
        File file = createFile(aside, WriteMode.NO_OVERWRITE);
        write(life, aside, file, content, 0, content.length);
        sync(life, aside, file);
        Node there = find(path);
        if (there != null) {
            remove(aside, false);
            if (!(there instanceof File other) || !Arrays.equals(bytes(other), content)) {
                throw new FileAlreadyExistsException(
                        path.toString(), null, "there is one, with another content");
            }
        } else {
            Operation operation = before(Kind.RENAME, path);
            ground.disk.apply(
                    new Change(parent(aside), aside.getName(), null),
                    new Change(parent(path), path.getName(), file));
            fault.after(operation);
        }
        syncDirectory(path.getParent());
    }

    private static byte[] bytes(File file) {
        byte[] bytes = new byte[file.length()];
        file.read(0, bytes, 0, bytes.length);
        return bytes;
    }

    @Override
    public synchronized boolean existsNow(Path path) throws IOException {
        before(Kind.EXISTS_NOW, path);
        return find(path) != null;
    }

    @Override
    public synchronized boolean rename(Path src, Path dst) throws IOException {
        Node node = find(src);
        if (node == null) {
            return false;
        }
        Node inTheWay = find(dst);
        if (inTheWay instanceof Directory directory && !directory.live.isEmpty()) {
            return false;
        }
        if (dst.getParent() != null) {
            mkdirs(dst.getParent());
        }
        Operation operation = before(Kind.RENAME, dst);
        ground.disk.apply(
                new Change(parent(src), src.getName(), null),
                new Change(parent(dst), dst.getName(), node));
        fault.after(operation);
        return true;
    }

    @Override
    public synchronized void syncDirectory(Path directory) throws IOException {
        Node node = existing(directory);
        if (!(node instanceof Directory found)) {
            throw new IOException(directory + " is a file, not a directory.");
        }
        before(Kind.SYNC_DIRECTORY, directory);
        ground.disk.sync(found);
    }

    @Override
    public boolean isDistributedFS() {
        return false;
    }

    @Override
    public FileSystemKind getKind() {
        return FileSystemKind.FILE_SYSTEM;
    }

    @Override
    public String toString() {
        return SCHEME + "://" + name;
    }

    // ---- for the streams of this package
    // -------------------------------------------------------------------

    synchronized int life() {
        return life;
    }

    synchronized long nextName() {
        return ++names;
    }

    synchronized void write(int ofLife, Path path, File file, byte[] bytes, int offset, int count)
            throws IOException {
        alive(ofLife, path);
        before(Kind.WRITE, path);
        long room =
                capacity == Long.MAX_VALUE ? count : capacity - FaultyDisk.used(ground.disk.root());
        int fits = (int) Math.max(0, Math.min(count, room));
        file.append(bytes, offset, fits);
        file.modified = ++ground.time;
        if (fits < count) {
            throw new IOException(path + ": no space left on device");
        }
    }

    synchronized void sync(int ofLife, Path path, File file) throws IOException {
        alive(ofLife, path);
        before(Kind.SYNC, path);
        file.sync();
    }

    synchronized void cut(Path path, long length) throws IOException {
        before(Kind.WRITE, path);
        file(path).cut(length);
    }

    synchronized int read(
            int ofLife, Path path, File file, long position, byte[] to, int offset, int count)
            throws IOException {
        alive(ofLife, path);
        before(Kind.READ, path);
        return position >= file.length() ? -1 : file.read(position, to, offset, count);
    }

    synchronized File file(Path path) throws IOException {
        Node node = existing(path);
        if (node instanceof File file) {
            return file;
        }
        throw new FileNotFoundException(path + " is a directory, not a file.");
    }

    private void alive(int ofLife, Path path) throws IOException {
        if (ofLife != life) {
            throw new IOException(
                    "The stream to " + path + " was open when the machine went down.");
        }
    }

    private Operation before(Kind kind, Path path) throws IOException {
        if (kind.isWrite()) {
            writes++;
        }
        Operation operation = new Operation(writes, kind, path);
        if (dieAt > 0 && writes >= dieAt) {
            dead = true;
        }
        if (dead) {
            throw new IOException("The machine is down: " + operation);
        }
        if (kind.isWrite() && writes == failAt) {
            throw new IOException("Injected failure: " + operation);
        }
        if (kind.isWrite() && readOnly) {
            throw new IOException("The file system is read-only: " + operation);
        }
        fault.before(operation);
        return operation;
    }

    private Node existing(Path path) throws IOException {
        Node node = find(path);
        if (node == null) {
            throw new FileNotFoundException(path + " does not exist.");
        }
        return node;
    }

    private Node find(Path path) {
        Node at = ground.disk.root();
        for (String part : parts(path)) {
            at = at instanceof Directory directory ? directory.live.get(part) : null;
            if (at == null) {
                return null;
            }
        }
        return at;
    }

    private Directory parent(Path path) throws IOException {
        Path parent = path.getParent();
        if (parent == null) {
            throw new IOException("The root can be neither removed nor renamed.");
        }
        return (Directory) existing(parent);
    }

    private static List<String> parts(Path path) {
        return Arrays.stream(path.getPath().split("/", -1))
                .filter(part -> !part.isEmpty())
                .toList();
    }

    private FileStatus status(Path path, Node node) {
        Path qualified = new Path(SCHEME, name, path.getPath());
        return node instanceof File file
                ? new Status(qualified, file.length(), file.modified, false)
                : new Status(qualified, 0, ((Directory) node).modified, true);
    }

    private record Status(Path path, long length, long modified, boolean directory)
            implements FileStatus {

        @Override
        public long getLen() {
            return length;
        }

        @Override
        public long getBlockSize() {
            return length;
        }

        @Override
        public short getReplication() {
            return 1;
        }

        @Override
        public long getModificationTime() {
            return modified;
        }

        @Override
        public long getAccessTime() {
            return modified;
        }

        @Override
        public boolean isDir() {
            return directory;
        }

        @Override
        public Path getPath() {
            return path;
        }
    }

    private final class Output extends FSDataOutputStream {
        private final int ofLife = life();
        private final Path path;
        private final File file;
        private boolean closed;

        Output(Path path, File file) {
            this.path = path;
            this.file = file;
        }

        @Override
        public long getPos() throws IOException {
            open();
            return file.length();
        }

        @Override
        public void write(int b) throws IOException {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int count) throws IOException {
            open();
            FaultyFileSystem.this.write(ofLife, path, file, bytes, offset, count);
        }

        @Override
        public void flush() throws IOException {
            open();
        }

        @Override
        public void sync() throws IOException {
            open();
            FaultyFileSystem.this.sync(ofLife, path, file);
        }

        @Override
        public void close() {
            closed = true;
        }

        private void open() throws IOException {
            if (closed) {
                throw new IOException("The stream to " + path + " is closed.");
            }
        }
    }

    private final class Input extends FSDataInputStream {
        private final int ofLife = life();
        private final Path path;
        private final File file;
        private long position;

        Input(Path path, File file) {
            this.path = path;
            this.file = file;
        }

        @Override
        public void seek(long desired) throws IOException {
            if (desired < 0) {
                throw new EOFException(
                        "The position " + desired + " is before the beginning of " + path + ".");
            }
            position = desired;
        }

        @Override
        public long getPos() {
            return position;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
        }

        @Override
        public int read(byte[] bytes, int offset, int count) throws IOException {
            if (count == 0) {
                return 0;
            }
            int n = FaultyFileSystem.this.read(ofLife, path, file, position, bytes, offset, count);
            position += Math.max(0, n);
            return n;
        }
    }
}
