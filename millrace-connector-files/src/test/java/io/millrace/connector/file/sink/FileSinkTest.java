// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.connector.file.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.common.serialization.SimpleStringEncoder;
import io.millrace.connector.file.sink.FileSinkRun.Checkpoint;
import io.millrace.core.fs.Path;
import io.millrace.streaming.api.functions.sink.filesystem.OutputFileConfig;
import io.millrace.streaming.api.functions.sink.filesystem.bucketassigners.BasePathBucketAssigner;
import io.millrace.streaming.api.functions.sink.filesystem.rollingpolicies.DefaultRollingPolicy;
import io.millrace.streaming.api.functions.sink.filesystem.rollingpolicies.OnCheckpointRollingPolicy;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What becomes visible, when, and under which name. */
class FileSinkTest {

    @Test
    void whatStandsBeforeTheAtOfAnAddressIsNotTold() {
        FileSink<String> sink =
                FileSink.forRowFormat(
                                new Path("foo://key:SECRET@host/out"),
                                new SimpleStringEncoder<String>())
                        .build();

        assertThatThrownBy(sink::getWriterStateSerializer)
                .hasMessageContaining("file sink over foo://******@host/out cannot be used")
                .hasMessageNotContaining("SECRET")
                .rootCause()
                .hasMessageNotContaining("SECRET");
    }

    private static final String UUID =
            "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}";

    @TempDir java.nio.file.Path directory;

    private SinkOutput output;

    @BeforeEach
    void nothingWritten() {
        output = new SinkOutput(directory);
    }

    @Test
    void k01_aBucketThatFallsSilentAndComesBackDoesNotOverwriteItsEarlierFiles() throws Exception {
        FileSinkRun run = new FileSinkRun(output.byFirstLetter(OnCheckpointRollingPolicy.build()));
        run.start();
        long id = 0;
        for (int round = 0; round < 3; round++) {
            for (int i = 0; i < 10; i++) {
                run.write("X" + round + i);
            }
            run.checkpoint(++id);
            run.write("Y in between " + round);
            run.checkpoint(++id);
        }
        run.finish(++id);

        List<java.nio.file.Path> finished = output.visible("X");
        assertThat(finished).hasSize(3);
        assertThat(SinkOutput.lines(finished)).hasSize(30).doesNotHaveDuplicates();
        assertThat(output.hidden()).isEmpty();
    }

    @Test
    void k03_aBoundedJobLeavesOneVisibleFileWithAndWithoutCheckpoints() throws Exception {
        for (boolean checkpointing : new boolean[] {true, false}) {
            FileSinkRun run = output.begin(DefaultRollingPolicy.builder().build());
            for (int i = 0; i < 5; i++) {
                run.write("a" + i);
                if (checkpointing) {
                    run.checkpoint(i);
                }
            }
            if (checkpointing) {
                run.finish(9);
            } else {
                run.finishWithoutCheckpoint();
            }

            assertThat(output.visible())
                    .singleElement()
                    .satisfies(file -> assertThat(Files.size(file)).isEqualTo(15));
            assertThat(output.hidden()).isEmpty();
            Files.delete(output.visible().get(0));
        }
    }

