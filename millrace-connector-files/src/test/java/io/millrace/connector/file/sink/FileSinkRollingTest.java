// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.connector.file.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.common.serialization.BulkWriter;
import io.millrace.api.common.serialization.SimpleStringEncoder;
import io.millrace.configuration.MemorySize;
import io.millrace.connector.file.sink.FileSinkRun.Checkpoint;
import io.millrace.core.fs.FSDataOutputStream;
import io.millrace.core.fs.Path;
import io.millrace.streaming.api.functions.sink.filesystem.PartFileInfo;
import io.millrace.streaming.api.functions.sink.filesystem.RollingPolicy;
import io.millrace.streaming.api.functions.sink.filesystem.bucketassigners.BasePathBucketAssigner;
import io.millrace.streaming.api.functions.sink.filesystem.rollingpolicies.CheckpointRollingPolicy;
import io.millrace.streaming.api.functions.sink.filesystem.rollingpolicies.DefaultRollingPolicy;
import io.millrace.streaming.api.functions.sink.filesystem.rollingpolicies.OnCheckpointRollingPolicy;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** When a file ends. */
class FileSinkRollingTest {

    @TempDir java.nio.file.Path directory;

    private SinkOutput output;

    @BeforeEach
    void nothingWritten() {
        output = new SinkOutput(directory);
    }

    @Test
    void aLargeFileIsRolledBySizeBetweenCheckpoints() throws Exception {
        RollingPolicy<String, String> policy =
                DefaultRollingPolicy.builder().withMaxPartSize(new MemorySize(10)).build();
        FileSinkRun run = output.begin(policy);
        for (int i = 0; i < 12; i++) {
            run.write("abc");
        }
        run.finish(1);

        // Three lines are 12 bytes, which is more than 10.
        assertThat(output.visible())
                .hasSize(4)
                .allSatisfy(f -> assertThat(Files.size(f)).isEqualTo(12));
    }

    @Test
    void defaultsAreThoseOfFlink() throws Exception {
        DefaultRollingPolicy<String, String> policy = DefaultRollingPolicy.builder().build();
        assertThat(policy.getMaxPartSize()).isEqualTo(128 * 1024 * 1024);
        assertThat(policy.getRolloverInterval()).isEqualTo(60_000);
        assertThat(policy.getInactivityInterval()).isEqualTo(60_000);

        Asked asked = new Asked();
        FileSinkRun run = output.begin(asked);
        run.write("a");
        run.pass(59_999);
        assertThat(asked.times).isEmpty();
        run.pass(1);
        assertThat(asked.times).as("the bucket check interval").hasSize(1);
    }

    @Test
    void timeIsLookedAtInEachIntervalWithoutRecordsOrCheckpoints() throws Exception {
        Asked asked = new Asked();
        FileSink<String> sink =
                FileSink.forRowFormat(
                                new Path(directory.toUri()), new SimpleStringEncoder<String>())
                        .withBucketAssigner(new SinkOutput.FirstLetter())
                        .withRollingPolicy(asked)
                        .withBucketCheckInterval(10_000)
                        .build();
        FileSinkRun run = new FileSinkRun(sink);
        run.start();
        run.write("X");
        run.write("Y");
        run.pass(35_000);
        assertThat(asked.times)
                .extracting(time -> time - asked.times.get(0))
                .containsExactly(0L, 0L, 10_000L, 10_000L, 20_000L, 20_000L);
        assertThat(run.timers()).isEqualTo(1);
        run.finish(1);
        assertThat(run.timers()).as("after the end").isZero();
    }

    @Test
    void aWriterThatIsClosedLooksAtTheTimeNoMore() throws Exception {
        FileSinkRun run = output.begin(DefaultRollingPolicy.builder().build());
        run.write("a");
        run.close();
        assertThat(run.timers()).isZero();
    }

