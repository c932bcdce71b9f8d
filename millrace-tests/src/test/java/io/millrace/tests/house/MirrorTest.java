// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.InnerClassNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Law 2: what stands in a package whose name Flink has, Flink 1.20 has too, with the same
 * signature.
 *
 * <p>Read from the real jars. The only way to differ is a line in docs/departures.md, between the
 * marks {@code mirror-differences} there; and what programs use (groups.tsv) and is not here must
 * have a line between the marks {@code mirror-absences}. A line that excuses nothing fails as well.
 */
class MirrorTest {

    private static final String OURS = "io/millrace/";
    private static final String FLINKS = "org/apache/flink/";

    /** Flink's signatures name a copy of Jackson's; ours name Jackson (docs/departures.md). */
    private static final String SHADED_JACKSON = "Lorg/apache/flink/shaded/jackson2/com/fasterxml/";

    private static final int VISIBLE = Opcodes.ACC_PUBLIC | Opcodes.ACC_PROTECTED;

    /** What makes two classes or members the same kind of thing for who compiles against them. */
    private static final int CLASS_KIND =
            Opcodes.ACC_INTERFACE
                    | Opcodes.ACC_ABSTRACT
                    | Opcodes.ACC_ENUM
                    | Opcodes.ACC_ANNOTATION;

    private static final Map<String, ClassNode> ALL = new HashMap<>();
    private static final Map<String, ClassNode> MIRRORED = new TreeMap<>();

    /** Flink's own classes: here for programs, but none of ours. */
    private static final Set<String> RENAMED = new HashSet<>();

    @BeforeAll
    static void readOurClasses() {
        Set<String> flinkPackages = FlinkClasses.packages();
        Map<String, ClassNode> all = ALL;
        ClassFiles.ours()
                .forEach(
                        (module, classes) ->
                                classes.forEach(
                                        (name, bytes) -> {
                                            all.put(name, FlinkClasses.parse(bytes));
                                            if (ClassFiles.isRenamed(module, name)) {
                                                RENAMED.add(name);
                                            }
                                        }));
        all.forEach(
                (name, node) -> {
                    String pack = flink(ClassFiles.packageOf(name) + "/");
                    if (flinkPackages.contains(
                                    pack.substring(0, pack.length() - 1).replace('/', '.'))
                            && isVisible(node, all)
                            && !name.endsWith("/package-info")) {
                        MIRRORED.put(name, node);
                    }
                });
        assertThat(MIRRORED).hasSizeGreaterThan(300);
    }

    @Test
    void m2EveryVisibleNameOfOursIsFlinksOrADeparture() throws IOException {
        Map<String, String> differences = new TreeMap<>();
        MIRRORED.forEach(
                (name, node) -> {
                    if (!RENAMED.contains(name)) {
                        compare(node, differences);
                    }
                });

        Map<String, String> allowed = lines("mirror-differences");
        Map<String, String> unexplained = new LinkedHashMap<>(differences);
        unexplained.keySet().removeAll(allowed.keySet());
        Set<String> stale = new TreeSet<>(allowed.keySet());
        stale.removeAll(differences.keySet());

        assertThat(unexplained)
                .as("what differs from Flink 1.20 and has no line in docs/departures.md")
                .isEmpty();
        assertThat(stale).as("lines in docs/departures.md that excuse nothing").isEmpty();
    }

    /** Of one group of classes: what there is in Flink, and what of it is here. */
    private static final class Count {
        int classes;
        int ourClasses;
        int members;
        int ourMembers;
    }

    @Test
    void m2WhatProgramsUseIsHereOrADeparture() throws IOException {
        Map<String, Count> counts = new LinkedHashMap<>();
        Map<String, Set<String>> absent = new LinkedHashMap<>();
        for (String line : groups()) {
            String[] cells = line.split("\t", -1);
            String name = binaryToInternal(cells[1]);
            ClassNode theirs = FlinkClasses.find(flink(name));
            if (theirs == null || (access(theirs) & VISIBLE) == 0) {
                continue; // a connector's, which is its own jar; or nobody's business
            }
            Count count = counts.computeIfAbsent(cells[0], group -> new Count());
            Set<String> without = absent.computeIfAbsent(cells[0], group -> new TreeSet<>());
            Set<String> members = visibleMembers(theirs);
            count.classes++;
            count.members += members.size();
            ClassNode ours = MIRRORED.get(name);
            if (ours == null) {
                without.add(cells[1]);
                continue;
            }
            count.ourClasses++;
            Set<String> own = new HashSet<>();
            for (ClassNode declaring : ourLineage(ours)) {
                visibleMembers(declaring).stream()
                        .filter(member -> declaring == ours || !member.startsWith("<init>"))
                        .forEach(member -> own.add(flink(member)));
            }
            for (String member : members) {
                if (own.contains(member)) {
                    count.ourMembers++;
                } else {
                    without.add(cells[1] + "#" + member.replace(FLINKS, OURS));
                }
            }
        }
        StringBuilder table = new StringBuilder("group    classes   members (of Flink's, here)\n");
        counts.forEach(
                (group, count) ->
                        table.append(
                                String.format(
                                        java.util.Locale.ROOT,
                                        "%-8s %3d/%-3d %6d/%-6d%n",
                                        group,
                                        count.ourClasses,
                                        count.classes,
                                        count.ourMembers,
                                        count.members)));
        absent.forEach(
                (group, names) ->
                        names.forEach(
                                name ->
                                        table.append("absent from the ")
                                                .append(group)
                                                .append(" group: ")
                                                .append(name)
                                                .append('\n')));
        System.out.println(table);
        assertThat(counts.keySet()).containsExactly("first", "second", "further");

        Set<String> unexplained = new TreeSet<>();
        absent.values().forEach(unexplained::addAll);
        Set<String> stale = new TreeSet<>();
        Set<String> all = Set.copyOf(unexplained);
        for (String pattern : lines("mirror-absences").keySet()) {
            Pattern names = Pattern.compile(("\\Q" + pattern + "\\E").replace("*", "\\E.*\\Q"));
            if (all.stream().noneMatch(name -> names.matcher(name).matches())) {
                stale.add(pattern);
            }
            unexplained.removeIf(name -> names.matcher(name).matches());
        }
        assertThat(unexplained)
                .as("what programs use, is not here, and has no line in docs/departures.md")
                .isEmpty();
        assertThat(stale).as("lines in docs/departures.md that excuse nothing").isEmpty();
    }

