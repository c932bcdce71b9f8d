// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.rename;

import java.util.function.Function;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** What a class is, seen by those who would start it. */
public enum EntryPoint {

    /** A public class with a main method, or one that inherits it from nobody knows where. */
    FINE,

    /** One with a main method, which {@code java} would start; those who use reflection may not. */
    NOT_PUBLIC,

    /** One without {@code public static void main(String[])}, inherited ones included. */
    NONE;

    private static final String MAIN = "main";
    private static final String DESCRIPTOR = "([Ljava/lang/String;)V";

    /**
     * Looks at a class without loading it.
     *
     * @param name internal name of the class
     * @param classes the class file of an internal name; null if there is none
     */
    public static EntryPoint of(String name, Function<String, byte[]> classes) {
        Found found = new Found(name);
        String next = name;
        while (!found.hasMain) {
            byte[] file = classes.apply(next);
            if (file == null) {
                return next.startsWith("java/") ? NONE : FINE;
            }
            new ClassReader(file)
                    .accept(
                            found,
                            ClassReader.SKIP_CODE
                                    | ClassReader.SKIP_DEBUG
                                    | ClassReader.SKIP_FRAMES);
            if (found.parent == null) {
                break;
            }
            next = found.parent;
        }
        if (!found.hasMain) {
            return NONE;
        }
        return found.isPublic ? FINE : NOT_PUBLIC;
    }

    private static final class Found extends ClassVisitor {
        private final String name;
        private String parent;
        private boolean hasMain;
        private boolean isPublic;

        Found(String name) {
            super(Opcodes.ASM9);
            this.name = name;
        }

        @Override
        public void visit(
                int version,
                int access,
                String type,
                String signature,
                String superName,
                String[] interfaces) {
            parent = superName;
            if (type.equals(name)) {
                isPublic = (access & Opcodes.ACC_PUBLIC) != 0;
            }
        }

        @Override
        public void visitInnerClass(String type, String outer, String inner, int access) {
            if (type.equals(name)) { // of a class within another, this is what reflection tells
                isPublic = (access & Opcodes.ACC_PUBLIC) != 0;
            }
        }

        @Override
        public MethodVisitor visitMethod(
                int access, String method, String descriptor, String signature, String[] thrown) {
            int wanted = Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC;
            hasMain |=
                    method.equals(MAIN)
                            && descriptor.equals(DESCRIPTOR)
                            && (access & wanted) == wanted;
            return null;
        }
    }
}
