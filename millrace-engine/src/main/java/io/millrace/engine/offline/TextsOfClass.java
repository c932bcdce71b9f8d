// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.offline;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The texts that the code of a class has as constants, from the constant pool of its class file
 * (JVMS 4.4): a state's name is one mostly. Names of fields and methods are not among them.
 */
final class TextsOfClass {

    private static final Logger LOG = LoggerFactory.getLogger(TextsOfClass.class);
    private static final int UTF8 = 1;
    private static final int STRING = 8;

    private TextsOfClass() {}

    /** None where there is no file to be had, as of classes that were made at run time. */
    static Set<String> of(Class<?> type) {
        String file = "/" + type.getName().replace('.', '/') + ".class";
        try (InputStream in = type.getResourceAsStream(file)) {
            return in == null
                    ? Set.of()
                    : texts(new DataInputStream(new BufferedInputStream(in)), type);
        } catch (IOException e) {
            LOG.debug("{} can't be read; what it has counts as unknown", file, e);
            return Set.of();
        }
    }

    private static Set<String> texts(DataInputStream in, Class<?> type) throws IOException {
        in.skipNBytes(2L * Integer.BYTES); // the mark of class files, and their version
        int count = in.readUnsignedShort();
        Map<Integer, String> all = new HashMap<>();
        Set<Integer> constants = new HashSet<>();
        for (int i = 1; i < count; i++) {
            int tag = in.readUnsignedByte();
            switch (tag) {
                case UTF8 -> all.put(i, in.readUTF());
                case STRING -> constants.add(in.readUnsignedShort());
                case 7, 16, 19, 20 -> in.skipNBytes(2);
                case 15 -> in.skipNBytes(3);
                case 3, 4, 9, 10, 11, 12, 17, 18 -> in.skipNBytes(4);
                case 5, 6 -> {
                    in.skipNBytes(8);
                    i++; // a long or double takes two places
                }
                default ->
                        throw new IOException(type + " has a constant of the unknown kind " + tag);
            }
        }
        Set<String> texts = new HashSet<>();
        constants.forEach(index -> texts.add(all.get(index)));
        return texts;
    }
}
