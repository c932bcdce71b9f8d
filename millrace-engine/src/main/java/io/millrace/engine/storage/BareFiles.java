// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.storage;

import io.millrace.core.fs.FSDataInputStream;
import io.millrace.core.fs.FSDataOutputStream;
import io.millrace.core.fs.FileSystem;
import io.millrace.core.fs.Path;
import io.millrace.engine.storage.DamagedFileException.Reason;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.zip.CRC32C;

/**
 * Files of another program's making, taken into a checkpoint as they are. They have no seal; length
 * and checksum in the manifest tell whether one is whole and the right one.
 */
final class BareFiles {

    private static final int BUFFER = 256 * 1024;

    private BareFiles() {}

    /** What the manifest is to say of a file. */
    record Taken(long length, int checksum) {}

    /** By a second name where both lie on one disk, else by copying. */
    static Taken take(java.nio.file.Path from, FileSystem fileSystem, Path to) throws IOException {
        Optional<java.nio.file.Path> local = local(to);
        if (local.isPresent() && link(from, local.get())) {
            try (InputStream in = Files.newInputStream(from)) {
                return copy(in, null);
            }
        }
        try (InputStream in = Files.newInputStream(from);
                FSDataOutputStream out = fileSystem.create(to, FileSystem.WriteMode.NO_OVERWRITE)) {
            Taken taken = copy(in, out);
            out.sync();
            return taken;
        }
    }

    private static boolean link(java.nio.file.Path from, java.nio.file.Path to) throws IOException {
        try {
            Files.createLink(to, from);
        } catch (FileAlreadyExistsException e) {
            throw e;
        } catch (UnsupportedOperationException | IOException e) {
            return false; // another disk, or one that knows no second names
        }
        try (FileChannel channel = FileChannel.open(to, StandardOpenOption.WRITE)) {
            channel.force(true);
        }
        return true;
    }

    private static Taken copy(InputStream in, FSDataOutputStream out) throws IOException {
        CRC32C crc = new CRC32C();
        long length = 0;
        byte[] buffer = new byte[BUFFER];
        for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
            crc.update(buffer, 0, n);
            length += n;
            if (out != null) {
                out.write(buffer, 0, n);
            }
        }
        return new Taken(length, (int) crc.getValue());
    }

    /** Where a file lies on a local disk; empty where it does not. */
    static Optional<java.nio.file.Path> local(Path file) {
        return "file".equals(file.toUri().getScheme())
                ? Optional.of(java.nio.file.Path.of(file.toUri().getPath()))
                : Optional.empty();
    }

    /**
     * Its content. Whoever reads to the end learns there whether it was right.
     *
     * @throws DamagedFileException if the length is wrong
     */
    static InputStream open(Path file, StoredState.Bare expected) throws IOException {
        FileSystem fileSystem = file.getFileSystem();
        long size = fileSystem.getFileStatus(file).getLen();
        String where = CheckpointPaths.told(file);
        if (size != expected.length()) {
            throw new DamagedFileException(
                    where,
                    size < expected.length() ? Reason.TRUNCATED : Reason.MISPLACED,
                    "it has "
                            + size
                            + " bytes, but the manifest says "
                            + expected.length()
                            + (size < expected.length()
                                    ? ": its end is missing, or it is another file"
                                    : ". Was it swapped with another file, or changed since?"));
        }
        FSDataInputStream in = fileSystem.open(file);
        return new Checked(in, expected, where);
    }

    /** Compares the checksum when the last byte is read, before it is handed out. */
    private static final class Checked extends InputStream {
        private final InputStream in;
        private final StoredState.Bare expected;
        private final String where;
        private final CRC32C crc = new CRC32C();
        private long left;

        Checked(InputStream in, StoredState.Bare expected, String where) throws IOException {
            this.in = in;
            this.expected = expected;
            this.where = where;
            this.left = expected.length();
            if (left == 0) {
                compare();
            }
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
            if (left == 0) {
                return -1;
            }
            int n = in.read(bytes, offset, (int) Math.min(count, left));
            if (n < 0) {
                throw new EOFException(
                        where
                                + ": the file became shorter while it was read; "
                                + left
                                + " bytes are missing");
            }
            crc.update(bytes, offset, n);
            left -= n;
            if (left == 0) {
                compare();
            }
            return n;
        }

        private void compare() throws DamagedFileException {
            int actual = (int) crc.getValue();
            if (actual != expected.checksum()) {
                throw new DamagedFileException(
                        where,
                        Reason.BIT_FLIPPED,
                        String.format(
                                "its %d bytes have checksum %08x, the manifest says %08x: it was damaged, or"
                                        + " swapped with a file of the same length",
                                expected.length(), actual, expected.checksum()));
            }
        }

        @Override
        public void close() throws IOException {
            in.close();
        }
    }
}
