// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.rename;

import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.objectweb.asm.AnnotationVisitor;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.commons.AnnotationRemapper;
import org.objectweb.asm.commons.ClassRemapper;
import org.objectweb.asm.commons.MethodRemapper;
import org.objectweb.asm.commons.Remapper;

/** Renames types as ASM's remapper does, and strings by rules such as {@link Renaming}'s. */
final class ClassRenamer extends ClassRemapper {

    /** What javac makes of serializable lambdas: it compares names held in strings. */
    private static final String LAMBDAS = "$deserializeLambda$";

    /** What Kotlin's compiler says of a class, in strings. */
    private static final String KOTLIN = "Lkotlin/Metadata;";

    private final UnaryOperator<String> text;
    private final Names signatures;
    private final boolean strings;
    private boolean inLambdas;

    /**
     * @param strings whether a string of the class is renamed, so that hashes of strings have to be
     *     looked for
     */
    ClassRenamer(ClassVisitor next, Renaming renaming, boolean strings) {
        this(next, renaming::internalName, renaming::string, strings);
    }

    /**
     * @param types new internal names of types and packages
     * @param text new strings
     * @param strings as above
     */
    ClassRenamer(
            ClassVisitor next,
            UnaryOperator<String> types,
            UnaryOperator<String> text,
            boolean strings) {
        super(Opcodes.ASM9, next, new Names(types, text, false));
        this.text = text;
        this.signatures = new Names(types, text, true);
        this.strings = strings;
    }

    @Override
    public MethodVisitor visitMethod(
            int access, String name, String descriptor, String signature, String[] exceptions) {
        inLambdas = name.equals(LAMBDAS);
        MethodVisitor method = super.visitMethod(access, name, descriptor, signature, exceptions);
        return strings && !inLambdas
                ? new HashSwitches(access, name, descriptor, signature, exceptions, method, text)
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

        private final UnaryOperator<String> types;
        private final UnaryOperator<String> text;

        /** Whether strings may be names and descriptors of any kind, known or not. */
        private final boolean signatures;

        Names(UnaryOperator<String> types, UnaryOperator<String> text, boolean signatures) {
            super(Opcodes.ASM9);
            this.types = types;
            this.text = text;
            this.signatures = signatures;
        }

        @Override
        public String map(String internalName) {
            return types.apply(internalName);
        }

        @Override
        public String mapPackageName(String name) {
            return types.apply(name);
        }

        @Override
        public Object mapValue(Object value) {
            if (!(value instanceof String string)) {
                return super.mapValue(value);
            }
            if (signatures) {
                if (METHOD.matcher(string).matches()) {
                    return mapMethodDesc(string);
                }
                if (TYPE.matcher(string).matches()) {
                    return mapDesc(string);
                }
                if (string.indexOf('.') < 0) {
                    return types.apply(string);
                }
            }
            return text.apply(string);
        }
    }
}
