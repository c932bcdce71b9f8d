// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.storage;

import io.millrace.core.fs.FSDataInputStream;
import io.millrace.core.fs.FileSystem;
import io.millrace.core.fs.Path;
import io.millrace.engine.storage.DamagedFileException.Reason;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.CRC32C;

/**
 * The envelope of every file that must survive: a head that says what it is, a foot that says
 * whether all of it is there. {@code docs/formats/sealed-file.md} tells it byte by byte.
 *
 * <pre>
 *   head     "MILLRACE"  seal version  length of name  name  content version  CRC-32C of the head so far
 *   content  any number of bytes
 *   foot     length of content  CRC-32C of content  CRC-32C of (CRC of the head, length, CRC of the content)
 * </pre>
 *
 * <p>Head and foot carry checksums of their own, so that a flipped bit in a version number is told
 * as damage and not as "please upgrade", and a flipped bit in the length is told from a file that
 * was cut. A magic number that differs from ours in a few bits is a damaged one of ours; in many, a
 * stranger's.
 *
 * <p>The length stands at the foot because state is written as a stream: nobody knows it before the
 * end, and object stores can't go back to the head.
 *
 * <p>Pure functions and small streams; used by whichever I/O thread has the file.
 */
public final class SealedFile {

    private static final byte[] MAGIC = "MILLRACE".getBytes(StandardCharsets.US_ASCII);
    private static final int SEAL_VERSION = 1;
    private static final int MAX_NAME = 32;

    /** Up to this many wrong bits of 64 the magic number counts as damaged instead of foreign. */
    private static final int MAX_WRONG_MAGIC_BITS = 8;

    private static final int BUFFER = 64 * 1024;

    private static final int FOOT = Long.BYTES + Integer.BYTES + Integer.BYTES;

    private SealedFile() {}

    /**
     * What a sealed file contains.
     *
     * @param name for example {@code manifest}: 1 to 32 lower-case letters, digits and dashes
     * @param oldest oldest content version this program reads, from 1
     * @param current content version this program writes, at most 65535
     */
    public record Kind(String name, int oldest, int current) {
        public Kind {
            if (!name.matches("[a-z0-9-]{1," + MAX_NAME + "}")) {
                throw new IllegalArgumentException("Not a name for a sealed file: '" + name + "'");
            }
            if (oldest < 1 || current < oldest || current > 0xFFFF) {
                throw new IllegalArgumentException(
                        "Impossible versions " + oldest + ".." + current);
            }
        }
    }

    /**
     * Content that was taken out of its seal.
     *
     * @param version the content version that was found
     */
    public record Content(int version, byte[] bytes) {}

    // ---- writing
    // -------------------------------------------------------------------------------------------

    /** Seals bytes in memory. */
    public static byte[] seal(Kind kind, byte[] content) {
        byte[] head = head(kind);
        ByteBuffer file = ByteBuffer.allocate(Math.addExact(head.length + FOOT, content.length));
        file.put(head).put(content);
        putFoot(file, headChecksum(head), content.length, checksum(content));
        return file.array();
    }

