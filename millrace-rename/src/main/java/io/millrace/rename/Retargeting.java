// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.rename;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.commons.ClassRemapper;
import org.objectweb.asm.commons.Remapper;

/**
 * Brings code that was compiled against one version of an API to another one: by {@link Rules} that
 * say which type took the place of which, and which static method does what a call did.
 *
 * <p>A call is found by the class that declares the method, whichever subclass the code names. A
 * method reference is a call, too, but not where a lambda can be serialized: it would not be
 * recognised when it is read back. Names and descriptors of rules are those from before.
 *
 * <p>For one thread.
 */
public final class Retargeting {

    /**
     * A call and what takes its place: a static method which takes the object, unless the call is
     * static, and the same arguments.
     *
     * @param owner internal name of the class that declares the method
     * @param name of the method
     * @param descriptor of the method
     * @param target internal name of the class of the static method
     * @param targetName its name
     */
    public record Call(
            String owner, String name, String descriptor, String target, String targetName) {}

    /**
     * A method that users write and that has other parameters on the other side. A class that has
     * the old one gets the new one, which calls it.
     *
     * @param owner internal name of the class or interface that declares the method
     * @param name of the method
     * @param descriptor of the method from before: one parameter
     * @param newDescriptor of the method there: one parameter, or none
     * @param target internal name of a class with {@code static OLD forward(NEW)}, or without a
     *     parameter if the new one has none, and else {@code static NEW back(OLD)}, which is for
     *     {@code super.name(old)} of a class that has but the new one
     */
    public record Bridge(
            String owner, String name, String descriptor, String newDescriptor, String target) {}

    /**
     * @param types new internal names by old ones
     */
    public record Rules(Map<String, String> types, List<Call> calls, List<Bridge> bridges) {}

    private final Rules rules;
    private final Map<String, List<Call>> calls = new HashMap<>();
    private final Function<String, byte[]> code;
    private final Shapes shapes;
    private final Set<Object> used = new LinkedHashSet<>();

    /**
     * @param code the class files of the code, by internal name; null if it has none of that name
     * @param api the class files of the API the code was compiled against; null if there is none
     */
    public Retargeting(Rules rules, Function<String, byte[]> code, Function<String, byte[]> api) {
        this.rules = rules;
        this.code = code;
        this.shapes =
                new Shapes(
                        name -> {
                            byte[] own = code.apply(name);
                            return own == null ? api.apply(name) : own;
                        });
        for (Call call : rules.calls) {
            calls.computeIfAbsent(call.name + call.descriptor, none -> new ArrayList<>()).add(call);
        }
    }

    /**
     * The rules that came to be used so far: {@link Call}s, {@link Bridge}s, old names of types.
     */
    public Set<Object> used() {
        return used;
    }

    /**
     * A class file of the code; the array itself if no rule says anything about it.
     *
     * @throws RenameException if two methods become one, because one type takes the place of
     *     another that they differ in; or if it is no class file that is known here
     */
    public byte[] classFile(byte[] classFile) {
        ClassReader reader = ClassFiles.reader(classFile);
        refuseCollapsed(reader);
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        boolean[] changed = {false};
        UnaryOperator<String> renamed =
                name -> {
                    String now = type(name);
                    changed[0] |= !now.equals(name);
                    return now;
                };
        ClassVisitor types =
                new ClassRenamer(writer, renamed, text -> Renaming.typeIn(text, renamed), true);
        reader.accept(new Calls(types, changed), 0);
        return changed[0] ? writer.toByteArray() : classFile;
    }

    /** The new name of a type, an internal one; the same if there is no rule for it. */
    public String type(String name) {
        String renamed = type(rules.types, name);
        if (!renamed.equals(name)) {
            used.add(outer(rules.types, name));
        }
        return renamed;
    }

