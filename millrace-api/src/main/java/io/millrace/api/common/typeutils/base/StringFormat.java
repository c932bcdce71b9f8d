// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.typeutils.base;

import io.millrace.core.memory.DataInputView;
import io.millrace.core.memory.DataOutputView;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * How a string lies in bytes.
 *
 * <p>First a header as a variable-length integer, seven bits a byte, the lowest first: 0 is null,
 * otherwise {@code (length + 1) * 2}, plus 1 if some char is above 255. Then the chars: one byte
 * each, or two (big-endian) if the header says so. Every string is kept exactly, unpaired
 * surrogates too, and there is no limit of 64 KB.
 */
final class StringFormat {

    private static final int WIDE = 1;
    private static final int MAX_HEADER_BYTES = 5;

    private StringFormat() {}

    static void write(String text, DataOutputView target) throws IOException {
        if (text == null) {
            target.writeByte(0);
            return;
        }
        int length = text.length();
        boolean wide = false;
        for (int i = 0; i < length; i++) {
            if (text.charAt(i) > 0xFF) {
                wide = true;
                break;
            }
        }
        writeHeader((length + 1L) << 1 | (wide ? WIDE : 0), target);
        if (wide) {
            for (int i = 0; i < length; i++) {
                target.writeChar(text.charAt(i));
            }
        } else {
            byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
            target.write(bytes, 0, bytes.length);
        }
    }

    static String read(DataInputView source) throws IOException {
        long header = readHeader(source);
        if (header == 0) {
            return null;
        }
        int length = length(header);
        if ((header & WIDE) == 0) {
            byte[] bytes = new byte[length];
            source.readFully(bytes, 0, length);
            return new String(bytes, StandardCharsets.ISO_8859_1);
        }
        char[] chars = new char[length];
        for (int i = 0; i < length; i++) {
            chars[i] = source.readChar();
        }
        return new String(chars);
    }

    static void copy(DataInputView source, DataOutputView target) throws IOException {
        long header = readHeader(source);
        writeHeader(header, target);
        if (header == 0) {
            return;
        }
        int length = length(header);
        target.write(source, length);
        if ((header & WIDE) != 0) {
            target.write(source, length);
        }
    }

    private static int length(long header) throws IOException {
        long length = (header >>> 1) - 1;
        if (length < 0 || length > Integer.MAX_VALUE) {
            throw new IOException(
                    "the bytes are not a string: its length would be " + length + " chars");
        }
        return (int) length;
    }

    private static void writeHeader(long header, DataOutputView target) throws IOException {
        long left = header;
        while (left > 0x7F) {
            target.writeByte((int) (left & 0x7F | 0x80));
            left >>>= 7;
        }
        target.writeByte((int) left);
    }

    private static long readHeader(DataInputView source) throws IOException {
        long header = 0;
        for (int i = 0; i < MAX_HEADER_BYTES; i++) {
            int next = source.readByte();
            header |= (next & 0x7FL) << 7 * i;
            if (next >= 0) {
                return header;
            }
        }
        throw new IOException("the bytes are not a string: the length has more than 5 bytes");
    }
}
