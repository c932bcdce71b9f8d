// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.storage;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/**
 * Room on local disk for what does not fit into memory now and is read back by the same process
 * soon. Nothing here survives, and nothing has to: no seal, no sync.
 *
 * <p>Pieces are appended to a file of some megabytes, then to the next; a file whose pieces have
 * all been dropped is deleted. Where the system allows it (all but Windows) the name of a file is
 * removed as soon as the file is open, so that nothing is left behind even by a process that is
 * killed.
 *
 * <p>Used by one thread at a time, as it is handed on; {@link #close} may be called more than once.
 */
public final class SpillFile implements AutoCloseable {

    private static final long FILE_BYTES = 16L << 20;

    /** Where a piece lies. */
    public static final class Piece {
        private final Segment segment;
        private final long offset;
        private final int length;
        private boolean dropped;

        private Piece(Segment segment, long offset, int length) {
            this.segment = segment;
            this.offset = offset;
            this.length = length;
        }
    }

    /** One file. */
    private static final class Segment {
        private final Path path;
        private final FileChannel channel;
        private final boolean nameless;
        private long end;
        private int pieces;

        Segment(Path path) throws IOException {
            this.path = path;
            this.channel =
                    FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE);
            this.nameless = removeName(path);
        }

        private static boolean removeName(Path path) {
            try {
                Files.delete(path);
                return true;
            } catch (IOException e) {
                return false; // not while it is open, on this system: at its end then
            }
        }

        void close() throws IOException {
            channel.close();
            if (!nameless) {
                Files.deleteIfExists(path);
            }
        }
    }

    private final Path directory;
    private final String what;
    private final List<Segment> segments = new ArrayList<>();
    private boolean closed;

    /**
     * Opens nothing yet.
     *
     * @param directory where; made when it is not there
     * @param what is kept, for messages: "the feedback of operator 'x'"
     */
    public SpillFile(String directory, String what) {
        this.directory = Path.of(directory);
        this.what = what;
    }

    /**
     * Keeps the first {@code length} bytes.
     *
     * @throws IOException naming what could not be kept, where and why
     */
    public Piece write(byte[] bytes, int length) throws IOException {
        try {
            Segment segment = current();
            Piece piece = new Piece(segment, segment.end, length);
            ByteBuffer buffer = ByteBuffer.wrap(bytes, 0, length);
            long at = segment.end;
            while (buffer.hasRemaining()) {
                at += segment.channel.write(buffer, at);
            }
            segment.end = at;
            segment.pieces++;
            return piece;
        } catch (IOException e) {
            throw failure("could not be written", e);
        }
    }

    private Segment current() throws IOException {
        if (closed) {
            throw new IOException("the file is closed");
        }
        Segment last = segments.isEmpty() ? null : segments.get(segments.size() - 1);
        if (last == null || last.end >= FILE_BYTES) {
            Files.createDirectories(directory);
            last = new Segment(Files.createTempFile(directory, "millrace-spill-", ".tmp"));
            segments.add(last);
        }
        return last;
    }

    /** Reads a piece, which stays. */
    public byte[] read(Piece piece) throws IOException {
        try {
            ByteBuffer buffer = ByteBuffer.allocate(piece.length);
            while (buffer.hasRemaining()) {
                int read = piece.segment.channel.read(buffer, piece.offset + buffer.position());
                if (read < 0) {
                    throw new IOException("the file has become shorter");
                }
            }
            return buffer.array();
        } catch (IOException e) {
            throw failure("could not be read back", e);
        }
    }

    /** Reads a piece that is not needed any more then. */
    public byte[] take(Piece piece) throws IOException {
        byte[] bytes = read(piece);
        drop(piece);
        return bytes;
    }

    /** A piece is not needed any more. */
    public void drop(Piece piece) throws IOException {
        if (piece.dropped || closed) {
            return;
        }
        piece.dropped = true;
        Segment segment = piece.segment;
        if (--segment.pieces == 0) {
            segments.remove(segment);
            try {
                segment.close();
            } catch (IOException e) {
                throw failure("could not be removed", e);
            }
        }
    }

    private IOException failure(String problem, IOException cause) {
        return new IOException(
                what
                        + " had to go to local disk and "
                        + problem
                        + ", in "
                        + directory.toAbsolutePath()
                        + " (io.tmp.dirs): "
                        + cause
                        + ". Is there room, and may this process write there?",
                cause);
    }

    /** Bytes in files now. */
    public long bytes() {
        return segments.stream().mapToLong(segment -> segment.end).sum();
    }

    /** Deletes all files. */
    @Override
    public void close() throws IOException {
        closed = true;
        IOException first = null;
        for (Segment segment : segments) {
            try {
                segment.close();
            } catch (IOException e) {
                if (first == null) {
                    first = e;
                } else {
                    first.addSuppressed(e);
                }
            }
        }
        segments.clear();
        if (first != null) {
            throw failure("could not be removed", first);
        }
    }
}
