// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.core.memory;

import java.io.EOFException;
import java.io.IOException;
import java.io.Serializable;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Reads what {@link DataOutputSerializer} wrote, from a byte array. */
public class DataInputDeserializer implements DataInputView, Serializable {

    private static final long serialVersionUID = 1L;

    private static final VarHandle SHORTS =
            MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle CHARS =
            MethodHandles.byteArrayViewVarHandle(char[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle INTS =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle LONGS =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private static final byte[] NOTHING = new byte[0];

    private byte[] buffer = NOTHING;
    private int position;
    private int end;

    /** Without a buffer; set one before reading. */
    public DataInputDeserializer() {}

    /** Reads that array, which is not copied. */
    public DataInputDeserializer(byte[] buffer) {
        setBuffer(buffer);
    }

    /** Reads a part of that array, which is not copied. */
    public DataInputDeserializer(byte[] buffer, int start, int len) {
        setBuffer(buffer, start, len);
    }

    /** Reads what remains in that buffer; see {@link #setBuffer(ByteBuffer)}. */
    public DataInputDeserializer(ByteBuffer buffer) {
        setBuffer(buffer);
    }

    /** Reads what remains in that buffer from now on; copies it only if it has no array. */
    public void setBuffer(ByteBuffer buffer) {
        if (buffer.hasArray()) {
            setBuffer(buffer.array(), buffer.arrayOffset() + buffer.position(), buffer.remaining());
        } else {
            byte[] copy = new byte[buffer.remaining()];
            buffer.duplicate().get(copy);
            setBuffer(copy);
        }
    }

    /** Reads a part of that array from now on; the array is not copied. */
    public void setBuffer(byte[] buffer, int start, int len) {
        if (start < 0 || len < 0 || len > buffer.length - start) {
            throw new IllegalArgumentException(
                    "bytes "
                            + start
                            + " to "
                            + ((long) start + len)
                            + " are outside of an array of "
                            + buffer.length);
        }
        this.buffer = buffer;
        this.position = start;
        this.end = start + len;
    }

    /** Reads that array from now on; it is not copied. */
    public void setBuffer(byte[] buffer) {
        setBuffer(buffer, 0, buffer.length);
    }

    /** Lets go of the array. */
    public void releaseArrays() {
        setBuffer(NOTHING);
    }

    /** How many bytes are left. */
    public int available() {
        return end - position;
    }

    /** The position of the next byte in the array. */
    public int getPosition() {
        return position;
    }

    @Override
    public boolean readBoolean() throws IOException {
        return buffer[take(1)] != 0;
    }

    @Override
    public byte readByte() throws IOException {
        return buffer[take(1)];
    }

    @Override
    public char readChar() throws IOException {
        return (char) CHARS.get(buffer, take(Character.BYTES));
    }

    @Override
    public double readDouble() throws IOException {
        return Double.longBitsToDouble(readLong());
    }

    @Override
    public float readFloat() throws IOException {
        return Float.intBitsToFloat(readInt());
    }

    @Override
    public void readFully(byte[] b) throws IOException {
        readFully(b, 0, b.length);
    }

    @Override
    public void readFully(byte[] b, int off, int len) throws IOException {
        System.arraycopy(buffer, take(len), b, off, len);
    }

    @Override
    public int readInt() throws IOException {
        return (int) INTS.get(buffer, take(Integer.BYTES));
    }

    @Override
    public String readLine() throws IOException {
        if (position == end) {
            return null;
        }
        StringBuilder line = new StringBuilder();
        while (position < end) {
            char c = (char) (buffer[position++] & 0xFF);
            if (c == '\n') {
                break;
            }
            line.append(c);
        }
        int length = line.length();
        if (length > 0 && line.charAt(length - 1) == '\r') {
            line.setLength(length - 1);
        }
        return line.toString();
    }

    @Override
    public long readLong() throws IOException {
        return (long) LONGS.get(buffer, take(Long.BYTES));
    }

    @Override
    public short readShort() throws IOException {
        return (short) SHORTS.get(buffer, take(Short.BYTES));
    }

    @Override
    public String readUTF() throws IOException {
        int bytes = readUnsignedShort();
        return ModifiedUtf8.decode(buffer, take(bytes), bytes);
    }

    /** Reads what {@link DataOutputSerializer#writeLongUTF} wrote. */
    public String readLongUTF() throws IOException {
        int bytes = readInt();
        return ModifiedUtf8.decode(buffer, take(bytes), bytes);
    }

    @Override
    public int readUnsignedByte() throws IOException {
        return readByte() & 0xFF;
    }

    @Override
    public int readUnsignedShort() throws IOException {
        return readShort() & 0xFFFF;
    }

    @Override
    public int skipBytes(int n) {
        int skipped = Math.max(0, Math.min(n, available()));
        position += skipped;
        return skipped;
    }

    @Override
    public void skipBytesToRead(int numBytes) throws IOException {
        take(numBytes);
    }

    @Override
    public int read(byte[] b, int off, int len) throws IOException {
        int now = Math.min(len, available());
        if (now == 0) {
            return len == 0 ? 0 : -1;
        }
        readFully(b, off, now);
        return now;
    }

    @Override
    public int read(byte[] b) throws IOException {
        return read(b, 0, b.length);
    }

    /** Moves over that many bytes; returns where they begin. */
    private int take(int bytes) throws EOFException {
        int from = position;
        if (bytes < 0 || bytes > end - from) {
            throw new EOFException(
                    bytes + " more bytes expected, but only " + (end - from) + " are left");
        }
        position = from + bytes;
        return from;
    }
}
