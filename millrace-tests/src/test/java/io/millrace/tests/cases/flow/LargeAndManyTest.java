// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.cases.flow;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.api.common.functions.OpenContext;
import io.millrace.api.common.functions.RichMapFunction;
import io.millrace.api.common.state.ValueState;
import io.millrace.api.common.state.ValueStateDescriptor;
import io.millrace.api.common.typeinfo.Types;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.tests.kit.CheckpointLog;
import io.millrace.tests.kit.Collected;
import io.millrace.tests.kit.Gate;
import io.millrace.tests.kit.Jobs;
import io.millrace.tests.kit.NumberSource;
import io.millrace.tests.kit.Pace;
import io.millrace.tests.kit.RunningJob;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class LargeAndManyTest {

    private static final int LARGE = 40 * 1024 * 1024;

    @TempDir Path directory;

    /**
     * Says how long an array is and whether its pattern is right; remembers the last length in
     * state.
     */
    private static final class Check extends RichMapFunction<byte[], String> {
        private static final long serialVersionUID = 1L;
        private transient ValueState<Integer> last;

        @Override
        public void open(OpenContext context) {
            last = getRuntimeContext().getState(new ValueStateDescriptor<>("last", Types.INT));
        }

        @Override
        public String map(byte[] bytes) throws Exception {
            last.update(bytes.length);
            for (int i = 0; i < bytes.length; i++) {
                if (bytes[i] != pattern(i)) {
                    return bytes.length + " wrong at " + i;
                }
            }
            return bytes.length + " right";
        }
    }

    private static byte pattern(int at) {
        return (byte) (at * 31 + (at >> 13));
    }

    @DisplayName(
            "O17: a record of 40 MiB passes keyBy and a checkpointed map, and a hundred small ones after it")
    @Test
    @Timeout(180)
    void o17() throws Exception {
        Collected<String> seen = new Collected<>();
        Gate gate = new Gate();
        CheckpointLog log = new CheckpointLog();
        StreamExecutionEnvironment env = Jobs.environment(2, Jobs.checkpointsIn(directory));
        env.enableCheckpointing(20);
        env.fromSource(
                        NumberSource.numbers(0, 100)
                                .paced(
                                        Pace.both(
                                                Pace.every(Duration.ofMillis(2)),
                                                Pace.behind(gate))),
                        WatermarkStrategy.noWatermarks(),
                        "numbers")
                .map(
                        number -> {
                            byte[] bytes = new byte[number == 0 ? LARGE : number.intValue()];
                            for (int i = 0; i < bytes.length; i++) {
                                bytes[i] = pattern(i);
                            }
                            return bytes;
                        })
                .keyBy(bytes -> bytes.length % 5)
                .map(new Check())
                .map(log.<String>probe())
                .addSink(seen);
        RunningJob job = Jobs.start(env, "o17");
        gate.letReadUpTo(100);
        log.awaitCompleted(1);
        gate.open();
        job.awaitFinished();

        List<String> expected = new ArrayList<>(List.of("41943040 right"));
        for (int length = 1; length <= 100; length++) {
            expected.add(length + " right");
        }
        assertThat(seen.values()).containsExactlyInAnyOrderElementsOf(expected);
    }

    private static void fork(long records, String heap) throws Exception {
        Process process =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-Xmx" + heap,
                                "-cp",
                                System.getProperty("java.class.path"),
                                HugeFlatMap.class.getName(),
                                String.valueOf(records))
                        .redirectErrorStream(true)
                        .start();
        String output;
        try (var reader = process.inputReader()) {
            output = reader.lines().collect(Collectors.joining("\n"));
        } finally {
            process.destroyForcibly();
        }
        assertThat(process.waitFor()).as(output).isZero();
        assertThat(output).contains("records=" + records + " sum=" + records * (records - 1) / 2);
    }

    @DisplayName(
            "A flatMap that emits two million records from one, across a keyed exchange, in 64 MiB")
    @Test
    @Timeout(180)
    void twoMillionFromOne() throws Exception {
        fork(2_000_000, "64m");
    }

    @DisplayName(
            "A flatMap that emits fifty million records from one, across a keyed exchange, in 256 MiB")
    @Test
    @Tag("soak")
    @Timeout(300)
    void fiftyMillionFromOne() throws Exception {
        fork(50_000_000, "256m");
    }
}
