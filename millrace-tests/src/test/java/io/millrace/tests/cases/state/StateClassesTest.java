// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.cases.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.api.common.functions.MapFunction;
import io.millrace.configuration.Configuration;
import io.millrace.configuration.ExternalizedCheckpointRetention;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.tests.kit.Await;
import io.millrace.tests.kit.CheckpointFolder;
import io.millrace.tests.kit.CheckpointLog;
import io.millrace.tests.kit.Collected;
import io.millrace.tests.kit.Gate;
import io.millrace.tests.kit.Jobs;
import io.millrace.tests.kit.NumberSource;
import io.millrace.tests.kit.Pace;
import io.millrace.tests.kit.RunningJob;
import io.millrace.tests.kit.Throwables;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Classes of state that have changed between two runs: each version is compiled and loaded anew.
 */
@Timeout(180)
class StateClassesTest {

    private static final String FUNCTION =
            """
            package program;
            import io.millrace.api.common.functions.*;
            import io.millrace.api.common.state.*;
            public class Keeping extends RichMapFunction<Long, String> {
                private transient ValueState<Kept> kept;
                @Override public void open(OpenContext context) {
                    kept = getRuntimeContext().getState(new ValueStateDescriptor<>("kept", Kept.class));
                }
                @Override public String map(Long value) throws Exception {
                    if (kept.value() == null) {
                        kept.update(Kept.first());
                    }
                    return kept.value().toString();
                }
            }
            """;

    private static final String OLD =
            """
            package program;
            public class Kept {
                public int id;
                public String name;
                public int old;
                static Kept first() {
                    Kept kept = new Kept();
                    kept.id = 7;
                    kept.name = "x";
                    kept.old = 3;
                    return kept;
                }
                @Override public String toString() { return id + " " + name + " " + old; }
            }
            """;

    private static final String NEW =
            """
            package program;
            public class Kept {
                public Integer added;
                public int id;
                public String name;
                static Kept first() { return new Kept(); }
                @Override public String toString() { return id + " " + name + " " + added; }
            }
            """;

    @TempDir Path folder;

    private final Collected<String> read = new Collected<>();
    private final CheckpointLog log = new CheckpointLog();

    @Test
    @DisplayName(
            "A class of state with other fields than before is refused with both shapes, never misread")
    void otherFieldsAreRefused() throws Exception {
        Gate gate = new Gate();
        gate.letReadUpTo(1);
        RunningJob first = start(version("old", OLD), Jobs.checkpointsIn(folder), gate);
        Await.until("the state is there", () -> read.size() == 1);
        log.awaitFurtherCompleted(2);
        first.cancel();
        assertThat(read.values()).containsExactly("7 x 3");

        Gate open = new Gate();
        open.open();
        String checkpoint = CheckpointFolder.at(folder).newest().toString();
        Throwable failure =
                start(version("new", NEW), Jobs.checkpointsIn(folder, checkpoint), open)
                        .awaitFailure();
        assertThat(Throwables.messages(failure))
                .anySatisfy(
                        message ->
                                assertThat(message)
                                        .contains(
                                                "'kept'",
                                                "uid 'keeping'",
                                                "{id: Integer, name: String, old: Integer}",
                                                "{added: Integer, id: Integer, name: String}"));
        assertThat(read.values()).containsExactly("7 x 3");
    }

    private RunningJob start(ClassLoader program, Configuration configuration, Gate gate)
            throws Exception {
        configuration.setString("restart-strategy.type", "none");
        StreamExecutionEnvironment env = new StreamExecutionEnvironment(configuration, program);
        env.setParallelism(1);
        env.enableCheckpointing(20);
        env.getCheckpointConfig()
                .setExternalizedCheckpointRetention(
                        ExternalizedCheckpointRetention.RETAIN_ON_CANCELLATION);
        @SuppressWarnings("unchecked") // see FUNCTION
        MapFunction<Long, String> keeping =
                (MapFunction<Long, String>)
                        program.loadClass("program.Keeping").getDeclaredConstructor().newInstance();
        env.fromSource(
                        NumberSource.numbers(1, 3).paced(Pace.behind(gate)),
                        WatermarkStrategy.noWatermarks(),
                        "numbers")
                .uid("numbers")
                .keyBy(value -> 0)
                .map(keeping)
                .uid("keeping")
                .map(log.<String>probe())
                .uid("log")
                .addSink(read)
                .uid("sink");
        return Jobs.start(env, "classes");
    }

    private ClassLoader version(String name, String kept) throws Exception {
        Path sources = Files.createDirectories(folder.resolve(name + "/program"));
        Path classes = Files.createDirectories(folder.resolve(name + "-classes"));
        int compiled =
                ToolProvider.getSystemJavaCompiler()
                        .run(
                                null,
                                null,
                                null,
                                "-d",
                                classes.toString(),
                                "-cp",
                                System.getProperty("java.class.path"),
                                Files.writeString(sources.resolve("Keeping.java"), FUNCTION)
                                        .toString(),
                                Files.writeString(sources.resolve("Kept.java"), kept).toString());
        assertThat(compiled).as("exit of javac").isZero();
        return new URLClassLoader(
                new URL[] {classes.toUri().toURL()}, StateClassesTest.class.getClassLoader());
    }
}
