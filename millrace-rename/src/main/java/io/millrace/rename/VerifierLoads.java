// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.rename;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.commons.AnalyzerAdapter;

/**
 * Tells where the JVM's verifier asks, of a method that need never be run, whether values of one
 * type may stand where another is wanted: it loads that other class to find out, and if it is no
 * interface, the first one. Types of the same name it takes for the same unseen.
 *
 * <p>To be given frames in full, of class files that have them.
 */
final class VerifierLoads extends AnalyzerAdapter {

    /** Who is told. */
    interface Listener {
        /**
         * @param from internal name of what a value is
         * @param to internal name of what is wanted, not an array
         */
        void flow(String from, String to, int line);
    }

    private static final String OBJECT = "java/lang/Object";
    private static final String THROWABLE = "java/lang/Throwable";

    /** Values in variables and on the stack, as the adapter has them; null for none known. */
    private record State(List<Object> locals, List<Object> stack) {}

    private record Guard(Label start, Label end, Label handler) {}

    private final Listener listener;
    private final Type result;
    private final Map<Label, State> frames = new HashMap<>();
    private final Map<Label, List<State>> arrivals = new HashMap<>();
    private final List<Guard> guards = new ArrayList<>();
    private final List<Guard> active = new ArrayList<>();
    private final List<Label> here = new ArrayList<>();
    private int line;

    VerifierLoads(String owner, int access, String name, String descriptor, Listener listener) {
        super(Opcodes.ASM9, owner, access, name, descriptor, null);
        this.listener = listener;
        this.result = Type.getReturnType(descriptor);
    }

    private void flow(Object from, String to) {
        if (!(from instanceof String value) || value.equals(to) || to.equals(OBJECT)) {
            return; // a number, null, or not yet constructed
        }
        String given = value;
        String wanted = to;
        while (given.startsWith("[") && wanted.startsWith("[")) {
            given = given.substring(1);
            wanted = wanted.substring(1);
        }
        wanted = bare(wanted);
        given = bare(given);
        if (wanted != null && !wanted.equals(OBJECT)) {
            listener.flow(given == null ? OBJECT : given, wanted, line);
        }
    }

    /** An internal name of what may be that or a descriptor; null if it is no class. */
    private static String bare(String type) {
        if (type.startsWith("[")) {
            return null; // an array where a class or interface is wanted: one of the JDK's
        }
        if (type.startsWith("L") && type.endsWith(";")) {
            return type.substring(1, type.length() - 1);
        }
        return type.length() == 1 ? null : type;
    }

    private void flow(Object from, Type to) {
        if (to.getSort() == Type.OBJECT || to.getSort() == Type.ARRAY) {
            flow(from, to.getInternalName());
        }
    }

    /** The value so many places below the top of the stack; null if it is not known. */
    private Object below(int places) {
        int at = stack == null ? -1 : stack.size() - 1 - places;
        return at < 0 ? null : stack.get(at);
    }

    private int arguments(String descriptor) {
        Type[] types = Type.getArgumentTypes(descriptor);
        int places = 0;
        for (int i = types.length - 1; i >= 0; i--) {
            flow(below(places + types[i].getSize() - 1), types[i]);
            places += types[i].getSize();
        }
        return places;
    }

    private State state(int popped) {
        return locals == null
                ? null
                : new State(
                        new ArrayList<>(locals),
                        new ArrayList<>(stack.subList(0, Math.max(0, stack.size() - popped))));
    }

    private void arrive(State from, Label at) {
        if (from == null) {
            return;
        }
        State frame = frames.get(at);
        if (frame == null) {
            arrivals.computeIfAbsent(at, none -> new ArrayList<>()).add(from);
        } else {
            compare(from, frame);
        }
    }

    private void compare(State from, State to) {
        compare(from.locals(), to.locals());
        compare(from.stack(), to.stack());
    }

    private void compare(List<Object> from, List<Object> to) {
        for (int i = 0; i < Math.min(from.size(), to.size()); i++) {
            if (to.get(i) instanceof String wanted) {
                flow(from.get(i), wanted);
            }
        }
    }

    /** Wherever an exception may be thrown from, its handler has to know the variables. */
    private void guarded() {
        for (Guard guard : active) {
            arrive(
                    locals == null ? null : new State(new ArrayList<>(locals), List.of()),
                    guard.handler());
        }
    }

    @Override
    public void visitTryCatchBlock(Label start, Label end, Label handler, String type) {
        super.visitTryCatchBlock(start, end, handler, type);
        guards.add(new Guard(start, end, handler));
        if (type != null) {
            flow(type, THROWABLE);
        }
    }

