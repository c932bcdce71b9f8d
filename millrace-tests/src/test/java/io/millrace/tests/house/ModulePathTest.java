// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.net.JarURLConnection;
import java.net.URI;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A program with a module descriptor of its own, compiled and run on the module path in a JVM of
 * its own.
 */
class ModulePathTest {

    private static final List<String> ON_THE_PATH =
            List.of(
                    "io/millrace/spi/Pipeline",
                    "io/millrace/engine/Engine",
                    "io/millrace/core/fs/local/LocalFileSystem",
                    "io/millrace/connector/file/src/FileSource",
                    "com/esotericsoftware/kryo/Kryo",
                    "com/esotericsoftware/reflectasm/ConstructorAccess",
                    "com/esotericsoftware/minlog/Log",
                    "org/objenesis/Objenesis",
                    "org/slf4j/Logger");

    private static final String DESCRIPTOR =
            """
            module wordcount {
                requires io.millrace.api;
                exports wordcount;
                opens wordcount to io.millrace.api;
            }
            """;

    private static final String PROGRAM =
            """
            package wordcount;

            import io.millrace.api.java.tuple.Tuple2;
            import io.millrace.streaming.api.environment.StreamExecutionEnvironment;

            public class Main {
                public static class Word {
                    public String text;
                    public long count;

                    public Word() {}

                    public Word(String text, long count) {
                        this.text = text;
                        this.count = count;
                    }
                }

                public static void main(String[] args) throws Exception {
                    StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
                    env.setParallelism(2);
                    env.enableCheckpointing(50);
                    env.getConfig().disableObjectReuse();
                    env.readTextFile(args[0])
                            .flatMap((String line, io.millrace.util.Collector<Word> out) -> {
                                for (String word : line.split(" ")) {
                                    out.collect(new Word(word, 1));
                                }
                            })
                            .returns(Word.class)
                            .keyBy(word -> word.text)
                            .reduce((a, b) -> new Word(a.text, a.count + b.count))
                            .filter(word -> word.count == 3)
                            .map(word -> word.text + " in " + Main.class.getModule().getName())
                            .print();
                    env.execute("module path");
                }
            }
            """;

    @Test
    void m11AProgramWithAModuleDescriptorRunsOnTheModulePath(@TempDir Path folder)
            throws Exception {
        Path sources = Files.createDirectories(folder.resolve("src/wordcount")).getParent();
        Files.writeString(sources.resolve("module-info.java"), DESCRIPTOR);
        Files.writeString(sources.resolve("wordcount/Main.java"), PROGRAM);
        Path input =
                Files.writeString(
                        folder.resolve("in.txt"), "a mill turns\na mill\na\nturns turns\n");
        String path =
                ON_THE_PATH.stream()
                        .map(ModulePathTest::place)
                        .collect(Collectors.joining(File.pathSeparator));
        Path classes = folder.resolve("classes");
        int compiled =
                ToolProvider.getSystemJavaCompiler()
                        .run(
                                null,
                                null,
                                null,
                                "--release",
                                "17",
                                "-d",
                                classes.toString(),
                                "--module-path",
                                path,
                                sources.resolve("module-info.java").toString(),
                                sources.resolve("wordcount/Main.java").toString());
        assertThat(compiled).as("exit of javac").isZero();

        Path out = folder.resolve("out.txt");
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-Xmx256m", "-Dfile.encoding=UTF-8"));
        command.addAll(List.of("--module-path", path + File.pathSeparator + classes));
        // What is found as a service is not named by the program, so it is resolved by being a
        // provider.
        command.addAll(List.of("--module", "wordcount/wordcount.Main", input.toUri().toString()));
        Process process =
                new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(out.toFile())
                        .start();
        try {
            assertThat(process.waitFor(120, TimeUnit.SECONDS)).as("the program ends").isTrue();
        } finally {
            process.destroyForcibly();
        }
        String printed = Files.readString(out, StandardCharsets.UTF_8);
        assertThat(process.exitValue()).as(printed).isZero();
        assertThat(printed.lines().map(line -> line.replaceFirst("^\\d+> ", "")))
                .as(printed)
                .contains("a in wordcount", "turns in wordcount")
                .doesNotContain("mill in wordcount");
    }

    @Test
    void m11EachLibraryHasADescriptorThatKnowsItsServices() throws IOException {
        for (String module : ClassFiles.MODULES.keySet()) {
            if (module.equals("millrace-cli")) {
                continue; // an application, started from the class path
            }
            if (module.equals("millrace-connector-pubsub")) {
                continue; // stands on two jars with one package, which no module can read
            }
            if (module.equals("millrace-filesystem-hadoop")) {
                continue; // stands on jars that have no module names
            }
            Path descriptor =
                    ClassFiles.projectRoot()
                            .resolve(module)
                            .resolve("src/main/java/module-info.java");
            assertThat(descriptor).exists();
            String text = Files.readString(descriptor);
            Path services =
                    ClassFiles.projectRoot()
                            .resolve(module)
                            .resolve("src/main/resources/META-INF/services");
            if (Files.isDirectory(services)) {
                try (Stream<Path> files = Files.list(services)) {
                    for (Path file : files.toList()) {
                        assertThat(text)
                                .as(
                                        "what META-INF/services of %s says, said to the module system too",
                                        module)
                                .contains("provides " + file.getFileName() + " with")
                                .contains(Files.readAllLines(file));
                    }
                }
            } else {
                assertThat(text)
                        .as("services of %s, which the class path must know too", module)
                        .doesNotContain("provides ");
            }
        }
    }

    /** The jar or directory that a class came from. */
    private static String place(String internalName) {
        String resource = internalName + ".class";
        URL url = ModulePathTest.class.getClassLoader().getResource(resource);
        assertThat(url).as(internalName).isNotNull();
        try {
            if (url.openConnection() instanceof JarURLConnection jar) {
                return Path.of(jar.getJarFileURL().toURI()).toString();
            }
            String address = url.toString();
            return Path.of(URI.create(address.substring(0, address.length() - resource.length())))
                    .toString();
        } catch (IOException | java.net.URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
