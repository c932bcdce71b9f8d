// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.connector.file.src.reader;

import io.millrace.annotation.PublicEvolving;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.common.typeinfo.Types;
import io.millrace.configuration.Configuration;
import io.millrace.connector.file.src.util.CheckpointedPosition;
import io.millrace.core.fs.FSDataInputStream;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.UnsupportedCharsetException;

/**
 * Lines of text. A line ends with {@code \n}, {@code \r\n} or {@code \r}, or with the file; what
 * ends it is not part of the record. Bytes that are no text in the charset become the replacement
 * character.
 *
 * <p>A plain file may be read in parts: a line belongs to the part in which it begins. That holds
 * for charsets in which the bytes of {@code \n} and {@code \r} occur in no other character (UTF-8,
 * ISO-8859, windows-125x, GB18030 and others); files in UTF-16 and the like are read whole. A
 * subclass reads whole files, too.
 */
@PublicEvolving
public class TextLineInputFormat extends SimpleStreamFormat<String> {

    public static final String DEFAULT_CHARSET_NAME = "UTF-8";

    private static final long serialVersionUID = 1L;

    private final String charsetName;

    /** Lines in UTF-8. */
    public TextLineInputFormat() {
        this(DEFAULT_CHARSET_NAME);
    }

    /**
     * Lines in another charset.
     *
     * @throws IllegalArgumentException if this JVM does not know it
     */
    public TextLineInputFormat(String charsetName) {
        this.charsetName = charset(charsetName).name();
    }

    /** Reads lines from where the stream is to its end. */
    @Override
    public Reader createReader(Configuration config, FSDataInputStream stream) throws IOException {
        Charset charset = Charset.forName(charsetName);
        return new Reader(
                LineCharsets.endsLinesByByte(charset)
                        ? new ByteLines(stream, stream.getPos(), Long.MAX_VALUE, charset)
                        : new CharLines(stream, charset));
    }

    @Override
    public TypeInformation<String> getProducedType() {
        return Types.STRING;
    }

    @Override
    boolean readsParts() {
        return isOurs() && LineCharsets.endsLinesByByte(Charset.forName(charsetName));
    }

    /**
     * A user's subclass may have its own createReader(config, stream), which parts would go round.
     */
    boolean isOurs() {
        return getClass() == TextLineInputFormat.class;
    }

    @Override
    StreamFormat.Reader<String> createPartReader(FSDataInputStream stream, long splitEnd)
            throws IOException {
        long begin = stream.getPos();
        if (begin == 0) {
            return restorePartReader(stream, splitEnd);
        }
        // From one byte before, since only that byte says whether a line begins with the part.
        stream.seek(begin - 1);
        ByteLines lines = new ByteLines(stream, begin - 1, splitEnd, Charset.forName(charsetName));
        lines.dropLine();
        return new Reader(lines);
    }

    @Override
    StreamFormat.Reader<String> restorePartReader(FSDataInputStream stream, long splitEnd)
            throws IOException {
        return new Reader(
                new ByteLines(stream, stream.getPos(), splitEnd, Charset.forName(charsetName)));
    }

    private static Charset charset(String name) {
        try {
            return Charset.forName(name);
        } catch (IllegalCharsetNameException | UnsupportedCharsetException e) {
            throw new IllegalArgumentException(
                    "The charset '"
                            + name
                            + "' of a text format is not known to this JVM. Known are UTF-8, ISO-8859-1, UTF-16 and those listed by Charset.availableCharsets().",
                    e);
        }
    }

    /** Reads lines; used by one task only. */
    @PublicEvolving
    public static final class Reader implements StreamFormat.Reader<String> {

        private final Lines lines;

        Reader(Lines lines) {
            this.lines = lines;
        }

        @Override
        public String read() throws IOException {
            return lines.next();
        }

        @Override
        public CheckpointedPosition getCheckpointedPosition() {
            long offset = lines.offset();
            return offset == CheckpointedPosition.NO_OFFSET
                    ? null
                    : new CheckpointedPosition(offset, 0);
        }

        @Override
        public void close() throws IOException {
            lines.close();
        }
    }
}
