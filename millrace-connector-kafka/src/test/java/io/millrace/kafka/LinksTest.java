// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.connector.base.DeliveryGuarantee;
import io.millrace.connector.kafka.sink.KafkaSink;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TypeInsnNode;

/**
 * Nobody compiled the renamed classes against what is here: each class, method and field that they
 * name must be there, ours and those of Kafka's client.
 */
class LinksTest {

    private static final Map<String, ClassNode> READ = new HashMap<>();

    @Test
    void whatTheRenamedClassesNameIsThere() throws IOException {
        Set<String> missing = new TreeSet<>();
        int classes = 0;
        for (Class<?> anchor : List.of(DeliveryGuarantee.class, KafkaSink.class)) {
            for (ClassNode node : beside(anchor)) {
                classes++;
                look(node, missing);
            }
        }

        assertThat(missing).isEmpty();
        assertThat(classes).isGreaterThan(150);
    }

    /** All classes of the module of that class. */
    private static List<ClassNode> beside(Class<?> anchor) throws IOException {
        Path place =
                new File(anchor.getProtectionDomain().getCodeSource().getLocation().getPath())
                        .toPath();
        if (Files.isDirectory(place)) {
            return below(place);
        }
        try (FileSystem jar = FileSystems.newFileSystem(place)) {
            return below(jar.getPath("/"));
        }
    }

    private static List<ClassNode> below(Path root) throws IOException {
        List<ClassNode> nodes = new ArrayList<>();
        try (Stream<Path> tree = Files.walk(root)) {
            for (Path file : tree.filter(path -> path.toString().endsWith(".class")).toList()) {
                if (!file.endsWith("module-info.class")) {
                    nodes.add(parse(Files.readAllBytes(file), 0));
                }
            }
        }
        return nodes;
    }

    private static void look(ClassNode node, Set<String> missing) {
        for (MethodNode method : node.methods) {
            for (AbstractInsnNode instruction : method.instructions) {
                String absent = null;
                if (instruction instanceof MethodInsnNode call) {
                    absent = absent(call.owner, call.name + call.desc);
                } else if (instruction instanceof FieldInsnNode field) {
                    absent = absent(field.owner, field.name + " " + field.desc);
                } else if (instruction instanceof TypeInsnNode type) {
                    absent = absent(type.desc, null);
                }
                if (absent != null) {
                    missing.add(node.name + " -> " + absent);
                }
            }
        }
    }

    private static String absent(String owner, String member) {
        if (owner.startsWith("[")
                || !(owner.startsWith("io/millrace/") || owner.startsWith("org/apache/"))) {
            return null;
        }
        ClassNode node = find(owner);
        return node == null
                ? owner
                : member == null || has(node, member) ? null : owner + "#" + member;
    }

    private static boolean has(ClassNode node, String member) {
        if (node == null) {
            return false;
        }
        return node.methods.stream().anyMatch(method -> (method.name + method.desc).equals(member))
                || node.fields.stream()
                        .anyMatch(field -> (field.name + " " + field.desc).equals(member))
                || node.superName != null && has(find(node.superName), member)
                || node.interfaces.stream().anyMatch(type -> has(find(type), member));
    }

    private static ClassNode find(String name) {
        return READ.computeIfAbsent(name, LinksTest::read);
    }

    private static ClassNode read(String name) {
        String resource = Type.getObjectType(name).getInternalName() + ".class";
        try (InputStream in = LinksTest.class.getClassLoader().getResourceAsStream(resource)) {
            return in == null ? null : parse(in.readAllBytes(), ClassReader.SKIP_CODE);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private static ClassNode parse(byte[] file, int flags) {
        ClassNode node = new ClassNode(Opcodes.ASM9);
        new ClassReader(file)
                .accept(node, flags | ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        return node;
    }

    @Test
    void theBuildHasPutTheGuardAroundTheCommitter() {
        ClassNode sink = find("io/millrace/connector/kafka/sink/KafkaSink");
        ClassNode whole;
        try (InputStream in =
                LinksTest.class.getClassLoader().getResourceAsStream(sink.name + ".class")) {
            whole = parse(in.readAllBytes(), 0);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
        long calls =
                whole.methods.stream()
                        .filter(method -> method.name.equals("createCommitter"))
                        .flatMap(method -> Stream.of(method.instructions.toArray()))
                        .filter(
                                instruction ->
                                        instruction instanceof MethodInsnNode call
                                                && call.owner.equals(
                                                        "io/millrace/kafka/LostTransactions"))
                        .count();

        assertThat(calls).isOne();
    }

    @Test
    void whatASinkWasBuiltWithCanBeRead() {
        KafkaSink<String> sink = Sinks.exactlyOnce("host:1", "topic", "prefix").build();
        SinkSettings settings = SinkSettings.of(sink);

        assertThat(settings.isExactlyOnce()).isTrue();
        assertThat(settings.prefix()).isEqualTo("prefix");
        assertThat(settings.servers()).isEqualTo("host:1");
        assertThat(settings.timeout()).hasMinutes(10);
        assertThat(settings.whenLost()).isEqualTo(SinkSettings.WhenLost.FAIL);
    }
}
