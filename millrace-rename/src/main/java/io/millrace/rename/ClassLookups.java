// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.rename;

import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Has a class ask someone else where it would call {@link Class#forName}, for names that are made
 * when the program runs (read from an argument, put together, found in a folder) can't be renamed
 * before. Reading the class is all that it costs one that has no such call.
 *
 * <p>A method reference leads to a method that the class gets, and which asks: so it is the class
 * itself that asks, whoever calls, and what it sees is found. Where a reference is serialized, the
 * class is told by the strings of {@code $deserializeLambda$} that it leads there.
 *
 * @param owner internal name of the class that is asked: it has the public static methods {@code
 *     forName(String)} and {@code forName(String, boolean, ClassLoader)}, which return a {@code
 *     Class}
 */
public record ClassLookups(String owner) implements UnaryOperator<byte[]> {

    private static final String CLASS = "java/lang/Class";
    private static final String FOR_NAME = "forName";
    private static final String FIRST = "(Ljava/lang/String;";

    /**
     * Of the methods that a class gets: the name of what they stand for, by which a {@code
     * $deserializeLambda$} jumps, and a parameter that a string can be given for and that no one
     * else's has.
     */
    private static final String OWN_FIRST = "(Ljava/lang/Comparable;";

    private static final String LAMBDAS = "$deserializeLambda$";
    private static final String SERIALIZED = "java/lang/invoke/SerializedLambda";

    /** The class file; the array itself if it has no such call, or is of a newer Java. */
    @Override
    public byte[] apply(byte[] classFile) {
        ClassReader reader = ClassFiles.readerOrNull(classFile);
        if (reader == null || !new ConstantTexts(reader).all().contains(FOR_NAME)) {
            return classFile;
        }
        ClassWriter writer = new ClassWriter(reader, 0);
        Asker asker = new Asker(writer);
        reader.accept(asker, 0);
        return asker.changed ? writer.toByteArray() : classFile;
    }

    /** By a module, too, it could be asked; but for a name of another module there is no need. */
    private static boolean isLookup(String owner, String name, String descriptor) {
        return owner.equals(CLASS) && name.equals(FOR_NAME) && descriptor.startsWith(FIRST);
    }

    private static String own(String descriptor) {
        return OWN_FIRST + descriptor.substring(FIRST.length());
    }

    private final class Asker extends ClassVisitor {
        private final Set<String> referred = new TreeSet<>();
        private String className;
        private boolean isInterface;
        private boolean changed;

        Asker(ClassVisitor next) {
            super(Opcodes.ASM9, next);
        }

        @Override
        public void visit(
                int version,
                int access,
                String name,
                String signature,
                String superName,
                String[] interfaces) {
            className = name;
            isInterface = (access & Opcodes.ACC_INTERFACE) != 0;
            super.visit(version, access, name, signature, superName, interfaces);
        }

        @Override
        public MethodVisitor visitMethod(
                int access,
                String method,
                String descriptor,
                String signature,
                String[] exceptions) {
            MethodVisitor next =
                    super.visitMethod(access, method, descriptor, signature, exceptions);
            MethodVisitor calls = new Calls(next);
            return method.equals(LAMBDAS)
                    ? new Deserializing(access, descriptor, signature, exceptions, calls)
                    : calls;
        }

        @Override
        public void visitEnd() {
            referred.forEach(this::ask);
            super.visitEnd();
        }

        /** Private, so that the class's serial version stays what it is. */
        private void ask(String descriptor) {
            MethodVisitor method =
                    super.visitMethod(
                            Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC | Opcodes.ACC_SYNTHETIC,
                            FOR_NAME,
                            own(descriptor),
                            null,
                            new String[] {"java/lang/ClassNotFoundException"});
            Type[] parameters = Type.getArgumentTypes(descriptor);
            method.visitCode();
            for (int i = 0; i < parameters.length; i++) {
                method.visitVarInsn(parameters[i].getOpcode(Opcodes.ILOAD), i);
                if (i == 0) {
                    method.visitTypeInsn(Opcodes.CHECKCAST, "java/lang/String");
                }
            }
            method.visitMethodInsn(Opcodes.INVOKESTATIC, owner, FOR_NAME, descriptor, false);
            method.visitInsn(Opcodes.ARETURN);
            method.visitMaxs(parameters.length, parameters.length);
            method.visitEnd();
        }

        private final class Calls extends MethodVisitor {

            Calls(MethodVisitor next) {
                super(Opcodes.ASM9, next);
            }

            @Override
            public void visitMethodInsn(
                    int opcode,
                    String type,
                    String called,
                    String descriptor,
                    boolean ofInterface) {
                boolean lookup = isLookup(type, called, descriptor);
                changed |= lookup;
                super.visitMethodInsn(
                        opcode, lookup ? owner : type, called, descriptor, ofInterface);
            }

            @Override
            public void visitInvokeDynamicInsn(
                    String made, String descriptor, Handle bootstrap, Object... arguments) {
                Object[] asked = arguments.clone();
                for (int i = 0; i < asked.length; i++) {
                    if (asked[i] instanceof Handle handle
                            && isLookup(handle.getOwner(), handle.getName(), handle.getDesc())) {
                        asked[i] =
                                new Handle(
                                        handle.getTag(),
                                        className,
                                        FOR_NAME,
                                        own(handle.getDesc()),
                                        isInterface);
                        referred.add(handle.getDesc());
                        changed = true;
                    }
                }
                super.visitInvokeDynamicInsn(made, descriptor, bootstrap, asked);
            }
        }

        /**
         * What a serialized lambda is compared with: first the class that it leads to, then how.
         */
        private final class Deserializing extends MethodNode {
            private final MethodVisitor next;

            Deserializing(
                    int access,
                    String descriptor,
                    String signature,
                    String[] exceptions,
                    MethodVisitor next) {
                super(Opcodes.ASM9, access, LAMBDAS, descriptor, signature, exceptions);
                this.next = next;
            }

            @Override
            public void visitEnd() {
                super.visitEnd();
                LdcInsnNode type = null;
                for (AbstractInsnNode node : instructions) {
                    LdcInsnNode compared = comparedWith(node, "getImplClass");
                    type = compared == null ? type : compared;
                    LdcInsnNode descriptor = comparedWith(node, "getImplMethodSignature");
                    if (descriptor != null
                            && type != null
                            && isLookup((String) type.cst, FOR_NAME, (String) descriptor.cst)
                            && ((String) descriptor.cst).endsWith(")Ljava/lang/Class;")) {
                        type.cst = className;
                        descriptor.cst = own((String) descriptor.cst);
                    }
                }
                accept(next);
            }

            /** The string behind a question to the lambda; null if the node is not that one. */
            private static LdcInsnNode comparedWith(AbstractInsnNode node, String question) {
                if (!(node instanceof MethodInsnNode call)
                        || !call.owner.equals(SERIALIZED)
                        || !call.name.equals(question)) {
                    return null;
                }
                AbstractInsnNode at = node.getNext();
                while (at != null && at.getOpcode() < 0) {
                    at = at.getNext();
                }
                return at instanceof LdcInsnNode load && load.cst instanceof String ? load : null;
            }
        }
    }
}
