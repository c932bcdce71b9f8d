// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.configuration.Configuration;
import io.millrace.core.fs.FileSystem;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code millrace run} of jars that were compiled against Flink. */
class FlinkJarTest {

    private static final String MANIFEST = "META-INF/MANIFEST.MF";

    /** A program in a package of Flink's own, as its examples and training are. */
    private static final String MAIN =
            """
            package io.millrace.training;
            import io.millrace.configuration.Configuration;
            import io.millrace.configuration.ConfigOptions;
            import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
            public class Main {
                public static void main(String[] args) throws Exception {
                    System.out.println("started");
                    StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
                    System.out.println("loader " + Main.class.getClassLoader().getName());
                    System.out.println("setting " + env.getConfiguration().get(
                            ConfigOptions.key("mine.class").stringType().defaultValue("none")));
                    env.fromData(1, 2, 3).map(n -> n * Factor.OF).returns(Integer.class).print();
                    env.execute("main");
                }
            }
            """;

    private static final String FACTOR =
            "package io.millrace.training; public class Factor {"
                    + " public static final int OF = Integer.parseInt(\"7\"); }";

    @TempDir Path folder;

    private final Call call = new Call();
    private final Map<String, String> variables = new HashMap<>();
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private PrintStream systemOut;

    @BeforeEach
    void catchWhatProgramsPrint() {
        systemOut = System.out;
        System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
    }

    @AfterEach
    void giveBack() {
        System.setOut(systemOut);
        FileSystem.initialize(new Configuration());
    }

    private int run(Object... arguments) {
        out.reset();
        return call.millrace(
                variables,
                Stream.concat(Stream.of("run"), Stream.of(arguments).map(Object::toString))
                        .toArray(String[]::new));
    }

    private String printed() {
        return out.toString(StandardCharsets.UTF_8);
    }

    private Path main(String name) throws IOException {
        return new FlinkSource().compiled(MAIN, FACTOR).jar(folder.resolve(name));
    }

    @Test
    void aJarIsRunWhicheverNameItsMainClassIsGiven() throws IOException {
        Path jar = main("main.jar");

        for (String name : List.of("org.apache.flink.training.Main", "io.millrace.training.Main")) {
            assertThat(run("-c", name, jar)).as(call.said()).isZero();
            assertThat(printed()).contains("loader flink", "14", "21");
        }
    }

    @Test
    void theManifestMayNameTheMainClassAsFlinkHasIt() throws IOException {
        Path jar =
                new FlinkSource()
                        .with(
                                MANIFEST,
                                "Manifest-Version: 1.0\nMain-Class: com.acme.Shell\n"
                                        + "program-class: org.apache.flink.training.Main\n\n")
                        .compiled(MAIN, FACTOR)
                        .jar(folder.resolve("main.jar"));

        assertThat(run(jar)).as(call.said()).isZero();
        assertThat(printed()).contains("21");
    }

    @Test
    void aLibraryInTheJarIsRenamedAsWell() throws IOException {
        Path library = new FlinkSource().compiled(MAIN, FACTOR).jar(folder.resolve("library.jar"));
        Path jar =
                new FlinkSource()
                        .with("lib/inner.jar", Files.readAllBytes(library))
                        .compiled(
                                "package com.acme; public class Shell { public static void main(String[] a)"
                                        + " throws Exception { Class.forName(a[0]).getMethod(\"main\","
                                        + " String[].class).invoke(null, (Object) a); } }")
                        .jar(folder.resolve("outer.jar"));

        assertThat(run("-c", "com.acme.Shell", jar, "org.apache.flink.training.Main"))
                .as(call.said())
                .isZero();
        assertThat(printed()).contains("21");
    }

    @Test
    void whatTheJarDoesNotBringIsGivenByTheClassPath() throws IOException {
        Path jar =
                new FlinkSource()
                        .compiled(name -> name.endsWith("Main"), MAIN, FACTOR)
                        .jar(folder.resolve("main.jar"));
        FlinkSource factor = new FlinkSource().compiled(FACTOR);
        Path asFolder = factor.folder(folder.resolve("classes"));
        Path asJar = factor.jar(Files.createDirectory(folder.resolve("jars")).resolve("f.jar"));
        String main = "org.apache.flink.training.Main";

        assertThat(run("-c", main, jar)).isEqualTo(ExitCode.USAGE);
        for (String path :
                List.of(
                        asFolder.toString(),
                        asJar.toString(),
                        folder + "/jars/*",
                        asJar + File.pathSeparator + asFolder)) {
            assertThat(run("--classpath", path, "-c", main, jar)).as(call.said()).isZero();
            assertThat(printed()).contains("21");
        }
        assertThat(run("--classpath", folder.resolve("nowhere"), "-c", main, jar))
                .isEqualTo(ExitCode.USAGE);
        assertThat(call.said()).contains("--classpath", "nowhere");
    }

