// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.rename;

import java.util.List;
import java.util.function.UnaryOperator;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Passes the exceptions that a method throws through a static one of ours, {@code Exception
 * passed(Exception failure, Object self)}, and throws what that returns: how a renamed jar says of
 * a failure what its own authors left out. What the method catches itself is not seen.
 *
 * @param owner internal name of the class
 * @param method its name; all methods of that name with a body, without bridges
 * @param target internal name of the class of the static method
 * @param passing name of the static method
 */
record CaughtFailures(String owner, String method, String target, String passing)
        implements UnaryOperator<byte[]> {

    private static final String EXCEPTION = "java/lang/Exception";

    /** As on a command line: {@code a.b.C.method=d.e.F.passing}. */
    static CaughtFailures parse(String given) {
        PassedResults names = PassedResults.parse(given);
        return new CaughtFailures(names.owner(), names.method(), names.target(), names.passing());
    }

    /**
     * @throws RenameException if there is no such method
     */
    @Override
    public byte[] apply(byte[] classFile) {
        ClassNode type = new ClassNode();
        new ClassReader(classFile).accept(type, 0);
        List<MethodNode> found =
                type.methods.stream()
                        .filter(each -> each.name.equals(method))
                        .filter(
                                each ->
                                        (each.access & (Opcodes.ACC_BRIDGE | Opcodes.ACC_ABSTRACT))
                                                == 0)
                        .toList();
        if (found.isEmpty()) {
            throw new RenameException(
                    "The class " + owner.replace('/', '.') + " has no method " + method + ".");
        }
        found.forEach(this::surround);
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        type.accept(writer);
        return writer.toByteArray();
    }

    private void surround(MethodNode one) {
        if ((one.access & Opcodes.ACC_STATIC) != 0 || one.name.equals("<init>")) {
            throw new RenameException(
                    "The method "
                            + owner.replace('/', '.')
                            + "."
                            + method
                            + " is static or a constructor.");
        }
        LabelNode begin = new LabelNode();
        LabelNode end = new LabelNode();
        LabelNode caught = new LabelNode();
        one.instructions.insert(begin);
        one.instructions.add(end);
        one.instructions.add(caught);
        // Of the variables only this is sure to be there, wherever it was thrown.
        one.instructions.add(
                new FrameNode(
                        Opcodes.F_FULL, 1, new Object[] {owner}, 1, new Object[] {EXCEPTION}));
        one.instructions.add(new VarInsnNode(Opcodes.ALOAD, 0));
        one.instructions.add(
                new MethodInsnNode(
                        Opcodes.INVOKESTATIC,
                        target,
                        passing,
                        Type.getMethodDescriptor(
                                Type.getObjectType(EXCEPTION),
                                Type.getObjectType(EXCEPTION),
                                Type.getType(Object.class)),
                        false));
        one.instructions.add(new InsnNode(Opcodes.ATHROW));
        // The last in the table: the method's own come first.
        one.tryCatchBlocks.add(new TryCatchBlockNode(begin, end, caught, EXCEPTION));
    }
}
