// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.types;

import io.millrace.annotation.Public;
import io.millrace.core.memory.DataInputView;
import io.millrace.core.memory.DataOutputView;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.CharBuffer;
import java.util.Arrays;
import java.util.Objects;

/** A text that can be changed in place. */
@Public
public class StringValue
        implements NormalizableKey<StringValue>,
                CharSequence,
                ResettableValue<StringValue>,
                CopyableValue<StringValue>,
                Appendable {

    private static final long serialVersionUID = 1L;

    private char[] value = new char[0];
    private int length;

    /** The empty text. */
    public StringValue() {}

    /** With that content. */
    public StringValue(CharSequence value) {
        set(value, 0, value.length());
    }

    /** With that content. */
    public StringValue(StringValue value) {
        set(value, 0, value.length);
    }

    /** With {@code length} characters of another, from {@code offset} on. */
    public StringValue(StringValue value, int offset, int length) {
        set(value, offset, length);
    }

    private void set(CharSequence text, int offset, int count) {
        Objects.checkFromIndexSize(offset, count, text.length());
        char[] characters = new char[count];
        for (int i = 0; i < count; i++) {
            characters[i] = text.charAt(offset + i);
        }
        value = characters;
        length = count;
    }

    /**
     * Cuts the text off.
     *
     * @throws IndexOutOfBoundsException when it is not that long
     */
    public void setLength(int len) {
        if (len < 0 || len > length) {
            throw new IndexOutOfBoundsException(
                    "The text has " + length + " characters and can't be cut to " + len + '.');
        }
        length = len;
    }

    /** The characters themselves, not a copy; there may be more of them than the text has. */
    public char[] getCharArray() {
        return value;
    }

    public String getValue() {
        return toString();
    }

    public void setValue(CharSequence value) {
        set(value, 0, value.length());
    }

    @Override
    public void setValue(StringValue value) {
        set(value, 0, value.length);
    }

    public void setValue(StringValue value, int offset, int len) {
        set(value, offset, len);
    }

    public void setValue(CharSequence value, int offset, int len) {
        set(value, offset, len);
    }

    /** Takes what is left in the buffer, which is read to its end. */
    public void setValue(CharBuffer buffer) {
        char[] characters = new char[buffer.remaining()];
        buffer.get(characters);
        value = characters;
        length = characters.length;
    }

    public void setValue(char[] chars, int offset, int len) {
        Objects.checkFromIndexSize(offset, len, chars.length);
        value = Arrays.copyOfRange(chars, offset, offset + len);
        length = len;
    }

    /** Takes bytes, each of which is a character below 128. */
    public void setValueAscii(byte[] bytes, int offset, int len) {
        Objects.checkFromIndexSize(offset, len, bytes.length);
        char[] characters = new char[len];
        for (int i = 0; i < len; i++) {
            characters[i] = (char) (bytes[offset + i] & 0xff);
        }
        value = characters;
        length = len;
    }

    /** A new text of what is from {@code start} on. */
    public StringValue substring(int start) {
        return substring(start, length);
    }

    /** A new text of what is from {@code start} on and before {@code end}. */
    public StringValue substring(int start, int end) {
        return new StringValue(this, start, end - start);
    }

    /** Gives the target what is from {@code start} on. */
    public void substring(StringValue target, int start) {
        substring(target, start, length);
    }

    /** Gives the target what is from {@code start} on and before {@code end}. */
    public void substring(StringValue target, int start, int end) {
        target.set(this, start, end - start);
    }

    /** Where the text first occurs; -1 when nowhere. */
    public int find(CharSequence str) {
        return find(str, 0);
    }

    /** Where the text first occurs, from a position on; -1 when nowhere. */
    public int find(CharSequence str, int start) {
        for (int i = Math.max(0, start); i + str.length() <= length; i++) {
            if (startsWith(str, i)) {
                return i;
            }
        }
        return -1;
    }

    /** Whether the text stands at this position. */
    public boolean startsWith(CharSequence prefix, int startIndex) {
        if (startIndex < 0 || startIndex + prefix.length() > length) {
            return false;
        }
        for (int i = 0; i < prefix.length(); i++) {
            if (value[startIndex + i] != prefix.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    public boolean startsWith(CharSequence prefix) {
        return startsWith(prefix, 0);
    }

    @Override
    public Appendable append(char c) {
        reserve(1);
        value[length++] = c;
        return this;
    }

    @Override
    public Appendable append(CharSequence csq) {
        return append(csq, 0, csq.length());
    }

    @Override
    public Appendable append(CharSequence csq, int start, int end) {
        Objects.checkFromToIndex(start, end, csq.length());
        reserve(end - start);
        int from = length;
        for (int i = start; i < end; i++) {
            value[from + i - start] = csq.charAt(i);
        }
        length = from + end - start;
        return this;
    }

    public Appendable append(StringValue csq) {
        return append((CharSequence) csq);
    }

    public Appendable append(StringValue csq, int start, int end) {
        return append((CharSequence) csq, start, end);
    }

    private void reserve(int more) {
        if (length + more > value.length) {
            value = Arrays.copyOf(value, Math.max(length + more, 2 * value.length));
        }
    }

    @Override
    public void read(DataInputView in) throws IOException {
        setValue(readString(in));
    }

    @Override
    public void write(DataOutputView out) throws IOException {
        writeString(this, out);
    }

    @Override
    public String toString() {
        return new String(value, 0, length);
    }

    @Override
    public int compareTo(StringValue other) {
        return Arrays.compare(value, 0, length, other.value, 0, other.length);
    }

    @Override
    public int hashCode() {
        int hash = 0;
        for (int i = 0; i < length; i++) {
            hash = 31 * hash + value[i];
        }
        return hash;
    }

    @Override
    public boolean equals(Object obj) {
        return obj instanceof StringValue other
                && Arrays.equals(value, 0, length, other.value, 0, other.length);
    }

    @Override
    public int length() {
        return length;
    }

    @Override
    public char charAt(int index) {
        return value[Objects.checkIndex(index, length)];
    }

    @Override
    public CharSequence subSequence(int start, int end) {
        return substring(start, end);
    }

    @Override
    public int getMaxNormalizedKeyLen() {
        return Integer.MAX_VALUE;
    }

    @Override
    public int getBinaryLength() {
        return -1;
    }

    @Override
    public void copyTo(StringValue target) {
        target.set(this, 0, length);
    }

    @Override
    public StringValue copy() {
        return new StringValue(this);
    }

    @Override
    public void copy(DataInputView in, DataOutputView target) throws IOException {
        copyString(in, target);
    }

    /** Reads a text that {@link #writeString} wrote; may be null. */
    public static String readString(DataInput in) throws IOException {
        int code = readNumber(in);
        if (code == 0) {
            return null;
        }
        StringBuilder text = new StringBuilder(Math.min(code - 1, 1 << 16));
        for (int i = 1; i < code; i++) {
            text.append((char) readNumber(in));
        }
        return text.toString();
    }

    /** Writes a text; may be null. */
    public static final void writeString(CharSequence cs, DataOutput out) throws IOException {
        if (cs == null) {
            writeNumber(0, out);
            return;
        }
        writeNumber(cs.length() + 1, out);
        for (int i = 0; i < cs.length(); i++) {
            writeNumber(cs.charAt(i), out);
        }
    }

    /** Moves a text in its written form. */
    public static final void copyString(DataInput in, DataOutput out) throws IOException {
        int code = readNumber(in);
        writeNumber(code, out);
        for (int i = 1; i < code; i++) {
            writeNumber(readNumber(in), out);
        }
    }

    /** Seven bits in each byte, the lowest first; the highest bit says that more follow. */
    private static void writeNumber(int number, DataOutput out) throws IOException {
        int left = number;
        while ((left & ~0x7f) != 0) {
            out.writeByte(left & 0x7f | 0x80);
            left >>>= 7;
        }
        out.writeByte(left);
    }

    private static int readNumber(DataInput in) throws IOException {
        int number = 0;
        for (int shift = 0; shift < 35; shift += 7) {
            int next = in.readUnsignedByte();
            number |= (next & 0x7f) << shift;
            if (next < 0x80) {
                return number;
            }
        }
        throw new IOException("the bytes are no text: a number has no end");
    }
}
