// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.rename;

import java.util.Set;
import java.util.function.Function;
import org.objectweb.asm.AnnotationVisitor;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ConstantDynamic;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Tells of each class and member that the JVM looks for when a class is linked and run. What it
 * passes over when it is not there is passed over here: generic signatures, names of local
 * variables, and annotations, but for the classes that these hand to whoever reads them.
 */
final class References extends ClassVisitor {

    /** How a method is called. */
    enum Call {
        /** Without an object: its class may never have one. */
        STATIC,
        /** This one method of an object: a constructor, a private one, one of a superclass. */
        EXACT,
        /** Whichever the object's class has. */
        VIRTUAL
    }

    /** How much of a method is told. */
    enum Depth {
        NOTHING,
        /** The types that it declares, which all are looked for when somebody asks for methods. */
        DECLARED,
        WHOLE
    }

    /** Who is told. Owners may be arrays, with their brackets. */
    interface Listener {
        /** A type that values may have. */
        void type(String internalName, Absence.Place place);

        /**
         * @param interfaceOwner whether the code takes the owner for an interface
         */
        void method(
                String owner,
                String name,
                String descriptor,
                boolean interfaceOwner,
                Call call,
                Absence.Place place);

        void field(
                String owner,
                String name,
                String descriptor,
                boolean isStatic,
                Absence.Place place);

        /** A class that is handed on as an object, for whatever is done with it then. */
        default void literal(String internalName) {}

        /** A string that the program has as a constant. */
        void string(String text);
    }

    private static final String LAMBDA_FACTORY = "java/lang/invoke/LambdaMetafactory";

    /** What only asks a class for its name or its like. */
    private static final Set<String> NAMING =
            Set.of(
                    "getName",
                    "getSimpleName",
                    "getCanonicalName",
                    "getTypeName",
                    "getPackage",
                    "getPackageName",
                    "getClassLoader",
                    "desiredAssertionStatus",
                    "hashCode",
                    "toString");

    /** What takes a class to be called by its name, in all libraries for logging. */
    private static final Set<String> LOGGERS = Set.of("getLogger", "getLog");

    private final Listener listener;
    private final boolean header;
    private final Function<String, Depth> depth;
    private String className;
    private String file;

    /** Tells all. */
    References(Listener listener) {
        this(listener, true, method -> Depth.WHOLE);
    }

    /**
     * @param header whether to tell of supertypes, fields and annotations
     * @param depth how much to tell of a method, by its name and descriptor
     */
    References(Listener listener, boolean header, Function<String, Depth> depth) {
        super(Opcodes.ASM9);
        this.listener = listener;
        this.header = header;
        this.depth = depth;
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
        if (!header) {
            return;
        }
        if (superName != null) {
            listener.type(superName, place(null, 0));
        }
        for (String each : interfaces) {
            listener.type(each, place(null, 0));
        }
    }

    @Override
    public void visitSource(String source, String debug) {
        file = source;
    }

    private Absence.Place place(String method, int line) {
        return new Absence.Place(className, method, file, line);
    }

    @Override
    public FieldVisitor visitField(
            int access, String name, String descriptor, String signature, Object value) {
        if (!header) {
            return null;
        }
        types(Type.getType(descriptor), place(null, 0));
        if (value instanceof String text) {
            listener.string(text);
        }
        return new FieldVisitor(Opcodes.ASM9) {
            @Override
            public AnnotationVisitor visitAnnotation(String type, boolean visible) {
                return new Annotation();
            }
        };
    }

    @Override
    public AnnotationVisitor visitAnnotation(String type, boolean visible) {
        return header ? new Annotation() : null;
    }

    /** Classes that an annotation names are made by whoever reads it. */
    private final class Annotation extends AnnotationVisitor {
        Annotation() {
            super(Opcodes.ASM9);
        }

        @Override
        public void visit(String name, Object value) {
            if (value instanceof Type type && type.getSort() == Type.OBJECT) {
                listener.literal(type.getInternalName());
            }
        }

        @Override
        public AnnotationVisitor visitAnnotation(String name, String type) {
            return this;
        }

        @Override
        public AnnotationVisitor visitArray(String name) {
            return this;
        }
    }

    @Override
    public MethodVisitor visitMethod(
            int access, String name, String descriptor, String signature, String[] exceptions) {
        Depth told = depth.apply(name + descriptor);
        String[] thrown = exceptions == null ? new String[0] : exceptions;
        return switch (told) {
            case NOTHING -> null;
            case DECLARED -> new Declaration(name, descriptor, thrown);
            case WHOLE -> new Body(name, descriptor, thrown);
        };
    }

    private void types(Type type, Absence.Place place) {
        switch (type.getSort()) {
            case Type.ARRAY -> types(type.getElementType(), place);
            case Type.OBJECT -> listener.type(type.getInternalName(), place);
            case Type.METHOD -> {
                types(type.getReturnType(), place);
                for (Type argument : type.getArgumentTypes()) {
                    types(argument, place);
                }
            }
            default -> {} // a primitive one
        }
    }

    private class Declaration extends MethodVisitor {
        private final String method;
        private final String descriptor;
        private final String[] exceptions;
        private boolean declared;
        private int line;

        Declaration(String method, String descriptor, String[] exceptions) {
            super(Opcodes.ASM9);
            this.method = method;
            this.descriptor = descriptor;
            this.exceptions = exceptions;
        }

        final Absence.Place here() {
            return place(method, line);
        }

