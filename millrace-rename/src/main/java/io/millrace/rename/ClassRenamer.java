// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.rename;

import java.util.regex.Pattern;
import org.objectweb.asm.AnnotationVisitor;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.commons.AnnotationRemapper;
import org.objectweb.asm.commons.ClassRemapper;
import org.objectweb.asm.commons.MethodRemapper;
import org.objectweb.asm.commons.Remapper;

/** Renames types as ASM's remapper does, and strings by {@link Renaming}'s rules. */
final class ClassRenamer extends ClassRemapper {

    /** What javac makes of serializable lambdas: it compares names held in strings. */
    private static final String LAMBDAS = "$deserializeLambda$";

    /** What Kotlin's compiler says of a class, in strings. */
    private static final String KOTLIN = "Lkotlin/Metadata;";

    private final Renaming renaming;
    private final Names signatures;
    private final boolean strings;
    private boolean inLambdas;

    /**
     * @param strings whether a string of the class is renamed, so that hashes of strings have to be
     *     looked for
     */
    ClassRenamer(ClassVisitor next, Renaming renaming, boolean strings) {
        super(Opcodes.ASM9, next, new Names(renaming, false));
        this.renaming = renaming;
        this.signatures = new Names(renaming, true);
        this.strings = strings;
    }

    @Override
    public MethodVisitor visitMethod(
            int access, String name, String descriptor, String signature, String[] exceptions) {
        inLambdas = name.equals(LAMBDAS);
        MethodVisitor method = super.visitMethod(access, name, descriptor, signature, exceptions);
        return strings && !inLambdas
                ? new HashSwitches(
                        access, name, descriptor, signature, exceptions, method, renaming::string)
                : method;
    }

    @Override
    protected MethodVisitor createMethodRemapper(MethodVisitor next) {
        return new MethodRemapper(api, next, inLambdas ? signatures : remapper) {};
    }

    @Override
    protected AnnotationVisitor createAnnotationRemapper(
            String descriptor, AnnotationVisitor next) {
        return KOTLIN.equals(descriptor)
                ? new AnnotationRemapper(api, descriptor, next, signatures) {}
                : super.createAnnotationRemapper(descriptor, next);
    }

    private static final class Names extends Remapper {

        private static final String FIELD = "\\[*(?:[BCDFIJSZ]|L[^;()<>.\\[]+;)";
        private static final Pattern TYPE = Pattern.compile("\\[*L[^;()<>.\\[]+;");
        private static final Pattern METHOD =
                Pattern.compile("\\((?:" + FIELD + ")*\\)(?:V|" + FIELD + ")");

        private final Renaming renaming;

        /** Whether strings may be names and descriptors of any kind, known or not. */
        private final boolean signatures;

        Names(Renaming renaming, boolean signatures) {
            super(Opcodes.ASM9);
            this.renaming = renaming;
            this.signatures = signatures;
        }

        @Override
        public String map(String internalName) {
            return renaming.internalName(internalName);
        }

        @Override
        public String mapPackageName(String name) {
            return renaming.internalName(name);
        }

        @Override
        public Object mapValue(Object value) {
            if (!(value instanceof String text)) {
                return super.mapValue(value);
            }
            if (signatures) {
                if (METHOD.matcher(text).matches()) {
                    return mapMethodDesc(text);
                }
                if (TYPE.matcher(text).matches()) {
                    return mapDesc(text);
                }
                if (text.indexOf('.') < 0) {
                    return renaming.internalName(text);
                }
            }
            return renaming.string(text);
        }
    }
}
