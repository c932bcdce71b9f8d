// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.rename;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * What can be called in some jars: their classes without code and without what is private, packed
 * small enough to travel with the launcher, which has no such jars at hand. Made by a build from
 * the real jars ({@link #main}), so that nobody can forget a method.
 *
 * <p>Kept is what is public, with the classes that it inherits from and names. Immutable, for any
 * thread.
 */
public final class ApiTable {

    private static final String MAGIC = "millrace-api-1";

    private final Map<String, byte[]> classes;
    private final Map<String, String> jars;

    private ApiTable(Map<String, byte[]> classes, Map<String, String> jars) {
        this.classes = classes;
        this.jars = jars;
    }

    /**
     * Reads a table.
     *
     * @throws IOException if it is none
     */
    public static ApiTable read(InputStream packed) throws IOException {
        Map<String, byte[]> classes = new TreeMap<>();
        Map<String, String> jars = new TreeMap<>();
        try (DataInputStream in =
                new DataInputStream(new BufferedInputStream(new GZIPInputStream(packed)))) {
            if (!in.readUTF().equals(MAGIC)) {
                throw new IOException("Not a table of classes, or one of another build");
            }
            for (int left = in.readInt(); left > 0; left--) {
                String jar = in.readUTF();
                for (int more = in.readInt(); more > 0; more--) {
                    String name = in.readUTF();
                    classes.put(name, in.readNBytes(in.readInt()));
                    jars.put(name, jar);
                }
            }
        }
        return new ApiTable(classes, jars);
    }

    /** The class of this internal name, without code; null if there is none. */
    public byte[] classFile(String internalName) {
        return classes.get(internalName);
    }

    /** The name of the jar that the class came from; null if there is no such class. */
    public String jar(String internalName) {
        return jars.get(internalName);
    }

    /** All internal names. */
    public Set<String> names() {
        return classes.keySet();
    }

    /**
     * Packs jars: {@code OUT --only a/b/... [--without a/b/c/]... JAR|FILE.classpath...}. Where two
     * jars have a class, the first counts. It throws and never ends the JVM, for a build may run it
     * inside its own.
     */
    public static void main(String[] args) throws IOException {
        if (args.length < 2) {
            throw new RenameException(
                    "Usage: OUT --only a/b/... [--without a/b/c/]... JAR|FILE.classpath...");
        }
        List<Path> jars = new ArrayList<>();
        List<String> only = new ArrayList<>();
        List<String> without = new ArrayList<>();
        for (int i = 1; i < args.length; i++) {
            if (args[i].equals("--only")) {
                only.add(args[++i]);
            } else if (args[i].equals("--without")) {
                without.add(args[++i]);
            } else if (args[i].endsWith(".classpath")) {
                String path = Files.readString(Path.of(args[i])).strip();
                for (String jar : path.split(java.io.File.pathSeparator, -1)) {
                    jars.add(Path.of(jar));
                }
            } else {
                jars.add(Path.of(args[i]));
            }
        }
        Path out = Path.of(args[0]).toAbsolutePath();
        Files.createDirectories(out.getParent());
        try (OutputStream file = Files.newOutputStream(out)) {
            pack(
                    jars,
                    name ->
                            only.stream().anyMatch(name::startsWith)
                                    && without.stream().noneMatch(name::startsWith),
                    file);
        }
    }

    static void pack(List<Path> jars, Predicate<String> wanted, OutputStream file)
            throws IOException {
        Map<String, Map<String, byte[]>> found = new LinkedHashMap<>();
        Map<String, byte[]> all = new TreeMap<>();
        for (Path jar : jars) {
            Map<String, byte[]> ofJar = new TreeMap<>();
            try (ZipFile zip = new ZipFile(jar.toFile())) {
                for (ZipEntry entry :
                        (Iterable<ZipEntry>) zip.stream().map(ZipEntry.class::cast)::iterator) {
                    String name = entry.getName();
                    if (name.endsWith(Renaming.CLASS)
                            && !name.startsWith("META-INF/")
                            && !name.endsWith("module-info.class")) {
                        byte[] content = zip.getInputStream(entry).readAllBytes();
                        String internal =
                                name.substring(0, name.length() - Renaming.CLASS.length());
                        if (wanted.test(internal) && all.putIfAbsent(internal, content) == null) {
                            ofJar.put(internal, content);
                        }
                    }
                }
            }
            found.put(jar.getFileName().toString(), ofJar);
        }
        Set<String> kept = new TreeSet<>();
        all.forEach((name, content) -> keepIfPublic(name, content, all, kept));
        try (DataOutputStream out =
                new DataOutputStream(new BufferedOutputStream(new GZIPOutputStream(file)))) {
            out.writeUTF(MAGIC);
            out.writeInt(found.size());
            for (Map.Entry<String, Map<String, byte[]>> jar : found.entrySet()) {
                Map<String, byte[]> ofJar = jar.getValue();
                ofJar.keySet().retainAll(kept);
                out.writeUTF(jar.getKey());
                out.writeInt(ofJar.size());
                for (Map.Entry<String, byte[]> each : ofJar.entrySet()) {
                    byte[] bare = bare(each.getValue());
                    out.writeUTF(each.getKey());
                    out.writeInt(bare.length);
                    out.write(bare);
                }
            }
        }
    }

    private static void keepIfPublic(
            String name, byte[] content, Map<String, byte[]> all, Set<String> kept) {
        if (!kept.contains(name) && isVisible(content)) {
            keep(name, all, kept);
        }
    }

    private static void keep(String name, Map<String, byte[]> all, Set<String> kept) {
        byte[] content = all.get(name);
        if (content == null || !kept.add(name)) {
            return;
        }
        ClassReader reader = ClassFiles.reader(content);
        if (reader.getSuperName() != null) {
            keep(reader.getSuperName(), all, kept);
        }
        for (String type : reader.getInterfaces()) {
            keep(type, all, kept);
        }
        // What is not public can be named, too: by the type of a public field or method.
        for (String type : Retargeting.types(bare(content))) {
            keep(type, all, kept);
        }
    }

    /** Public, or protected inside another class, as its user's compiler sees it. */
    private static boolean isVisible(byte[] content) {
        ClassReader reader = ClassFiles.reader(content);
        int[] access = {reader.getAccess()};
        reader.accept(
                new ClassVisitor(Opcodes.ASM9) {
                    @Override
                    public void visitInnerClass(
                            String name, String outer, String inner, int flags) {
                        if (name.equals(reader.getClassName())) {
                            access[0] = inner == null ? Opcodes.ACC_PRIVATE : flags;
                        }
                    }
                },
                ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        return isVisible(access[0]);
    }

    private static boolean isVisible(int access) {
        return (access & (Opcodes.ACC_PUBLIC | Opcodes.ACC_PROTECTED)) != 0;
    }

    /** Names, kinds and types; no code, no annotations, no generics, nothing private. */
    private static byte[] bare(byte[] content) {
        ClassWriter writer = new ClassWriter(0);
        ClassFiles.reader(content)
                .accept(
                        new ClassVisitor(Opcodes.ASM9) {
                            @Override
                            public void visit(
                                    int version,
                                    int access,
                                    String name,
                                    String signature,
                                    String superName,
                                    String[] interfaces) {
                                writer.visit(version, access, name, null, superName, interfaces);
                            }

                            @Override
                            public FieldVisitor visitField(
                                    int access,
                                    String name,
                                    String descriptor,
                                    String signature,
                                    Object value) {
                                if (isVisible(access)) {
                                    writer.visitField(access, name, descriptor, null, null);
                                }
                                return null;
                            }

                            @Override
                            public MethodVisitor visitMethod(
                                    int access,
                                    String name,
                                    String descriptor,
                                    String signature,
                                    String[] exceptions) {
                                if (isVisible(access)) {
                                    writer.visitMethod(access, name, descriptor, null, null);
                                }
                                return null;
                            }
                        },
                        ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        return writer.toByteArray();
    }
}
