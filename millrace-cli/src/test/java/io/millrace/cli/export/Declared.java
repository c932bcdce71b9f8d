// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.cli.export;

import java.util.Set;
import java.util.TreeSet;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** What a class file declares. */
final class Declared {

    private Declared() {}

    /** Names and descriptors. */
    static Set<String> methods(byte[] classFile) {
        return methods(classFile, 0);
    }

    static Set<String> publicStatics(byte[] classFile) {
        return methods(classFile, Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC);
    }

    private static Set<String> methods(byte[] classFile, int flags) {
        Set<String> methods = new TreeSet<>();
        new ClassReader(classFile)
                .accept(
                        new ClassVisitor(Opcodes.ASM9) {
                            @Override
                            public MethodVisitor visitMethod(
                                    int access,
                                    String name,
                                    String descriptor,
                                    String signature,
                                    String[] exceptions) {
                                if ((access & flags) == flags) {
                                    methods.add(name + descriptor);
                                }
                                return null;
                            }
                        },
                        ClassReader.SKIP_CODE);
        return methods;
    }
}
