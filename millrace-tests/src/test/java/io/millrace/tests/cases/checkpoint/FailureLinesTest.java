// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.cases.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.tests.components.Await;
import io.millrace.tests.kit.CheckpointLog;
import io.millrace.tests.kit.Collected;
import io.millrace.tests.kit.Fault;
import io.millrace.tests.kit.Gate;
import io.millrace.tests.kit.Jobs;
import io.millrace.tests.kit.Logs;
import io.millrace.tests.kit.NumberSource;
import io.millrace.tests.kit.Pace;
import io.millrace.tests.kit.RunningJob;
import io.millrace.tests.kit.SlowStore;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What is said of a checkpoint that was given up: one line, and all that matters in it. */
class FailureLinesTest {

    private static final Pattern LINE =
            Pattern.compile(
                    "(INFO|WARN) .*Job '([^']*)': Checkpoint (\\d+) was given up after (\\d+) ms"
                            + " because (.*); ((?:not counted, )?\\d+ [^;]*)\\.$");

    private final CheckpointLog log = new CheckpointLog();
    private final Gate gate = new Gate();

    private StreamExecutionEnvironment job(SlowStore store, NumberSource source) {
        StreamExecutionEnvironment env = Jobs.environment(1, store.configuration());
        env.enableCheckpointing(20);
        env.fromSource(source, WatermarkStrategy.noWatermarks(), "numbers")
                .map(log.<Long>probe())
                .name("probe")
                .addSink(new Collected<>());
        return env;
    }

    private StreamExecutionEnvironment job(SlowStore store) {
        return job(store, NumberSource.numbers(1, 10).paced(Pace.behind(gate)));
    }

    /** The only line about this checkpoint, taken apart. */
    private static Matcher line(Logs logs, long id) {
        List<String> lines =
                logs.text()
                        .lines()
                        .filter(line -> line.contains("Checkpoint " + id + " was given up"))
                        .toList();
        assertThat(lines).hasSize(1);
        Matcher matcher = LINE.matcher(lines.get(0));
        assertThat(matcher.find()).as(lines.get(0)).isTrue();
        return matcher;
    }

    private void awaitAborted(long id) {
        Await.until("checkpoint " + id + " is given up", () -> log.aborted().contains(id));
    }

    @Test
    @DisplayName(
            "CK-42, CK-43: state that can't be written: operator, subtask, cause, and a count that"
                    + " begins anew after a success")
    void stateThatCannotBeWritten() throws Exception {
        try (SlowStore store = new SlowStore("lines-async");
                Logs logs = Logs.capture()) {
            store.failWrites(1, 2, 4);
            StreamExecutionEnvironment env = job(store);
            env.getCheckpointConfig().setTolerableCheckpointFailureNumber(3);
            RunningJob running = Jobs.start(env, "lines");
            awaitAborted(4);
            running.cancel();

            for (long id : List.of(1L, 2L, 4L)) {
                Matcher line = line(logs, id);
                assertThat(line.group(1)).isEqualTo("WARN");
                assertThat(line.group(2)).isEqualTo("lines");
                assertThat(Long.parseLong(line.group(4))).isBetween(0L, 60_000L);
                assertThat(line.group(5))
                        .startsWith("a task's state could not be written: operator '")
                        .contains("' of subtask 0 of '", "no room for checkpoint " + id);
                assertThat(line.group(6))
                        .isEqualTo((id == 2 ? 2 : 1) + " of 3 tolerable failures in a row");
            }
            assertThat(log.completed()).first().isEqualTo(3L);
        }
    }