    @Test
    void anIntervalOfNothingIsRefused() {
        assertThatThrownBy(
                        () ->
                                FileSink.forRowFormat(
                                                new Path(directory.toUri()),
                                                new SimpleStringEncoder<String>())
                                        .withBucketCheckInterval(0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("bucket check interval");
    }

    @Test
    void allFilesThatEndedByTimeBetweenTwoCheckpointsBecomeVisibleTogether() throws Exception {
        FileSinkRun run = output.begin(DefaultRollingPolicy.builder().build());
        for (String line : List.of("a", "b", "c")) {
            run.write(line);
            run.pass(60_000);
        }
        run.write("d");
        Checkpoint checkpoint = run.snapshot(1, false);
        assertThat(checkpoint.toCommit()).hasSize(3);
        assertThat(output.visible()).isEmpty();
        run.write("lost");
        run.pass(120_000);

        // The process dies before it hears that the checkpoint is complete.
        run.startFrom(checkpoint);
        assertThat(output.visible())
                .extracting(Files::readString)
                .containsExactly("a\n", "b\n", "c\n");
        run.write("e");
        run.finish(2);
        assertThat(SinkOutput.lines(output.visible())).containsExactly("a", "b", "c", "d", "e");
        assertThat(output.hidden()).isEmpty();
    }

    @Test
    void theAgeOfAFileCountsFromItsBeginningAlsoOverARestore() throws Exception {
        RollingPolicy<String, String> policy =
                DefaultRollingPolicy.builder()
                        .withRolloverInterval(Duration.ofSeconds(100))
                        .withInactivityInterval(Duration.ofDays(1))
                        .build();
        FileSinkRun run = output.begin(policy);
        run.write("a");
        run.pass(50_000);
        Checkpoint checkpoint = run.checkpoint(1);
        run.startFrom(checkpoint);
        run.pass(60_000);
        run.write("b");
        run.checkpoint(2);

        assertThat(output.visible()).extracting(Files::readString).containsExactly("a\n");
    }

    @Test
    void rollingOnCheckpointsLeavesTimeAlone() throws Exception {
        FileSinkRun run = output.begin(OnCheckpointRollingPolicy.build());
        run.write("a");
        run.pass(1_000_000);
        run.write("b");
        run.finish(1);

        assertThat(output.visible()).extracting(Files::readString).containsExactly("a\nb\n");
    }

    @Test
    void anOldOrForgottenFileIsRolled() throws Exception {
        RollingPolicy<String, String> policy =
                DefaultRollingPolicy.builder()
                        .withRolloverInterval(Duration.ofSeconds(300))
                        .withInactivityInterval(Duration.ofSeconds(100))
                        .build();
        FileSinkRun run = new FileSinkRun(output.byFirstLetter(policy));
        run.start();
        run.write("X1");
        run.write("Y1");
        run.pass(90_000);
        run.write("X2");
        run.pass(90_000);
        run.checkpoint(1);
        assertThat(output.visible("Y")).hasSize(1);
        assertThat(output.visible("X")).isEmpty();
        run.write("X3");
        run.pass(90_000);
        run.write("X4");
        run.pass(60_000);
        run.write("X5");
        run.finish(2);

        assertThat(output.visible("X"))
                .extracting(f -> SinkOutput.lines(List.of(f)))
                .containsExactly(List.of("X1", "X2", "X3", "X4"), List.of("X5"));
    }

    @Test
    void aBulkFormatCanEndItsFileByTimeToo() throws Exception {
        FileSink<String> sink =
                FileSink.forBulkFormat(new Path(directory.toUri()), new Framed())
                        .withBucketAssigner(new BasePathBucketAssigner<>())
                        .withRollingPolicy(new EachInterval())
                        .withBucketCheckInterval(1_000)
                        .build();
        FileSinkRun run = new FileSinkRun(sink);
        run.start();
        run.write("a");
        run.pass(1_000);
        run.write("b");
        run.write("c");
        assertThat(output.visible()).isEmpty();
        run.checkpoint(1);

        assertThat(output.visible())
                .extracting(Files::readString)
                .containsExactly("<a|>", "<b|c|>");
    }

    @Test
    void aBulkFormatEndsItsFileAtEachCheckpoint() throws Exception {
        FileSink<String> sink =
                FileSink.forBulkFormat(new Path(directory.toUri()), new Framed())
                        .withBucketAssigner(new BasePathBucketAssigner<>())
                        .build();
        FileSinkRun run = new FileSinkRun(sink);
        run.start();
        run.write("a");
        run.write("b");
        run.checkpoint(1);
        run.write("c");
        run.finish(2);

        assertThat(output.visible())
                .extracting(Files::readString)
                .containsExactly("<a|b|>", "<c|>");
    }

    /** Never ends a file, and keeps the times at which it was asked to. */
    private static final class Asked implements RollingPolicy<String, String> {

        private static final long serialVersionUID = 1L;

        private final List<Long> times = new ArrayList<>();

        @Override
        public boolean shouldRollOnCheckpoint(PartFileInfo<String> file) {
            return false;
        }

        @Override
        public boolean shouldRollOnEvent(PartFileInfo<String> file, String element) {
            return false;
        }

        @Override
        public boolean shouldRollOnProcessingTime(PartFileInfo<String> file, long currentTime) {
            times.add(currentTime);
            return false;
        }
    }

    /** Ends a file whenever it is looked at. */
    private static final class EachInterval extends CheckpointRollingPolicy<String, String> {

        private static final long serialVersionUID = 1L;

        @Override
        public boolean shouldRollOnEvent(PartFileInfo<String> file, String element) {
            return false;
        }

        @Override
        public boolean shouldRollOnProcessingTime(PartFileInfo<String> file, long currentTime) {
            return true;
        }
    }

    /** A format with a head and a foot. */
    private static final class Framed implements BulkWriter.Factory<String> {

        private static final long serialVersionUID = 1L;

        @Override
        public BulkWriter<String> create(FSDataOutputStream out) throws IOException {
            out.write('<');
            return new BulkWriter<>() {
                @Override
                public void addElement(String element) throws IOException {
                    out.write((element + "|").getBytes(StandardCharsets.UTF_8));
                }

                @Override
                public void flush() throws IOException {
                    out.flush();
                }

                @Override
                public void finish() throws IOException {
                    out.write('>');
                    out.close();
                }
            };
        }
    }
}
