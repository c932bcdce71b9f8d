// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.io;

import io.millrace.annotation.Public;
import io.millrace.annotation.PublicEvolving;
import io.millrace.configuration.Configuration;
import io.millrace.core.fs.FileInputSplit;
import io.millrace.core.fs.FileStatus;
import io.millrace.core.fs.Path;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;

/**
 * Files whose records end with a delimiter; after the last one of a file it may be missing.
 *
 * <p>Where a file is cut into parts, a record belongs to the part in which the delimiter before it
 * ends. So a part passes over what comes before its first delimiter, and reads on behind its end up
 * to the next one. A file whose delimiter can overlap itself is read whole.
 *
 * @param <OT> the records
 */
@Public
public abstract class DelimitedInputFormat<OT> extends FileInputFormat<OT>
        implements CheckpointableInputFormat<FileInputSplit, Long> {

    /** The delimiter, in a configuration. */
    protected static final String RECORD_DELIMITER = "delimited-format.delimiter";

    private static final long serialVersionUID = 1L;

    private static final int DEFAULT_BUFFER_SIZE = 1 << 16;

    /** What is said of a part whose last record has been read. */
    private static final long AT_END = -1L;

    /** Holds the record that was found. */
    protected transient byte[] currBuffer;

    /** Where the record that was found begins. */
    protected transient int currOffset;

    /** How many bytes the record that was found has. */
    protected transient int currLen;

    private transient byte[] buffer;
    private transient int at;
    private transient int limit;
    private transient boolean streamEnded;
    private transient boolean end;

    /** The byte of the file that the next record begins with. */
    private transient long offset;

    private byte[] delimiter;
    private String delimiterText = "\n";
    private String charsetName = StandardCharsets.UTF_8.name();
    private transient Charset charset;
    private int lineLengthLimit = Integer.MAX_VALUE;
    private int bufferSize = -1;

    /** Without a path. */
    public DelimitedInputFormat() {
        this(null, null);
    }

    /**
     * Of one path.
     *
     * @param filePath null for none yet
     * @param configuration nothing is taken from it; may be null
     */
    protected DelimitedInputFormat(Path filePath, Configuration configuration) {
        super(filePath);
    }

    /** What text in these files is written in; UTF-8 unless set. */
    @PublicEvolving
    public Charset getCharset() {
        if (charset == null) {
            charset = Charset.forName(charsetName);
        }
        return charset;
    }

    /**
     * What text in these files is written in, a delimiter that was given as text included.
     *
     * @throws IllegalArgumentException when this JVM knows no such charset
     */
    @PublicEvolving
    public void setCharset(String charset) {
        this.charset = Charset.forName(Objects.requireNonNull(charset, "charset"));
        this.charsetName = charset;
        if (delimiterText != null) {
            delimiter = null;
        }
    }

    /** The bytes that end a record; a line feed unless set. */
    public byte[] getDelimiter() {
        if (delimiter == null) {
            delimiter = delimiterText.getBytes(getCharset());
        }
        return delimiter;
    }

    /** The bytes that end a record. */
    public void setDelimiter(byte[] delimiter) {
        if (delimiter == null || delimiter.length == 0) {
            throw new IllegalArgumentException("A delimiter has at least one byte");
        }
        this.delimiter = delimiter.clone();
        this.delimiterText = null;
    }

    /** The character that ends a record. */
    public void setDelimiter(char delimiter) {
        setDelimiter(String.valueOf(delimiter));
    }

    /** The text that ends a record. */
    public void setDelimiter(String delimiter) {
        if (delimiter == null || delimiter.isEmpty()) {
            throw new IllegalArgumentException("A delimiter has at least one character");
        }
        this.delimiter = null;
        this.delimiterText = delimiter;
    }

    public int getLineLengthLimit() {
        return lineLengthLimit;
    }

    /** How many bytes a record may have; reading a longer one fails. */
    public void setLineLengthLimit(int lineLengthLimit) {
        if (lineLengthLimit < 1) {
            throw new IllegalArgumentException(
                    "A record must be allowed at least one byte, not " + lineLengthLimit);
        }
        this.lineLengthLimit = lineLengthLimit;
    }

    public int getBufferSize() {
        return bufferSize;
    }

    /** How many bytes are read at once. */
    public void setBufferSize(int bufferSize) {
        if (bufferSize < 2) {
            throw new IllegalArgumentException(
                    "A buffer must hold at least two bytes, not " + bufferSize);
        }
        this.bufferSize = bufferSize;
    }

    /**
     * The record in these bytes; null to pass over it.
     *
     * @param reuse may be filled and returned
     */
    public abstract OT readRecord(OT reuse, byte[] bytes, int offset, int numBytes)
            throws IOException;

    @Override
    public void configure(Configuration parameters) {
        super.configure(parameters);
        if (parameters.containsKey(RECORD_DELIMITER)) {
            setDelimiter(parameters.getString(RECORD_DELIMITER, null));
        }
    }

    @Override
    public void open(FileInputSplit split) throws IOException {
        super.open(split);
        begin(split.getStart());
        initializeSplit(split, null);
    }

    @Override
    public void reopen(FileInputSplit split, Long state) throws IOException {
        Objects.requireNonNull(state, "state");
        if (state == AT_END) {
            super.open(split);
            begin(split.getStart());
            end = true;
            return;
        }
        super.open(split);
        if (state != split.getStart()) {
            stream.seek(state);
        }
        begin(state);
        initializeSplit(split, state);
    }

    /**
     * A delimiter that can overlap itself, such as {@code ||}, is where it is only to one who reads
     * from the beginning of the file: {@code |||} may be its end and a bar, or a bar and its end.
     */
    @Override
    protected boolean testForUnsplittable(FileStatus pathFile) {
        if (canOverlap(getDelimiter())) {
            unsplittable = true;
            return true;
        }
        return super.testForUnsplittable(pathFile);
    }

    private static boolean canOverlap(byte[] mark) {
        for (int length = 1; length < mark.length; length++) {
            if (Arrays.equals(mark, 0, length, mark, mark.length - length, mark.length)) {
                return true;
            }
        }
        return false;
    }

    private void begin(long position) {
        if (buffer == null) {
            buffer = new byte[bufferSize > 0 ? bufferSize : DEFAULT_BUFFER_SIZE];
        }
        at = 0;
        limit = 0;
        offset = position;
        streamEnded = false;
        end = false;
    }

    /**
     * Gets to the first record of the part.
     *
     * @param state the byte that the next record begins with; null at the part's beginning
     */
    protected void initializeSplit(FileInputSplit split, Long state) throws IOException {
        if (state != null && state != split.getStart() || split.getStart() == 0) {
            return;
        }
        // A delimiter may lie across the beginning of the part: the record behind it is ours.
        long from = Math.max(0, split.getStart() - (getDelimiter().length - 1));
        if (from != split.getStart()) {
            stream.seek(from);
            offset = from;
        }
        while (offset <= split.getStart()) {
            if (!findRecord()) {
                end = true;
                return;
            }
        }
    }

    @Override
    public boolean reachedEnd() {
        return end;
    }

    @Override
    public OT nextRecord(OT record) throws IOException {
        if (readLine()) {
            return readRecord(record, currBuffer, currOffset, currLen);
        }
        end = true;
        return null;
    }

    /** Finds the next record of the part; false when there is none. */
    protected final boolean readLine() throws IOException {
        if (end || stream == null) {
            return false;
        }
        // Without overflow: the length may stand for "all there is".
        if (offset - splitStart > splitLength || !findRecord()) {
            end = true;
            return false;
        }
        return true;
    }

    /** Finds the next record of the file. */
    private boolean findRecord() throws IOException {
        byte[] mark = getDelimiter();
        int scan = at;
        while (true) {
            int found = indexOf(mark, scan);
            if (found >= 0) {
                take(found, mark.length);
                return true;
            }
            scan = Math.max(at, limit - mark.length + 1);
            int before = at;
            if (streamEnded || !fill()) {
                if (at == limit) {
                    return false;
                }
                take(limit, 0);
                return true;
            }
            scan -= before - at;
        }
    }

    private int indexOf(byte[] mark, int from) {
        for (int i = from; i <= limit - mark.length; i++) {
            if (buffer[i] == mark[0]
                    && Arrays.equals(buffer, i, i + mark.length, mark, 0, mark.length)) {
                return i;
            }
        }
        return -1;
    }

    private void take(int recordEnd, int markLength) throws IOException {
        currBuffer = buffer;
        currOffset = at;
        currLen = recordEnd - at;
        checkLength(currLen);
        offset += currLen + markLength;
        at = recordEnd + markLength;
    }

    private void checkLength(long length) throws IOException {
        if (length > lineLengthLimit) {
            throw new IOException(
                    "The record at byte "
                            + offset
                            + " of "
                            + currentSplit.getPath()
                            + " is longer than the "
                            + lineLengthLimit
                            + " bytes that are allowed (setLineLengthLimit). Is the delimiter right?");
        }
    }

    /** Reads on, behind what is not taken yet; false at the end of the stream. */
    private boolean fill() throws IOException {
        int kept = limit - at;
        checkLength(Math.max(0, kept - getDelimiter().length));
        if (kept == buffer.length) {
            if (buffer.length == Integer.MAX_VALUE - 8) {
                throw new EOFException("A record of " + currentSplit.getPath() + " is too long");
            }
            buffer =
                    Arrays.copyOf(
                            buffer, (int) Math.min(2L * buffer.length, Integer.MAX_VALUE - 8));
        }
        if (at > 0) {
            System.arraycopy(buffer, at, buffer, 0, kept);
            at = 0;
            limit = kept;
        }
        int read = stream.read(buffer, limit, buffer.length - limit);
        if (read < 0) {
            streamEnded = true;
            return false;
        }
        limit += read;
        return true;
    }

    @Override
    public void close() throws IOException {
        super.close();
        buffer = null;
        currBuffer = null;
    }

    /** The byte that the next record begins with; -1 behind the last one. */
    @PublicEvolving
    @Override
    public Long getCurrentState() throws IOException {
        return end ? AT_END : offset;
    }
}