    @Test
    void whatIsLackingIsToldBeforeTheProgramStarts() throws IOException {
        Path jar =
                new FlinkSource()
                        .compiled(
                                name -> !name.contains("/table/") && !name.contains("/kafka/"),
                                MAIN.replace("n * Factor.OF", "n * Factor.of(n)"),
                                "package io.millrace.training;\npublic class Factor {\n"
                                        + "  static int of(int n) {\n"
                                        + "    io.millrace.table.api.Table.make();\n"
                                        + "    return n;\n  }\n"
                                        + "  io.millrace.connector.kafka.source.KafkaSource source;\n}",
                                "package io.millrace.table.api; public class Table {"
                                        + " public static void make() {} }",
                                "package io.millrace.connector.kafka.source; public class KafkaSource"
                                        + " {}")
                        .jar(folder.resolve("main.jar"));
        String main = "org.apache.flink.training.Main";

        assertThat(run("-c", main, jar)).isEqualTo(ExitCode.USAGE);
        assertThat(printed()).isEmpty();
        assertThat(call.said())
                .contains(
                        "org.apache.flink.table.api.Table\n"
                                + "    from org.apache.flink.training.Factor.of(Factor.java:4)\n",
                        "Flink's Table API and SQL are a product of their own",
                        "org.apache.flink.connector.kafka.source.KafkaSource",
                        "flink-connector-kafka",
                        "--classpath",
                        "--allow-missing");

        assertThat(run("--allow-missing", "-c", main, jar)).isEqualTo(ExitCode.FAILED);
        assertThat(printed()).contains("started");
        assertThat(call.said()).contains("warning", "org.apache.flink.table.api.Table");
    }

    @Test
    void whatFlinkShadesIsLackingIfTheProgramDoesNotBringIt() throws IOException {
        String lists =
                "package org.apache.flink.shaded.guava31.lists; public class Lists {"
                        + " public static int of(int n) { return 7; } }";
        FlinkSource shaded = new FlinkSource();
        Path jar =
                new FlinkSource()
                        .compiled(
                                name -> !name.contains("/shaded/"),
                                MAIN.replace(
                                        "n * Factor.OF",
                                        "n * org.apache.flink.shaded.guava31.lists.Lists.of(n)"),
                                FACTOR,
                                lists)
                        .jar(folder.resolve("main.jar"));
        FlinkSource.classes(lists).forEach((name, file) -> shaded.with(name + ".class", file));
        Path given = shaded.jar(folder.resolve("shaded.jar"));
        String main = "org.apache.flink.training.Main";

        assertThat(run("-c", main, jar)).isEqualTo(ExitCode.USAGE);
        assertThat(call.said())
                .contains("org.apache.flink.shaded.guava31.lists.Lists", "flink-shaded-guava");
        assertThat(run("--classpath", given, "-c", main, jar)).as(call.said()).isZero();
        assertThat(printed()).contains("21");
    }

    @Test
    void aFolderOfTheDistributionThatHasWhatIsLackingIsNamed() throws IOException {
        Path jar =
                new FlinkSource()
                        .compiled(name -> name.endsWith("Main"), MAIN, FACTOR)
                        .jar(folder.resolve("main.jar"));
        Path opt = Files.createDirectories(folder.resolve("home/opt/factors"));
        Path ours = opt.resolve("ours.jar");
        FlinkSource plain = new FlinkSource();
        FlinkSource.classes(FACTOR).forEach((name, file) -> plain.with(name + ".class", file));
        plain.jar(ours);
        variables.put("MILLRACE_HOME", folder.resolve("home").toString());
        String main = "org.apache.flink.training.Main";

        assertThat(run("-c", main, jar)).isEqualTo(ExitCode.USAGE);
        assertThat(call.said()).contains("opt/factors", "--classpath '" + opt + "/*'");
        assertThat(run("--classpath", opt + "/*", "-c", main, jar)).as(call.said()).isZero();
        assertThat(printed()).contains("21");
    }

    @Test
    void classesThatSettingsNameHaveTheNamesThatTheProgramHas() throws IOException {
        Path settings = Files.createDirectory(folder.resolve("conf"));
        Files.writeString(
                settings.resolve("millrace.yaml"),
                "mine:\n  class: 'org.apache.flink.training.Factor;com.acme.X'\n");
        variables.put("MILLRACE_CONF_DIR", settings.toString());

        assertThat(run("-c", "org.apache.flink.training.Main", main("main.jar")))
                .as(call.said())
                .isZero();
        assertThat(printed()).contains("setting io.millrace.training.Factor;com.acme.X");
    }