    /** Of methods that the class has or inherits from the code, no two may become one. */
    private void refuseCollapsed(ClassReader reader) {
        Map<String, String> before = new HashMap<>();
        Remapper names = names(rules.types);
        String self = reader.getClassName();
        List<String> own = new ArrayList<>();
        reader.accept(
                new ClassVisitor(Opcodes.ASM9) {
                    @Override
                    public MethodVisitor visitMethod(
                            int access,
                            String name,
                            String descriptor,
                            String signature,
                            String[] exceptions) {
                        own.add(name + descriptor);
                        return null;
                    }
                },
                ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        own.forEach(method -> refuseCollapsed(self, self, method, before, names));
        for (String parent : shapes.lineage(self)) {
            if (!parent.equals(self) && code.apply(parent) != null) {
                shapes.of(parent)
                        .methods()
                        .forEach(
                                (method, access) -> {
                                    if ((access & Opcodes.ACC_PRIVATE) == 0
                                            && !method.startsWith("<")) {
                                        refuseCollapsed(self, parent, method, before, names);
                                    }
                                });
            }
        }
    }

    private static void refuseCollapsed(
            String self,
            String declaring,
            String method,
            Map<String, String> before,
            Remapper names) {
        int at = method.indexOf('(');
        String renamed = method.substring(0, at) + names.mapMethodDesc(method.substring(at));
        String other = before.putIfAbsent(renamed, method);
        if (other != null && !other.equals(method)) {
            throw new RenameException(
                    "The class "
                            + className(self)
                            + " has the methods "
                            + readable(other)
                            + " and "
                            + readable(method)
                            + (declaring.equals(self)
                                    ? ""
                                    : ", this one of " + className(declaring))
                            + ", which are one and the same where it is to run: "
                            + readable(renamed)
                            + ". Give one of them another name.");
        }
    }

    private static String className(String internalName) {
        return internalName.replace('/', '.').replace('$', '.');
    }

    private static String readable(String method) {
        int at = method.indexOf('(');
        StringBuilder types = new StringBuilder();
        for (Type type : Type.getArgumentTypes(method.substring(at))) {
            types.append(types.isEmpty() ? "" : ", ").append(type.getClassName());
        }
        return method.substring(0, at) + "(" + types + ")";
    }

    private static Remapper names(Map<String, String> types) {
        return new Remapper(Opcodes.ASM9) {
            @Override
            public String map(String name) {
                return type(types, name);
            }
        };
    }

    /** The type, or the nearest around it, that there is a rule for; null if there is none. */
    private static String outer(Map<String, String> types, String name) {
        String outer = name;
        while (!types.containsKey(outer)) {
            int inner = outer.lastIndexOf('$');
            if (inner < 0) {
                return null;
            }
            outer = outer.substring(0, inner);
        }
        return outer;
    }

    private static String type(Map<String, String> types, String name) {
        String outer = outer(types, name);
        return outer == null ? name : types.get(outer) + name.substring(outer.length());
    }

    /**
     * The calls that the static methods of a class stand in for: for each, the method of the same
     * name that {@code owner} has and that takes and returns the same, with the types of the rules.
     *
     * @param types new internal names by old ones
     * @param owner a class of the API from before
     * @param api the class files of that API
     * @param target internal name of the class with the static methods
     * @param targetFile its class file
     */
    public static List<Call> standIns(
            Map<String, String> types,
            String owner,
            Function<String, byte[]> api,
            String target,
            byte[] targetFile) {
        Remapper renamed = names(types);
        Set<String> standIns = new HashSet<>();
        Shapes own = new Shapes(name -> name.equals(target) ? targetFile : null);
        own.of(target)
                .methods()
                .forEach(
                        (method, access) -> {
                            if ((access & Opcodes.ACC_STATIC) != 0
                                    && (access & Opcodes.ACC_PUBLIC) != 0) {
                                standIns.add(method);
                            }
                        });
        List<Call> calls = new ArrayList<>();
        Shapes shapes = new Shapes(api);
        shapes.of(owner)
                .methods()
                .forEach(
                        (method, access) -> {
                            int at = method.indexOf('(');
                            String name = method.substring(0, at);
                            String descriptor = method.substring(at);
                            Call call = new Call(owner, name, descriptor, target, name);
                            String wanted =
                                    descriptor(
                                            call,
                                            (access & Opcodes.ACC_STATIC) != 0,
                                            Type.getObjectType(owner));
                            if (standIns.contains(name + renamed.mapMethodDesc(wanted))) {
                                calls.add(call);
                            }
                        });
        return calls;
    }

    /**
     * What is absent as the code had it before types took the place of others, which several may
     * have become; the same if it can't be told.
     *
     * @param types new internal names by old ones
     * @param before class files of the code as they were, by internal name
     */
    public static Absence asWritten(
            Map<String, String> types, Function<String, byte[]> before, Absence absence) {
        byte[] file = before.apply(absence.places().get(0).className());
        if (file == null || absence.name() == null || absence.descriptor() == null) {
            return absence;
        }
        Remapper names = names(types);
        Absence[] found = {absence};
        new ClassReader(file)
                .accept(
                        new ClassVisitor(Opcodes.ASM9) {
                            @Override
                            public MethodVisitor visitMethod(
                                    int access,
                                    String name,
                                    String descriptor,
                                    String signature,
                                    String[] exceptions) {
                                return new MethodVisitor(Opcodes.ASM9) {
                                    @Override
                                    public void visitMethodInsn(
                                            int opcode,
                                            String owner,
                                            String called,
                                            String takes,
                                            boolean isInterface) {
                                        if (called.equals(absence.name())
                                                && names.map(owner).equals(absence.owner())
                                                && names.mapMethodDesc(takes)
                                                        .equals(absence.descriptor())) {
                                            found[0] =
                                                    new Absence(
                                                            absence.kind(),
                                                            owner,
                                                            called,
                                                            takes,
                                                            owner,
                                                            absence.places());
                                        }
                                    }
                                };
                            }
                        },
                        ClassReader.SKIP_FRAMES);
        return found[0];
    }

    /** All types that a class file names, by internal names. */
    public static Set<String> types(byte[] classFile) {
        Set<String> types = new LinkedHashSet<>();
        new ClassReader(classFile)
                .accept(
                        new ClassRemapper(
                                new ClassWriter(0),
                                new Remapper(Opcodes.ASM9) {
                                    @Override
                                    public String map(String name) {
                                        types.add(name);
                                        return name;
                                    }
                                }),
                        0);
        return types;
    }

    /**
     * The classes that a class file uses, of arrays their elements; not those it only describes.
     */
    public static Set<String> classes(byte[] classFile) {
        Set<String> classes = new LinkedHashSet<>();
        for (String name : new ConstantTexts(new ClassReader(classFile)).classes()) {
            String element = name.startsWith("[") ? Links.element(name) : name;
            if (element != null) {
                classes.add(element);
            }
        }
        return classes;
    }

    /** All strings that a class file's code can see. */
    public static List<String> strings(byte[] classFile) {
        return new ConstantTexts(new ClassReader(classFile)).strings();
    }

    /** A class file with another name for a package, in it and of it. */
    public static byte[] renamedPackage(byte[] classFile, String from, String to) {
        ClassWriter writer = new ClassWriter(0);
        new ClassReader(classFile)
                .accept(
                        new ClassRenamer(
                                writer,
                                name ->
                                        name.startsWith(from)
                                                ? to + name.substring(from.length())
                                                : name,
                                text -> text,
                                false),
                        0);
        return writer.toByteArray();
    }

    private boolean isA(String name, String owner) {
        return name.equals(owner) || shapes.lineage(name).contains(owner);
    }

    private Call call(String owner, String name, String descriptor) {
        if (owner.startsWith("[")) {
            return null;
        }
        for (Call call : calls.getOrDefault(name + descriptor, List.of())) {
            if (isA(owner, call.owner) && !isOfTheCode(owner, name, descriptor)) {
                return call;
            }
        }
        return null;
    }

    /** Whether it is the code itself that has the method, as an override of what is called. */
    private boolean isOfTheCode(String owner, String name, String descriptor) {
        return shapes.lineage(owner).stream()
                .filter(type -> code.apply(type) != null)
                .map(shapes::of)
                .anyMatch(shape -> shape.methods().containsKey(name + descriptor));
    }

    private Bridge bridgeOfSuper(String owner, String name, String descriptor) {
        for (Bridge bridge : rules.bridges) {
            if (bridge.name.equals(name)
                    && bridge.descriptor.equals(descriptor)
                    && isA(owner, bridge.owner)
                    && !isOfTheCode(owner, name, descriptor)) {
                return bridge;
            }
        }
        return null;
    }

    private final class Calls extends ClassVisitor {
        private final boolean[] changed;
        private String self;
        private boolean isInterface;

        Calls(ClassVisitor next, boolean[] changed) {
            super(Opcodes.ASM9, next);
            this.changed = changed;
        }

        @Override
        public void visit(
                int version,
                int access,
                String name,
                String signature,
                String superName,
                String[] interfaces) {
            self = name;
            isInterface = (access & Opcodes.ACC_INTERFACE) != 0;
            super.visit(version, access, name, signature, superName, interfaces);
        }

        @Override
        public MethodVisitor visitMethod(
                int access, String name, String descriptor, String signature, String[] exceptions) {
            MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
            return next == null ? null : new Body(next);
        }

        @Override
        public void visitEnd() {
            for (Bridge bridge : rules.bridges) {
                Map<String, Integer> own = shapes.of(self).methods();
                Integer old = own.get(bridge.name + bridge.descriptor);
                if (old != null
                        && (old & (Opcodes.ACC_STATIC | Opcodes.ACC_ABSTRACT)) == 0
                        && !own.containsKey(bridge.name + bridge.newDescriptor)
                        && isA(self, bridge.owner)) {
                    add(bridge, old);
                }
            }
            super.visitEnd();
        }

        private void add(Bridge bridge, int access) {
            use(bridge);
            Type[] news = Type.getArgumentTypes(bridge.newDescriptor);
            Type[] olds = Type.getArgumentTypes(bridge.descriptor);
            // The exceptions that a method declares are the compiler's; the JVM does not look.
            MethodVisitor method =
                    super.visitMethod(
                            access & ~Opcodes.ACC_FINAL,
                            bridge.name,
                            bridge.newDescriptor,
                            null,
                            null);
            method.visitCode();
            method.visitVarInsn(Opcodes.ALOAD, 0);
            if (news.length > 0) {
                method.visitVarInsn(Opcodes.ALOAD, 1);
            }
            method.visitMethodInsn(
                    Opcodes.INVOKESTATIC,
                    bridge.target,
                    "forward",
                    Type.getMethodDescriptor(olds[0], news),
                    false);
            method.visitMethodInsn(
                    isInterface ? Opcodes.INVOKEINTERFACE : Opcodes.INVOKEVIRTUAL,
                    self,
                    bridge.name,
                    bridge.descriptor,
                    isInterface);
            method.visitInsn(Type.getReturnType(bridge.descriptor).getOpcode(Opcodes.IRETURN));
            method.visitMaxs(0, 0);
            method.visitEnd();
        }

        private void use(Object rule) {
            changed[0] = true;
            used.add(rule);
        }

        private final class Body extends MethodVisitor {

            Body(MethodVisitor next) {
                super(Opcodes.ASM9, next);
            }

            @Override
            public void visitMethodInsn(
                    int opcode, String owner, String name, String descriptor, boolean isInterface) {
                if (opcode == Opcodes.INVOKESPECIAL) {
                    Bridge bridge = bridgeOfSuper(owner, name, descriptor);
                    Type[] news =
                            bridge == null ? null : Type.getArgumentTypes(bridge.newDescriptor);
                    if (news != null) {
                        use(bridge);
                        if (news.length == 0) {
                            super.visitInsn(Opcodes.POP);
                        } else {
                            super.visitMethodInsn(
                                    Opcodes.INVOKESTATIC,
                                    bridge.target,
                                    "back",
                                    Type.getMethodDescriptor(
                                            news[0], Type.getArgumentTypes(descriptor)),
                                    false);
                        }
                        super.visitMethodInsn(
                                opcode, owner, name, bridge.newDescriptor, isInterface);
                        return;
                    }
                } else {
                    Call call = call(owner, name, descriptor);
                    if (call != null) {
                        use(call);
                        super.visitMethodInsn(
                                Opcodes.INVOKESTATIC,
                                call.target,
                                call.targetName,
                                descriptor(
                                        call,
                                        opcode == Opcodes.INVOKESTATIC,
                                        Type.getObjectType(call.owner)),
                                false);
                        return;
                    }
                }
                super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
            }

            @Override
            public void visitInvokeDynamicInsn(
                    String name, String descriptor, Handle bootstrap, Object... arguments) {
                Object[] replaced = arguments.clone();
                if (bootstrap.getName().equals("metafactory")) {
                    for (int i = 0; i < replaced.length; i++) {
                        if (replaced[i] instanceof Handle handle) {
                            replaced[i] = handle(handle);
                        }
                    }
                }
                super.visitInvokeDynamicInsn(name, descriptor, bootstrap, replaced);
            }

            private Handle handle(Handle handle) {
                boolean isStatic = handle.getTag() == Opcodes.H_INVOKESTATIC;
                if (!isStatic
                        && handle.getTag() != Opcodes.H_INVOKEVIRTUAL
                        && handle.getTag() != Opcodes.H_INVOKEINTERFACE) {
                    return handle;
                }
                Call call = call(handle.getOwner(), handle.getName(), handle.getDesc());
                if (call == null) {
                    return handle;
                }
                use(call);
                return new Handle(
                        Opcodes.H_INVOKESTATIC,
                        call.target,
                        call.targetName,
                        descriptor(call, isStatic, Type.getObjectType(call.owner)),
                        false);
            }
        }
    }

    /** Of the static method, with the names from before. */
    private static String descriptor(Call call, boolean isStatic, Type owner) {
        return isStatic
                ? call.descriptor
                : "(" + owner.getDescriptor() + call.descriptor.substring(1);
    }
}
