// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.connector.file.src;

import io.millrace.connector.file.src.compression.StandardDeCompressors;
import io.millrace.core.fs.Path;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.util.Locale;
import java.util.zip.GZIPInputStream;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;

/** How a file is compressed, told by its suffix. */
enum Compression {
    NONE,
    GZIP,
    DEFLATE;

    private static final int BUFFER = 64 * 1024;

    /**
     * By the name of the file.
     *
     * @throws IOException for a suffix that names a compression this release cannot read: its bytes
     *     would be taken for records
     */
    static Compression of(Path path) throws IOException {
        String name = path.getName().toLowerCase(Locale.ROOT);
        String suffix = name.substring(name.lastIndexOf('.') + 1);
        if (suffix.length() == name.length()) {
            return NONE;
        }
        switch (suffix) {
            case "gz", "gzip":
                return GZIP;
            case "deflate":
                return DEFLATE;
            default:
                if (StandardDeCompressors.getCommonSuffixes().contains(suffix)) {
                    throw new IOException(
                            "The input file "
                                    + path
                                    + " is compressed as '"
                                    + suffix
                                    + "', which is not supported: plain files, gz, gzip and deflate are. Decompress it first.");
                }
                return NONE;
        }
    }

    /** The bytes that were compressed into those of {@code in}. */
    InputStream decompress(InputStream in) throws IOException {
        return switch (this) {
            case NONE -> in;
            case GZIP -> new GZIPInputStream(new EndAware(in), BUFFER);
            case DEFLATE -> new ClosingInflater(in);
        };
    }

    /**
     * Answers 0 bytes available at the end of the stream and nowhere else. GZIPInputStream asks
     * between the members of a file made of several, and a stream that merely does not know how
     * much is there would make it stop after the first.
     */
    private static final class EndAware extends PushbackInputStream {

        EndAware(InputStream in) {
            super(in, 1);
        }

        @Override
        public int available() throws IOException {
            int next = read();
            if (next < 0) {
                return 0;
            }
            unread(next);
            return Math.max(1, super.available());
        }
    }

    /**
     * InflaterInputStream with a larger buffer, whose default inflater it then still ends by
     * itself.
     */
    private static final class ClosingInflater extends FilterInputStream {

        private final Inflater inflater;

        ClosingInflater(InputStream in) {
            this(in, new Inflater());
        }

        private ClosingInflater(InputStream in, Inflater inflater) {
            super(new InflaterInputStream(in, inflater, BUFFER));
            this.inflater = inflater;
        }

        @Override
        public void close() throws IOException {
            try {
                super.close();
            } finally {
                inflater.end();
            }
        }
    }
}
