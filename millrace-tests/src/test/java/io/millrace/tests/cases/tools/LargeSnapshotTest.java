// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.cases.tools;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.common.functions.OpenContext;
import io.millrace.api.common.state.ValueState;
import io.millrace.api.common.state.ValueStateDescriptor;
import io.millrace.api.common.typeinfo.Types;
import io.millrace.state.api.OperatorIdentifier;
import io.millrace.state.api.OperatorTransformation;
import io.millrace.state.api.SavepointWriter;
import io.millrace.state.api.functions.KeyedStateBootstrapFunction;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.api.functions.KeyedProcessFunction;
import io.millrace.streaming.api.functions.sink.v2.DiscardingSink;
import io.millrace.util.Collector;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Commands in a process of its own, whose memory is a sixth of the state they look at. */
@Tag("soak")
@Timeout(600)
@DisplayName("millrace checkpoint, on state that is larger than memory")
class LargeSnapshotTest {

    private static final int KEYS = 300_000;

    /** With this each entry takes about a kilobyte. */
    private static final String FILLING = "0123456789abcdef".repeat(62);

    @TempDir static Path folder;

    private static Path large;
    private static Path other;

    @BeforeAll
    static void build() {
        large = write("large", 0);
        other = write("other", 1);
    }

    private static Path write(String name, long more) {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        Path path = folder.resolve(name);
        SavepointWriter.newSavepoint(env, 128)
                .withOperator(
                        OperatorIdentifier.forUid("texts"),
                        OperatorTransformation.bootstrapWith(env.fromSequence(0, KEYS - 1L))
                                .keyBy(value -> value, Types.LONG)
                                .transform(new Texts(more)))
                .write(path.toString());
        return path;
    }

    private static final class Texts extends KeyedStateBootstrapFunction<Long, Long> {
        private static final long serialVersionUID = 1L;
        private final long more;
        private transient ValueState<String> text;

        Texts(long more) {
            this.more = more;
        }

        @Override
        public void open(OpenContext context) {
            text = getRuntimeContext().getState(new ValueStateDescriptor<>("text", Types.STRING));
        }

        @Override
        public void processElement(Long value, Context context) throws Exception {
            text.update(value + FILLING + (value % 100_000 == 7 ? more : 0));
        }
    }

    /** The program that would begin from it. */
    public static final class Program {
        private Program() {}

        public static void main(String[] args) throws Exception {
            StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
            env.fromSequence(0, 1)
                    .keyBy(value -> value)
                    .process(new Reading())
                    .uid("texts")
                    .setMaxParallelism(128)
                    .sinkTo(new DiscardingSink<>());
            env.execute("texts");
        }
    }

    private static final class Reading extends KeyedProcessFunction<Long, Long, String> {
        private static final long serialVersionUID = 1L;

        @Override
        public void open(OpenContext context) {
            getRuntimeContext().getState(new ValueStateDescriptor<>("text", Types.STRING));
        }

        @Override
        public void processElement(Long value, Context context, Collector<String> out) {}
    }

    private record Ended(int code, List<String> out, String err) {}

    private Ended millrace(String terminals, Object... arguments) throws Exception {
        List<String> command =
                new ArrayList<>(
                        List.of(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-Xmx48m",
                                "-cp",
                                System.getProperty("java.class.path"),
                                "io.millrace.cli.Main",
                                "checkpoint"));
        for (Object argument : arguments) {
            command.add(argument.toString());
        }
        Path out = folder.resolve("out");
        Path err = folder.resolve("err");
        ProcessBuilder builder =
                new ProcessBuilder(command)
                        .redirectOutput(out.toFile())
                        .redirectError(err.toFile());
        builder.environment().put("MILLRACE_TERMINALS", terminals);
        Process process = builder.start();
        assertThat(process.waitFor(300, TimeUnit.SECONDS)).isTrue();
        try (var lines = Files.lines(out)) {
            return new Ended(
                    process.exitValue(), lines.limit(1000).toList(), Files.readString(err));
        }
    }

    @Test
    void itIsAsLargeAsItIsMeantToBe() throws Exception {
        long bytes = 0;
        try (var files = Files.walk(large)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                bytes += Files.size(file);
            }
        }
        assertThat(bytes).isGreaterThan(280L << 20);
    }

    @Test
    void aFewRowsOrOneKeyAreThereAtOnce() throws Exception {
        Ended few = millrace("", "state", large, "--uid=texts", "--name=text", "--limit=3");
        assertThat(few.err).doesNotContain("OutOfMemory");
        assertThat(few.code).as(few.err).isZero();
        assertThat(few.out).hasSize(4);

        Ended one = millrace("", "state", large, "--uid=texts", "--name=text", "--key=299999");
        assertThat(one.code).as(one.err).isZero();
        assertThat(one.out).hasSize(2);
    }

    @Test
    void allOfItIsVerifiedAndProgressIsShownOnATerminalOnly() throws Exception {
        Ended quiet = millrace("", "verify", large);
        assertThat(quiet.code).as(quiet.err).isZero();
        assertThat(quiet.err).doesNotContain("millrace: read ");

        // A whole state takes longer than the second that has to go by first.
        Ended told = millrace("2", "state", large, "--uid=texts", "--name=text", "--format=csv");
        assertThat(told.code).as(told.err).isZero();
        assertThat(told.err).contains("\rmillrace: read ").contains(" MiB of ").endsWith("\r");
        assertThat(told.out).noneMatch(line -> line.contains("millrace: read"));
    }

    @Test
    void twoOfThemAreCompared() throws Exception {
        Ended diff = millrace("", "diff", large, other, "--limit=10");

        assertThat(diff.err).contains("0 added, 0 removed, 3 changed, 299997 the same");
        assertThat(diff.code).isEqualTo(1);
        assertThat(diff.out).hasSize(4);
    }

    @Test
    void aProgramIsCheckedAgainstIt() throws Exception {
        Path jar = folder.resolve("program.jar");
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, Program.class.getName());
        try (OutputStream file = Files.newOutputStream(jar)) {
            new JarOutputStream(file, manifest).close();
        }

        Ended check = millrace("", "check", large, jar);

        assertThat(check.err).contains("job 'texts' could begin from it");
        assertThat(check.code).isZero();
        assertThat(check.out).anyMatch(line -> line.matches("texts .*matched +text +value .*"));
    }
}
