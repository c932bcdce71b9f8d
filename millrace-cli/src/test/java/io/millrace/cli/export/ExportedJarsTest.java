// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.cli.export;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.cli.Main;
import io.millrace.cli.Surroundings;
import io.millrace.rename.Retargeting;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.JarFile;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Jars of many forms on their way to a Flink. */
final class ExportedJarsTest {

    private static final String MAIN =
            """
            public class Job {
                public static void main(String[] args) throws Exception {
                    var env = io.millrace.streaming.api.environment.StreamExecutionEnvironment
                            .getExecutionEnvironment();
                    env.fromSequence(1, 3).print();
                    BODY
                    env.execute();
                }
            }
            """;

    private static final String MANIFEST =
            "Manifest-Version: 1.0\nMulti-Release: true\nMain-Class: acme.Job\n\n";

    @TempDir private Path directory;
    private String said;
    private int compiled;

    /** Class files by their paths, of classes in the package {@code acme}. */
    private Map<String, byte[]> classes(String... bodies) throws IOException {
        Path in = Files.createDirectories(directory.resolve("in" + compiled++));
        List<String> arguments =
                new ArrayList<>(
                        List.of(
                                "-proc:none",
                                "-nowarn",
                                "-d",
                                in.toString(),
                                "-cp",
                                System.getProperty("java.class.path")));
        for (String body : bodies) {
            var name = java.util.regex.Pattern.compile("(?:class|interface) (\\w+)").matcher(body);
            assertThat(name.find()).isTrue();
            Path source = in.resolve(name.group(1) + ".java");
            String header = body.startsWith("package ") ? "" : "package acme;\n";
            Files.writeString(source, header + body);
            arguments.add(source.toString());
        }
        assertThat(
                        ToolProvider.getSystemJavaCompiler()
                                .run(null, null, null, arguments.toArray(new String[0])))
                .isZero();
        Map<String, byte[]> files = new LinkedHashMap<>();
        try (var all = Files.walk(in)) {
            for (Path file : all.filter(each -> each.toString().endsWith(".class")).toList()) {
                files.put(in.relativize(file).toString(), Files.readAllBytes(file));
            }
        }
        return files;
    }

    private static String main(String body) {
        return MAIN.replace("BODY", body);
    }