    /** CRC-32C of some bytes. */
    public static int checksum(byte[] bytes) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, 0, bytes.length);
        return (int) crc.getValue();
    }

    /**
     * Writes content into a stream between head and foot, buffered. {@link #finish()} writes the
     * foot; without it the file is told as truncated by every reader. Closing closes the stream
     * beneath and no more.
     */
    static final class Output extends OutputStream {
        private final OutputStream out;
        private final int headChecksum;
        private final CRC32C crc = new CRC32C();
        private final byte[] buffer;
        private int buffered;
        private long length;
        private boolean finished;

        Output(OutputStream out, Kind kind) throws IOException {
            this(out, kind, BUFFER);
        }

        /**
         * @param bufferBytes how much is collected before it is written; {@link #BUFFER} if that is
         *     more
         */
        Output(OutputStream out, Kind kind, int bufferBytes) throws IOException {
            this.out = out;
            this.buffer = new byte[Math.max(BUFFER, bufferBytes)];
            byte[] head = head(kind);
            this.headChecksum = headChecksum(head);
            out.write(head);
        }

        @Override
        public void write(int b) throws IOException {
            if (buffered == buffer.length || finished) {
                drain();
            }
            buffer[buffered++] = (byte) b;
        }

        @Override
        public void write(byte[] bytes, int offset, int count) throws IOException {
            if (count > buffer.length - buffered || finished) {
                drain();
            }
            if (count > buffer.length) {
                put(bytes, offset, count);
            } else {
                System.arraycopy(bytes, offset, buffer, buffered, count);
                buffered += count;
            }
        }

        private void drain() throws IOException {
            if (finished) {
                throw new IOException("The file is sealed; nothing can be added.");
            }
            put(buffer, 0, buffered);
            buffered = 0;
        }

        private void put(byte[] bytes, int offset, int count) throws IOException {
            crc.update(bytes, offset, count);
            length += count;
            out.write(bytes, offset, count);
        }

        /**
         * Writes the foot. The bytes still have to be forced to disk by whoever owns the stream
         * beneath.
         */
        void finish() throws IOException {
            drain();
            finished = true;
            ByteBuffer foot = ByteBuffer.allocate(FOOT);
            putFoot(foot, headChecksum, length, checksum());
            out.write(foot.array());
            out.flush();
        }

        /** Bytes of content; right only when finished. */
        long length() {
            return length;
        }

        /** CRC-32C of the content; right only when finished. */
        int checksum() {
            return (int) crc.getValue();
        }

        @Override
        public void close() throws IOException {
            out.close();
        }
    }

    // ---- reading
    // -------------------------------------------------------------------------------------------

    /**
     * Takes bytes out of their seal.
     *
     * @param where the file, for messages
     * @throws DamagedFileException saying what is wrong and what would have been right
     */
    public static Content open(byte[] file, Kind kind, String where) throws DamagedFileException {
        Head head = Head.parse(file, file.length, where);
        head.require(kind, where);
        Foot foot = Foot.of(head, file, where);
        byte[] content = Arrays.copyOfRange(file, head.size, (int) (head.size + foot.length));
        foot.checkContent(checksum(content), where);
        return new Content(head.version, content);
    }

    /**
     * Checks the seal of bytes whatever is inside.
     *
     * @throws DamagedFileException if the seal is broken
     */
    static void check(byte[] file, String where) throws DamagedFileException {
        Head head = Head.parse(file, file.length, where);
        Foot foot = Foot.of(head, file, where);
        CRC32C crc = new CRC32C();
        crc.update(file, head.size, (int) foot.length);
        foot.checkContent((int) crc.getValue(), where);
    }

    /**
     * Opens a file for reading its content. Head and foot are checked here, the content with the
     * last byte read: whoever reads the last byte gets it only if all were right.
     *
     * @param expectedLength content length the manifest names; another one means another file
     * @param expectedChecksum likewise
     */
    static InputStream open(
            FileSystem fileSystem, Path path, Kind kind, long expectedLength, int expectedChecksum)
            throws IOException {
        String where = CheckpointPaths.told(path);
        long size = fileSystem.getFileStatus(path).getLen();
        FSDataInputStream in = fileSystem.open(path);
        try {
            byte[] start = in.readNBytes((int) Math.min(size, Head.MAX_SIZE));
            Head head = Head.parse(start, size, where);
            head.require(kind, where);
            long sealed = head.size + expectedLength + FOOT;
            if (size > sealed) {
                in.seek(sealed - FOOT);
                refuseAppended(head, in.readNBytes(FOOT), expectedLength, size, where);
            }
            in.seek(Math.max(0, size - FOOT));
            Foot foot = Foot.check(head, size, in.readNBytes(FOOT), where);
            if (foot.length != expectedLength || foot.checksum != expectedChecksum) {
                throw new DamagedFileException(
                        where,
                        Reason.MISPLACED,
                        String.format(
                                "this is an intact file, but not the one the manifest names: it holds %d bytes"
                                        + " with checksum %08x, expected are %d bytes with checksum %08x. Was it"
                                        + " swapped with another file, or copied from another checkpoint?",
                                foot.length, foot.checksum, expectedLength, expectedChecksum));
            }
            in.seek(head.size);
            return new Input(in, foot, where);
        } catch (Throwable t) {
            closeAfter(t, in);
            throw t;
        }
    }

    /** A foot that stands where the content should end, and not at the file's end, tells it. */
    private static void refuseAppended(
            Head head, byte[] foot, long length, long fileSize, String where)
            throws DamagedFileException {
        if (Foot.isIntact(head, ByteBuffer.wrap(foot), length)) {
            throw new DamagedFileException(
                    where,
                    Reason.APPENDED,
                    "something was appended to the file: it is whole with "
                            + (head.size + length + FOOT)
                            + " bytes, and "
                            + fileSize
                            + " are there. Cut it after its own, and it is the file that was written");
        }
    }

    /** The same for a file in memory, whose length nobody knows beforehand. */
    private static void refuseAppended(Head head, byte[] file, String where)
            throws DamagedFileException {
        ByteBuffer bytes = ByteBuffer.wrap(file);
        for (int foot = head.size; foot < file.length - FOOT; foot++) {
            long length = (long) foot - head.size;
            if (bytes.getLong(foot) == length) {
                refuseAppended(
                        head,
                        Arrays.copyOfRange(file, foot, foot + FOOT),
                        length,
                        file.length,
                        where);
            }
        }
    }

    private static void closeAfter(Throwable failure, InputStream in) {
        try {
            in.close();
        } catch (IOException e) {
            failure.addSuppressed(e);
        }
    }

    /**
     * Hands out the content, buffered, and holds the last bytes back until the checksum is known to
     * be right.
     */
    private static final class Input extends InputStream {
        private final InputStream in;
        private final Foot foot;
        private final String where;
        private final CRC32C crc = new CRC32C();
        private final byte[] buffer;
        private int position;
        private int limit;

        /** Bytes of content that are not in the buffer yet. */
        private long beyond;

        Input(InputStream in, Foot foot, String where) throws DamagedFileException {
            this.in = in;
            this.foot = foot;
            this.where = where;
            this.beyond = foot.length;
            this.buffer = new byte[(int) Math.min(foot.length, BUFFER)];
            if (beyond == 0) {
                foot.checkContent(0, where);
            }
        }

        @Override
        public int read() throws IOException {
            return fill() ? buffer[position++] & 0xFF : -1;
        }

        @Override
        public int read(byte[] bytes, int offset, int count) throws IOException {
            if (count == 0) {
                return 0;
            }
            if (!fill()) {
                return -1;
            }
            int n = Math.min(count, limit - position);
            System.arraycopy(buffer, position, bytes, offset, n);
            position += n;
            return n;
        }

        /** False at the end of the content. */
        private boolean fill() throws IOException {
            if (position < limit) {
                return true;
            }
            if (beyond == 0) {
                return false;
            }
            int wanted = (int) Math.min(buffer.length, beyond);
            int n = in.readNBytes(buffer, 0, wanted);
            if (n < wanted) {
                throw new EOFException(
                        where
                                + ": the file became shorter while it was read; "
                                + (beyond - n)
                                + " bytes are missing");
            }
            crc.update(buffer, 0, n);
            beyond -= n;
            if (beyond == 0) {
                foot.checkContent((int) crc.getValue(), where);
            }
            position = 0;
            limit = n;
            return true;
        }

        @Override
        public int available() {
            return limit - position;
        }

        @Override
        public void close() throws IOException {
            in.close();
        }
    }

    // ---- head and foot
    // -------------------------------------------------------------------------------------

    private static byte[] head(Kind kind) {
        byte[] name = kind.name().getBytes(StandardCharsets.US_ASCII);
        ByteBuffer head = ByteBuffer.allocate(Head.sizeFor(name.length));
        head.put(MAGIC).put((byte) SEAL_VERSION).put((byte) name.length).put(name);
        head.putShort((short) kind.current());
        head.putInt(checksum(Arrays.copyOf(head.array(), head.position())));
        return head.array();
    }

    private static int headChecksum(byte[] head) {
        return ByteBuffer.wrap(head).getInt(head.length - Integer.BYTES);
    }

    private static void putFoot(ByteBuffer to, int headChecksum, long length, int checksum) {
        to.putLong(length).putInt(checksum).putInt(Foot.seal(headChecksum, length, checksum));
    }

    private static int footOf(byte[] file) {
        return Math.max(0, file.length - FOOT);
    }

    private record Head(int size, String name, int version, int checksum) {

        static final int MAX_SIZE = sizeFor(MAX_NAME);

        static int sizeFor(int nameLength) {
            return MAGIC.length + 1 + 1 + nameLength + Short.BYTES + Integer.BYTES;
        }

        /** Reads a head from the first bytes of a file that is {@code fileSize} bytes long. */
        static Head parse(byte[] start, long fileSize, String where) throws DamagedFileException {
            if (fileSize == 0) {
                throw truncated(where, "the file is empty");
            }
            int wrongBits = 0;
            for (int i = 0; i < Math.min(MAGIC.length, start.length); i++) {
                wrongBits += Integer.bitCount((start[i] ^ MAGIC[i]) & 0xFF);
            }
            if (wrongBits > MAX_WRONG_MAGIC_BITS) {
                throw new DamagedFileException(
                        where,
                        Reason.FOREIGN,
                        "this is not a file of Millrace: it begins with "
                                + readable(start)
                                + " where \"MILLRACE\" is expected");
            }
            if (wrongBits > 0) {
                throw flipped(
                        where,
                        "its first 8 bytes are " + readable(start) + " instead of \"MILLRACE\"");
            }
            try {
                ByteBuffer buffer = ByteBuffer.wrap(start);
                buffer.get(new byte[MAGIC.length]);
                int sealVersion = buffer.get() & 0xFF;
                int nameLength = buffer.get() & 0xFF;
                if (nameLength > MAX_NAME) {
                    // Only a seal of another shape or damage can say so, and only the checksum
                    // could tell
                    // which; it is not where we would look for it, so damage is the likelier.
                    throw flipped(
                            where,
                            "its head names a length of "
                                    + nameLength
                                    + " for the name of its kind");
                }
                byte[] name = new byte[nameLength];
                buffer.get(name);
                int version = buffer.getShort() & 0xFFFF;
                int end = buffer.position();
                int stored = buffer.getInt();
                int actual = SealedFile.checksum(Arrays.copyOf(start, end));
                if (stored != actual) {
                    throw flipped(
                            where,
                            String.format(
                                    "the checksum of its head is %08x, stored is %08x",
                                    actual, stored));
                }
                if (sealVersion > SEAL_VERSION) {
                    throw new DamagedFileException(
                            where,
                            Reason.TOO_NEW,
                            "its seal has version "
                                    + sealVersion
                                    + ", this program reads up to "
                                    + SEAL_VERSION
                                    + "; use the newer Millrace that wrote it");
                }
                if (sealVersion < 1) {
                    throw new DamagedFileException(
                            where,
                            Reason.TOO_OLD,
                            "its seal has version 0, which never was released");
                }
                return new Head(
                        buffer.position(),
                        new String(name, StandardCharsets.US_ASCII),
                        version,
                        stored);
            } catch (BufferUnderflowException e) {
                throw truncated(
                        where,
                        "only " + fileSize + " bytes are there, not even its head is complete");
            }
        }

        void require(Kind kind, String where) throws DamagedFileException {
            if (!name.equals(kind.name())) {
                throw new DamagedFileException(
                        where,
                        Reason.FOREIGN,
                        "this is a Millrace file of kind '"
                                + name
                                + "' where a '"
                                + kind.name()
                                + "' is expected");
            }
            String takes =
                    kind.oldest() == kind.current()
                            ? "version " + kind.current()
                            : "versions " + kind.oldest() + " to " + kind.current();
            if (version > kind.current()) {
                throw new DamagedFileException(
                        where,
                        Reason.TOO_NEW,
                        "its '"
                                + name
                                + "' has version "
                                + version
                                + ", this program reads "
                                + takes
                                + "; use the newer Millrace that wrote it");
            }
            if (version < kind.oldest()) {
                throw new DamagedFileException(
                        where,
                        Reason.TOO_OLD,
                        "its '"
                                + name
                                + "' has version "
                                + version
                                + ", this program reads "
                                + takes
                                + "; an older Millrace can still read it");
            }
        }

        private static String readable(byte[] start) {
            StringBuilder text = new StringBuilder("\"");
            for (int i = 0; i < Math.min(MAGIC.length, start.length); i++) {
                int b = start[i] & 0xFF;
                text.append(
                        b >= 0x20 && b < 0x7F
                                ? String.valueOf((char) b)
                                : String.format("\\x%02x", b));
            }
            return text.append('"').toString();
        }
    }

    private record Foot(long length, int checksum) {

        static int seal(int headChecksum, long length, int checksum) {
            return SealedFile.checksum(
                    ByteBuffer.allocate(16)
                            .putInt(headChecksum)
                            .putLong(length)
                            .putInt(checksum)
                            .array());
        }

        /** Whether this is the foot of so much content. */
        static boolean isIntact(Head head, ByteBuffer foot, long length) {
            return foot.remaining() == FOOT
                    && foot.getLong(0) == length
                    && foot.getInt(12) == seal(head.checksum, length, foot.getInt(8));
        }

        /** Of a file in memory. */
        static Foot of(Head head, byte[] file, String where) throws DamagedFileException {
            try {
                return check(
                        head,
                        file.length,
                        Arrays.copyOfRange(file, footOf(file), file.length),
                        where);
            } catch (DamagedFileException e) {
                refuseAppended(head, file, where);
                throw e;
            }
        }

        /** {@code last}: the last bytes of the file, up to the size of a foot. */
        static Foot check(Head head, long fileSize, byte[] last, String where)
                throws DamagedFileException {
            long room = fileSize - head.size - FOOT;
            if (room < 0 || last.length < FOOT) {
                throw truncated(
                        where, "only " + fileSize + " bytes are there, too few for head and foot");
            }
            ByteBuffer foot = ByteBuffer.wrap(last);
            long length = foot.getLong();
            int checksum = foot.getInt();
            int stored = foot.getInt();
            boolean intact = stored == seal(head.checksum, length, checksum);
            if (intact && length == room) {
                return new Foot(length, checksum);
            }
            if (intact) {
                throw flipped(
                        where,
                        "its foot tells of "
                                + length
                                + " bytes of content, but "
                                + room
                                + " are there");
            }
            // One flipped bit spoils one field of the foot and leaves the others; a cut leaves
            // none.
            boolean oneFieldSpoilt =
                    length == room || seal(head.checksum, room, checksum) == stored;
            if (oneFieldSpoilt) {
                throw flipped(where, "its foot does not agree with its own checksum");
            }
            throw truncated(
                    where,
                    "it ends after "
                            + fileSize
                            + " bytes without a foot, so an unknown part is missing");
        }

        void checkContent(int actual, String where) throws DamagedFileException {
            if (actual != checksum) {
                throw flipped(
                        where,
                        String.format(
                                "the checksum of its %d bytes of content is %08x, stored is %08x",
                                length, actual, checksum));
            }
        }
    }

    private static DamagedFileException truncated(String where, String what) {
        return new DamagedFileException(where, Reason.TRUNCATED, "the file is truncated: " + what);
    }

    private static DamagedFileException flipped(String where, String what) {
        return new DamagedFileException(where, Reason.BIT_FLIPPED, "the file is damaged: " + what);
    }
}
