// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.cases.rescaling;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.api.common.serialization.SimpleStringEncoder;
import io.millrace.connector.file.sink.FileSink;
import io.millrace.core.io.SimpleVersionedSerializer;
import io.millrace.streaming.api.datastream.DataStream;
import io.millrace.streaming.api.functions.sink.filesystem.BucketAssigner;
import io.millrace.streaming.api.functions.sink.filesystem.bucketassigners.SimpleVersionedStringSerializer;
import io.millrace.streaming.api.functions.sink.filesystem.rollingpolicies.DefaultRollingPolicy;
import io.millrace.tests.components.Await;
import io.millrace.tests.kit.CheckpointLog;
import io.millrace.tests.kit.Committed;
import io.millrace.tests.kit.CommittingSink;
import io.millrace.tests.kit.Gate;
import io.millrace.tests.kit.NumberSource;
import io.millrace.tests.kit.Pace;
import io.millrace.tests.kit.RunningJob;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Sources and sinks that keep their promise while the parallelism changes. */
@Timeout(180)
class SourcesAndSinksTest {

    private static final int SPLITS = 4;
    private static final int PER_SPLIT = 50;
    private static final List<Long> ALL =
            LongStream.rangeClosed(1, SPLITS * PER_SPLIT).boxed().toList();

    @TempDir Path directory;
    @TempDir Path out;

    private final CheckpointLog log = new CheckpointLog();
    private final Gate gate = new Gate();

    private DataStream<Long> numbers(
            io.millrace.streaming.api.environment.StreamExecutionEnvironment env) {
        return env.fromSource(
                        NumberSource.numbers(1, SPLITS * PER_SPLIT)
                                .inSplits(SPLITS)
                                .paced(Pace.behind(gate)),
                        WatermarkStrategy.noWatermarks(),
                        "numbers")
                .uid("numbers")
                .map(log.<Long>probe())
                .uid("probe");
    }

    /** At parallelism 2, 3, 1 and 4; each but the last is stopped after some more records. */
    private void run(Succession.Program program, java.util.function.IntSupplier received)
            throws Exception {
        Succession jobs = new Succession(directory);
        int position = 0;
        for (int parallelism : new int[] {2, 3, 1}) {
            RunningJob job = jobs.start(parallelism, program);
            position += 15;
            int rows = SPLITS * position;
            gate.letReadUpTo(position);
            Await.until(rows + " rows have come", () -> received.getAsInt() >= rows);
            log.awaitFurtherCompleted(2 * parallelism);
            job.suspend();
        }
        RunningJob last = jobs.start(4, program);
        gate.open();
        last.awaitFinished();
    }

    @Test
    @DisplayName("CK-103: a two-phase sink commits each row once, at parallelism 2, 3, 1 and 4")
    void ck103TwoPhaseSink() throws Exception {
        Committed<Long> sink = new Committed<>();
        run(env -> numbers(env).rebalance().addSink(sink).uid("sink"), sink::received);
        assertThat(sink.rows()).containsExactlyInAnyOrderElementsOf(ALL);
    }

    @Test
    @DisplayName("CK-105: a committer commits each row once, at parallelism 2, 3, 1 and 4")
    void ck105Committer() throws Exception {
        CommittingSink sink = new CommittingSink();
        run(env -> numbers(env).rebalance().sinkTo(sink).uid("sink"), sink::received);
        assertThat(sink.rows()).containsExactlyInAnyOrderElementsOf(ALL);
    }

    private static final class ByRemainder implements BucketAssigner<String, String> {
        private static final long serialVersionUID = 1L;

        @Override
        public String getBucketId(String line, Context context) {
            return Long.toString(Long.parseLong(line) % 3);
        }

        @Override
        public SimpleVersionedSerializer<String> getSerializer() {
            return SimpleVersionedStringSerializer.INSTANCE;
        }
    }

    @Test
    @DisplayName("CK-112, K03: files go on under other writers, at parallelism 2, 3, 1 and 4")
    void filesGoOnUnderOtherWriters() throws Exception {
        FileSink<String> files =
                FileSink.forRowFormat(
                                new io.millrace.core.fs.Path(out.toUri()),
                                new SimpleStringEncoder<String>())
                        .withBucketAssigner(new ByRemainder())
                        .withRollingPolicy(DefaultRollingPolicy.builder().build())
                        .build();
        Committed<Long> rows = new Committed<>();
        run(
                env -> {
                    DataStream<Long> numbers = numbers(env);
                    numbers.rebalance().map(String::valueOf).uid("text").sinkTo(files).uid("files");
                    numbers.rebalance().addSink(rows).uid("rows");
                },
                rows::received);
        List<Long> written = new ArrayList<>();
        for (Path file : files()) {
            assertThat(file.getFileName().toString()).as("nothing unfinished").startsWith("part-");
            for (String line : Files.readAllLines(file)) {
                assertThat(file.getParent().getFileName())
                        .hasToString(Long.toString(Long.parseLong(line) % 3));
                written.add(Long.valueOf(line));
            }
        }
        assertThat(written).containsExactlyInAnyOrderElementsOf(ALL);
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> walk = Files.walk(out)) {
            return walk.filter(Files::isRegularFile).sorted().toList();
        }
    }
}