        @Override
        public void visitLineNumber(int number, Label start) {
            line = number;
            declare();
        }

        /** The method's own types, told with the first line that is known of it. */
        private void declare() {
            if (!declared) {
                declared = true;
                types(Type.getMethodType(descriptor), here());
                for (String each : exceptions) {
                    listener.type(each, here());
                }
            }
        }

        @Override
        public void visitEnd() {
            declare();
        }
    }

    private final class Body extends Declaration {
        /** The class that the last instruction has made an object of; null for none. */
        private String literal;

        Body(String method, String descriptor, String[] exceptions) {
            super(method, descriptor, exceptions);
        }

        @Override
        public AnnotationVisitor visitAnnotation(String type, boolean visible) {
            return new Annotation();
        }

        /** Another instruction comes, and nobody knows what it does with the class before it. */
        private void handOn() {
            if (literal != null) {
                listener.literal(literal);
                literal = null;
            }
        }

        @Override
        public void visitInsn(int opcode) {
            handOn();
        }

        @Override
        public void visitIntInsn(int opcode, int operand) {
            handOn();
        }

        @Override
        public void visitVarInsn(int opcode, int variable) {
            handOn();
        }

        @Override
        public void visitJumpInsn(int opcode, Label label) {
            handOn();
        }

        @Override
        public void visitTypeInsn(int opcode, String type) {
            handOn();
            types(Type.getObjectType(type), here());
        }

        @Override
        public void visitMultiANewArrayInsn(String type, int dimensions) {
            handOn();
            types(Type.getType(type), here());
        }

        @Override
        public void visitTryCatchBlock(Label start, Label end, Label handler, String type) {
            if (type != null) {
                listener.type(type, here());
            }
        }

        @Override
        public void visitFieldInsn(int opcode, String owner, String name, String type) {
            handOn();
            boolean isStatic = opcode == Opcodes.GETSTATIC || opcode == Opcodes.PUTSTATIC;
            listener.field(owner, name, type, isStatic, here());
            types(Type.getType(type), here());
        }

        @Override
        public void visitMethodInsn(
                int opcode, String owner, String name, String type, boolean isInterface) {
            if (isNaming(owner, name, type)) {
                literal = null;
            }
            handOn();
            Call call =
                    switch (opcode) {
                        case Opcodes.INVOKESTATIC -> Call.STATIC;
                        case Opcodes.INVOKESPECIAL -> Call.EXACT;
                        default -> Call.VIRTUAL;
                    };
            method(owner, name, type, isInterface, call);
        }

        private static boolean isNaming(String owner, String name, String type) {
            return owner.equals("java/lang/Class")
                    ? type.startsWith("()") && NAMING.contains(name)
                    : type.startsWith("(Ljava/lang/Class;)") && LOGGERS.contains(name);
        }

        private void method(
                String owner, String name, String type, boolean isInterface, Call call) {
            listener.method(owner, name, type, isInterface, call, here());
            types(Type.getMethodType(type), here());
        }

        @Override
        public void visitInvokeDynamicInsn(
                String name, String type, Handle bootstrap, Object... arguments) {
            handOn();
            types(Type.getMethodType(type), here());
            constant(bootstrap);
            for (Object argument : arguments) {
                constant(argument);
                handOn();
            }
            if (bootstrap.getOwner().equals(LAMBDA_FACTORY)
                    && arguments.length > 0
                    && arguments[0] instanceof Type body) {
                String shape = Type.getReturnType(type).getInternalName();
                listener.method(shape, name, body.getDescriptor(), true, Call.VIRTUAL, here());
            }
        }

        @Override
        public void visitLdcInsn(Object value) {
            handOn();
            constant(value);
        }

        private void constant(Object value) {
            if (value instanceof String text) {
                listener.string(text);
            } else if (value instanceof Type type) {
                types(type, here());
                Type element = type.getSort() == Type.ARRAY ? type.getElementType() : type;
                literal = element.getSort() == Type.OBJECT ? element.getInternalName() : null;
            } else if (value instanceof Handle handle) {
                handle(handle);
            } else if (value instanceof ConstantDynamic dynamic) {
                types(Type.getType(dynamic.getDescriptor()), here());
                constant(dynamic.getBootstrapMethod());
                for (int i = 0; i < dynamic.getBootstrapMethodArgumentCount(); i++) {
                    constant(dynamic.getBootstrapMethodArgument(i));
                    handOn();
                }
            }
        }

        @Override
        public void visitEnd() {
            handOn();
            super.visitEnd();
        }

        private void handle(Handle handle) {
            if (handle.getTag() <= Opcodes.H_PUTSTATIC) {
                boolean isStatic =
                        handle.getTag() == Opcodes.H_GETSTATIC
                                || handle.getTag() == Opcodes.H_PUTSTATIC;
                listener.field(
                        handle.getOwner(), handle.getName(), handle.getDesc(), isStatic, here());
                types(Type.getType(handle.getDesc()), here());
            } else {
                Call call =
                        switch (handle.getTag()) {
                            case Opcodes.H_INVOKESTATIC -> Call.STATIC;
                            case Opcodes.H_INVOKESPECIAL, Opcodes.H_NEWINVOKESPECIAL -> Call.EXACT;
                            default -> Call.VIRTUAL;
                        };
                method(
                        handle.getOwner(),
                        handle.getName(),
                        handle.getDesc(),
                        handle.isInterface(),
                        call);
            }
        }
    }
}
