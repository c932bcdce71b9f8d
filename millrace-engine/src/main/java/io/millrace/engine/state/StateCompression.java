// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state;

import java.io.IOException;
import java.util.Arrays;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/**
 * How the blocks of a state file are packed. Each is packed by itself, so that a file can still be
 * written and read with no more than one block in memory. The file says which it is, and a restore
 * goes by that, whatever the job is told about its next checkpoints.
 */
public enum StateCompression {
    /** As they are. */
    NONE(0),

    /**
     * As RFC 1951 has it, without a header, packed at the fastest level: what is gained beyond it
     * in size costs several times as long.
     */
    DEFLATE(1);

    /**
     * No stream of this kind unpacks to more than 1032 times its size; a block that claims to be
     * larger is broken, and no memory is taken for it.
     */
    private static final long LARGEST_RATIO = 1032;

    private final int code;

    StateCompression(int code) {
        this.code = code;
    }

    /** How it stands in a file. */
    int code() {
        return code;
    }

    /**
     * @throws UnknownStateFormat for a code that this build does not know
     */
    static StateCompression of(int code) throws UnknownStateFormat {
        for (StateCompression each : values()) {
            if (each.code == code) {
                return each;
            }
        }
        throw new UnknownStateFormat(
                "the state is compressed in a way that this build does not know (" + code + ")");
    }

    /** Packs the first bytes of an array. */
    byte[] pack(byte[] bytes, int length) {
        Deflater deflater = new Deflater(Deflater.BEST_SPEED, true);
        try {
            deflater.setInput(bytes, 0, length);
            deflater.finish();
            byte[] packed = new byte[length / 2 + 64];
            int size = 0;
            while (!deflater.finished()) {
                if (size == packed.length) {
                    packed = Arrays.copyOf(packed, Math.addExact(packed.length, packed.length));
                }
                size += deflater.deflate(packed, size, packed.length - size);
            }
            return Arrays.copyOf(packed, size);
        } finally {
            deflater.end();
        }
    }

    /**
     * The opposite.
     *
     * @param length of what was packed
     * @throws IOException it was not this that was packed, or not so much
     */
    byte[] unpack(byte[] packed, int length) throws IOException {
        if (length < 0 || length > packed.length * LARGEST_RATIO) {
            throw new IOException(
                    packed.length + " compressed bytes claim to be " + length + " bytes");
        }
        Inflater inflater = new Inflater(true);
        try {
            // Without a header one byte behind the end may be asked for.
            inflater.setInput(Arrays.copyOf(packed, packed.length + 1));
            byte[] bytes = new byte[length];
            int size = 0;
            while (size < length && !inflater.finished()) {
                int more = inflater.inflate(bytes, size, length - size);
                if (more == 0 && (inflater.needsInput() || inflater.needsDictionary())) {
                    break;
                }
                size += more;
            }
            if (size < length || !endsHere(inflater, packed.length)) {
                throw new IOException(
                        packed.length
                                + " compressed bytes are not the "
                                + length
                                + " bytes they claim to be");
            }
            return bytes;
        } catch (DataFormatException e) {
            throw new IOException(
                    packed.length + " compressed bytes can't be decompressed: " + e.getMessage(),
                    e);
        } finally {
            inflater.end();
        }
    }

    private static boolean endsHere(Inflater inflater, int packed) throws DataFormatException {
        return inflater.inflate(new byte[1]) == 0
                && inflater.finished()
                && inflater.getBytesRead() == packed;
    }
}