    @Test
    void aFailureShowsTheUsersLinesByTheUsersNames() throws IOException {
        Path jar =
                new FlinkSource()
                        .compiled(
                                MAIN.replace("n * Factor.OF", "n / Factor.OF"),
                                FACTOR.replace("7", "0"))
                        .jar(folder.resolve("main.jar"));

        assertThat(run("-c", "org.apache.flink.training.Main", jar)).isEqualTo(ExitCode.FAILED);
        assertThat(call.said())
                .contains("/ by zero", "at org.apache.flink.training.Main.lambda$main$");
    }

    @Test
    void anOptionAfterTheJarIsTheProgramsAndThatIsSaidWhenAClassIsMissing() throws IOException {
        Path jar =
                new FlinkSource()
                        .compiled(name -> name.endsWith("Main"), MAIN, FACTOR)
                        .jar(folder.resolve("main.jar"));
        Path factor = new FlinkSource().compiled(FACTOR).jar(folder.resolve("f.jar"));
        String main = "org.apache.flink.training.Main";
        String said = "stands after the jar, so it is an argument of the program";

        assertThat(run("-c", main, jar, "--classpath", factor)).isEqualTo(ExitCode.USAGE);
        assertThat(call.said())
                .contains(
                        "org.apache.flink.training.Factor",
                        "--classpath " + said,
                        "millrace run --classpath ... " + jar);
        assertThat(run("-c", main, jar)).isEqualTo(ExitCode.USAGE);
        assertThat(call.said()).doesNotContain(said);
        assertThat(run(jar, "-c", main)).isEqualTo(ExitCode.USAGE);
        assertThat(call.said()).contains("names no Main-Class", "-c " + said);
        assertThat(run("--allow-missing", "-c", main, jar, "--classpath=" + factor))
                .isEqualTo(ExitCode.FAILED);
        assertThat(call.said()).contains("--classpath " + said);
    }

    @Test
    void checksThatAConnectorBringsLookAtAFlinkJarToo() throws IOException {
        String check =
                "package io.millrace.connector.mine; public class Check implements io.millrace.spi.ProgramCheck {"
                        + " public void check(io.millrace.spi.Pipeline program) {"
                        + " throw new IllegalArgumentException(\"looked at \" + program.operators().size()); } }";
        FlinkSource connector =
                new FlinkSource()
                        .with(
                                "META-INF/services/io.millrace.spi.ProgramCheck",
                                "io.millrace.connector.mine.Check\n");
        FlinkSource.classes(check).forEach((name, file) -> connector.with(name + ".class", file));
        Path jar = Files.createDirectories(folder.resolve("opt/mine")).resolve("connector.jar");
        connector.jar(jar);

        assertThat(
                        run(
                                "--classpath",
                                jar.getParent() + "/*",
                                "-c",
                                "org.apache.flink.training.Main",
                                main("main.jar")))
                .isEqualTo(ExitCode.FAILED);
        assertThat(call.said()).contains("looked at 3");
    }

    @Test
    void whatNobodyCallsStopsNothing() throws IOException {
        Path jar =
                new FlinkSource()
                        .compiled(
                                name -> !name.contains("/table/"),
                                MAIN,
                                FACTOR.replace(
                                        "{",
                                        "{ static void toTable() { io.millrace.table.api.Table.make(); } "),
                                "package io.millrace.table.api; public class Table {"
                                        + " public static void make() {} }")
                        .jar(folder.resolve("main.jar"));

        assertThat(run("-c", "org.apache.flink.training.Main", jar)).as(call.said()).isZero();
        assertThat(printed()).contains("21");
    }

    @Test
    void aClassThatNamesBothSidesIsRefused() throws IOException {
        Path jar =
                new FlinkSource()
                        .compiled(MAIN, FACTOR)
                        .with(
                                "org/apache/flink/training/Factor.class",
                                FlinkSource.classes(
                                                "package org.apache.flink.training; public class Factor {"
                                                        + " public static int OF = 1;"
                                                        + " io.millrace.util.Collector<?> c; }")
                                        .get("org/apache/flink/training/Factor"))
                        .jar(folder.resolve("main.jar"));

        assertThat(run("-c", "org.apache.flink.training.Main", jar)).isEqualTo(ExitCode.USAGE);
        assertThat(call.said()).contains("names both sides");
        assertThat(printed()).isEmpty();
    }

    @Test
    void aJarOfMillracesOwnIsLoadedAsEver() throws IOException {
        Path jar = Jars.of(folder.resolve("own.jar"), program.Programs.Finishing.class);
        Path besides = new FlinkSource().with("x.txt", "x").jar(folder.resolve("x.jar"));

        assertThat(run("--classpath", besides, jar)).as(call.said()).isZero();
        assertThat(printed()).contains("loader user");
    }
}
