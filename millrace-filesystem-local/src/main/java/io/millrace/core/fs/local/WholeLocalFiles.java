// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.core.fs.local;

import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Arrays;
import java.util.Locale;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Files that appear whole, and once, on a disk of this machine or one that is mounted from another.
 *
 * <p>The content is written beside the place under a name of its own and forced; then the file gets
 * its second name, which fails if there is one, and loses the first. A rename would do it, too, but
 * replaces what is there.
 *
 * <p>On NFS three things are different. A request whose answer was lost is sent again and finds its
 * own work done, so a link that is refused is looked at: is it our very file? That a file is
 * missing may be said from memory, so before that is believed the directory is changed, which makes
 * the client ask. And a handle can be stale, so the question is put once more.
 *
 * <p>Where a file system has no second names (FAT, some in user space) the file is renamed when
 * nothing is in the way; then two who do it in the same moment are not told apart. Any thread.
 */
final class WholeLocalFiles {

    private static final Logger LOG = LoggerFactory.getLogger(WholeLocalFiles.class);

    private static final String STALE = "stale";

    /** What the operating system does; a test lets it lie. */
    interface Calls {
        void link(Path name, Path file) throws IOException;

        void remove(Path file) throws IOException;

        /** Opens it for reading and closes it. */
        void look(Path file) throws IOException;

        void force(Path directory) throws IOException;
    }

    private static final class OperatingSystem implements Calls {
        @Override
        public void link(Path name, Path file) throws IOException {
            Files.createLink(name, file);
        }

        @Override
        public void remove(Path file) throws IOException {
            Files.deleteIfExists(file);
        }

        @Override
        public void look(Path file) throws IOException {
            FileChannel.open(file, StandardOpenOption.READ).close();
        }

        @Override
        public void force(Path directory) throws IOException {
            LocalDirectories.sync(directory);
        }
    }

    private final Calls calls;
    private final AtomicBoolean warned = new AtomicBoolean();

    WholeLocalFiles() {
        this(new OperatingSystem());
    }

    WholeLocalFiles(Calls calls) {
        this.calls = calls;
    }

    void create(File file, byte[] content) throws IOException {
        Path target = file.toPath().toAbsolutePath();
        Path directory = target.getParent();
        LocalDirectories.make(directory);
        Path aside = besides(target);
        try {
            write(aside, content);
            name(aside, target, content);
        } finally {
            removeQuietly(aside);
        }
        calls.force(directory);
    }

    private static Path besides(Path target) {
        String chance = UUID.randomUUID().toString().substring(24);
        return target.resolveSibling("." + target.getFileName() + "." + chance + ".part");
    }

    private static void write(Path file, byte[] content) throws IOException {
        LocalFailure.naming(
                file.toFile(),
                "written",
                () -> {
                    // Some file systems tell only now that there was no room: closing counts.
                    try (FileChannel channel =
                            FileChannel.open(
                                    file,
                                    StandardOpenOption.CREATE_NEW,
                                    StandardOpenOption.WRITE)) {
                        ByteBuffer bytes = ByteBuffer.wrap(content);
                        while (bytes.hasRemaining()) {
                            channel.write(bytes);
                        }
                        channel.force(true);
                    }
                });
    }

    private void name(Path aside, Path target, byte[] content) throws IOException {
        try {
            calls.link(target, aside);
        } catch (UnsupportedOperationException e) {
            rename(aside, target, content, e);
        } catch (IOException e) {
            if (isSame(aside, target)) {
                return; // it was done, and the answer lost
            }
            if (Files.exists(target)) {
                requireSame(target, content, e);
            } else if (isWithoutLinks(e)) {
                rename(aside, target, content, e);
            } else {
                throw new IOException(
                        target + " could not be made under its name: " + e.getMessage(), e);
            }
        }
    }

    /** Of the operating system's reasons only the words reach us. */
    private static boolean isWithoutLinks(IOException e) {
        String reason =
                e instanceof FileSystemException told && told.getReason() != null
                        ? told.getReason()
                        : String.valueOf(e.getMessage());
        return reason.contains("not permitted")
                || reason.contains("not supported")
                || reason.contains("not implemented");
    }

    private static boolean isSame(Path one, Path other) {
        try {
            Object key = Files.readAttributes(one, BasicFileAttributes.class).fileKey();
            return key != null
                    && key.equals(Files.readAttributes(other, BasicFileAttributes.class).fileKey());
        } catch (IOException e) {
            LOG.debug("{} and {} can't be compared", one, other, e);
            return false;
        }
    }

    private static void requireSame(Path target, byte[] content, Exception cause)
            throws IOException {
        if (Files.size(target) != content.length
                || !Arrays.equals(Files.readAllBytes(target), content)) {
            FileAlreadyExistsException e =
                    new FileAlreadyExistsException(
                            target.toString(), null, "there is one, with another content");
            e.initCause(cause);
            throw e;
        }
    }

    private void rename(Path aside, Path target, byte[] content, Exception why) throws IOException {
        if (warned.compareAndSet(false, true)) {
            LOG.warn(
                    "The file system of {} knows no second names for a file ({}), so files are"
                            + " renamed to their place: of two processes that make the same one in the"
                            + " same moment both would succeed.",
                    target.getParent(),
                    why.toString());
        }
        if (Files.exists(target)) {
            requireSame(target, content, why);
            return;
        }
        Files.move(aside, target, StandardCopyOption.ATOMIC_MOVE);
    }

    private void removeQuietly(Path aside) {
        try {
            calls.remove(aside);
        } catch (IOException e) {
            // It has another name, or nobody looks at it; no harm is done by it.
            LOG.debug("{} was not removed", aside, e);
        }
    }

    boolean existsNow(File file) throws IOException {
        Path path = file.toPath().toAbsolutePath();
        return looked(path) || (askAnew(path.getParent()) && looked(path));
    }

    private boolean looked(Path path) throws IOException {
        try {
            calls.look(path);
            return true;
        } catch (NoSuchFileException e) {
            return false;
        } catch (AccessDeniedException e) {
            return Files.exists(path); // it is there, though this user may not read it
        } catch (IOException e) {
            if (!isStale(e)) {
                throw e;
            }
        }
        try {
            calls.look(path);
            return true;
        } catch (NoSuchFileException e) {
            return false;
        }
    }

    private static boolean isStale(IOException e) {
        return String.valueOf(e.getMessage()).toLowerCase(Locale.ROOT).contains(STALE);
    }

    /** False when the directory is not there. */
    private boolean askAnew(Path directory) throws IOException {
        if (!Files.isDirectory(directory)) {
            return false;
        }
        Path probe = besides(directory.resolve("now"));
        try {
            Files.createFile(probe);
        } catch (NoSuchFileException e) {
            return false;
        } catch (FileSystemException e) {
            LOG.debug("{} can't be changed, so what is remembered of it is believed", directory, e);
            return true;
        } finally {
            removeQuietly(probe);
        }
        return true;
    }
}
