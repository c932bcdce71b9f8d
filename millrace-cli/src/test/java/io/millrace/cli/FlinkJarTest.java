// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.configuration.Configuration;
import io.millrace.core.fs.FileSystem;
import io.millrace.rename.OtherNames;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whatAnOlderKryoHadIsLackingBroughtAlongOrNot(boolean brought) throws IOException {
        Path jar =
                new FlinkSource()
                        .compiled(
                                name -> brought || !name.startsWith("com/esotericsoftware/"),
                                MAIN.replace("n * Factor.OF", "n * Factor.of(n)"),
                                "package io.millrace.training; public class Factor {"
                                        + " static int of(int n) {"
                                        + " new com.esotericsoftware.kryo.serializers.FieldSerializer()"
                                        + ".setFieldsCanBeNull(true); return n; } }",
                                "package com.esotericsoftware.kryo.serializers;"
                                        + " public class FieldSerializer {"
                                        + " public void setFieldsCanBeNull(boolean b) {} }")
                        .jar(folder.resolve("main.jar"));

        assertThat(run("-c", "org.apache.flink.training.Main", jar)).isEqualTo(ExitCode.USAGE);
        assertThat(printed()).isEmpty();
        assertThat(call.said())
                .contains(
                        "FieldSerializer.setFieldsCanBeNull(boolean)", "Kryo is here in version 5");
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
    void whatOnlyFlinkOneAsksAClassForIsNotLacking() throws IOException {
        // As compiled against Flink 2, where these have one method each, the newer one.
        String assigner =
                """
                package io.millrace.training;
                import io.millrace.streaming.api.windowing.assigners.GlobalWindows;
                import io.millrace.streaming.api.windowing.triggers.*;
                import io.millrace.streaming.api.windowing.windows.GlobalWindow;
                public class Assigner extends
                        io.millrace.streaming.api.windowing.assigners.WindowAssigner<Object, GlobalWindow> {
                    public java.util.Collection<GlobalWindow> assignWindows(
                            Object o, long t, WindowAssignerContext c) {
                        return java.util.List.of(GlobalWindow.get());
                    }
                    public Trigger<Object, GlobalWindow> getDefaultTrigger() {
                        return PurgingTrigger.of(CountTrigger.of(3));
                    }
                    public io.millrace.api.common.typeutils.TypeSerializer<GlobalWindow>
                            getWindowSerializer(io.millrace.api.common.ExecutionConfig c) {
                        return GlobalWindows.create().getWindowSerializer(c);
                    }
                    public boolean isEventTime() { return false; }
                    public Trigger<Object, GlobalWindow> getDefaultTrigger(
                            io.millrace.streaming.api.environment.StreamExecutionEnvironment e) {
                        throw new IllegalStateException();
                    }
                }
                """;
        FlinkSource source =
                new FlinkSource()
                        .compiled(
                                MAIN.replace(
                                        ".print();",
                                        ".keyBy(n -> 1).window(new Assigner())"
                                                + ".reduce(Integer::sum).print();"),
                                FACTOR,
                                assigner);
        source.without(
                "org/apache/flink/training/Assigner",
                "getDefaultTrigger(Lorg/apache/flink/streaming/api/environment/");
        Path jar = source.jar(folder.resolve("main.jar"));

        assertThat(run("-c", "org.apache.flink.training.Main", jar)).as(call.said()).isZero();
        assertThat(printed()).contains("42");
    }

    @Test
    void settingsThatNameNoClassStay() throws IOException {
        Path jar =
                new FlinkSource()
                        .compiled(
                                MAIN.replace(
                                        "System.out.println(\"started\");",
                                        "System.out.println(\"parameters \" + StreamExecutionEnvironment"
                                                + ".getExecutionEnvironment().getConfig()"
                                                + ".getGlobalJobParameters().toMap());"),
                                FACTOR)
                        .jar(folder.resolve("main.jar"));

        Path settings = Files.createDirectory(folder.resolve("conf"));
        Files.writeString(
                settings.resolve("millrace.yaml"),
                "mine:\n  class: 'org.apache.flink.events,org.apache.flink.training.Factor'\n");
        variables.put("MILLRACE_CONF_DIR", settings.toString());

        assertThat(
                        run(
                                "-D",
                                "pipeline.global-job-parameters=topic:org.apache.flink.events,"
                                        + "type:org.apache.flink.training.Factor",
                                "-c",
                                "org.apache.flink.training.Main",
                                jar))
                .as(call.said())
                .isZero();
        assertThat(printed())
                .contains(
                        "setting org.apache.flink.events,io.millrace.training.Factor",
                        "topic=org.apache.flink.events",
                        "type=org.apache.flink.training.Factor");
    }

    @Test
    void aWindowJoinReturnsWhatFlinkTwoSays() throws IOException {
        String join =
                """
                package io.millrace.training;
                import io.millrace.streaming.api.datastream.*;
                import io.millrace.streaming.api.windowing.assigners.GlobalWindows;
                import io.millrace.streaming.api.windowing.triggers.CountTrigger;
                public class Join {
                    static DataStream<String> of(DataStream<Integer> a, DataStream<Integer> b) {
                        return a.join(b).where(n -> n).equalTo(n -> n)
                                .window(GlobalWindows.createWithEndOfStreamTrigger())
                                .with((x, y) -> x + "-" + y).returns(String.class);
                    }
                    static DataStream<String> both(DataStream<Integer> a, DataStream<Integer> b) {
                        return a.coGroup(b).where(n -> n).equalTo(n -> n)
                                .window(GlobalWindows.createWithEndOfStreamTrigger())
                                .<String>with((x, y, out) -> out.collect("" + x + y))
                                .returns(String.class);
                    }
                }
                """;
        String streams = "org/apache/flink/streaming/api/datastream/";
        String operator = "L" + streams + "SingleOutputStreamOperator;";
        Path jar =
                new FlinkSource()
                        .compiled(
                                MAIN.replace(
                                        "env.fromData(1, 2, 3).map(n -> n * Factor.OF)"
                                                + ".returns(Integer.class).print();",
                                        "var one = env.fromData(1, 2); Join.of(one, one).print();"
                                                + " Join.both(one, one).print();"),
                                join)
                        .changed(
                                "org/apache/flink/training/Join",
                                new OtherNames(
                                        List.of(
                                                new OtherNames.Method(
                                                        streams + "JoinedStreams$WithWindow",
                                                        "with",
                                                        operator,
                                                        "apply"),
                                                new OtherNames.Method(
                                                        streams + "CoGroupedStreams$WithWindow",
                                                        "with",
                                                        operator,
                                                        "apply"))))
                        .jar(folder.resolve("main.jar"));

        assertThat(run("-c", "org.apache.flink.training.Main", jar)).as(call.said()).isZero();
        assertThat(printed()).contains("1-1", "2-2", "[1][1]", "[2][2]");
    }

    @Test
    void whatAConnectorLacksThatIsHereAsWellIsRemediedByThatOne() throws IOException {
        Path jar =
                new FlinkSource()
                        .compiled(
                                name -> !name.contains("/gone/"),
                                MAIN.replace("n * Factor.OF", "KafkaSink.of(n)")
                                        .replace(
                                                "import io.millrace.configuration.Configuration;",
                                                "import io.millrace.connector.kafka.sink.KafkaSink;"),
                                "package io.millrace.connector.kafka.sink; public class KafkaSink {"
                                        + " public static int of(int n) {"
                                        + " return io.millrace.gone.Inner.of(n); } }",
                                "package io.millrace.gone; public class Inner {"
                                        + " public static int of(int n) { return n; } }")
                        .jar(folder.resolve("main.jar"));

        assertThat(run("-c", "org.apache.flink.training.Main", jar)).isEqualTo(ExitCode.USAGE);
        assertThat(call.said())
                .contains(
                        "org.apache.flink.gone.Inner",
                        "it is Flink's flink-connector-kafka, which the program brings, that uses it",
                        "--classpath 'opt/kafka/*'");
    }

    @Test
    void dataThatIsLikeNamesStays() throws IOException {
        Path jar =
                new FlinkSource()
                        .compiled(
                                MAIN.replace(
                                        "System.out.println(\"started\");",
                                        "System.out.println(\"data \" + Data.TEXT);"),
                                FACTOR,
                                "package io.millrace.training; public class Data {"
                                        + " static final String TEXT = String.join(\" \","
                                        + " \"org.apache.flink\", \"org.apache.flink.\","
                                        + " \"io.millrace\");"
                                        + " }")
                        .with(
                                "org/apache/flink/training/Data.class",
                                FlinkSource.classes(
                                                "package org.apache.flink.training; public class Data {"
                                                        + " static final String TEXT = String.join(\" \","
                                                        + " \"org.apache.flink\", \"org.apache.flink.\","
                                                        + " \"io.millrace.util.Collector\");"
                                                        + " }")
                                        .get("org/apache/flink/training/Data"))
                        .jar(folder.resolve("main.jar"));

        assertThat(run("-c", "org.apache.flink.training.Main", jar)).as(call.said()).isZero();
        assertThat(printed())
                .contains("data org.apache.flink org.apache.flink. io.millrace.util.Collector");
    }

    @Test
    void theMainClassMayBeGivenAsAPath() throws IOException {
        assertThat(run("-c", "org/apache/flink/training/Main", main("main.jar")))
                .as(call.said())
                .isZero();
        assertThat(printed()).contains("21");
    }

    @Test
    void aTaskIsCalledByItsWholeChain() throws IOException {
        Path jar =
                new FlinkSource()
                        .compiled(
                                MAIN.replace(
                                        ".print();",
                                        ".keyBy(n -> n).map(new Named()).name(\"named\").print();"),
                                FACTOR,
                                """
                                package io.millrace.training;
                                public class Named extends
                                        io.millrace.api.common.functions.RichMapFunction<Integer, String> {
                                    @Override
                                    public String map(Integer n) {
                                        return "task " + getRuntimeContext().getTaskName() + ", "
                                                + getRuntimeContext().getTaskNameWithSubtasks();
                                    }
                                }
                                """)
                        .jar(folder.resolve("main.jar"));

        assertThat(run("-Dparallelism.default=1", "-c", "org.apache.flink.training.Main", jar))
                .as(call.said())
                .isZero();
        assertThat(printed())
                .contains(
                        "task named -> Sink: Print to Std. Out,"
                                + " named -> Sink: Print to Std. Out (1/1)#0");
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
