// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.rename;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** Classes made from source in a test: internal name to class file. */
final class Compiled {

    private Compiled() {}

    /** Each text is one source file; its name is that of the first type in it. */
    static Map<String, byte[]> sources(String... sources) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try {
            Path out = Files.createTempDirectory("compiled");
            try {
                return sources(compiler, out, sources);
            } finally {
                remove(out);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Map<String, byte[]> sources(JavaCompiler compiler, Path out, String... sources)
            throws IOException {
        List<JavaFileObject> units = new ArrayList<>();
        for (String source : sources) {
            units.add(new Source(source));
        }
        boolean good =
                compiler.getTask(
                                null,
                                null,
                                null,
                                List.of("-d", out.toString(), "-proc:none"),
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
                classes.put(path.replace(".class", ""), Files.readAllBytes(file));
            }
        }
        return classes;
    }

    private static void remove(Path directory) throws IOException {
        try (Stream<Path> tree = Files.walk(directory)) {
            for (Path file : tree.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    private static final class Source extends SimpleJavaFileObject {
        private final String text;

        Source(String text) {
            super(URI.create("string:///" + path(text) + ".java"), Kind.SOURCE);
            this.text = text;
        }

        private static String path(String text) {
            var type =
                    java.util.regex.Pattern.compile("(?:class|interface|record) (\\w+)")
                            .matcher(text);
            var pack = java.util.regex.Pattern.compile("package ([\\w.]+);").matcher(text);
            if (!type.find() || !pack.find()) {
                throw new IllegalArgumentException(text);
            }
            return pack.group(1).replace('.', '/') + "/" + type.group(1);
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }

    /** Renamed, keyed by the new names. */
    static Map<String, byte[]> renamed(Map<String, byte[]> classes, Renaming renaming) {
        Map<String, byte[]> renamed = new TreeMap<>();
        classes.forEach(
                (name, file) -> renamed.put(renaming.internalName(name), renaming.classFile(file)));
        return renamed;
    }

    /** Loads these classes, and all else from the tests' class path. */
    static ClassLoader loader(Map<String, byte[]> classes) {
        return new ClassLoader(Compiled.class.getClassLoader()) {
            @Override
            protected Class<?> findClass(String name) throws ClassNotFoundException {
                byte[] file = classes.get(name.replace('.', '/'));
                if (file == null) {
                    throw new ClassNotFoundException(name);
                }
                return defineClass(name, file, 0, file.length);
            }
        };
    }

    /** What a static method without arguments returns. */
    static Object call(ClassLoader loader, String className, String method) throws Exception {
        return loader.loadClass(className).getMethod(method).invoke(null);
    }

    /** Written and read by Java, its classes those of a loader. */
    static Object again(Object object, ClassLoader loader) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(object);
        }
        try (ObjectInputStream in =
                new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray())) {
                    @Override
                    protected Class<?> resolveClass(ObjectStreamClass type)
                            throws ClassNotFoundException {
                        return Class.forName(type.getName(), false, loader);
                    }
                }) {
            return in.readObject();
        }
    }

    /** The serial version that Java has or computes for a class. */
    static long serialVersion(Map<String, byte[]> classes, String className)
            throws ClassNotFoundException {
        return ObjectStreamClass.lookup(loader(classes).loadClass(className)).getSerialVersionUID();
    }
}
