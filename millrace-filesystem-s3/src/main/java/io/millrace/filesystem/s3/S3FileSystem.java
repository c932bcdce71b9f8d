// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.filesystem.s3;

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
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A bucket as files and directories.
 *
 * <ul>
 *   <li>A <em>file</em> is an object. It appears as a whole, when its stream is closed, and is
 *       durable then.
 *   <li>A <em>directory</em> is what the keys of several objects begin with: it is there as long as
 *       something is in it, and {@link #mkdirs} has nothing to do. Markers that other programs put
 *       for directories are understood.
 *   <li>An <em>unfinished upload</em> is shown as a hidden file, see {@link HiddenNames}.
 *   <li>{@link #rename} copies and removes, one object after the other: it is <b>not atomic</b>.
 *       What has to appear at once is put under its own name ({@link #createWhole}), or is a
 *       pending upload that is completed ({@link #createRecoverableWriter}).
 * </ul>
 *
 * <p>Stateless, but for the connections that all share; any thread may call it.
 */
final class S3FileSystem extends FileSystem implements WholeFiles {

    /** How often a store that is at work on the same key for somebody else is asked again. */
    static final int CONFLICTS = 20;

    /** What one request copies at most. */
    private static final long COPIED_AT_ONCE = 5L << 30;

    private static final long COPIED_PART = 512L << 20;

    private static final Logger LOG = LoggerFactory.getLogger(S3FileSystem.class);

    private final URI uri;
    private final String bucket;
    private final S3Store store;
    private final String entropyKey;
    private final long copiedAtOnce;
    private final long copiedPart;

    private S3FileSystem(
            URI uri, String bucket, S3Store store, long copiedAtOnce, long copiedPart) {
        this.uri = uri;
        this.bucket = bucket;
        this.store = store;
        this.entropyKey = store.settings().entropyKey();
        this.copiedAtOnce = copiedAtOnce;
        this.copiedPart = copiedPart;
    }

    static S3FileSystem of(URI address, S3Settings settings) throws IOException {
        return of(address, settings, COPIED_AT_ONCE, COPIED_PART);
    }

    static S3FileSystem of(URI address, S3Settings settings, long copiedAtOnce, long copiedPart)
            throws IOException {
        String bucket = address.getAuthority();
        if (bucket == null || bucket.isEmpty()) {
            throw new IOException(
                    "'"
                            + Addresses.shown(address)
                            + "' names no bucket; an address of S3 is s3://bucket/path.");
        }
        if (Addresses.holdsCredentials(address)) {
            throw new IOException(
                    "An address of S3 must not hold credentials (something before '@'): addresses are logged and"
                            + " kept. Use s3.access-key and s3.secret-key, or the usual chain of the AWS SDK.");
        }
        URI uri = URI.create(address.getScheme() + "://" + bucket + "/");
        S3Store store =
                new S3Store(S3Clients.with(settings), settings, address.getScheme(), bucket);
        return new S3FileSystem(uri, bucket, store, copiedAtOnce, copiedPart);
    }

    S3Store store() {
        return store;
    }

    String bucket() {
        return bucket;
    }

    // ---- names

    /** The key a path means: without a slash at either end, empty for the bucket itself. */
    private String key(Path path) throws IOException {
        String authority = path.toUri().getAuthority();
        if (authority != null && !authority.equals(bucket)) {
            throw new IOException(
                    "The path "
                            + Addresses.shown(path)
                            + " is in another bucket than "
                            + uri
                            + ".");
        }
        String key = path.getPath();
        if (entropyKey != null && key.contains(entropyKey)) {
            key = new Path("/" + key.replace(entropyKey, "")).getPath();
        }
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
        return new Path(uri.getScheme(), bucket, "/" + key);
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
            Optional<S3Store.Found> found = store.find(key);
            if (found.isPresent()) {
                return file(key, found.get().length(), found.get().modified());
            }
        }
        S3Store.Page page = store.list(prefix(key), false, 1, null);
        if (key.isEmpty() || !page.objects().isEmpty()) {
            return directory(key);
        }
        Optional<S3Store.Upload> upload = HiddenNames.upload(key);
        if (upload.isPresent() && store.parts(upload.get().key(), upload.get().id()).isPresent()) {
            return file(key, 0, 0);
        }
        throw missing(f);
    }

    private FileStatus file(String key, long length, long modified) {
        return new S3FileStatus(path(key), length, modified, false, getDefaultBlockSize());
    }

    private FileStatus directory(String key) {
        return new S3FileStatus(path(key), 0, 0, true, getDefaultBlockSize());
    }

    private FileNotFoundException missing(Path path) {
        return new FileNotFoundException(
                path.makeQualified(this)
                        + " does not exist: there is no object of this name, and none below it.");
    }

    @Override
    public BlockLocation[] getFileBlockLocations(FileStatus file, long start, long len)
            throws IOException {
        return new BlockLocation[] {new S3BlockLocation(0, file.getLen())};
    }

    /** {@inheritDoc} In the order of names; unfinished uploads as hidden files. */
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
                    for (S3Store.Listed object : page.objects()) {
                        String name = object.key().substring(prefix.length());
                        if (!name.isEmpty()) { // else a marker of this very directory
                            found.put(name, file(object.key(), object.length(), object.modified()));
                        }
                    }
                    addDirectories(found, prefix, page.prefixes());
                });
        for (S3Store.Upload upload : store.uploads(prefix)) {
            int slash = upload.key().indexOf('/', prefix.length());
            if (slash >= 0) {
                addDirectories(found, prefix, List.of(upload.key().substring(0, slash + 1)));
                continue;
            }
            String hidden = HiddenNames.ofUpload(upload.key(), upload.id());
            found.putIfAbsent(hidden.substring(prefix.length()), file(hidden, 0, upload.begun()));
        }
        if (found.isEmpty() && !any[0] && !key.isEmpty()) {
            S3Store.Found file = store.find(key).orElseThrow(() -> missing(f));
            return new FileStatus[] {file(key, file.length(), file.modified())};
        }
        return found.values().stream()
                .sorted(Comparator.comparing(status -> status.getPath().getName()))
                .toArray(FileStatus[]::new);
    }

    private void addDirectories(
            Map<String, FileStatus> found, String prefix, List<String> prefixes) {
        for (String below : prefixes) {
            String name = below.substring(prefix.length(), below.length() - 1);
            if (!name.isEmpty()) { // no path leads to what lies behind two slashes
                found.putIfAbsent(name, directory(prefix + name));
            }
        }
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
        String key = fileKey(f);
        try {
            return S3InputStream.open(store, key);
        } catch (FileNotFoundException e) {
            FileNotFoundException named = missing(f);
            named.initCause(e);
            throw named;
        }
    }

    /**
     * {@inheritDoc} The file appears when the stream is closed or synced; with {@code NO_OVERWRITE}
     * the store is asked, too, to put it only where nothing is. Ceph's gateway, and others, do not
     * listen to that for files of several parts: of two who write such a file at once, the later
     * one may win.
     */
    @Override
    public FSDataOutputStream create(Path f, WriteMode overwriteMode) throws IOException {
        String key = fileKey(f);
        boolean onlyNew = overwriteMode == WriteMode.NO_OVERWRITE;
        if (onlyNew && store.find(key).isPresent()) {
            throw S3OutputStream.exists(store.address(key));
        }
        return new S3OutputStream(store, key, onlyNew);
    }

    @Override
    public RecoverableWriter createRecoverableWriter() throws IOException {
        return new S3RecoverableWriter(this);
    }

    @Override
    public void createWhole(Path path, byte[] content) throws IOException {
        String key = fileKey(path);
        for (int conflicts = 0; conflicts <= CONFLICTS; conflicts++) {
            S3Store.Outcome outcome =
                    store.putNew(key, content, content.length, UUID.randomUUID().toString());
            if (outcome == S3Store.Outcome.MADE) {
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
        List<S3Store.Listed> below = store.list(prefix(key), false, 2, null).objects();
        if (below.isEmpty()) {
            Optional<S3Store.Upload> upload = HiddenNames.upload(key);
            return upload.isPresent() && store.abort(upload.get().key(), upload.get().id());
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

    /** Also what is unfinished in it. */
    private boolean deleteTree(String key) throws IOException {
        List<S3Store.Upload> uploads = store.uploads(prefix(key));
        store.abortAll(uploads);
        boolean any = !uploads.isEmpty();
        // From the front, again and again: what was listed is gone when the next page is asked for.
        while (true) {
            S3Store.Page page = store.list(prefix(key), false, 1000, null);
            if (page.objects().isEmpty()) {
                break;
            }
            any = true;
            store.deleteAll(page.objects().stream().map(S3Store.Listed::key).toList());
            if (page.next() == null) {
                break;
            }
        }
        if (!key.isEmpty() && store.find(key).isPresent()) {
            store.delete(key);
            return true;
        }
        Optional<S3Store.Upload> upload = any ? Optional.empty() : HiddenNames.upload(key);
        return any || upload.isPresent() && store.abort(upload.get().key(), upload.get().id());
    }

    /**
     * Copies, and then removes: <b>not atomic</b>. A crash may leave both, or of a directory a part
     * of each; nothing is lost. False when there is nothing to rename, or a directory that is not
     * empty is in the way; a file at the new place is replaced.
     */
    @Override
    public boolean rename(Path src, Path dst) throws IOException {
        String from = fileKey(src);
        String to = fileKey(dst);
        if (to.startsWith(prefix(from))) {
            throw new IOException(
                    store.address(from) + " cannot be moved into itself, to " + to + ".");
        }
        Optional<S3Store.Found> file = store.find(from);
        List<S3Store.Listed> tree = file.isPresent() ? List.of() : store.listAll(prefix(from));
        if (file.isEmpty() && tree.isEmpty()) {
            return false;
        }
        if (from.equals(to)) {
            return true;
        }
        for (S3Store.Listed below : store.list(prefix(to), false, 2, null).objects()) {
            if (!below.key().equals(prefix(to))) {
                return false;
            }
        }
        if (file.isPresent()) {
            copy(from, file.get().length(), to);
            store.delete(from);
            return true;
        }
        List<String> copied = new ArrayList<>();
        for (S3Store.Listed object : tree) {
            copy(
                    object.key(),
                    object.length(),
                    prefix(to) + object.key().substring(prefix(from).length()));
            copied.add(object.key());
        }
        store.deleteAll(copied);
        return true;
    }

    private void copy(String from, long length, String to) throws IOException {
        if (length <= copiedAtOnce) {
            store.copy(from, to);
            return;
        }
        String writer = UUID.randomUUID().toString();
        String upload = store.begin(to, writer);
        boolean done = false;
        try {
            List<S3Store.Part> parts = new ArrayList<>();
            for (long first = 0; first < length; first += copiedPart) {
                long last = Math.min(length, first + copiedPart) - 1;
                parts.add(store.uploadCopy(from, first, last, to, upload, parts.size() + 1));
            }
            if (store.complete(to, upload, writer, parts, false) != S3Store.Outcome.MADE
                    && !isThere(to, writer)) {
                throw new IOException(
                        store.address(from)
                                + " could not be copied to "
                                + store.address(to)
                                + ": the upload was ended by somebody else.");
            }
            done = true;
        } finally {
            if (!done) {
                giveUp(to, upload);
            }
        }
    }

    private boolean isThere(String key, String writer) throws IOException {
        return store.find(key).filter(found -> found.writer().equals(writer)).isPresent();
    }

    private void giveUp(String key, String upload) {
        try {
            store.abort(key, upload);
        } catch (IOException e) {
            LOG.warn("The unfinished copy {} could not be given up.", store.address(key), e);
        }
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
