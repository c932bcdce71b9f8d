// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.cli;

import io.millrace.rename.Renaming;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.jar.JarOutputStream;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Jars as Flink's users have them, without Flink: sources are compiled against Millrace and its
 * names are made Flink's.
 */
public final class FlinkSource {

    private static final Pattern PACKAGE = Pattern.compile("package ([\\w.]+);");
    private static final Pattern TYPE = Pattern.compile("(?:class|interface|record) (\\w+)");

    private final Map<String, byte[]> entries = new LinkedHashMap<>();

    /** With a file; entries are written in the order they were given. */
    public FlinkSource with(String path, String content) {
        return with(path, content.getBytes(StandardCharsets.UTF_8));
    }

    /** With a file. */
    public FlinkSource with(String path, byte[] content) {
        entries.put(path, content);
        return this;
    }

    /** With what these sources become, names of Millrace's as Flink's. */
    public FlinkSource compiled(String... sources) throws IOException {
        return compiled(name -> true, sources);
    }

    /**
     * With some of what these sources become.
     *
     * @param kept of which classes, by their names in the jar
     */
    public FlinkSource compiled(Predicate<String> kept, String... sources) throws IOException {
        Renaming renaming = Renaming.toFlink(name -> true);
        classes(sources)
                .forEach(
                        (name, file) -> {
                            String flinks = renaming.internalName(name);
                            if (kept.test(flinks)) {
                                with(flinks + ".class", renaming.classFile(file));
                            }
                        });
        return this;
    }

    /** Class files by internal name. */
    public static Map<String, byte[]> classes(String... sources) throws IOException {
        Path out = Files.createTempDirectory("flink-source");
        try {
            return classes(out, sources);
        } finally {
            try (Stream<Path> tree = Files.walk(out)) {
                for (Path file : tree.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }

    private static Map<String, byte[]> classes(Path out, String... sources) throws IOException {
        List<JavaFileObject> units = new ArrayList<>();
        for (String source : sources) {
            units.add(unit(source));
        }
        boolean good =
                ToolProvider.getSystemJavaCompiler()
                        .getTask(
                                null,
                                null,
                                null,
                                List.of("-d", out.toString(), "-proc:none", "-g", "-nowarn"),
                                null,
                                units)
                        .call();
        if (!good) {
            throw new IllegalArgumentException("The sources do not compile; see above.");
        }
        Map<String, byte[]> classes = new TreeMap<>();
        try (Stream<Path> tree = Files.walk(out)) {
            for (Path file : tree.filter(Files::isRegularFile).toList()) {
                String path = out.relativize(file).toString().replace('\\', '/');
                classes.put(path.replaceFirst("\\.class$", ""), Files.readAllBytes(file));
            }
        }
        return classes;
    }

    private static JavaFileObject unit(String source) {
        Matcher pack = PACKAGE.matcher(source);
        Matcher type = TYPE.matcher(source);
        if (!pack.find() || !type.find(pack.end())) {
            throw new IllegalArgumentException(source);
        }
        URI name =
                URI.create(
                        "string:///"
                                + pack.group(1).replace('.', '/')
                                + "/"
                                + type.group(1)
                                + ".java");
        return new SimpleJavaFileObject(name, JavaFileObject.Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                return source;
            }
        };
    }

    /**
     * Without a method, as the compiler would not have had it by the other names.
     *
     * @param className as in the jar
     * @param method name and beginning of the descriptor
     */
    FlinkSource without(String className, String method) {
        String path = className + ".class";
        ClassReader reader = new ClassReader(entries.get(path));
        ClassWriter writer = new ClassWriter(0);
        reader.accept(
                new ClassVisitor(Opcodes.ASM9, writer) {
                    @Override
                    public MethodVisitor visitMethod(
                            int access,
                            String name,
                            String descriptor,
                            String signature,
                            String[] exceptions) {
                        return (name + descriptor).startsWith(method)
                                ? null
                                : super.visitMethod(
                                        access, name, descriptor, signature, exceptions);
                    }
                },
                0);
        return with(path, writer.toByteArray());
    }

    /**
     * With a class made another.
     *
     * @param className as in the jar
     */
    FlinkSource changed(String className, UnaryOperator<byte[]> change) {
        String path = className + ".class";
        return with(path, change.apply(entries.get(path)));
    }

    /** As a jar. */
    public Path jar(Path file) throws IOException {
        try (OutputStream out = Files.newOutputStream(file);
                JarOutputStream jar = new JarOutputStream(out)) {
            for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
                jar.putNextEntry(new ZipEntry(entry.getKey()));
                jar.write(entry.getValue());
                jar.closeEntry();
            }
        }
        return file;
    }

    /** As a folder of classes. */
    public Path folder(Path folder) throws IOException {
        for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
            Path file = folder.resolve(entry.getKey());
            Files.createDirectories(file.getParent());
            Files.write(file, entry.getValue());
        }
        return folder;
    }
}
