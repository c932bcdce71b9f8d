// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.rename;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.objectweb.asm.AnnotationVisitor;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** What classes declare, read once each, and how the JVM finds members through supertypes. */
final class Shapes {

    /**
     * What one class declares. Methods and fields are keyed by name and descriptor.
     *
     * @param marked the methods that have an annotation which can be asked for at run time
     */
    record Shape(
            String name,
            int access,
            String superName,
            List<String> interfaces,
            Map<String, Integer> methods,
            Set<String> marked,
            Set<String> fields) {

        boolean isInterface() {
            return (access & Opcodes.ACC_INTERFACE) != 0;
        }

        boolean isAbstract() {
            return (access & Opcodes.ACC_ABSTRACT) != 0;
        }

        boolean declares(String method) {
            return methods.containsKey(method);
        }

        /** Whether it has a method of this name and descriptor for objects, not for its class. */
        boolean hasOfObjects(String method) {
            Integer flags = methods.get(method);
            return flags != null && (flags & Opcodes.ACC_STATIC) == 0;
        }

        List<String> parents() {
            List<String> parents = new ArrayList<>();
            if (superName != null) {
                parents.add(superName);
            }
            parents.addAll(interfaces);
            return parents;
        }
    }

    private final Function<String, byte[]> files;
    private final Map<String, Shape> read = new HashMap<>();
    private final Map<String, List<String>> lineages = new HashMap<>();

    /**
     * @param files the class file of an internal name; null if there is none
     */
    Shapes(Function<String, byte[]> files) {
        this.files = files;
    }

    /** Null if there is no such class. */
    Shape of(String name) {
        if (!read.containsKey(name)) {
            byte[] file = files.apply(name);
            read.put(name, file == null ? null : shape(file));
        }
        return read.get(name);
    }

    /**
     * The class and all that it extends and implements, nearest first: superclasses, then
     * interfaces, as methods are looked for. A class that is not there is in it without its own.
     */
    List<String> lineage(String name) {
        List<String> known = lineages.get(name);
        if (known == null) {
            known = List.copyOf(follow(name));
            lineages.put(name, known);
        }
        return known;
    }

    private List<String> follow(String name) {
        List<String> lineage = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        for (String c = name; c != null && seen.add(c); ) {
            lineage.add(c);
            Shape shape = of(c);
            c = shape == null ? null : shape.superName;
        }
        Deque<String> open = new ArrayDeque<>(lineage);
        while (!open.isEmpty()) {
            Shape shape = of(open.remove());
            for (String parent : shape == null ? List.<String>of() : shape.parents()) {
                if (seen.add(parent)) {
                    lineage.add(parent);
                    open.add(parent);
                }
            }
        }
        return lineage;
    }

    /** Whether some class of the lineage is not there, so that nobody knows all its members. */
    boolean isOpen(List<String> lineage) {
        return lineage.stream().anyMatch(name -> of(name) == null);
    }

    boolean hasMethod(List<String> lineage, String name, String descriptor) {
        boolean own = name.startsWith("<"); // constructors are not inherited
        String key = name + descriptor;
        return (own ? lineage.subList(0, 1) : lineage)
                .stream().map(this::of).anyMatch(shape -> shape.methods.containsKey(key));
    }

    boolean hasField(List<String> lineage, String name, String descriptor) {
        return lineage.stream()
                .map(this::of)
                .anyMatch(shape -> shape.fields.contains(name + " " + descriptor));
    }

    /** Abstract methods without a body in the lineage, with the class that declares each. */
    Map<String, String> withoutBody(List<String> lineage) {
        Map<String, String> open = new LinkedHashMap<>();
        Set<String> done = new HashSet<>();
        for (String name : lineage) {
            of(name).methods
                    .forEach(
                            (method, access) -> {
                                if ((access & (Opcodes.ACC_STATIC | Opcodes.ACC_PRIVATE)) != 0) {
                                    return;
                                }
                                if ((access & Opcodes.ACC_ABSTRACT) == 0) {
                                    done.add(method);
                                } else {
                                    open.putIfAbsent(method, name);
                                }
                            });
        }
        open.keySet().removeAll(done);
        return open;
    }

    private static Shape shape(byte[] file) {
        ClassReader reader = new ClassReader(file);
        Map<String, Integer> methods = new LinkedHashMap<>();
        Set<String> marked = new HashSet<>();
        Set<String> fields = new HashSet<>();
        reader.accept(
                new ClassVisitor(Opcodes.ASM9) {
                    @Override
                    public MethodVisitor visitMethod(
                            int access,
                            String name,
                            String descriptor,
                            String signature,
                            String[] exceptions) {
                        String key = name + descriptor;
                        methods.put(key, access);
                        return new MethodVisitor(Opcodes.ASM9) {
                            @Override
                            public AnnotationVisitor visitAnnotation(String type, boolean visible) {
                                if (visible && !type.startsWith("Ljava/lang/")) {
                                    marked.add(key);
                                }
                                return null;
                            }
                        };
                    }

                    @Override
                    public FieldVisitor visitField(
                            int access,
                            String name,
                            String descriptor,
                            String signature,
                            Object value) {
                        fields.add(name + " " + descriptor);
                        return null;
                    }
                },
                ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        return new Shape(
                reader.getClassName(),
                reader.getAccess(),
                reader.getSuperName(),
                List.of(reader.getInterfaces()),
                methods,
                marked,
                fields);
    }
}
