// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.rename;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Has calls of a method call another one of the same class, which takes the same and returns what
 * the code was compiled to get: for an API where one method has another result than in the version
 * that the code knows, and another method has that result.
 *
 * <p>A method reference is a call, too, but not where it can be serialized: it would not be
 * recognised when it is read back.
 *
 * @param methods which
 */
public record OtherNames(List<Method> methods) implements UnaryOperator<byte[]> {

    /**
     * @param owner internal name of the class that the code names
     * @param name what the code calls, on an object
     * @param result descriptor of what it then gets; calls that get something else stay
     * @param instead name of the method that is called
     */
    public record Method(String owner, String name, String result, String instead) {}

    /** The class file; the array itself if it has no such call, or can't be read. */
    @Override
    public byte[] apply(byte[] classFile) {
        ClassReader reader = ClassFiles.readerOrNull(classFile);
        if (reader == null || !mayCall(new ConstantTexts(reader))) {
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
                        return new Calls(
                                super.visitMethod(access, name, descriptor, signature, exceptions),
                                changed);
                    }
                },
                0);
        return changed[0] ? writer.toByteArray() : classFile;
    }

    private boolean mayCall(ConstantTexts texts) {
        Set<String> classes = new TreeSet<>(texts.classes());
        return methods.stream().anyMatch(method -> classes.contains(method.owner));
    }

    private String name(String owner, String name, String descriptor) {
        for (Method method : methods) {
            if (method.owner.equals(owner)
                    && method.name.equals(name)
                    && descriptor.endsWith(")" + method.result)) {
                return method.instead;
            }
        }
        return name;
    }

    private final class Calls extends MethodVisitor {
        private final boolean[] changed;

        Calls(MethodVisitor next, boolean[] changed) {
            super(Opcodes.ASM9, next);
            this.changed = changed;
        }

        @Override
        public void visitMethodInsn(
                int opcode, String owner, String called, String descriptor, boolean ofInterface) {
            String now = name(owner, called, descriptor);
            changed[0] |= !now.equals(called);
            super.visitMethodInsn(opcode, owner, now, descriptor, ofInterface);
        }

        @Override
        public void visitInvokeDynamicInsn(
                String made, String descriptor, Handle bootstrap, Object... arguments) {
            Object[] called = arguments.clone();
            for (int i = 0; i < called.length; i++) {
                if (bootstrap.getName().equals("metafactory")
                        && called[i] instanceof Handle handle) {
                    called[i] = handle(handle);
                }
            }
            super.visitInvokeDynamicInsn(made, descriptor, bootstrap, called);
        }

        private Handle handle(Handle handle) {
            String now = name(handle.getOwner(), handle.getName(), handle.getDesc());
            if (now.equals(handle.getName())) {
                return handle;
            }
            changed[0] = true;
            return new Handle(
                    handle.getTag(),
                    handle.getOwner(),
                    now,
                    handle.getDesc(),
                    handle.isInterface());
        }
    }
}
