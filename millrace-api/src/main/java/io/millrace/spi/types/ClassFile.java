// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.spi.types;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;

/**
 * The little that must be known of a compiled class: which fields its code reads, and the code of a
 * method.
 *
 * <p>It walks through the instructions by their lengths and understands only two of them: reading a
 * field and the dynamic call that the compiler puts into a record's generated methods.
 */
public final class ClassFile {

    private static final int GETFIELD = 0xB4;
    private static final int INVOKEDYNAMIC = 0xBA;
    private static final int TABLESWITCH = 0xAA;
    private static final int LOOKUPSWITCH = 0xAB;
    private static final int WIDE = 0xC4;
    private static final int IINC = 0x84;

    /** The lengths of instructions, each for a run of opcodes: first, last, bytes. */
    private static final int[][] LENGTHS = {
        {0x10, 0x10, 2}, {0x11, 0x11, 3}, {0x12, 0x12, 2}, {0x13, 0x14, 3}, {0x15, 0x19, 2},
        {0x36, 0x3A, 2}, {0x84, 0x84, 3}, {0x99, 0xA8, 3}, {0xA9, 0xA9, 2}, {0xB2, 0xB8, 3},
        {0xB9, 0xBA, 5}, {0xBB, 0xBB, 3}, {0xBC, 0xBC, 2}, {0xBD, 0xBD, 3}, {0xC0, 0xC1, 3},
        {0xC5, 0xC5, 4}, {0xC6, 0xC7, 3}, {0xC8, 0xC9, 5}
    };

    private static final int[] LENGTH = new int[256];

    static {
        java.util.Arrays.fill(LENGTH, 1);
        for (int[] run : LENGTHS) {
            for (int opcode = run[0]; opcode <= run[1]; opcode++) {
                LENGTH[opcode] = run[2];
            }
        }
    }

    /** A method and its instructions. */
    private record Code(String name, String descriptor, byte[] instructions) {}

    private Object[] constants;
    private final List<Code> codes = new ArrayList<>();

    private ClassFile() {}

    /**
     * The class file of a class; null if there is none to be read, as for lambdas and other hidden
     * classes.
     */
    public static ClassFile of(Class<?> type) {
        if (type.isHidden() || type.isArray() || type.isPrimitive()) {
            return null;
        }
        String name = type.getName();
        String file = name.substring(name.lastIndexOf('.') + 1) + ".class";
        try (InputStream in = type.getResourceAsStream(file)) {
            if (in == null) {
                return null;
            }
            ClassFile read = new ClassFile();
            read.read(new DataInputStream(new ByteArrayInputStream(in.readAllBytes())));
            return read;
        } catch (IOException e) {
            throw new IllegalStateException("The class file of " + name + " can't be read.", e);
        }
    }

    /** Whether some method reads that field of that class. */
    public boolean readsField(String className, String fieldName) {
        String owner = className.replace('.', '/');
        for (Code code : codes) {
            if (reads(code.instructions(), owner, fieldName)) {
                return true;
            }
        }
        return false;
    }

    /** Whether the record's {@code hashCode()} is the one the compiler makes. */
    public boolean hasGeneratedHashCode() {
        for (Code code : codes) {
            if (code.name().equals("hashCode") && code.descriptor().equals("()I")) {
                byte[] instructions = code.instructions();
                // aload_0, invokedynamic, ireturn
                return instructions.length == 7 && (instructions[1] & 0xFF) == INVOKEDYNAMIC;
            }
        }
        return false;
    }

    private boolean reads(byte[] code, String owner, String field) {
        int at = 0;
        while (at < code.length) {
            int opcode = code[at] & 0xFF;
            if (opcode == GETFIELD) {
                int[] reference = (int[]) constants[u2(code, at + 1)];
                int[] nameAndType = (int[]) constants[reference[1]];
                if (owner.equals(className(reference[0]))
                        && field.equals(constants[nameAndType[0]])) {
                    return true;
                }
            }
            at += length(code, at, opcode);
        }
        return false;
    }

    private String className(int index) {
        return (String) constants[((int[]) constants[index])[0]];
    }

    private static int length(byte[] code, int at, int opcode) {
        int aligned = (at + 4) & ~3;
        return switch (opcode) {
            case TABLESWITCH ->
                    aligned + 12 + 4 * (s4(code, aligned + 8) - s4(code, aligned + 4) + 1) - at;
            case LOOKUPSWITCH -> aligned + 8 + 8 * s4(code, aligned + 4) - at;
            case WIDE -> (code[at + 1] & 0xFF) == IINC ? 6 : 4;
            default -> LENGTH[opcode];
        };
    }

    private static int u2(byte[] code, int at) {
        return (code[at] & 0xFF) << 8 | code[at + 1] & 0xFF;
    }

    private static int s4(byte[] code, int at) {
        return u2(code, at) << 16 | u2(code, at + 2);
    }

    private void read(DataInputStream in) throws IOException {
        in.skipNBytes(8); // magic and version
        readConstants(in);
        in.skipNBytes(6); // access, this, super
        in.skipNBytes(2L * in.readUnsignedShort()); // interfaces
        readMembers(in, false);
        readMembers(in, true);
    }

    /**
     * Texts become strings, references to other constants arrays of their numbers; the rest is
     * skipped.
     */
    private void readConstants(DataInputStream in) throws IOException {
        int count = in.readUnsignedShort();
        constants = new Object[count];
        for (int i = 1; i < count; i++) {
            int tag = in.readUnsignedByte();
            switch (tag) {
                case 1 -> constants[i] = in.readUTF();
                case 3, 4 -> in.skipNBytes(4);
                case 5, 6 -> {
                    in.skipNBytes(8);
                    i++; // takes two places
                }
                case 7, 8, 16, 19, 20 -> constants[i] = new int[] {in.readUnsignedShort()};
                case 9, 10, 11, 12, 17, 18 ->
                        constants[i] = new int[] {in.readUnsignedShort(), in.readUnsignedShort()};
                case 15 -> in.skipNBytes(3);
                default -> throw new IOException("a constant has the unknown tag " + tag);
            }
        }
    }

    private void readMembers(DataInputStream in, boolean methods) throws IOException {
        for (int left = in.readUnsignedShort(); left > 0; left--) {
            in.skipNBytes(2); // access
            String name = (String) constants[in.readUnsignedShort()];
            String descriptor = (String) constants[in.readUnsignedShort()];
            for (int attributes = in.readUnsignedShort(); attributes > 0; attributes--) {
                String attribute = (String) constants[in.readUnsignedShort()];
                int length = in.readInt();
                if (methods && attribute.equals("Code")) {
                    in.skipNBytes(4); // stack and variables
                    byte[] instructions = new byte[in.readInt()];
                    in.readFully(instructions);
                    codes.add(new Code(name, descriptor, instructions));
                    in.skipNBytes(length - 8L - instructions.length);
                } else {
                    in.skipNBytes(length);
                }
            }
        }
    }
}