    @Override
    public void visitLineNumber(int number, Label start) {
        super.visitLineNumber(number, start);
        line = number;
    }

    @Override
    public void visitLabel(Label label) {
        super.visitLabel(label);
        here.add(label);
        for (Guard guard : guards) {
            if (guard.start() == label) {
                active.add(guard);
            } else if (guard.end() == label) {
                active.remove(guard);
            }
        }
        guarded();
    }

    @Override
    public void visitFrame(int type, int nLocal, Object[] local, int nStack, Object[] onStack) {
        State before = state(0);
        super.visitFrame(type, nLocal, local, nStack, onStack);
        State frame = state(0);
        if (before != null) {
            compare(before, frame);
        }
        for (Label label : here) {
            frames.put(label, frame);
            List<State> from = arrivals.remove(label);
            if (from != null) {
                from.forEach(each -> compare(each, frame));
            }
        }
        guarded();
    }

    @Override
    public void visitInsn(int opcode) {
        here.clear();
        if (opcode == Opcodes.ARETURN) {
            flow(below(0), result);
        } else if (opcode == Opcodes.ATHROW) {
            flow(below(0), THROWABLE);
        }
        super.visitInsn(opcode);
    }

    @Override
    public void visitVarInsn(int opcode, int variable) {
        here.clear();
        super.visitVarInsn(opcode, variable);
        guarded();
    }

    @Override
    public void visitIntInsn(int opcode, int operand) {
        here.clear();
        super.visitIntInsn(opcode, operand);
    }

    @Override
    public void visitTypeInsn(int opcode, String type) {
        here.clear();
        super.visitTypeInsn(opcode, type);
    }

    @Override
    public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
        here.clear();
        Type type = Type.getType(descriptor);
        if (opcode == Opcodes.PUTFIELD || opcode == Opcodes.PUTSTATIC) {
            flow(below(type.getSize() - 1), type);
        }
        if (opcode == Opcodes.GETFIELD) {
            flow(below(0), owner);
        } else if (opcode == Opcodes.PUTFIELD) {
            flow(below(type.getSize()), owner);
        }
        super.visitFieldInsn(opcode, owner, name, descriptor);
    }

    @Override
    public void visitMethodInsn(
            int opcode, String owner, String name, String descriptor, boolean isInterface) {
        here.clear();
        int places = arguments(descriptor);
        if (opcode != Opcodes.INVOKESTATIC && !name.equals("<init>")) {
            flow(below(places), owner);
        }
        super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
    }

    @Override
    public void visitInvokeDynamicInsn(
            String name, String descriptor, Handle bootstrap, Object... given) {
        here.clear();
        arguments(descriptor);
        super.visitInvokeDynamicInsn(name, descriptor, bootstrap, given);
    }

    @Override
    public void visitJumpInsn(int opcode, Label label) {
        here.clear();
        int popped =
                switch (opcode) {
                    case Opcodes.GOTO -> 0;
                    case Opcodes.IFEQ,
                            Opcodes.IFNE,
                            Opcodes.IFLT,
                            Opcodes.IFGE,
                            Opcodes.IFGT,
                            Opcodes.IFLE,
                            Opcodes.IFNULL,
                            Opcodes.IFNONNULL ->
                            1;
                    default -> 2;
                };
        arrive(state(popped), label);
        super.visitJumpInsn(opcode, label);
    }

    @Override
    public void visitLdcInsn(Object value) {
        here.clear();
        super.visitLdcInsn(value);
    }

    @Override
    public void visitIincInsn(int variable, int increment) {
        here.clear();
        super.visitIincInsn(variable, increment);
    }

    @Override
    public void visitTableSwitchInsn(int min, int max, Label otherwise, Label... labels) {
        branch(otherwise, labels);
        super.visitTableSwitchInsn(min, max, otherwise, labels);
    }

    @Override
    public void visitLookupSwitchInsn(Label otherwise, int[] keys, Label[] labels) {
        branch(otherwise, labels);
        super.visitLookupSwitchInsn(otherwise, keys, labels);
    }

    private void branch(Label otherwise, Label[] labels) {
        here.clear();
        arrive(state(1), otherwise);
        for (Label label : labels) {
            arrive(state(1), label);
        }
    }

    @Override
    public void visitMultiANewArrayInsn(String descriptor, int dimensions) {
        here.clear();
        super.visitMultiANewArrayInsn(descriptor, dimensions);
    }
}