    private static byte[] zip(Map<String, byte[]> entries) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream out = new ZipOutputStream(bytes)) {
            for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
                out.putNextEntry(new ZipEntry(entry.getKey()));
                out.write(entry.getValue());
                out.closeEntry();
            }
        }
        return bytes.toByteArray();
    }

    private Path jar(Map<String, byte[]> entries) throws IOException {
        Map<String, byte[]> all = new LinkedHashMap<>();
        all.put("META-INF/MANIFEST.MF", MANIFEST.getBytes(StandardCharsets.UTF_8));
        all.putAll(entries);
        return Files.write(directory.resolve("job.jar"), zip(all));
    }

    private int export(String target, Path jar, String... options) {
        List<String> command =
                new ArrayList<>(
                        List.of(
                                "export",
                                "--target",
                                target,
                                "-o",
                                directory.resolve("out.jar").toString()));
        command.addAll(List.of(options));
        command.add(jar.toString());
        return millrace(command);
    }

    private int millrace(List<String> command) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
        int code = Main.run(command.toArray(new String[0]), new Surroundings(Map.of(), out, out));
        said = bytes.toString(StandardCharsets.UTF_8);
        return code;
    }

    private byte[] exported(String path) throws IOException {
        try (JarFile file = new JarFile(directory.resolve("out.jar").toFile())) {
            assertThat(file.getEntry(path)).as(path).isNotNull();
            return file.getInputStream(file.getEntry(path)).readAllBytes();
        }
    }

    private static final String TIMES =
            """
            public class Times {
                public static long of() {
                    return io.millrace.streaming.api.windowing.time.Time.seconds(1).METHOD;
                }
            }
            """;

    @Test
    void classesForOneReleaseOfJavaAreBroughtToFlink2AndChecked() throws Exception {
        String plain = "public class Times { public static long of() { return 1; } }";
        Map<String, byte[]> files = classes(main("Times.of();"), plain);
        String versioned = "META-INF/versions/17/acme/Times.class";
        files.put(
                versioned,
                classes(TIMES.replace("METHOD", "toMilliseconds()")).get("acme/Times.class"));

        assertThat(export("flink-2.3", jar(files))).as(said).isZero();
        assertThat(Retargeting.types(exported(versioned)))
                .contains("millrace/shim/Times")
                .noneMatch(type -> type.endsWith("windowing/time/Time"));
        exported("millrace/shim/Times.class");

        files.put(versioned, classes(TIMES.replace("METHOD", "getSize()")).get("acme/Times.class"));
        assertThat(export("flink-2.3", jar(files))).as(said).isEqualTo(1);
        assertThat(said).contains("windowing.time.Time.getSize()");
    }

    @Test
    void whatIsMissingIsCalledAsItWasWritten() throws Exception {
        Path jar =
                jar(
                        classes(
                                main(
                                        "io.millrace.api.common.time.Time.seconds(1).getSize();"
                                                + "io.millrace.streaming.api.windowing.time.Time"
                                                + ".seconds(1).getUnit();")));

        assertThat(export("flink-2.3", jar)).isEqualTo(1);
        assertThat(said)
                .contains("io.millrace.api.common.time.Time.getSize()")
                .contains("io.millrace.streaming.api.windowing.time.Time.getUnit()");
    }

    @Test
    void twoMethodsThatBecomeOneAreToldWithTheirClass() throws Exception {
        Path jar =
                jar(
                        classes(
                                main("new Both().every(java.time.Duration.ZERO);"),
                                """
                                public class Both {
                                    void every(io.millrace.streaming.api.windowing.time.Time t) { }
                                    void every(java.time.Duration t) { }
                                }
                                """));

        assertThat(export("flink-2.3", jar)).isEqualTo(2);
        assertThat(said).contains("can't be brought to Flink 2.3").contains("acme.Both");
        assertThat(export("flink-1.20", jar)).as(said).isZero();
    }

    @Test
    void whatALibraryUsesIsCheckedToo() throws Exception {
        Map<String, byte[]> all =
                classes(
                        main("Lib.go();"),
                        """
                        public class Lib {
                            public static void go() {
                                io.millrace.streaming.api.windowing.time.Time.seconds(1);
                            }
                        }
                        """);
        byte[] lib = all.remove("acme/Lib.class");
        byte[] flinks = Retargeting.renamedPackage(lib, "io/millrace/", "org/apache/flink/");
        Path library =
                Files.write(directory.resolve("lib.jar"), zip(Map.of("acme/Lib.class", flinks)));

        assertThat(export("flink-1.20", jar(all), "--lib", library.toString())).as(said).isZero();
        assertThat(export("flink-2.3", jar(all), "--lib", library.toString()))
                .as(said)
                .isEqualTo(1);
        assertThat(said).contains("windowing.time.Time").contains("acme.Lib.go");
    }

    @Test
    void aClassOfTheClusterComesBeforeThatOfALibrary() throws Exception {
        Map<String, byte[]> all = classes(main("new io.millrace.api.java.tuple.Tuple0();"));
        byte[] empty =
                classes(
                                "package io.millrace.api.java.tuple;\npublic class Tuple0 { Tuple0(int i) { } }")
                        .get("io/millrace/api/java/tuple/Tuple0.class");
        Path library =
                Files.write(
                        directory.resolve("lib.jar"),
                        zip(
                                Map.of(
                                        "org/apache/flink/api/java/tuple/Tuple0.class",
                                        Retargeting.renamedPackage(
                                                empty, "io/millrace/", "org/apache/flink/"))));

        assertThat(export("flink-2.3", jar(all), "--lib", library.toString())).as(said).isZero();
    }

    @Test
    void aPathInAStringFollowsItsResource() throws Exception {
        Map<String, byte[]> files =
                classes(
                        main(
                                "String[] all = {\"/io/millrace/words/a.txt\","
                                        + " \"io/millrace/words/a.txt\", \"/io/millrace/words/b.txt\"};"));
        files.put("io/millrace/words/a.txt", new byte[] {'a'});

        assertThat(export("flink-1.20", jar(files))).as(said).isZero();
        assertThat(exported("org/apache/flink/words/a.txt")).containsExactly('a');
        assertThat(Retargeting.strings(exported("acme/Job.class")))
                .contains("/org/apache/flink/words/a.txt", "org/apache/flink/words/a.txt")
                .contains("/io/millrace/words/b.txt");
    }

    @Test
    void namesInServiceFilesAreBroughtToFlink2() throws Exception {
        Map<String, byte[]> files = classes(main(""));
        files.put(
                "META-INF/services/io.millrace.streaming.api.functions.source.SourceFunction",
                "acme.Mine\n".getBytes(StandardCharsets.UTF_8));

        assertThat(export("flink-2.3", jar(files))).as(said).isZero();
        exported(
                "META-INF/services/org.apache.flink.streaming.api.functions.source.legacy.SourceFunction");
    }

    @Test
    void aNameInAStringIsEnoughForFlink2() throws Exception {
        Map<String, byte[]> files =
                classes(
                        main("Names.load();"),
                        """
                        public class Names {
                            static Object load() throws Exception {
                                return Class.forName(
                                        "io.millrace.streaming.api.functions.source.SourceFunction");
                            }
                        }
                        """);

        assertThat(export("flink-2.3", jar(files))).as(said).isZero();
        assertThat(Retargeting.strings(exported("acme/Names.class")))
                .contains("org.apache.flink.streaming.api.functions.source.legacy.SourceFunction");
    }

    @Test
    void windowAssignersAndTypesOfOnesOwnAndTunedRocksDBGoToFlink2() throws Exception {
        Map<String, byte[]> files =
                classes(
                        main(
                                "env.fromSequence(1, 2).windowAll(new Mine()).reduce(Long::sum).print();"),
                        """
                        import io.millrace.api.common.ExecutionConfig;
                        import io.millrace.api.common.typeutils.TypeSerializer;
                        import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
                        import io.millrace.streaming.api.windowing.assigners.WindowAssigner;
                        import io.millrace.streaming.api.windowing.triggers.*;
                        import io.millrace.streaming.api.windowing.windows.TimeWindow;
                        import java.util.*;
                        public class Mine extends WindowAssigner<Object, TimeWindow> {
                            public Collection<TimeWindow> assignWindows(
                                    Object element, long time, WindowAssignerContext context) {
                                return List.of(new TimeWindow(0, 10));
                            }
                            public Trigger<Object, TimeWindow> getDefaultTrigger(
                                    StreamExecutionEnvironment env) {
                                return EventTimeTrigger.create();
                            }
                            public TypeSerializer<TimeWindow> getWindowSerializer(ExecutionConfig c) {
                                return new TimeWindow.Serializer();
                            }
                            public boolean isEventTime() { return true; }
                        }
                        """);

        assertThat(export("flink-2.3", jar(files))).as(said).isZero();
        assertThat(Declared.methods(exported("acme/Mine.class")))
                .contains(
                        "getDefaultTrigger()Lorg/apache/flink/streaming/api/windowing/triggers/Trigger;");
    }

    @Test
    void jarsThatOnlyTheirDirectoryExplainsAreRead() throws Exception {
        Map<String, byte[]> files = classes(main(""));
        byte[] inner = zip(Map.of("acme/Empty.txt", new byte[1]));
        files.put("lib/broken.jar", "no jar".getBytes(StandardCharsets.UTF_8));
        files.put("lib/inner.jar", inner);
        byte[] plain = Files.readAllBytes(jar(files));
        Path prefixed = directory.resolve("prefixed.jar");
        try (OutputStream out = Files.newOutputStream(prefixed)) {
            out.write("#!/bin/sh\nexec java -jar \"$0\"\n".getBytes(StandardCharsets.UTF_8));
            out.write(plain);
        }

        assertThat(export("flink-1.20", prefixed)).as(said).isZero();
        assertThat(Retargeting.types(exported("acme/Job.class")))
                .anyMatch(type -> type.startsWith("org/apache/flink/"));

        Path described = Files.write(directory.resolve("described.jar"), stored(files));
        assertThat(export("flink-1.20", described)).as(said).isZero();
        exported("acme/Job.class");
    }

    private static byte[] text(String content) {
        return content.getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void whatTheManifestNamesGoesAlong() throws Exception {
        Map<String, byte[]> files =
                classes(
                        main("env.fromSequence(1, 2).map(new org.dep.Dep()).print();"),
                        """
                        package org.dep;
                        public class Dep
                                implements io.millrace.api.common.functions.MapFunction<Long, Long> {
                            public Long map(Long value) { return Far.of(value); }
                        }
                        """,
                        "package org.dep;\npublic class Far { static Long of(Long x) { return x; } }");
        byte[] far = zip(Map.of("org/dep/Far.class", files.remove("org/dep/Far.class")));
        Map<String, byte[]> beside = new LinkedHashMap<>();
        beside.put("META-INF/MANIFEST.MF", text("Manifest-Version: 1.0\nClass-Path: far.jar\n\n"));
        beside.put("org/dep/Dep.class", files.remove("org/dep/Dep.class"));
        Path folder = Files.createDirectory(directory.resolve("more"));
        Files.write(folder.resolve("dep.jar"), zip(beside));
        files.put(
                "META-INF/MANIFEST.MF",
                text(
                        "Manifest-Version: 1.0\nMain-Class: acme.Job\n"
                                + "Class-Path: more/dep.jar gone.jar more/\n\n"));

        // Without the second jar it is told what will be missing.
        assertThat(export("flink-2.3", jar(files))).as(said).isZero();
        assertThat(said).contains("names far.jar in its Class-Path, which is not there");

        Files.write(folder.resolve("far.jar"), far);
        assertThat(export("flink-2.3", jar(files))).as(said).isZero();
        assertThat(said)
                .contains("took along dep.jar, far.jar")
                .contains("names gone.jar in its Class-Path, which is not there")
                .contains("names the folder " + folder)
                .doesNotContain("--lib");
        assertThat(new String(exported("META-INF/MANIFEST.MF"), StandardCharsets.UTF_8))
                .contains("acme.Job")
                .doesNotContain("Class-Path");
        exported("lib/far.jar");
        Path dep = Files.write(directory.resolve("out-dep.jar"), exported("lib/dep.jar"));
        try (JarFile jar = new JarFile(dep.toFile())) {
            byte[] file = jar.getInputStream(jar.getEntry("org/dep/Dep.class")).readAllBytes();
            assertThat(Retargeting.types(file))
                    .contains("org/apache/flink/api/common/functions/MapFunction");
        }
    }

    @Test
    void aJarWithShimsDoesNotRunHereAndSaysWhichDoes() throws Exception {
        Path jar =
                jar(
                        classes(
                                main("env.fromSequence(1, 2).map(new Mine());"),
                                """
                                public class Mine
                                        extends io.millrace.api.common.functions.RichMapFunction<Long, Long> {
                                    public void open(io.millrace.configuration.Configuration settings) { }
                                    public Long map(Long value) { return value; }
                                }
                                """));
        Path out = directory.resolve("out.jar");

        assertThat(export("flink-2.3", jar)).as(said).isZero();
        assertThat(said).contains(out + " is for Flink 2.3 only").contains("keep " + jar);
        assertThat(run(out)).isNotZero();
        assertThat(said).contains("what runs here is the jar it was made of");

        assertThat(export("flink-1.20", jar)).as(said).isZero();
        assertThat(said).doesNotContain("keep ");
        assertThat(run(out)).as(said).isZero();
    }

    private int run(Path jar) {
        return millrace(List.of("run", jar.toString()));
    }

    @Test
    void aForgottenLibraryIsTold() throws Exception {
        Map<String, byte[]> files =
                classes(
                        main("Other.go(); org.slf4j.LoggerFactory.getLogger(\"a\");"),
                        "public class Other { static void go() { new org.dep.Dep(); } }",
                        "package org.dep;\npublic class Dep { }");
        byte[] dep = zip(Map.of("org/dep/Dep.class", files.remove("org/dep/Dep.class")));

        assertThat(export("flink-1.20", jar(files))).as(said).isZero();
        assertThat(said)
                .contains("org.dep.Dep, which acme.Other uses, is neither in the jar nor in Flink")
                .doesNotContain("slf4j");

        Path library = Files.write(directory.resolve("dep.jar"), dep);
        assertThat(export("flink-1.20", jar(files), "--lib", library.toString())).as(said).isZero();
        assertThat(said).doesNotContain("org.dep.Dep");
    }

    @Test
    void librariesOfOneNameAreNotMadeOne() throws Exception {
        byte[] dep = zip(classes("package org.dep;\npublic class Dep { }"));
        Path one = Files.write(Files.createDirectory(directory.resolve("a")).resolve("x.jar"), dep);
        byte[] top = zip(classes("package org.top;\npublic class Top { }"));
        Path two = Files.write(Files.createDirectory(directory.resolve("b")).resolve("x.jar"), top);

        assertThat(
                        export(
                                "flink-1.20",
                                jar(classes(main(""))),
                                "--lib",
                                one.toString(),
                                "--lib",
                                two.toString()))
                .isEqualTo(2);
        assertThat(said).contains("two of --lib are called x.jar");
    }

    @Test
    void aClassThatAStringNamesAndFlinkHasNotIsTold() throws Exception {
        Map<String, byte[]> files =
                classes(
                        main(
                                "Class.forName(\"io.millrace.engine.EngineOptions\");"
                                        + " Class.forName(\"io.millrace.streaming.api.datastream.IterativeStream\");"
                                        + " Class.forName(\"io.millrace.api.java.utils.ParameterTool\");"
                                        + " String[] data = {\"io.millrace.nothing\", \"io.millrace.\"};"));

        assertThat(export("flink-1.20", jar(files))).as(said).isZero();
        assertThat(said)
                .contains(
                        "io.millrace.engine.EngineOptions, which a string in acme.Job names, is not"
                                + " there on Flink")
                .doesNotContain("IterativeStream")
                .doesNotContain("nothing");

        assertThat(export("flink-2.3", jar(files))).as(said).isZero();
        assertThat(said)
                .contains("io.millrace.engine.EngineOptions, which")
                .contains("io.millrace.streaming.api.datastream.IterativeStream, which")
                .doesNotContain("ParameterTool");
    }

    @Test
    void whatFlinkCanNotStartIsRefused() throws Exception {
        Map<String, byte[]> files =
                classes(
                        main("new None(); new Hidden();"),
                        "public class None { public void main(String[] args) { } }",
                        "class Hidden { public static void main(String[] args) { } }",
                        "public class Heir extends Job { }");
        Path jar = jar(files);

        assertThat(export("flink-1.20", jar, "-c", "acme.None")).as(said).isEqualTo(2);
        assertThat(said).contains("The class acme.None has no method 'public static void main");
        assertThat(export("flink-1.20", jar, "-c", "acme.Hidden")).as(said).isEqualTo(2);
        assertThat(said).contains("The class acme.Hidden is not public");
        assertThat(export("flink-1.20", jar, "-c", "acme.Heir")).as(said).isZero();
        files.remove("acme/Job.class");
        files.remove("acme/Heir.class");
        assertThat(export("flink-1.20", jar(files))).as(said).isEqualTo(2);
    }

    @Test
    void whatIsOnlyCalledAClassGoesAlong() throws Exception {
        Map<String, byte[]> files = classes(main(""));
        files.put("acme/Zero.class", new byte[0]);
        files.put("acme/Text.class", text("no class file at all"));
        files.put("lib/more.jar", zip(Map.of("acme/Cut.class", new byte[] {-54, -2, -70, -66, 0})));

        for (String target : List.of("flink-1.20", "flink-2.3")) {
            assertThat(export(target, jar(files))).as(said).isZero();
            assertThat(said)
                    .contains("acme/Zero.class is no class file")
                    .contains("acme/Text.class is no class file")
                    .contains("acme/Cut.class is no class file");
            assertThat(exported("acme/Text.class")).isEqualTo(text("no class file at all"));
        }
    }

    @Test
    void nothingIsLeftOfMillracesJars() throws Exception {
        Map<String, byte[]> files = classes(main(""));
        byte[] any = classes("public class Any { }").get("acme/Any.class");
        byte[] naming =
                classes("public class N { Object o = new org.objectweb.asm.Label(); }")
                        .get("acme/N.class");
        byte[] module = Files.readAllBytes(module());
        Map<String, byte[]> engine = new LinkedHashMap<>();
        engine.put("META-INF/MANIFEST.MF", text(MANIFEST));
        engine.put("module-info.class", module);
        engine.put("META-INF/LICENSE", new byte[1]);
        engine.put("io/millrace/engine/Engine.class", any);
        files.put("lib/millrace-engine.jar", zip(engine));
        files.put("lib/picocli.jar", zip(Map.of("picocli/CommandLine.class", any)));
        files.put("lib/asm.jar", zip(Map.of("org/objectweb/asm/Label.class", any)));
        files.put("lib/slf4j-simple.jar", zip(simple(any)));
        files.put("lib/compress.jar", zip(Map.of("org/apache/commons/compress/N.class", naming)));
        files.put("lib/services.jar", zip(Map.of("META-INF/services/acme.S", text("acme.Job\n"))));

        assertThat(export("flink-1.20", jar(files))).as(said).isZero();
        assertThat(entries())
                .contains("lib/services.jar")
                .doesNotContain("lib/millrace-engine.jar", "lib/picocli.jar", "lib/asm.jar")
                .doesNotContain("lib/compress.jar", "lib/slf4j-simple.jar");

        files.put("acme/N.class", naming);
        assertThat(export("flink-1.20", jar(files))).as(said).isZero();
        assertThat(entries()).contains("lib/asm.jar").doesNotContain("lib/picocli.jar");
    }

    private static Map<String, byte[]> simple(byte[] any) {
        Map<String, byte[]> simple = new LinkedHashMap<>();
        simple.put("org/slf4j/simple/Provider.class", any);
        simple.put("META-INF/services/org.slf4j.spi.P", text("org.slf4j.simple.Provider"));
        return simple;
    }

    private List<String> entries() throws IOException {
        try (JarFile file = new JarFile(directory.resolve("out.jar").toFile())) {
            return file.stream().map(ZipEntry::getName).toList();
        }
    }

    private Path module() throws IOException {
        Path in = Files.createDirectories(directory.resolve("module"));
        Path source = Files.writeString(in.resolve("module-info.java"), "module acme { }");
        assertThat(
                        ToolProvider.getSystemJavaCompiler()
                                .run(null, null, null, "-d", in.toString(), source.toString()))
                .isZero();
        return in.resolve("module-info.class");
    }

    /** Entries without compression whose sizes stand behind them: a stream can't tell their end. */
    private static byte[] stored(Map<String, byte[]> files) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream out = new ZipOutputStream(bytes)) {
            for (Map.Entry<String, byte[]> file : files.entrySet()) {
                ZipEntry entry = new ZipEntry(file.getKey());
                entry.setMethod(ZipEntry.STORED);
                entry.setSize(file.getValue().length);
                CRC32 sum = new CRC32();
                sum.update(file.getValue());
                entry.setCrc(sum.getValue());
                out.putNextEntry(entry);
                out.write(file.getValue());
                out.closeEntry();
            }
        }
        byte[] jar = bytes.toByteArray();
        // The flag of each header before an entry and of each in the directory.
        for (int i = 0; i + 10 < jar.length; i++) {
            if (jar[i] == 'P' && jar[i + 1] == 'K') {
                if (jar[i + 2] == 3 && jar[i + 3] == 4) {
                    jar[i + 6] |= 8;
                } else if (jar[i + 2] == 1 && jar[i + 3] == 2) {
                    jar[i + 8] |= 8;
                }
            }
        }
        return jar;
    }
}
