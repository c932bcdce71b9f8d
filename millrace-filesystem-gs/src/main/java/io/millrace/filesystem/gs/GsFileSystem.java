// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.filesystem.gs;

import io.millrace.core.fs.BlockLocation;
import io.millrace.core.fs.FSDataInputStream;
import io.millrace.core.fs.FSDataOutputStream;
import io.millrace.core.fs.FileStatus;
import io.millrace.core.fs.FileSystem;
import io.millrace.core.fs.FileSystemKind;
import io.millrace.core.fs.Path;
import io.millrace.core.fs.RecoverableWriter;
import io.millrace.spi.Addresses;
import io.millrace.spi.WholeFiles;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import java.nio.file.FileAlreadyExistsException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/**
 * A bucket as files and directories.
 *
 * <ul>
 *   <li>A <em>file</em> is an object. It appears as a whole, when its stream is closed, and is
 *       durable then.
 *   <li>A <em>directory</em> is what the names of several objects begin with: it is there as long
 *       as something is in it, and {@link #mkdirs} has nothing to do. Markers that other programs
 *       put for directories are understood.
 *   <li>{@link #rename} copies and removes, one object after the other: it is <b>not atomic</b>.
 *       What has to appear at once is put under its own name ({@link #createWhole}), or is composed
 *       under it ({@link #createRecoverableWriter}).
 * </ul>
 *
 * <p>Stateless, but for the connections that all share; any thread may call it.
 */
final class GsFileSystem extends FileSystem implements WholeFiles {

    /** How often a store that is at work on the same name for somebody else is asked again. */
    static final int CONFLICTS = 20;

    private final URI uri;
    private final GsStore store;

    private GsFileSystem(URI uri, GsStore store) {
        this.uri = uri;
        this.store = store;
    }

    static GsFileSystem of(URI address, GsSettings settings) throws IOException {
        String bucket = address.getAuthority();
        if (bucket == null || bucket.isEmpty()) {
            throw new IOException(
                    "'"
                            + Addresses.shown(address)
                            + "' names no bucket; an address of Google Cloud Storage is gs://bucket/path.");
        }
        if (Addresses.holdsCredentials(address)) {
            throw new IOException(
                    "An address of Google Cloud Storage must not hold credentials (something before '@'): addresses are"
                            + " logged and kept. Use a key file, or the usual chain of Google's libraries.");
        }
        return new GsFileSystem(
                URI.create(address.getScheme() + "://" + bucket + "/"),
                new GsStore(GsClients.with(settings), settings, bucket));
    }

    GsStore store() {
        return store;
    }

    /** Longer and longer, and never as long as somebody else who waits for the same. */
    static void pause(int attempt, String address) throws IOException {
        long most = Math.min(2_000, 50L << Math.min(attempt, 6));
        try {
            TimeUnit.MILLISECONDS.sleep(most / 2 + ThreadLocalRandom.current().nextLong(most / 2));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw GsFailure.interrupted("made", address, e);
        }
    }

    // ---- names

    /** The name a path means: without a slash at either end, empty for the bucket itself. */
    private String key(Path path) throws IOException {
        String authority = path.toUri().getAuthority();
        if (authority != null && !authority.equals(store.bucket())) {
            throw new IOException(
                    "The path "
                            + Addresses.shown(path)
                            + " is in another bucket than "
                            + uri
                            + ".");
        }
        String key = path.getPath();
        return key.startsWith("/") ? key.substring(1) : key;
    }

    /** The same of a path at which there can be a file. */
    String fileKey(Path path) throws IOException {
        String key = key(path);
        if (key.isEmpty()) {
            throw new IOException("'" + path + "' is the bucket, and no file in it.");
        }
        return key;
    }

    private Path path(String key) {
        return new Path(uri.getScheme(), store.bucket(), "/" + key);
    }

    private static String prefix(String key) {
        return key.isEmpty() ? "" : key + "/";
    }

    @Override
    public URI getUri() {
        return uri;
    }

