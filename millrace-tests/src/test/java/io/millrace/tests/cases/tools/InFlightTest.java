// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.cases.tools;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.api.common.functions.MapFunction;
import io.millrace.api.common.typeinfo.Types;
import io.millrace.api.java.tuple.Tuple2;
import io.millrace.configuration.ExternalizedCheckpointRetention;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.api.functions.sink.v2.DiscardingSink;
import io.millrace.tests.kit.CheckpointFolder;
import io.millrace.tests.kit.CheckpointLog;
import io.millrace.tests.kit.Jobs;
import io.millrace.tests.kit.NumberSource;
import io.millrace.tests.kit.RunningJob;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A checkpoint whose barriers overtook records, looked at. */
@Timeout(120)
@DisplayName("millrace checkpoint, on what was on its way")
class InFlightTest {

    private static final String COLUMNS =
            "operator,subtask,input,from,sender,element,timestamp,value";

    @TempDir static Path folder;

    private static Path checkpoint;

    @BeforeAll
    static void takeOne() throws Exception {
        StreamExecutionEnvironment env = Jobs.environment(2, Jobs.checkpointsIn(folder));
        env.enableCheckpointing(50);
        env.getCheckpointConfig().enableUnalignedCheckpoints();
        env.getCheckpointConfig()
                .setExternalizedCheckpointRetention(
                        ExternalizedCheckpointRetention.RETAIN_ON_CANCELLATION);
        CheckpointLog log = new CheckpointLog();
        env.fromSource(
                        NumberSource.numbers(1, 100_000),
                        WatermarkStrategy.<Long>forMonotonousTimestamps()
                                .withTimestampAssigner((value, before) -> value),
                        "numbers")
                .setParallelism(1)
                .uid("numbers")
                .map(number -> Tuple2.of("n" + number, number))
                .returns(Types.TUPLE(Types.STRING, Types.LONG))
                .setParallelism(1)
                .map(log.<Tuple2<String, Long>>probe())
                .returns(Types.TUPLE(Types.STRING, Types.LONG))
                .setParallelism(1)
                .uid("probe")
                .keyBy(each -> each.f0)
                .map(new Slow())
                .uid("slow")
                .sinkTo(new DiscardingSink<>());
        RunningJob job = Jobs.start(env, "on its way");
        log.awaitFurtherCompleted(2);
        job.cancel();
        checkpoint = CheckpointFolder.at(folder).newest();
    }

    private static final class Slow implements MapFunction<Tuple2<String, Long>, Long> {
        private static final long serialVersionUID = 1L;

        @Override
        public Long map(Tuple2<String, Long> value) {
            LockSupport.parkNanos(20_000_000);
            return value.f1;
        }
    }

    @Test
    void showHasTheChannelsWithTheirElementsAndBytes() {
        ToolCall show = ToolCall.checkpoint("show", checkpoint);

        assertThat(show.code()).as(show.all()).isZero();
        assertThat(show.all())
                .contains("of that is data that was on its way")
                .containsPattern("on its way to +subtask +input +from +sender +dealt +elements")
                .containsPattern("slow +0 +0 +probe +0 +keyed +\\d+ +\\d+ +Tuple2<String, Long>");
        // A channel is no state.
        assertThat(show.lines()).noneMatch(line -> line.matches("slow +0/.*"));

        ToolCall json = ToolCall.checkpoint("show", "--format=json", checkpoint);
        assertThat(json.all()).containsPattern("\"from\": \"probe\",");
    }

    @Test
    void recordsAndWatermarksArePrintedInOrder() {
        ToolCall all = ToolCall.checkpoint("state", checkpoint, "--in-flight", "--format=csv");

        assertThat(all.code()).as(all.said()).isZero();
        assertThat(all.lines().get(0)).isEqualTo(COLUMNS);
        List<String> records =
                all.lines().stream().filter(line -> line.startsWith("slow,0,")).toList();
        assertThat(records)
                .isNotEmpty()
                .allMatch(
                        line ->
                                line.matches(
                                        "slow,0,0,probe,0,(record,\\d+,\"\\{.*\\}\"|watermark,-?\\d+,)"));
        List<Long> times =
                records.stream()
                        .filter(line -> line.contains(",record,"))
                        .map(line -> Long.valueOf(line.split(",", -1)[6]))
                        .toList();
        assertThat(times).isSorted().hasSizeGreaterThan(1);

        assertThat(
                        ToolCall.checkpoint(
                                        "state",
                                        checkpoint,
                                        "--in-flight",
                                        "--limit=3",
                                        "--uid=slow")
                                .lines())
                .hasSize(4);
        assertThat(ToolCall.checkpoint("state", checkpoint, "--in-flight", "--uid=numbers").said())
                .contains("nothing was on its way");
    }

    @Test
    void whatIsOnItsWayIsNotAskedForLikeAState() {
        assertThat(ToolCall.checkpoint("state", checkpoint, "--in-flight", "--key=3").code())
                .isEqualTo(2);
        ToolCall neither = ToolCall.checkpoint("state", checkpoint);
        assertThat(neither.code()).isEqualTo(2);
        assertThat(neither.said()).contains("--uid=UID", "--name=NAME");
    }

    @Test
    void diffCountsItAndComparesStates() {
        ToolCall diff = ToolCall.checkpoint("diff", checkpoint, checkpoint);

        assertThat(diff.code()).as(diff.all()).isZero();
        assertThat(diff.said()).contains("what was on its way to operator 'slow'", "not compared");
    }

    @Test
    @DisplayName("M2: a file of what was on its way that is damaged is named")
    void aDamagedFileOfItIsNamed() throws Exception {
        Path file =
                CheckpointFolder.stateFiles(checkpoint).stream()
                        .filter(each -> each.getFileName().toString().endsWith("-in-flight"))
                        .findFirst()
                        .orElseThrow();
        byte[] intact = Files.readAllBytes(file);
        byte[] damaged = intact.clone();
        damaged[damaged.length / 2] ^= 4;
        Files.write(file, damaged);
        try {
            ToolCall verify = ToolCall.checkpoint("verify", checkpoint);
            assertThat(verify.code()).isEqualTo(1);
            assertThat(verify.all())
                    .containsPattern("BIT FLIPPED .*" + file.getFileName())
                    .contains("operator 'slow'");
        } finally {
            Files.write(file, intact);
        }
    }
}