    /** The class and all of ours that it inherits from. */
    private static List<ClassNode> ourLineage(ClassNode start) {
        List<ClassNode> found = new ArrayList<>();
        Deque<String> left = new ArrayDeque<>(List.of(start.name));
        Set<String> seen = new HashSet<>();
        while (!left.isEmpty()) {
            String name = left.poll();
            ClassNode node =
                    !seen.add(name)
                            ? null
                            : ALL.containsKey(name) ? ALL.get(name) : FlinkClasses.find(name);
            if (node != null) {
                found.add(node);
                if (node.superName != null) {
                    left.add(node.superName);
                }
                left.addAll(node.interfaces);
            }
        }
        return found;
    }

    private static void compare(ClassNode ours, Map<String, String> differences) {
        String label = ours.name.replace('/', '.');
        ClassNode theirs = FlinkClasses.find(flink(ours.name));
        if (theirs == null) {
            differences.put(label, "Flink has no such class");
            return;
        }
        if ((access(ours) & VISIBLE) != (access(theirs) & VISIBLE)) {
            differences.put(label, "visibility differs");
        }
        if ((ours.access & CLASS_KIND) != (theirs.access & CLASS_KIND)) {
            differences.put(
                    label, "one is abstract, an interface or an enum, and the other is not");
        }
        if (!typeParameters(ours.signature).equals(typeParameters(theirs.signature))) {
            differences.put(
                    label,
                    "type parameters are " + ours.signature + ", in Flink " + theirs.signature);
        }
        for (MethodNode method : ours.methods) {
            if ((method.access & VISIBLE) != 0 && (method.access & Opcodes.ACC_SYNTHETIC) == 0) {
                String difference = compare(theirs, method);
                if (difference != null) {
                    differences.put(label + "#" + method.name + method.desc, difference);
                }
            }
        }
        for (FieldNode field : ours.fields) {
            if ((field.access & VISIBLE) != 0 && (field.access & Opcodes.ACC_SYNTHETIC) == 0) {
                String difference = compare(theirs, field);
                if (difference != null) {
                    differences.put(label + "#" + field.name, difference);
                }
            } else if (field.name.equals("serialVersionUID")) {
                for (FieldNode other : theirs.fields) {
                    if (other.name.equals(field.name) && !other.value.equals(field.value)) {
                        differences.put(
                                label + "#" + field.name,
                                "is " + field.value + ", in Flink " + other.value);
                    }
                }
            }
        }
    }

    private static String compare(ClassNode theirs, MethodNode method) {
        String descriptor = flink(method.desc);
        for (ClassNode declaring : lineage(theirs, method.name.equals("<init>"))) {
            for (MethodNode other : declaring.methods) {
                if (!other.name.equals(method.name) || !other.desc.equals(descriptor)) {
                    continue;
                }
                if ((other.access & VISIBLE) == 0) {
                    continue;
                }
                if (declaring != theirs) {
                    // Inherited there, overridden here: the same to a caller, unless it became
                    // static or lost its body.
                    return ((method.access ^ other.access) & Opcodes.ACC_STATIC) != 0
                            ? "static in one only"
                            : null;
                }
                if (((method.access ^ other.access) & (Opcodes.ACC_STATIC | Opcodes.ACC_ABSTRACT))
                        != 0) {
                    return "static or abstract in one only";
                }
                if ((method.access & VISIBLE) != (other.access & VISIBLE)) {
                    return "public in one, protected in the other";
                }
                if ((other.access & Opcodes.ACC_SYNTHETIC) == 0
                        && method.signature != null
                        && !flink(method.signature).equals(other.signature)) {
                    return "generic signature is "
                            + method.signature
                            + ", in Flink "
                            + other.signature;
                }
                Set<String> thrown = new TreeSet<>();
                method.exceptions.forEach(type -> thrown.add(flink(type)));
                if (!thrown.equals(new TreeSet<>(other.exceptions))) {
                    return "throws " + method.exceptions + ", in Flink " + other.exceptions;
                }
                return null;
            }
        }
        return "Flink has no such member in " + theirs.name;
    }

