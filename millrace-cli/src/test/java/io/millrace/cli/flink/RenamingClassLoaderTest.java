// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.cli.flink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.common.functions.MapFunction;
import io.millrace.api.java.tuple.Tuple2;
import io.millrace.cli.FlinkSource;
import io.millrace.configuration.Configuration;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.net.JarURLConnection;
import java.net.URL;
import java.net.URLConnection;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.ServiceLoader;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RenamingClassLoaderTest {

    private static final String JOB =
            """
            package io.millrace.training;
            import io.millrace.api.common.functions.MapFunction;
            public class Job implements java.util.concurrent.Callable<Object> {
                public interface Lookup { Class<?> of(String name) throws Exception; }
                public Object call() throws Exception {
                    MapFunction<String, Integer> f = (MapFunction<String, Integer> & java.io.Serializable) String::length;
                    return f;
                }
                public static MapFunction<String, Class<?>> lookup() {
                    return Class::forName;
                }
                public static Class<?> computed(String end) throws Exception {
                    return Class.forName("org.apache." + end);
                }
                public static Class<?> referred(String end) throws Exception {
                    Lookup lookup = Class::forName;
                    return lookup.of("org.apache." + end);
                }
            }
            """;

    /** Outside of Flink's packages, but it names them. */
    private static final String OTHER =
            "package com.acme; public class Other implements"
                    + " io.millrace.api.common.functions.MapFunction<String, String> {"
                    + " public String map(String s) { return s; } }";

    @TempDir Path folder;

    private RenamingClassLoader loader;

    @AfterEach
    void close() throws IOException {
        if (loader != null) {
            loader.close();
        }
    }

    private RenamingClassLoader load(FlinkSource program) throws IOException {
        return load(List.of(program.jar(folder.resolve("program.jar"))));
    }

    private RenamingClassLoader load(List<Path> classPath) throws IOException {
        loader = new RenamingClassLoader(classPath, getClass().getClassLoader(), false);
        return loader;
    }

    private RenamingClassLoader program() throws IOException {
        return load(
                new FlinkSource()
                        .compiled(JOB, OTHER)
                        .with("org/apache/flink/training/words.txt", "some words")
                        .with(
                                "META-INF/services/java.util.concurrent.Callable",
                                "# a remark\norg.apache.flink.training.Job\n")
                        .with(
                                "META-INF/services/org.apache.flink.api.common.functions.MapFunction",
                                "com.acme.Other\n"));
    }

    private static String text(InputStream in) throws IOException {
        try (in) {
            return new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
        }
    }

    @Test
    void aClassIsMillracesOrTheProgramsByEitherName() throws Exception {
        program();

        assertThat(loader.loadClass("org.apache.flink.api.java.tuple.Tuple2"))
                .isSameAs(Tuple2.class);
        Class<?> job = loader.loadClass("org.apache.flink.training.Job");
        assertThat(job.getName()).isEqualTo("io.millrace.training.Job");
        assertThat(loader.loadClass("io.millrace.training.Job")).isSameAs(job);
        assertThat(loader.loadClass("com.acme.Other").getDeclaredConstructor().newInstance())
                .isInstanceOf(MapFunction.class);
        assertThatThrownBy(() -> loader.loadClass("org.apache.flink.training.Nothing"))
                .isInstanceOf(ClassNotFoundException.class);
    }

    @Test
    void whatFlinkShadesIsTheProgramsOwn() throws Exception {
        String shaded = "package org.apache.flink.shaded.x; public class Shaded {}";
        FlinkSource program = new FlinkSource().compiled(JOB);
        FlinkSource.classes(shaded).forEach((name, file) -> program.with(name + ".class", file));
        load(program);

        assertThat(loader.loadClass("org.apache.flink.shaded.x.Shaded").getName())
                .isEqualTo("org.apache.flink.shaded.x.Shaded");
    }

    @Test
    void classFilesAreRenamedAsResources() throws Exception {
        program();

        for (String path :
                List.of(
                        "com/acme/Other.class",
                        "io/millrace/training/Job.class",
                        "org/apache/flink/training/Job.class")) {
            assertThat(text(loader.getResourceAsStream(path)))
                    .as(path)
                    .contains("io/millrace/")
                    .doesNotContain("org/apache/flink/api");
            URL url = Collections.list(loader.getResources(path)).get(0);
            assertThat(url.toString()).startsWith("jar:file:").contains("program.jar!");
            assertThat(text(url.openStream())).contains("io/millrace/");
        }
        Class<?> other = loader.loadClass("com.acme.Other");
        assertThat(text(other.getResourceAsStream("Other.class"))).contains("io/millrace/");
    }

    @Test
    void otherResourcesAreFoundByEitherNameAndStay() throws Exception {
        program();
        Class<?> job = loader.loadClass("io.millrace.training.Job");

        assertThat(text(job.getResourceAsStream("words.txt"))).isEqualTo("some words");
        assertThat(text(loader.getResourceAsStream("org/apache/flink/training/words.txt")))
                .isEqualTo("some words");
        assertThat(Collections.list(loader.getResources("io/millrace/training/words.txt")))
                .hasSize(1);
        assertThat(loader.getResource("io/millrace/training/none.txt")).isNull();
    }

    @Test
    void servicesAreFoundByTheirNamesHere() throws Exception {
        program();

        assertThat(providers(Callable.class)).contains("io.millrace.training.Job");
        assertThat(providers(MapFunction.class)).containsExactly("com.acme.Other");
    }

    private List<String> providers(Class<?> service) {
        return ServiceLoader.load(service, loader).stream()
                .map(provider -> provider.type().getName())
                .toList();
    }

    @Test
    void namesThatAreMadeAtRunTimeAreRenamed() throws Exception {
        program();
        Class<?> job = loader.loadClass("io.millrace.training.Job");

        for (String method : List.of("computed", "referred")) {
            assertThat(job.getMethod(method, String.class).invoke(null, "flink.training.Job"))
                    .isSameAs(job);
            assertThat(
                            job.getMethod(method, String.class)
                                    .invoke(null, "flink.api.java.tuple.Tuple2"))
                    .isSameAs(Tuple2.class);
        }
        assertThat(NamedClasses.forName("[[Lorg.apache.flink.training.Job;", false, loader))
                .isSameAs(job.arrayType().arrayType());
        Configuration made = new Configuration();
        made.setString("mine.class", "org.apache." + "flink.training.Job");
        assertThat(made.getClass("mine.class", null, loader)).isSameAs(job);
        assertThat(NamedClasses.forName("[I")).isSameAs(int[].class);
    }

    @Test
    void aSerializedLambdaComesBack() throws Exception {
        program();
        Object made =
                ((Callable<?>)
                                loader.loadClass("io.millrace.training.Job")
                                        .getDeclaredConstructor()
                                        .newInstance())
                        .call();
        @SuppressWarnings("unchecked") // it is what was written
        MapFunction<String, Integer> back = (MapFunction<String, Integer>) again(made);
        assertThat(back.map("four")).isEqualTo(4);
    }

    /** Written and read by Java. */
    private Object again(Object made) throws IOException, ClassNotFoundException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(made);
        }
        try (ObjectInputStream in =
                new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray())) {
                    @Override
                    protected Class<?> resolveClass(ObjectStreamClass description)
                            throws ClassNotFoundException {
                        return Class.forName(description.getName(), false, loader);
                    }
                }) {
            return in.readObject();
        }
    }

    @Test
    void aSerializedReferenceToALookupComesBackAndSeesWhatTheProgramDoes() throws Exception {
        program();
        Class<?> job = loader.loadClass("io.millrace.training.Job");
        @SuppressWarnings("unchecked") // as declared
        MapFunction<String, Class<?>> back =
                (MapFunction<String, Class<?>>) again(job.getMethod("lookup").invoke(null));

        // Called from here, where the program's classes are not to be seen.
        assertThat(back.map("org.apache." + "flink.training.Job")).isSameAs(job);
    }

    @Test
    void packagesAndPlacesAreThoseOfTheJar() throws Exception {
        load(
                new FlinkSource()
                        .with(
                                "META-INF/MANIFEST.MF",
                                "Manifest-Version: 1.0\nImplementation-Title: training\n\n"
                                        + "Name: org/apache/flink/training/\n"
                                        + "Implementation-Version: 9\n\n")
                        .compiled(JOB));
        Class<?> job = loader.loadClass("io.millrace.training.Job");

        assertThat(job.getPackage().getImplementationTitle()).isEqualTo("training");
        assertThat(job.getPackage().getImplementationVersion()).isEqualTo("9");
        assertThat(job.getProtectionDomain().getCodeSource().getLocation())
                .isEqualTo(folder.resolve("program.jar").toUri().toURL());
    }

    @Test
    void aSignedJarIsLoadedThoughItsSumsNoLongerHold() throws Exception {
        load(
                new FlinkSource()
                        .with(
                                "META-INF/MANIFEST.MF",
                                "Manifest-Version: 1.0\n\n"
                                        + "Name: org/apache/flink/training/Job.class\n"
                                        + "SHA-256-Digest: AAAA\n\n")
                        .with("META-INF/A.SF", "Signature-Version: 1.0\n\n")
                        .with("META-INF/A.RSA", "no signature")
                        .compiled(JOB, OTHER));

        assertThat(loader.loadClass("io.millrace.training.Job").getSigners()).isNull();
    }

    @Test
    void ofSeveralVersionsTheOneForThisJavaIsLoaded() throws Exception {
        String old =
                "package io.millrace.training; public class V { public String toString() { return \"old\" + new io.millrace.api.java.tuple.Tuple0(); } }";
        FlinkSource newer = new FlinkSource().compiled(old.replace("old", "new"));
        Path other = newer.folder(folder.resolve("newer"));
        load(
                new FlinkSource()
                        .with(
                                "META-INF/MANIFEST.MF",
                                "Manifest-Version: 1.0\nMulti-Release: true\n\n")
                        .compiled(old)
                        .with(
                                "META-INF/versions/11/org/apache/flink/training/V.class",
                                java.nio.file.Files.readAllBytes(
                                        other.resolve("org/apache/flink/training/V.class"))));

        assertThat(
                        loader.loadClass("io.millrace.training.V")
                                .getDeclaredConstructor()
                                .newInstance()
                                .toString())
                .startsWith("new");
    }

    @Test
    void aJarThatTheManifestNamesIsLoadedToo() throws Exception {
        new FlinkSource().compiled(OTHER).jar(folder.resolve("other jar.jar"));
        load(
                new FlinkSource()
                        .with(
                                "META-INF/MANIFEST.MF",
                                "Manifest-Version: 1.0\nClass-Path: gone.jar other%20jar.jar\n\n")
                        .compiled(JOB));

        assertThat(loader.loadClass("com.acme.Other")).isNotNull();
    }

    @Test
    void namesOfFlinkTwoAreThoseOfTheOlderOne() throws Exception {
        program();

        assertThat(loader.loadClass("org.apache.flink.util.ParameterTool"))
                .isSameAs(io.millrace.api.java.utils.ParameterTool.class);
        assertThat(
                        loader.loadClass(
                                "org.apache.flink.streaming.api.functions.sink.legacy.SinkFunction$Context"))
                .isSameAs(io.millrace.streaming.api.functions.sink.SinkFunction.Context.class);
        assertThat(loader.names().asWritten("io/millrace/api/java/utils/ParameterTool"))
                .isEqualTo("org.apache.flink.util.ParameterTool");
        assertThat(loader.loadClass("org.apache.flink.util.concurrent.ExecutorThreadFactory"))
                .isSameAs(io.millrace.flink.util.concurrent.ExecutorThreadFactory.class);
    }

    @Test
    void whatAProgramHasInAPackageThatFlinkTwoHasMovedIsFound() throws Exception {
        load(
                new FlinkSource()
                        .compiled(
                                "package io.millrace.streaming.api.functions.sink.legacy;"
                                        + " public class Own {"
                                        + " public Object other() { return new Other(); }"
                                        + " public static class Other {} }"));
        String name = "org.apache.flink.streaming.api.functions.sink.legacy.Own";
        Class<?> own = loader.loadClass(name);

        assertThat(own.getMethod("other").invoke(own.getDeclaredConstructor().newInstance()))
                .isInstanceOf(loader.loadClass(name + "$Other"));
        assertThat(text(own.getResourceAsStream("Own.class"))).contains("Own$Other");
        assertThat(loader.names().asWritten(own.getName().replace('.', '/'))).isEqualTo(name);
    }

    @Test
    void theAddressOfARenamedFileIsOneInAJar() throws Exception {
        Path jar =
                new FlinkSource()
                        .compiled(JOB)
                        .with("org/apache/flink/training/words.txt", "some words")
                        .with("top.txt", "at the top")
                        .jar(folder.resolve("program.jar"));
        load(List.of(jar));
        URL url = loader.loadClass("io.millrace.training.Job").getResource("Job.class");
        URLConnection connection = url.openConnection();

        assertThat(connection).isInstanceOf(JarURLConnection.class);
        JarURLConnection inJar = (JarURLConnection) connection;
        assertThat(inJar.getJarFileURL()).isEqualTo(jar.toUri().toURL());
        assertThat(inJar.getEntryName()).isEqualTo("org/apache/flink/training/Job.class");
        assertThat(inJar.getJarEntry()).isNotNull();
        String content = text(inJar.getInputStream());
        assertThat(content).contains("io/millrace/training/Job");
        assertThat(inJar.getContentLengthLong()).isEqualTo(content.length());
        assertThat(text(new URL(url, "words.txt").openStream())).isEqualTo("some words");
        assertThat(text(new URL(url, "/top.txt").openStream())).isEqualTo("at the top");
        assertThat(text(new URL(url, "Job.class").openStream())).isEqualTo(content);
    }

    @Test
    void whatAManifestNamesThatIsNoJarIsPassedOver() throws Exception {
        java.nio.file.Files.writeString(folder.resolve("job.properties"), "a=b");
        new FlinkSource().compiled(OTHER).jar(folder.resolve("other.jar"));
        load(
                new FlinkSource()
                        .with(
                                "META-INF/MANIFEST.MF",
                                "Manifest-Version: 1.0\nClass-Path: job.properties"
                                        + " http://repo.example/lib.jar other.jar\n\n")
                        .compiled(JOB));

        assertThat(loader.loadClass("com.acme.Other")).isNotNull();
        Path none = folder.resolve("job.properties");
        assertThatThrownBy(() -> load(List.of(none)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(none + " is no jar");
    }

    @Test
    void manyThreadsLoadAtOnce() throws Exception {
        List<String> sources = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            sources.add(
                    "package io.millrace.many; public class C"
                            + i
                            + " { public int f = "
                            + i
                            + "; io.millrace.util.Collector<?> c; }");
        }
        load(new FlinkSource().compiled(sources.toArray(new String[0])));
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try {
            CountDownLatch start = new CountDownLatch(8);
            List<Future<List<Class<?>>>> found = new ArrayList<>();
            for (int t = 0; t < 8; t++) {
                found.add(
                        threads.submit(
                                () -> {
                                    start.countDown();
                                    start.await();
                                    List<Class<?>> classes = new ArrayList<>();
                                    for (int i = 0; i < 40; i++) {
                                        classes.add(
                                                loader.loadClass("org.apache.flink.many.C" + i));
                                    }
                                    return classes;
                                }));
            }
            for (Future<List<Class<?>>> each : found) {
                assertThat(each.get()).isEqualTo(found.get(0).get());
            }
        } finally {
            threads.shutdownNow();
        }
    }
}
