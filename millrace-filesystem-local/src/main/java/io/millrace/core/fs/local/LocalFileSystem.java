// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.core.fs.local;

import io.millrace.annotation.Internal;
import io.millrace.core.fs.BlockLocation;
import io.millrace.core.fs.FSDataInputStream;
import io.millrace.core.fs.FSDataOutputStream;
import io.millrace.core.fs.FileStatus;
import io.millrace.core.fs.FileSystem;
import io.millrace.core.fs.FileSystemKind;
import io.millrace.core.fs.Path;
import java.io.File;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The files of this machine. Renames are atomic; {@code sync()} of a stream forces it to disk. The
 * instance that {@code FileSystem.get} hands out also implements {@link
 * io.millrace.spi.DurableFileSystem}. Stateless, so any thread may call it.
 */
@Internal
public class LocalFileSystem extends FileSystem {

    private static final URI LOCAL = URI.create("file:///");

    /**
     * Made when first asked for: a class must not make its own subclass while it is being loaded.
     */
    private static final class Shared {
        static final LocalFileSystem INSTANCE = new DurableLocalFileSystem();
    }

    public LocalFileSystem() {}

    @Override
    public BlockLocation[] getFileBlockLocations(FileStatus file, long start, long len)
            throws IOException {
        return new BlockLocation[] {new LocalBlockLocation(file.getLen())};
    }

    @Override
    public FileStatus getFileStatus(Path f) throws IOException {
        File file = usable(f);
        if (!Files.exists(file.toPath())) {
            throw notFound(file);
        }
        return new LocalFileStatus(file, this);
    }

    @Override
    public URI getUri() {
        return LOCAL;
    }

    @Override
    public Path getWorkingDirectory() {
        return Path.fromLocalFile(new File(System.getProperty("user.dir")));
    }

    @Override
    public Path getHomeDirectory() {
        return Path.fromLocalFile(new File(System.getProperty("user.home")));
    }

    @Override
    public FSDataInputStream open(Path f, int bufferSize) throws IOException {
        return open(f);
    }

    @Override
    public FSDataInputStream open(Path f) throws IOException {
        return new LocalDataInputStream(usable(f));
    }

    @Override
    public LocalRecoverableWriter createRecoverableWriter() throws IOException {
        return new LocalRecoverableWriter(this);
    }

    @Override
    public boolean exists(Path f) throws IOException {
        return Files.exists(usable(f).toPath());
    }

    /** {@inheritDoc} In the order of names. */
    @Override
    public FileStatus[] listStatus(Path f) throws IOException {
        File file = usable(f);
        if (!Files.exists(file.toPath())) {
            throw notFound(file);
        }
        if (!Files.isDirectory(file.toPath())) {
            return new FileStatus[] {new LocalFileStatus(file, this)};
        }
        List<FileStatus> found = new ArrayList<>();
        try (DirectoryStream<java.nio.file.Path> children =
                Files.newDirectoryStream(file.toPath())) {
            for (java.nio.file.Path child : children) {
                if (Files.exists(child)) {
                    found.add(new LocalFileStatus(child.toFile(), this));
                }
            }
        } catch (NoSuchFileException e) {
            throw notFound(file);
        }
        found.sort(Comparator.comparing(status -> status.getPath().getName()));
        return found.toArray(new FileStatus[0]);
    }

    @Override
    public boolean delete(Path f, boolean recursive) throws IOException {
        java.nio.file.Path path = usable(f).toPath();
        try {
            if (recursive && Files.isDirectory(path) && !Files.isSymbolicLink(path)) {
                LocalDirectories.removeTree(path);
                return true;
            }
            return Files.deleteIfExists(path);
        } catch (DirectoryNotEmptyException e) {
            throw new IOException(
                    "The directory "
                            + path
                            + " is not empty, and removing all in it was not asked for.",
                    e);
        }
    }

    @Override
    public boolean mkdirs(Path f) throws IOException {
        LocalDirectories.make(usable(f).toPath());
        return true;
    }

    @Override
    public FSDataOutputStream create(Path f, WriteMode overwriteMode) throws IOException {
        File file = usable(f);
        if (file.getParentFile() != null) {
            LocalDirectories.make(file.getParentFile().toPath());
        }
        if (overwriteMode == WriteMode.OVERWRITE) {
            return new LocalDataOutputStream(file);
        }
        try {
            return new LocalDataOutputStream(file, StandardOpenOption.CREATE_NEW);
        } catch (FileAlreadyExistsException e) {
            FileAlreadyExistsException named =
                    new FileAlreadyExistsException(
                            file.toString(), null, "the file exists and may not be overwritten");
            named.initCause(e);
            throw named;
        }
    }

    /**
     * {@inheritDoc} False when there is nothing to rename, or a directory that is not empty is in
     * the way; a file at the new place is replaced.
     */
    @Override
    public boolean rename(Path src, Path dst) throws IOException {
        File from = usable(src);
        File to = usable(dst);
        if (to.getParentFile() != null) {
            LocalDirectories.make(to.getParentFile().toPath());
        }
        if (LocalDirectories.holdsSomething(to.toPath())) {
            return false;
        }
        Object moved = key(from.toPath());
        try {
            Files.move(from.toPath(), to.toPath(), StandardCopyOption.ATOMIC_MOVE);
            return true;
        } catch (NoSuchFileException e) {
            // Done, if the answer was lost and the request repeated, as on NFS.
            return moved != null && moved.equals(key(to.toPath()));
        } catch (DirectoryNotEmptyException
                | FileAlreadyExistsException
                | NotDirectoryException e) {
            return false;
        }
    }

    /** What makes a file that very file, whatever its name; null where it can't be told. */
    static Object key(java.nio.file.Path path) {
        try {
            return Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
                    .fileKey();
        } catch (IOException e) {
            return null;
        }
    }

    @Override
    public boolean isDistributedFS() {
        return false;
    }

    @Override
    public FileSystemKind getKind() {
        return FileSystemKind.FILE_SYSTEM;
    }

    /** The file a path means; a relative one is taken from the working directory. */
    public File pathToFile(Path path) {
        File file = new File(path.getPath());
        return file.isAbsolute() ? file : new File(System.getProperty("user.dir"), path.getPath());
    }

    /** The same, if this JVM can express its name; an error that says why not, if it cannot. */
    final File usable(Path path) throws IOException {
        return FileNames.usable(pathToFile(path));
    }

    /** {@code file:///} */
    public static URI getLocalFsURI() {
        return LOCAL;
    }

    /** The one instance that everybody may use. */
    public static LocalFileSystem getSharedInstance() {
        return Shared.INSTANCE;
    }

    private static FileNotFoundException notFound(File file) {
        return new FileNotFoundException(
                file + " does not exist, or this process has no right to see it.");
    }
}
