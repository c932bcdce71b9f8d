// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.core.memory;

import java.io.UTFDataFormatException;

/** Java's modified UTF-8, as {@link java.io.DataInput#readUTF()} defines it, over arrays. */
final class ModifiedUtf8 {

    private ModifiedUtf8() {}

    /** How many bytes the text needs. */
    static long length(String text) {
        long bytes = 0;
        for (int i = 0, n = text.length(); i < n; i++) {
            char c = text.charAt(i);
            bytes += c >= 1 && c <= 0x7F ? 1 : c <= 0x7FF ? 2 : 3;
        }
        return bytes;
    }

    /** Writes the text, for which there must be room; returns the position behind it. */
    static int encode(String text, byte[] target, int start) {
        int at = start;
        for (int i = 0, n = text.length(); i < n; i++) {
            char c = text.charAt(i);
            if (c >= 1 && c <= 0x7F) {
                target[at++] = (byte) c;
            } else if (c <= 0x7FF) {
                target[at++] = (byte) (0xC0 | c >> 6);
                target[at++] = (byte) (0x80 | c & 0x3F);
            } else {
                target[at++] = (byte) (0xE0 | c >> 12);
                target[at++] = (byte) (0x80 | c >> 6 & 0x3F);
                target[at++] = (byte) (0x80 | c & 0x3F);
            }
        }
        return at;
    }

    /** Reads the text in those bytes. */
    static String decode(byte[] source, int start, int bytes) throws UTFDataFormatException {
        char[] chars = new char[bytes];
        int count = 0;
        int at = start;
        int end = start + bytes;
        while (at < end) {
            int first = source[at] & 0xFF;
            if (first < 0x80) {
                chars[count++] = (char) first;
                at++;
            } else if (first >> 5 == 0b110) {
                chars[count++] = (char) ((first & 0x1F) << 6 | next(source, at + 1, end, start));
                at += 2;
            } else if (first >> 4 == 0b1110) {
                chars[count++] =
                        (char)
                                ((first & 0x0F) << 12
                                        | next(source, at + 1, end, start) << 6
                                        | next(source, at + 2, end, start));
                at += 3;
            } else {
                throw malformed(at - start);
            }
        }
        return new String(chars, 0, count);
    }

    private static int next(byte[] source, int at, int end, int start)
            throws UTFDataFormatException {
        if (at >= end || (source[at] & 0xC0) != 0x80) {
            throw malformed(at - start);
        }
        return source[at] & 0x3F;
    }

    private static UTFDataFormatException malformed(int at) {
        return new UTFDataFormatException("not modified UTF-8 at byte " + at + " of the text");
    }
}
