// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.LongFunction;
import java.util.stream.Stream;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/**
 * Who watches the watchmen: engines with a planted bug, each of which some seed must find. Each
 * patch under {@code src/mutants} is applied to a copy of the sources it changes; those are
 * compiled, and the simulation runs in a class loader in which they come first. A mutant that
 * survives shows what the simulation does not see.
 */
@Tag("mutants")
class MutantsTest {

    private static final int SEEDS_PER_SHAPE = 286;
    private static final int PATIENCE_SECONDS = 600;

    @TestFactory
    @DisplayName("Proof 2: each planted bug is found by some seed")
    Stream<DynamicTest> eachPlantedBugIsFoundBySomeSeed() throws IOException {
        Path module = Path.of("").toAbsolutePath();
        String only = System.getProperty("millrace.mutant", "");
        List<Path> patches;
        try (Stream<Path> files = Files.list(module.resolve("src/mutants"))) {
            patches =
                    files.filter(file -> file.toString().endsWith(".patch"))
                            .filter(file -> file.getFileName().toString().startsWith(only))
                            .sorted()
                            .toList();
        }
        assertThat(patches).isNotEmpty();
        return patches.stream()
                .map(
                        patch -> {
                            String name = patch.getFileName().toString().replace(".patch", "");
                            return DynamicTest.dynamicTest(
                                    name, () -> isFound(module, patch, name));
                        });
    }

    private static void isFound(Path module, Path patch, String name) throws Exception {
        Path work = module.resolve("target/mutants").resolve(name);
        Path classes = compile(UnifiedDiff.read(patch).apply(module.getParent()), work, patch);
        try (MutantLoader loader = new MutantLoader(classes)) {
            LongFunction<?> run =
                    (LongFunction<?>)
                            loader.loadClass(MutantRun.class.getName())
                                    .getDeclaredConstructor()
                                    .newInstance();
            CompletableFuture<Object> found = new CompletableFuture<>();
            Thread thread =
                    new Thread(
                            () -> {
                                try {
                                    found.complete(run.apply(SEEDS_PER_SHAPE));
                                } catch (Throwable t) {
                                    found.completeExceptionally(t);
                                }
                            },
                            "mutant " + name);
            thread.setDaemon(true);
            thread.setContextClassLoader(loader);
            thread.start();
            Object how = found.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
            assertThat(how)
                    .as(
                            "the mutant "
                                    + name
                                    + " survived "
                                    + SEEDS_PER_SHAPE
                                    + " seeds of each shape")
                    .isNotNull();
            Files.writeString(work.resolve("found.txt"), how + "\n");
            System.out.println(name + " is found by " + how);
        }
    }

    private static Path compile(Map<String, String> sources, Path work, Path patch)
            throws IOException {
        delete(work);
        Path classes = Files.createDirectories(work.resolve("classes"));
        List<Path> files = new ArrayList<>();
        for (Map.Entry<String, String> source : sources.entrySet()) {
            Path file = work.resolve("source").resolve(source.getKey());
            Files.createDirectories(file.getParent());
            files.add(Files.writeString(file, source.getValue()));
        }
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        assertThat(compiler).as("a JDK is needed, not only a runtime").isNotNull();
        DiagnosticCollector<JavaFileObject> problems = new DiagnosticCollector<>();
        try (StandardJavaFileManager manager =
                compiler.getStandardFileManager(problems, null, null)) {
            boolean compiled =
                    compiler.getTask(
                                    null,
                                    manager,
                                    problems,
                                    List.of(
                                            "-proc:none",
                                            "-parameters",
                                            "-classpath",
                                            System.getProperty("java.class.path"),
                                            "-d",
                                            classes.toString()),
                                    null,
                                    manager.getJavaFileObjectsFromPaths(files))
                            .call();
            assertThat(compiled)
                    .as(patch + " does not compile any more: " + problems.getDiagnostics())
                    .isTrue();
        }
        return classes;
    }

    private static void delete(Path directory) throws IOException {
        if (!Files.exists(directory)) {
            return;
        }
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    /** Loads all of Millrace anew, mutated classes first; leaves everything else to its parent. */
    private static final class MutantLoader extends URLClassLoader {

        MutantLoader(Path classes) {
            super(urls(classes), MutantsTest.class.getClassLoader());
        }

        private static URL[] urls(Path classes) {
            List<Path> path = new ArrayList<>();
            path.add(classes);
            Arrays.stream(
                            System.getProperty("java.class.path")
                                    .split(java.io.File.pathSeparator, -1))
                    .map(Path::of)
                    .forEach(path::add);
            return path.stream().map(MutantLoader::url).toArray(URL[]::new);
        }

        private static URL url(Path path) {
            try {
                return path.toUri().toURL();
            } catch (MalformedURLException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.startsWith("io.millrace.")) {
                return super.loadClass(name, resolve);
            }
            synchronized (getClassLoadingLock(name)) {
                Class<?> loaded = findLoadedClass(name);
                if (loaded == null) {
                    loaded = findClass(name);
                }
                if (resolve) {
                    resolveClass(loaded);
                }
                return loaded;
            }
        }
    }
}