    @Test
    void k03_emptyInputLeavesNoFile() throws Exception {
        FileSinkRun run = output.begin(OnCheckpointRollingPolicy.build());
        run.checkpoint(1);
        run.finish(2);
        run = output.begin(OnCheckpointRollingPolicy.build());
        run.finishWithoutCheckpoint();

        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void filesAreNamedByPrefixWriterNumberAndSuffix() throws Exception {
        FileSink<String> sink =
                FileSink.forRowFormat(
                                new Path(directory.toUri()), new SimpleStringEncoder<String>())
                        .withBucketAssigner(new BasePathBucketAssigner<>())
                        .withRollingPolicy(OnCheckpointRollingPolicy.build())
                        .withOutputFileConfig(new OutputFileConfig("out", ".txt"))
                        .build();
        FileSinkRun run = new FileSinkRun(sink);
        run.start();
        run.write("a");
        assertThat(output.hidden())
                .allSatisfy(
                        f ->
                                assertThat(f.getFileName().toString())
                                        .matches("\\.out-" + UUID + "-0\\.txt\\.inprogress\\..*"));
        run.checkpoint(1);
        run.write("b");
        run.finish(2);

        assertThat(output.visible())
                .extracting(f -> f.getFileName().toString())
                .satisfiesExactly(
                        name -> assertThat(name).matches("out-" + UUID + "-0\\.txt"),
                        name -> assertThat(name).matches("out-" + UUID + "-1\\.txt"));
    }

    @Test
    void aFileIsVisibleOnlyOnceItsCheckpointIsComplete() throws Exception {
        FileSinkRun run = output.begin(OnCheckpointRollingPolicy.build());
        run.write("a");
        Checkpoint first = run.snapshot(1, false);
        assertThat(output.visible()).isEmpty();
        run.complete(first);
        assertThat(SinkOutput.lines(output.visible())).containsExactly("a");
    }

    @Test
    void committingAgainChangesNothing() throws Exception {
        FileSinkRun run = output.begin(OnCheckpointRollingPolicy.build());
        run.write("a");
        Checkpoint checkpoint = run.checkpoint(1);
        run.startFrom(checkpoint);
        run.startFrom(checkpoint);

        assertThat(SinkOutput.lines(output.visible())).containsExactly("a");
        assertThat(output.hidden()).isEmpty();
    }

    @Test
    void aPendingFileThatSomebodyRemovedIsTold() throws Exception {
        FileSinkRun run = output.begin(OnCheckpointRollingPolicy.build());
        run.write("a");
        Checkpoint checkpoint = run.snapshot(1, false);
        Files.delete(output.hidden().get(0));

        for (int attempt = 0; attempt < 2; attempt++) {
            assertThatThrownBy(() -> run.complete(checkpoint))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining(directory.resolve("part-").toString())
                    .hasMessageContaining("records are lost");
            assertThatThrownBy(() -> run.startFrom(checkpoint))
                    .as("a restart finds the same")
                    .hasMessageContaining("records are lost");
        }
    }

    @Test
    void aFinishedFileMayBeTakenAwayBeforeARestore() throws Exception {
        FileSinkRun run = output.begin(OnCheckpointRollingPolicy.build());
        run.write("a");
        Checkpoint checkpoint = run.checkpoint(1);
        Files.delete(output.visible().get(0));
        run.startFrom(checkpoint);
        run.write("b");
        run.finish(2);

        assertThat(SinkOutput.lines(output.visible())).containsExactly("b");
    }

    @Test
    void aDirectoryThatCannotBeMadeIsRefusedAtTheStartByItsName() throws Exception {
        java.nio.file.Path file = Files.writeString(directory.resolve("file"), "");
        java.nio.file.Path below = file.resolve("out");
        FileSink<String> sink =
                FileSink.forRowFormat(new Path(below.toUri()), new SimpleStringEncoder<String>())
                        .build();

        assertThatThrownBy(() -> new FileSinkRun(sink).start())
                .isInstanceOf(IOException.class)
                .hasMessageContaining(below.toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"../outside", "a/../../outside", "..", "/outside"})
    void aBucketIdThatLeadsOutOfTheSinksDirectoryIsRefused(String bucketId) throws Exception {
        FileSinkRun run = new FileSinkRun(output.byWholeElement(OnCheckpointRollingPolicy.build()));
        run.start();
        assertThatThrownBy(() -> run.write(bucketId))
                .hasStackTraceContaining("bucket id '" + bucketId + "'")
                .hasStackTraceContaining(directory.toString());
        run.write("..within");
        run.finish(1);
        assertThat(output.visible("..within")).hasSize(1);
    }
}