    private static String compare(ClassNode theirs, FieldNode field) {
        for (ClassNode declaring : lineage(theirs, false)) {
            for (FieldNode other : declaring.fields) {
                if (other.name.equals(field.name) && (other.access & VISIBLE) != 0) {
                    if (!other.desc.equals(flink(field.desc))) {
                        return "is a " + field.desc + ", in Flink a " + other.desc;
                    }
                    if (((field.access ^ other.access) & Opcodes.ACC_STATIC) != 0) {
                        return "static in one only";
                    }
                    if (field.signature != null
                            && !flink(field.signature).equals(other.signature)) {
                        return "generic signature is "
                                + field.signature
                                + ", in Flink "
                                + other.signature;
                    }
                    return null;
                }
            }
        }
        return "Flink has no such field";
    }

    /** The class and all it inherits from, nearest first. */
    private static List<ClassNode> lineage(ClassNode start, boolean onlyItself) {
        List<ClassNode> found = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        Deque<String> left = new ArrayDeque<>(List.of(start.name));
        while (!left.isEmpty()) {
            String name = left.poll();
            ClassNode node = seen.add(name) ? FlinkClasses.find(name) : null;
            if (node != null) {
                found.add(node);
                if (onlyItself) {
                    break;
                }
                if (node.superName != null) {
                    left.add(node.superName);
                }
                left.addAll(node.interfaces);
            }
        }
        return found;
    }

    /** A nested class's real access stands in the table of nested classes. */
    private static int access(ClassNode node) {
        for (InnerClassNode inner : node.innerClasses) {
            if (inner.name.equals(node.name)) {
                return inner.access;
            }
        }
        return node.access;
    }

    private static boolean isVisible(ClassNode node, Map<String, ClassNode> all) {
        if ((node.access & Opcodes.ACC_SYNTHETIC) != 0 || (access(node) & VISIBLE) == 0) {
            return false;
        }
        for (InnerClassNode inner : node.innerClasses) {
            if (inner.name.equals(node.name)) {
                if (inner.outerName == null) {
                    return false; // local or without a name
                }
                ClassNode outer = all.get(inner.outerName);
                return outer != null && isVisible(outer, all);
            }
        }
        return true;
    }

    private static Set<String> visibleMembers(ClassNode node) {
        Set<String> members = new TreeSet<>();
        node.methods.stream()
                .filter(method -> (method.access & VISIBLE) != 0)
                .filter(method -> (method.access & Opcodes.ACC_SYNTHETIC) == 0)
                .forEach(method -> members.add(method.name + method.desc));
        node.fields.stream()
                .filter(field -> (field.access & VISIBLE) != 0)
                .filter(field -> (field.access & Opcodes.ACC_SYNTHETIC) == 0)
                .forEach(field -> members.add(field.name));
        return members;
    }

    private static String typeParameters(String signature) {
        if (signature == null || !signature.startsWith("<")) {
            return "";
        }
        int depth = 0;
        for (int i = 0; i < signature.length(); i++) {
            char c = signature.charAt(i);
            if (c == '<') {
                depth++;
            } else if (c == '>' && --depth == 0) {
                return flink(signature.substring(0, i + 1));
            }
        }
        throw new IllegalArgumentException(signature);
    }

    private static String flink(String ours) {
        return ours.replace(OURS, FLINKS).replace("Lcom/fasterxml/", SHADED_JACKSON);
    }

    private static String binaryToInternal(String name) {
        return name.replace('.', '/');
    }

    private static final Pattern DEPARTURE = Pattern.compile("^- `([^`]+)`: .+");

    /**
     * The lines between the marks of that name, as {@code class} or {@code class#memberdescriptor},
     * with their reasons.
     */
    private static Map<String, String> lines(String mark) throws IOException {
        String page =
                Files.readString(
                        ClassFiles.projectRoot().resolve("docs/departures.md"),
                        StandardCharsets.UTF_8);
        int begin = page.indexOf("<!-- " + mark + " -->");
        int end = page.indexOf("<!-- /" + mark + " -->");
        assertThat(begin).as("mark in docs/departures.md").isBetween(0, end);
        Map<String, String> lines = new TreeMap<>();
        for (String line : page.substring(begin, end).lines().toList()) {
            Matcher matcher = DEPARTURE.matcher(line);
            if (matcher.matches()) {
                assertThat(lines.put(matcher.group(1), line))
                        .as("a second line for %s", line)
                        .isNull();
            } else {
                assertThat(line)
                        .as("a difference without '- `name`: reason'")
                        .doesNotStartWith("-");
            }
        }
        return lines;
    }

    private static List<String> groups() throws IOException {
        try (var in = MirrorTest.class.getResourceAsStream("groups.tsv")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .toList();
        }
    }
}
