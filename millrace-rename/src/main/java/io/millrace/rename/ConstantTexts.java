// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.rename;

import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.ClassReader;

/** The texts in a class file's table of constants, read without visiting the class. */
final class ConstantTexts {

    private static final int UTF8 = 1;
    private static final int CLASS = 7;
    private static final int STRING = 8;

    /** All: names, descriptors, signatures and strings. */
    private final List<String> all = new ArrayList<>();

    /** Those that the program can see as strings. */
    private final List<String> strings = new ArrayList<>();

    /** Internal names of classes; of arrays, their descriptors. */
    private final List<String> classes = new ArrayList<>();

    ConstantTexts(ClassReader reader) {
        char[] buffer = new char[reader.getMaxStringLength()];
        for (int i = 1; i < reader.getItemCount(); i++) {
            int at = reader.getItem(i);
            if (at == 0) {
                continue; // the second half of a long or a double
            }
            int tag = reader.readByte(at - 1);
            if (tag == UTF8) {
                all.add(utf8(reader, at, buffer));
            } else if (tag == STRING) {
                strings.add(reader.readUTF8(at, buffer));
            } else if (tag == CLASS) {
                classes.add(reader.readUTF8(at, buffer));
            }
        }
    }

    /** Modified UTF-8: no more characters than bytes. */
    private static String utf8(ClassReader file, int at, char[] buffer) {
        int end = at + 2 + file.readUnsignedShort(at);
        int length = 0;
        for (int i = at + 2; i < end; ) {
            int b = file.readByte(i++);
            if ((b & 0x80) == 0) {
                buffer[length++] = (char) b;
            } else if ((b & 0xE0) == 0xC0) {
                buffer[length++] = (char) ((b & 0x1F) << 6 | (file.readByte(i++) & 0x3F));
            } else {
                int second = file.readByte(i++) & 0x3F;
                buffer[length++] =
                        (char) ((b & 0xF) << 12 | second << 6 | (file.readByte(i++) & 0x3F));
            }
        }
        return new String(buffer, 0, length);
    }

    List<String> all() {
        return all;
    }

    List<String> classes() {
        return classes;
    }

    List<String> strings() {
        return strings;
    }
}