    /** The bucket. */
    @Override
    public Path getWorkingDirectory() {
        return new Path(uri);
    }

    /** The bucket. */
    @Override
    public Path getHomeDirectory() {
        return new Path(uri);
    }

    // ---- looking

    @Override
    public FileStatus getFileStatus(Path f) throws IOException {
        String key = key(f);
        if (!key.isEmpty()) {
            Optional<GsStore.Found> found = store.find(key);
            if (found.isPresent()) {
                return file(key, found.get().length(), found.get().modified());
            }
        }
        if (store.isAny(prefix(key)) || key.isEmpty()) {
            return directory(key);
        }
        throw missing(f);
    }

    private FileStatus file(String key, long length, long modified) {
        return new GsFileStatus(path(key), length, modified, false, getDefaultBlockSize());
    }

    private FileStatus directory(String key) {
        return new GsFileStatus(path(key), 0, 0, true, getDefaultBlockSize());
    }

    private FileNotFoundException missing(Path path) {
        return new FileNotFoundException(
                path.makeQualified(this)
                        + " does not exist: there is no object of this name, and none below it.");
    }

    @Override
    public BlockLocation[] getFileBlockLocations(FileStatus file, long start, long len)
            throws IOException {
        return new BlockLocation[] {new GsBlockLocation(0, file.getLen())};
    }

    /** {@inheritDoc} In the order of names. */
    @Override
    public FileStatus[] listStatus(Path f) throws IOException {
        String key = key(f);
        String prefix = prefix(key);
        Map<String, FileStatus> found = new TreeMap<>();
        boolean[] any = new boolean[1];
        store.pages(
                prefix,
                true,
                page -> {
                    any[0] |= !page.objects().isEmpty() || !page.prefixes().isEmpty();
                    for (GsStore.Listed object : page.objects()) {
                        String name = object.key().substring(prefix.length());
                        if (!name.isEmpty()) { // else a marker of this very directory
                            found.put(name, file(object.key(), object.length(), object.modified()));
                        }
                    }
                    for (String below : page.prefixes()) {
                        String name = below.substring(prefix.length(), below.length() - 1);
                        if (!name.isEmpty()) { // no path leads to what lies behind two slashes
                            found.putIfAbsent(name, directory(prefix + name));
                        }
                    }
                });
        if (found.isEmpty() && !any[0] && !key.isEmpty()) {
            GsStore.Found file = store.find(key).orElseThrow(() -> missing(f));
            return new FileStatus[] {file(key, file.length(), file.modified())};
        }
        return found.values().toArray(FileStatus[]::new);
    }

    @Override
    public boolean existsNow(Path path) throws IOException {
        return store.find(fileKey(path)).isPresent();
    }

    // ---- reading and writing

    @Override
    public FSDataInputStream open(Path f, int bufferSize) throws IOException {
        return open(f);
    }

    @Override
    public FSDataInputStream open(Path f) throws IOException {
        return GsInputStream.open(store, fileKey(f)).orElseThrow(() -> missing(f));
    }

    /**
     * {@inheritDoc} The file appears when the stream is closed or synced; with {@code NO_OVERWRITE}
     * the store is asked, too, to put it only where nothing is.
     */
    @Override
    public FSDataOutputStream create(Path f, WriteMode overwriteMode) throws IOException {
        String key = fileKey(f);
        boolean onlyNew = overwriteMode == WriteMode.NO_OVERWRITE;
        if (onlyNew && store.find(key).isPresent()) {
            throw GsOutputStream.exists(store.address(key));
        }
        return new GsOutputStream(store, key, onlyNew);
    }

    @Override
    public RecoverableWriter createRecoverableWriter() throws IOException {
        return new GsRecoverableWriter(this);
    }

