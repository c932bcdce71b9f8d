// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.rename;

import java.util.function.UnaryOperator;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Passes what a method returns through a static one of ours, {@code R passed(R result, T self)}:
 * how a renamed jar, whose source nobody here has, gets what Millrace promises beyond it.
 *
 * <p>Nothing else of the class is changed. Written {@code d.e.F.method(Object)}, the static one
 * takes {@code Object self}: for a class that is not visible to it.
 *
 * @param owner internal name of the class
 * @param method its name; all methods of that name which return an object, without bridges
 * @param target internal name of the class of the static method
 * @param passing name of the static method
 * @param self internal name of what the static method takes the instance for
 */
record PassedResults(String owner, String method, String target, String passing, String self)
        implements UnaryOperator<byte[]> {

    private static final String ANY = "(Object)";

    /** As on a command line: {@code a.b.C.method=d.e.F.passing}. */
    static PassedResults parse(String given) {
        boolean any = given.endsWith(ANY);
        String text = any ? given.substring(0, given.length() - ANY.length()) : given;
        int equals = text.indexOf('=');
        int dot = text.lastIndexOf('.', equals);
        int lastDot = text.lastIndexOf('.');
        if (equals < 0 || dot < 0 || lastDot < equals) {
            throw new RenameException(
                    "'"
                            + given
                            + "' does not say a.b.C.method=d.e.F.method of a result to pass on.");
        }
        String owner = text.substring(0, dot).replace('.', '/');
        return new PassedResults(
                owner,
                text.substring(dot + 1, equals),
                text.substring(equals + 1, lastDot).replace('.', '/'),
                text.substring(lastDot + 1),
                any ? "java/lang/Object" : owner);
    }

    /**
     * @throws RenameException if there is no such method
     */
    @Override
    public byte[] apply(byte[] classFile) {
        ClassReader reader = ClassFiles.reader(classFile);
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        int[] found = {0};
        reader.accept(
                new ClassVisitor(Opcodes.ASM9, writer) {
                    @Override
                    public MethodVisitor visitMethod(
                            int access,
                            String name,
                            String descriptor,
                            String signature,
                            String[] exceptions) {
                        MethodVisitor next =
                                super.visitMethod(access, name, descriptor, signature, exceptions);
                        if (!name.equals(method)
                                || (access & (Opcodes.ACC_BRIDGE | Opcodes.ACC_ABSTRACT)) != 0) {
                            return next;
                        }
                        found[0]++;
                        return new Passing(next, access, Type.getReturnType(descriptor));
                    }
                },
                0);
        if (found[0] == 0) {
            throw new RenameException(
                    "The class " + owner.replace('/', '.') + " has no method " + method + ".");
        }
        return writer.toByteArray();
    }

    private final class Passing extends MethodVisitor {
        private final String descriptor;

        Passing(MethodVisitor next, int access, Type result) {
            super(Opcodes.ASM9, next);
            if ((access & Opcodes.ACC_STATIC) != 0 || result.getSort() != Type.OBJECT) {
                throw new RenameException(
                        "The method "
                                + owner.replace('/', '.')
                                + "."
                                + method
                                + " is static or returns no object.");
            }
            descriptor = Type.getMethodDescriptor(result, result, Type.getObjectType(self));
        }

        @Override
        public void visitInsn(int opcode) {
            if (opcode == Opcodes.ARETURN) {
                super.visitVarInsn(Opcodes.ALOAD, 0);
                super.visitMethodInsn(Opcodes.INVOKESTATIC, target, passing, descriptor, false);
            }
            super.visitInsn(opcode);
        }
    }
}
