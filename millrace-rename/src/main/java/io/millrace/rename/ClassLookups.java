// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.rename;

import java.util.function.UnaryOperator;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Has a class ask someone else where it would call {@link Class#forName}, for names that are made
 * when the program runs (read from an argument, put together, found in a folder) can't be renamed
 * before. Method references to it are treated alike. Reading the class is all that it costs one
 * that has no such call.
 *
 * @param owner internal name of the class that is asked: it has the public static methods {@code
 *     forName(String)} and {@code forName(String, boolean, ClassLoader)}, which return a {@code
 *     Class}
 */
public record ClassLookups(String owner) implements UnaryOperator<byte[]> {

    private static final String CLASS = "java/lang/Class";
    private static final String FOR_NAME = "forName";
    private static final String FIRST = "(Ljava/lang/String;";

    /** The class file; the array itself if it has no such call. */
    @Override
    public byte[] apply(byte[] classFile) {
        ClassReader reader = new ClassReader(classFile);
        if (!new ConstantTexts(reader).all().contains(FOR_NAME)) {
            return classFile;
        }
        ClassWriter writer = new ClassWriter(reader, 0);
        boolean[] changed = {false};
        reader.accept(
                new ClassVisitor(Opcodes.ASM9, writer) {
                    @Override
                    public MethodVisitor visitMethod(
                            int access,
                            String name,
                            String descriptor,
                            String signature,
                            String[] exceptions) {
                        return new Asking(
                                super.visitMethod(access, name, descriptor, signature, exceptions),
                                changed);
                    }
                },
                0);
        return changed[0] ? writer.toByteArray() : classFile;
    }

    /** By a module, too, it could be asked; but for a name of another module there is no need. */
    private static boolean isLookup(String owner, String name, String descriptor) {
        return owner.equals(CLASS) && name.equals(FOR_NAME) && descriptor.startsWith(FIRST);
    }

    private final class Asking extends MethodVisitor {
        private final boolean[] changed;

        Asking(MethodVisitor next, boolean[] changed) {
            super(Opcodes.ASM9, next);
            this.changed = changed;
        }

        @Override
        public void visitMethodInsn(
                int opcode, String type, String name, String descriptor, boolean isInterface) {
            boolean lookup = isLookup(type, name, descriptor);
            changed[0] |= lookup;
            super.visitMethodInsn(opcode, lookup ? owner : type, name, descriptor, isInterface);
        }

        @Override
        public void visitInvokeDynamicInsn(
                String name, String descriptor, Handle bootstrap, Object... arguments) {
            Object[] asked = arguments.clone();
            for (int i = 0; i < asked.length; i++) {
                if (asked[i] instanceof Handle handle
                        && isLookup(handle.getOwner(), handle.getName(), handle.getDesc())) {
                    asked[i] =
                            new Handle(
                                    handle.getTag(),
                                    owner,
                                    handle.getName(),
                                    handle.getDesc(),
                                    false);
                    changed[0] = true;
                }
            }
            super.visitInvokeDynamicInsn(name, descriptor, bootstrap, asked);
        }
    }
}