    @Override
    public void createWhole(Path path, byte[] content) throws IOException {
        String key = fileKey(path);
        for (int conflicts = 0; conflicts <= CONFLICTS; conflicts++) {
            GsStore.Outcome outcome =
                    store.putNew(key, content, content.length, UUID.randomUUID().toString());
            if (outcome == GsStore.Outcome.MADE) {
                return;
            }
            Optional<byte[]> there = store.read(key);
            if (there.isPresent()) {
                if (Arrays.equals(there.get(), content)) {
                    return;
                }
                throw new FileAlreadyExistsException(
                        store.address(key), null, "it exists with another content");
            }
            // Refused for one that has failed, or has been removed, in the meantime.
            pause(conflicts, store.address(key));
        }
        throw new IOException(
                store.address(key)
                        + " could not be made: "
                        + store.settings().where()
                        + " was at work on it for somebody else, "
                        + CONFLICTS
                        + " times, and nothing came of it. Try again.");
    }

    // ---- changing

    /**
     * {@inheritDoc} There is nothing to be made.
     *
     * @throws FileAlreadyExistsException when a file has this name
     */
    @Override
    public boolean mkdirs(Path f) throws IOException {
        String key = key(f);
        if (!key.isEmpty() && store.find(key).isPresent()) {
            throw new FileAlreadyExistsException(
                    store.address(key), null, "a file is where a directory is needed");
        }
        return true;
    }

    @Override
    public boolean delete(Path f, boolean recursive) throws IOException {
        String key = key(f);
        if (recursive) {
            return deleteTree(key);
        }
        if (!key.isEmpty() && store.find(key).isPresent()) {
            store.delete(key);
            return true;
        }
        List<GsStore.Listed> below = store.list(prefix(key), false, 2, null).objects();
        if (below.isEmpty()) {
            return false;
        }
        if (below.size() > 1 || !below.get(0).key().equals(prefix(key))) {
            throw new IOException(
                    "The directory "
                            + store.address(key)
                            + " is not empty, and removing all in it was not asked for.");
        }
        store.delete(prefix(key));
        return true;
    }

    private boolean deleteTree(String key) throws IOException {
        boolean any = false;
        // A token tells where the next page begins, whatever became of those before.
        String next = null;
        do {
            GsStore.Listing page = store.list(prefix(key), false, GsStore.LISTED_AT_ONCE, next);
            any |= !page.objects().isEmpty();
            store.deleteAll(page.objects().stream().map(GsStore.Listed::key).toList());
            next = page.next();
        } while (next != null);
        if (!key.isEmpty() && store.find(key).isPresent()) {
            store.delete(key);
            return true;
        }
        return any;
    }

    /**
     * Copies, and then removes what was copied and nothing that came in its place: <b>not
     * atomic</b>. A crash may leave both, or of a directory a part of each; nothing is lost. False
     * when there is nothing to rename, or a directory that is not empty is in the way; a file at
     * the new place is replaced.
     */
    @Override
    public boolean rename(Path src, Path dst) throws IOException {
        String from = fileKey(src);
        String to = fileKey(dst);
        if (to.startsWith(prefix(from))) {
            throw new IOException(
                    store.address(from) + " cannot be moved into itself, to " + to + ".");
        }
        Optional<GsStore.Found> file = store.find(from);
        List<GsStore.Listed> tree = file.isPresent() ? List.of() : store.listAll(prefix(from));
        if (file.isEmpty() && tree.isEmpty()) {
            return false;
        }
        if (from.equals(to)) {
            return true;
        }
        for (GsStore.Listed below : store.list(prefix(to), false, 2, null).objects()) {
            if (!below.key().equals(prefix(to))) {
                return false;
            }
        }
        if (file.isPresent()) {
            store.copy(from, file.get().generation(), to);
            store.delete(from, file.get().generation());
            return true;
        }
        for (GsStore.Listed object : tree) {
            store.copy(
                    object.key(),
                    object.generation(),
                    prefix(to) + object.key().substring(prefix(from).length()));
        }
        for (GsStore.Listed object : tree) {
            store.delete(object.key(), object.generation());
        }
        return true;
    }

    // ---- kind

    @Override
    public boolean isDistributedFS() {
        return true;
    }

    @Override
    public FileSystemKind getKind() {
        return FileSystemKind.OBJECT_STORE;
    }
}
