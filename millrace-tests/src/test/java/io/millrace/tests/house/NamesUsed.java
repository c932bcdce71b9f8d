// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.house;

import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * What a class file names: types, methods it calls, monitors it enters, strings it spells; each
 * with its place.
 */
final class NamesUsed {

    enum Kind {
        /** Internal name of a type in a signature, a cast, a creation or as the owner of a call. */
        TYPE,
        /** {@code owner.name} of a method that is called or referred to. */
        CALL,
        /** A monitor is entered, or a method is synchronized. */
        MONITOR,
        /** A string constant. */
        TEXT
    }

    record Use(Kind kind, String what, String where) {
        @Override
        public String toString() {
            return where + " " + kind.name().toLowerCase(java.util.Locale.ROOT) + " " + what;
        }
    }

    private NamesUsed() {}

    static List<Use> in(byte[] classFile) {
        List<Use> uses = new ArrayList<>();
        ClassReader reader = new ClassReader(classFile);
        String owner = reader.getClassName();
        reader.accept(new ClassScan(owner, uses), ClassReader.SKIP_FRAMES);
        return uses;
    }

    private static final class ClassScan extends ClassVisitor {
        private final String owner;
        private final List<Use> uses;

        ClassScan(String owner, List<Use> uses) {
            super(Opcodes.ASM9);
            this.owner = owner;
            this.uses = uses;
        }

        @Override
        public void visit(
                int version,
                int access,
                String name,
                String signature,
                String parent,
                String[] interfaces) {
            if (parent != null) {
                uses.add(new Use(Kind.TYPE, parent, owner));
            }
            for (String implemented : interfaces) {
                uses.add(new Use(Kind.TYPE, implemented, owner));
            }
        }

        @Override
        public FieldVisitor visitField(
                int access, String name, String descriptor, String signature, Object value) {
            type(Type.getType(descriptor), owner + "." + name, uses);
            if (value instanceof String text) {
                uses.add(new Use(Kind.TEXT, text, owner + "." + name));
            }
            return null;
        }

        @Override
        public MethodVisitor visitMethod(
                int access, String name, String descriptor, String signature, String[] exceptions) {
            String where = owner + "." + name;
            if ((access & Opcodes.ACC_SYNCHRONIZED) != 0) {
                uses.add(new Use(Kind.MONITOR, "synchronized", where));
            }
            type(Type.getMethodType(descriptor), where, uses);
            return new CodeScan(where, uses);
        }
    }

    private static final class CodeScan extends MethodVisitor {
        private final String where;
        private final List<Use> uses;

        CodeScan(String where, List<Use> uses) {
            super(Opcodes.ASM9);
            this.where = where;
            this.uses = uses;
        }

        @Override
        public void visitInsn(int opcode) {
            if (opcode == Opcodes.MONITORENTER) {
                uses.add(new Use(Kind.MONITOR, "synchronized", where));
            }
        }

        @Override
        public void visitTypeInsn(int opcode, String name) {
            type(Type.getObjectType(name), where, uses);
        }

        @Override
        public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
            type(Type.getObjectType(owner), where, uses);
            type(Type.getType(descriptor), where, uses);
        }

        @Override
        public void visitMethodInsn(
                int opcode, String owner, String name, String descriptor, boolean isInterface) {
            type(Type.getObjectType(owner), where, uses);
            type(Type.getMethodType(descriptor), where, uses);
            uses.add(new Use(Kind.CALL, owner + "." + name, where));
        }

        @Override
        public void visitLdcInsn(Object value) {
            if (value instanceof String text) {
                uses.add(new Use(Kind.TEXT, text, where));
            } else if (value instanceof Type type) {
                type(type, where, uses);
            }
        }

        @Override
        public void visitInvokeDynamicInsn(
                String name, String descriptor, Handle bootstrap, Object... arguments) {
            type(Type.getMethodType(descriptor), where, uses);
            for (Object argument : arguments) {
                if (argument instanceof Handle handle) {
                    type(Type.getObjectType(handle.getOwner()), where, uses);
                    uses.add(new Use(Kind.CALL, handle.getOwner() + "." + handle.getName(), where));
                } else if (argument instanceof Type type) {
                    type(type, where, uses);
                } else if (argument
                        instanceof String text) { // the recipe of a string concatenation
                    uses.add(new Use(Kind.TEXT, text, where));
                }
            }
        }
    }

    private static void type(Type type, String where, List<Use> uses) {
        switch (type.getSort()) {
            case Type.METHOD -> {
                type(type.getReturnType(), where, uses);
                for (Type argument : type.getArgumentTypes()) {
                    type(argument, where, uses);
                }
            }
            case Type.ARRAY -> type(type.getElementType(), where, uses);
            case Type.OBJECT -> uses.add(new Use(Kind.TYPE, type.getInternalName(), where));
            default -> {
                // a primitive names nothing
            }
        }
    }
}
