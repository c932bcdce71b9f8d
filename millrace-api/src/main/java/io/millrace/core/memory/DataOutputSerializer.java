// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.core.memory;

import java.io.EOFException;
import java.io.IOException;
import java.io.UTFDataFormatException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Writes into a byte array that grows as needed; all numbers are big-endian.
 *
 * <p>{@link #clear()} keeps the array, so that one instance serves many values without garbage.
 */
public class DataOutputSerializer implements DataOutputView {

    private static final VarHandle SHORTS =
            MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle CHARS =
            MethodHandles.byteArrayViewVarHandle(char[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle INTS =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle LONGS =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    /** The longest array every JVM is sure to give. */
    private static final int MAX_LENGTH = Integer.MAX_VALUE - 8;

    private static final int MAX_UTF_BYTES = 65535;

    private byte[] buffer;
    private int position;

    /**
     * Starts empty.
     *
     * @param startSize bytes to begin with, at least 1
     */
    public DataOutputSerializer(int startSize) {
        if (startSize < 1) {
            throw new IllegalArgumentException(
                    "start size must be at least 1 byte, not " + startSize);
        }
        this.buffer = new byte[startSize];
    }

    /** What was written, as a buffer over the shared array; valid until the next write. */
    public ByteBuffer wrapAsByteBuffer() {
        return ByteBuffer.wrap(buffer, 0, position);
    }

    /** The array itself; its content ends at {@link #length()}. */
    public byte[] getByteArray() {
        return buffer;
    }

    /** The array itself, valid until the next write; its content ends at {@link #length()}. */
    public byte[] getSharedBuffer() {
        return buffer;
    }

    /** What was written, as an array of its own. */
    public byte[] getCopyOfBuffer() {
        return Arrays.copyOf(buffer, position);
    }

    /** Forgets what was written and keeps the array. */
    public void clear() {
        position = 0;
    }

    /** How many bytes were written. */
    public int length() {
        return position;
    }

    @Override
    public String toString() {
        return "[pos=" + position + " cap=" + buffer.length + "]";
    }

    @Override
    public void write(int b) throws IOException {
        ensure(1);
        buffer[position++] = (byte) b;
    }

    @Override
    public void write(byte[] b) throws IOException {
        write(b, 0, b.length);
    }

    @Override
    public void write(byte[] b, int off, int len) throws IOException {
        ensure(len);
        System.arraycopy(b, off, buffer, position, len);
        position += len;
    }

    @Override
    public void writeBoolean(boolean v) throws IOException {
        write(v ? 1 : 0);
    }

    @Override
    public void writeByte(int v) throws IOException {
        write(v);
    }

    @Override
    public void writeBytes(String s) throws IOException {
        int length = s.length();
        ensure(length);
        for (int i = 0; i < length; i++) {
            buffer[position++] = (byte) s.charAt(i);
        }
    }

    @Override
    public void writeChar(int v) throws IOException {
        ensure(Character.BYTES);
        CHARS.set(buffer, position, (char) v);
        position += Character.BYTES;
    }

    @Override
    public void writeChars(String s) throws IOException {
        for (int i = 0, length = s.length(); i < length; i++) {
            writeChar(s.charAt(i));
        }
    }

    @Override
    public void writeDouble(double v) throws IOException {
        writeLong(Double.doubleToLongBits(v));
    }

    @Override
    public void writeFloat(float v) throws IOException {
        writeInt(Float.floatToIntBits(v));
    }

    @Override
    public void writeInt(int v) throws IOException {
        ensure(Integer.BYTES);
        INTS.set(buffer, position, v);
        position += Integer.BYTES;
    }

    /** Writes an int over earlier bytes, without moving; the caller makes sure there is room. */
    public void writeIntUnsafe(int v, int pos) throws IOException {
        INTS.set(buffer, pos, v);
    }

    @Override
    public void writeLong(long v) throws IOException {
        ensure(Long.BYTES);
        LONGS.set(buffer, position, v);
        position += Long.BYTES;
    }

    @Override
    public void writeShort(int v) throws IOException {
        ensure(Short.BYTES);
        SHORTS.set(buffer, position, (short) v);
        position += Short.BYTES;
    }

    /**
     * Java's modified UTF-8 behind a length of two bytes.
     *
     * @throws UTFDataFormatException if it needs more than 65535 bytes; {@link #writeLongUTF} takes
     *     more
     */
    @Override
    public void writeUTF(String str) throws IOException {
        long bytes = ModifiedUtf8.length(str);
        if (bytes > MAX_UTF_BYTES) {
            throw new UTFDataFormatException(
                    "a string of "
                            + bytes
                            + " encoded bytes is too long for writeUTF, which takes at most "
                            + MAX_UTF_BYTES);
        }
        writeShort((int) bytes);
        writeUtfBody(str, (int) bytes);
    }

    /** Java's modified UTF-8 behind a length of four bytes. */
    public void writeLongUTF(String str) throws IOException {
        long bytes = ModifiedUtf8.length(str);
        if (bytes > MAX_LENGTH) {
            throw new UTFDataFormatException(
                    "a string of " + bytes + " encoded bytes is longer than an array can be");
        }
        writeInt((int) bytes);
        writeUtfBody(str, (int) bytes);
    }

    private void writeUtfBody(String str, int bytes) throws IOException {
        ensure(bytes);
        position = ModifiedUtf8.encode(str, buffer, position);
    }

    @Override
    public void skipBytesToWrite(int numBytes) throws IOException {
        ensure(numBytes);
        position += numBytes;
    }

    @Override
    public void write(DataInputView source, int numBytes) throws IOException {
        ensure(numBytes);
        source.readFully(buffer, position, numBytes);
        position += numBytes;
    }

    /**
     * Moves to a position that was written before.
     *
     * @throws IllegalArgumentException if it lies behind what was written
     */
    public void setPosition(int position) {
        if (position < 0 || position > this.position) {
            throw new IllegalArgumentException(
                    "position "
                            + position
                            + " is outside of the "
                            + this.position
                            + " bytes written");
        }
        this.position = position;
    }

    /** Moves to a position without a check. */
    public void setPositionUnsafe(int position) {
        this.position = position;
    }

    private void ensure(int more) throws IOException {
        if (more > buffer.length - position) {
            grow(more);
        }
    }

    private void grow(int more) throws IOException {
        long needed = (long) position + more;
        if (more < 0 || needed > MAX_LENGTH) {
            throw new EOFException(
                    "a serialized value of " + needed + " bytes is longer than an array can be");
        }
        long doubled = Math.min(2L * buffer.length, MAX_LENGTH);
        buffer = Arrays.copyOf(buffer, (int) Math.max(doubled, needed));
    }
}
