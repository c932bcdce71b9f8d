// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.rename;

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
 * passes over when it is not there is passed over here: annotations, generic signatures, names of
 * local variables.
 */
final class References extends ClassVisitor {

    /** Who is told. Owners may be arrays, with their brackets. */
    interface Listener {
        void type(String internalName, Absence.Place place);

        /**
         * @param interfaceOwner whether the code takes the owner for an interface
         */
        void method(
                String owner,
                String name,
                String descriptor,
                boolean interfaceOwner,
                Absence.Place place);

        void field(String owner, String name, String descriptor, Absence.Place place);

        /** A string that the program has as a constant. */
        void string(String text);
    }

    private static final String LAMBDA_FACTORY = "java/lang/invoke/LambdaMetafactory";

    private final Listener listener;
    private String className;
    private String file;

    References(Listener listener) {
        super(Opcodes.ASM9);
        this.listener = listener;
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
        types(Type.getType(descriptor), place(null, 0));
        if (value instanceof String text) {
            listener.string(text);
        }
        return null;
    }

    @Override
    public MethodVisitor visitMethod(
            int access, String name, String descriptor, String signature, String[] exceptions) {
        return new Body(name, descriptor, exceptions == null ? new String[0] : exceptions);
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

    private final class Body extends MethodVisitor {
        private final String method;
        private final String descriptor;
        private final String[] exceptions;
        private boolean declared;
        private int line;

        Body(String method, String descriptor, String[] exceptions) {
            super(Opcodes.ASM9);
            this.method = method;
            this.descriptor = descriptor;
            this.exceptions = exceptions;
        }

        private Absence.Place here() {
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

        @Override
        public void visitTypeInsn(int opcode, String type) {
            types(Type.getObjectType(type), here());
        }

        @Override
        public void visitMultiANewArrayInsn(String type, int dimensions) {
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
            listener.field(owner, name, type, here());
            types(Type.getType(type), here());
        }

        @Override
        public void visitMethodInsn(
                int opcode, String owner, String name, String type, boolean isInterface) {
            method(owner, name, type, isInterface);
        }

        private void method(String owner, String name, String type, boolean isInterface) {
            listener.method(owner, name, type, isInterface, here());
            types(Type.getMethodType(type), here());
        }

        @Override
        public void visitInvokeDynamicInsn(
                String name, String type, Handle bootstrap, Object... arguments) {
            types(Type.getMethodType(type), here());
            constant(bootstrap);
            for (Object argument : arguments) {
                constant(argument);
            }
            if (bootstrap.getOwner().equals(LAMBDA_FACTORY)
                    && arguments.length > 0
                    && arguments[0] instanceof Type body) {
                String shape = Type.getReturnType(type).getInternalName();
                listener.method(shape, name, body.getDescriptor(), true, here());
            }
        }

        @Override
        public void visitLdcInsn(Object value) {
            constant(value);
        }

        private void constant(Object value) {
            if (value instanceof String text) {
                listener.string(text);
            } else if (value instanceof Type type) {
                types(type, here());
            } else if (value instanceof Handle handle) {
                handle(handle);
            } else if (value instanceof ConstantDynamic dynamic) {
                types(Type.getType(dynamic.getDescriptor()), here());
                constant(dynamic.getBootstrapMethod());
                for (int i = 0; i < dynamic.getBootstrapMethodArgumentCount(); i++) {
                    constant(dynamic.getBootstrapMethodArgument(i));
                }
            }
        }

        private void handle(Handle handle) {
            if (handle.getTag() <= Opcodes.H_PUTSTATIC) {
                listener.field(handle.getOwner(), handle.getName(), handle.getDesc(), here());
                types(Type.getType(handle.getDesc()), here());
            } else {
                method(handle.getOwner(), handle.getName(), handle.getDesc(), handle.isInterface());
            }
        }
    }
}