    @Test
    @DisplayName("CK-42: a manifest that can't be written")
    void aManifestThatCannotBeWritten() throws Exception {
        try (SlowStore store = new SlowStore("lines-manifest");
                Logs logs = Logs.capture()) {
            store.failManifest(1);
            StreamExecutionEnvironment env = job(store);
            env.getCheckpointConfig().setTolerableCheckpointFailureNumber(Integer.MAX_VALUE);
            RunningJob running = Jobs.start(env, "lines");
            awaitAborted(1);
            running.cancel();

            Matcher line = line(logs, 1);
            assertThat(line.group(1)).isEqualTo("WARN");
            assertThat(line.group(5))
                    .startsWith("its manifest could not be written")
                    .contains("no manifest for checkpoint 1");
            assertThat(line.group(6)).isEqualTo("1 failure in a row, any number tolerable");
        }
    }

    @Test
    @DisplayName("CK-37, CK-44: time is up: who has not answered, and that it does not count")
    void timeIsUp() throws Exception {
        try (SlowStore store = new SlowStore("lines-expired").holdWrites(1);
                Logs logs = Logs.capture()) {
            StreamExecutionEnvironment env = job(store);
            env.getCheckpointConfig().setCheckpointTimeout(60);
            RunningJob running = Jobs.start(env, "lines");
            awaitAborted(1);
            store.close();
            running.cancel();

            Matcher line = line(logs, 1);
            assertThat(line.group(1)).isEqualTo("WARN");
            assertThat(Long.parseLong(line.group(4))).isGreaterThanOrEqualTo(60);
            assertThat(line.group(5))
                    .startsWith("it was not complete when its time")
                    .contains("; no answer from: subtask 0 of '")
                    .doesNotContain("enumerator");
            assertThat(line.group(6)).isEqualTo("not counted, 0 failures in a row, none tolerable");
        }
    }

    @Test
    @DisplayName("CK-46: an enumerator that fails is named")
    void anEnumeratorThatFails() throws Exception {
        try (SlowStore store = new SlowStore("lines-enumerator");
                Logs logs = Logs.capture()) {
            StreamExecutionEnvironment env =
                    job(
                            store,
                            NumberSource.numbers(1, 10)
                                    .paced(Pace.behind(gate))
                                    .failingItsSnapshot(Fault.once()));
            failOnErrors(env, false);
            RunningJob running = Jobs.start(env, "lines");
            log.awaitCompleted(1);
            running.cancel();

            Matcher line = line(logs, 1);
            assertThat(line.group(1)).isEqualTo("WARN");
            assertThat(line.group(5))
                    .startsWith("a source's enumerator failed while its state was taken")
                    .contains("operator ", "numbers");
            assertThat(line.group(6)).isEqualTo("1 failure in a row, any number tolerable");
        }
    }

    @Test
    @DisplayName("CK-48: those a stop gives up are said without alarm, and do not count")
    void aStop() throws Exception {
        try (SlowStore store = new SlowStore("lines-stop").holdWrites(1, 2);
                Logs logs = Logs.capture()) {
            StreamExecutionEnvironment env = job(store);
            env.getCheckpointConfig().setMaxConcurrentCheckpoints(2);
            env.getCheckpointConfig().setTolerableCheckpointFailureNumber(1);
            RunningJob running = Jobs.start(env, "lines");
            Await.until("two run", () -> log.snapshots().size() == 2);
            running.client().cancel();
            Await.until(
                    "both are given up", () -> logs.text().contains("Checkpoint 2 was given up"));
            store.close(); // else the end of the job would wait for what is being written
            running.awaitFailure();

            for (long id : List.of(1L, 2L)) {
                Matcher line = line(logs, id);
                assertThat(line.group(1)).isEqualTo("INFO");
                assertThat(line.group(5)).isEqualTo("the job was stopped");
                assertThat(line.group(6))
                        .isEqualTo("not counted, 0 of 1 tolerable failure in a row");
            }
        }
    }

    @SuppressWarnings("deprecation") // the document's own call
    private static void failOnErrors(StreamExecutionEnvironment env, boolean fail) {
        env.getCheckpointConfig().setFailOnCheckpointingErrors(fail);
    }
}
