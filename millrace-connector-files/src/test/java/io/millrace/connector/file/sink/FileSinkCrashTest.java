// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.connector.file.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.configuration.MemorySize;
import io.millrace.streaming.api.functions.sink.filesystem.RollingPolicy;
import io.millrace.streaming.api.functions.sink.filesystem.rollingpolicies.DefaultRollingPolicy;
import io.millrace.streaming.api.functions.sink.filesystem.rollingpolicies.OnCheckpointRollingPolicy;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Whatever fails, at whatever moment, finished files hold each record once. */
class FileSinkCrashTest {

    private final FaultyOutput disk = new FaultyOutput("file-sink-crashes");

    @BeforeEach
    void emptyDisk() {
        disk.fs().reset();
    }

    /** What happens at the chosen write operation. */
    private enum Accident {
        /** The operation fails; the task is closed and restarted. */
        FAILURE,
        /** The process dies; all that it has written is there. */
        KILL,
        /** The machine loses its power, and all that was not forced to disk. */
        POWER,
        /** The machine loses its power, and some of what was not forced to disk. */
        POWER_PARTLY
    }

    private static final int CHECKPOINTS = 3;

    @Test
    void outputIsExactWhereverTheProcessDies() throws Exception {
        for (RollingPolicy<String, String> policy :
                List.<RollingPolicy<String, String>>of(
                        OnCheckpointRollingPolicy.build(),
                        never(),
                        DefaultRollingPolicy.builder().withMaxPartSize(new MemorySize(8)).build(),
                        DefaultRollingPolicy.builder()
                                .withRolloverInterval(Duration.ofSeconds(50))
                                .build(),
                        DefaultRollingPolicy.builder()
                                .withInactivityInterval(Duration.ofSeconds(15))
                                .build())) {
            for (Accident accident : Accident.values()) {
                int moment = 1;
                while (crashAt(moment, policy, accident)) {
                    moment++;
                }
                assertThat(moment).isGreaterThan(20);
                for (long checkpoint = 1; checkpoint <= CHECKPOINTS; checkpoint++) {
                    FileSinkRun run = new FileSinkRun(disk.sink(policy));
                    run.losing = checkpoint;
                    boolean crashed = runToTheEnd(run, accident, "checkpoint " + checkpoint, 1);
                    assertThat(crashed).isTrue();
                }
            }
        }
    }

    /** Files stay in progress over all checkpoints. */
    private static RollingPolicy<String, String> never() {
        return DefaultRollingPolicy.builder()
                .withRolloverInterval(Duration.ofDays(1))
                .withInactivityInterval(Duration.ofDays(1))
                .build();
    }

    @Test
    void aDirectoryThatRefusesWritesIsNamed() throws Exception {
        FileSinkRun run = new FileSinkRun(disk.sink(OnCheckpointRollingPolicy.build()));
        run.start();
        disk.fs().refuseWrites(true);

        assertThatThrownBy(() -> run.write("Xa"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(disk.fs().path("/data/out/X").toString());
    }

    /** False when the job ended before the moment came. */
    private boolean crashAt(int moment, RollingPolicy<String, String> policy, Accident accident)
            throws Exception {
        if (accident == Accident.FAILURE) {
            disk.fs().failAt(moment);
        } else {
            disk.fs().dieAt(moment);
        }
        FileSinkRun run = new FileSinkRun(disk.sink(policy));
        return runToTheEnd(run, accident, accident + " at " + moment, moment);
    }

    /** Whether it had to start again. */
    private boolean runToTheEnd(FileSinkRun run, Accident accident, String what, int seed)
            throws Exception {
        List<String> input =
                IntStream.range(0, 4 * CHECKPOINTS)
                        .mapToObj(i -> (i % 2 == 0 ? "X" : "Y") + i)
                        .toList();
        boolean crashed = false;
        while (true) {
            try {
                int from = run.start();
                for (int i = from; i < input.size(); i++) {
                    run.write(input.get(i));
                    run.pass(20_000);
                    if (i % 4 == 3) {
                        run.checkpoint(i / 4 + 1);
                    }
                }
                run.finish(100);
                break;
            } catch (IOException e) {
                assertThat(crashed).as("a second crash after %s: %s", what, e).isFalse();
                crashed = true;
                switch (accident) {
                    case FAILURE -> run.close();
                    case KILL -> disk.fs().kill();
                    case POWER -> disk.fs().crash();
                    case POWER_PARTLY -> disk.fs().crash(seed);
                }
            }
        }
        disk.fs().crash();
        Map<String, String> files = disk.files();
        assertThat(String.join("", files.values()).lines())
                .as(what)
                .containsExactlyInAnyOrderElementsOf(input);
        assertThat(files.keySet())
                .as(what)
                .allSatisfy(name -> assertThat(name).doesNotStartWith("."));
        disk.fs().reset();
        return crashed;
    }
}
