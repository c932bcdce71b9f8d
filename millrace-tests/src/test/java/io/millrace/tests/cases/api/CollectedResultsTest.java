// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.cases.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.common.JobStatus;
import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.api.common.typeinfo.Types;
import io.millrace.configuration.Configuration;
import io.millrace.core.execution.JobClient;
import io.millrace.streaming.api.datastream.DataStream;
import io.millrace.streaming.api.datastream.DataStreamUtils;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.api.operators.collect.ClientAndIterator;
import io.millrace.tests.components.Await;
import io.millrace.tests.kit.Fault;
import io.millrace.tests.kit.Gate;
import io.millrace.tests.kit.Jobs;
import io.millrace.tests.kit.NumberSource;
import io.millrace.tests.kit.Pace;
import io.millrace.tests.kit.Shared;
import io.millrace.util.CloseableIterator;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(180)
class CollectedResultsTest {

    private static List<Long> range(long from, long to) {
        return LongStream.rangeClosed(from, to).boxed().toList();
    }

    private static <T> List<T> rest(Iterator<T> iterator) {
        List<T> results = new ArrayList<>();
        iterator.forEachRemaining(results::add);
        return results;
    }

    private static DataStream<Long> numbers(StreamExecutionEnvironment env, NumberSource source) {
        return env.fromSource(source, WatermarkStrategy.noWatermarks(), "numbers")
                .setParallelism(1);
    }

    @DisplayName("executeAndCollect gives all results of a bounded stream, from all subtasks")
    @Test
    void allResultsOfABoundedStream() throws Exception {
        StreamExecutionEnvironment env = Jobs.environment(2);
        try (CloseableIterator<Long> results =
                env.fromSequence(1, 20_000).map(n -> n * 2).executeAndCollect("doubled")) {
            assertThat(rest(results))
                    .containsExactlyInAnyOrderElementsOf(
                            range(1, 20_000).stream().map(n -> n * 2).toList());
            assertThat(results.hasNext()).isFalse();
            assertThatThrownBy(results::next).isInstanceOf(java.util.NoSuchElementException.class);
        }
    }

    @DisplayName("executeAndCollect(limit) gives the first results and cancels the job")
    @Test
    void theFirstResultsOfAnEndlessStream() throws Exception {
        StreamExecutionEnvironment env = Jobs.environment(1);
        List<Long> first =
                numbers(env, NumberSource.numbers(1, Long.MAX_VALUE - 1)).executeAndCollect(5);
        assertThat(first).containsExactly(1L, 2L, 3L, 4L, 5L);

        StreamExecutionEnvironment again = Jobs.environment(1);
        assertThat(again.fromData(1, 2, 3).executeAndCollect("three", 100))
                .containsExactly(1, 2, 3);
        assertThatThrownBy(() -> again.fromData(1).executeAndCollect(0))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @DisplayName("Records that are null come through")
    @Test
    void nullRecords() throws Exception {
        StreamExecutionEnvironment env = Jobs.environment(1);
        try (CloseableIterator<String> results =
                env.fromData("a", "b")
                        .map(s -> s.equals("a") ? null : s)
                        .returns(Types.STRING)
                        .executeAndCollect()) {
            assertThat(rest(results)).isEqualTo(Arrays.asList(null, "b"));
        }
    }

    @DisplayName("Several collectAsync in one job, each with its own results")
    @Test
    void severalStreamsOfOneJob() throws Exception {
        StreamExecutionEnvironment env = Jobs.environment(1);
        DataStream<Long> numbers = env.fromSequence(1, 100);
        CloseableIterator<Long> even = numbers.filter(n -> n % 2 == 0).collectAsync();
        DataStream.Collector<Long> odd = new DataStream.Collector<>();
        numbers.filter(n -> n % 2 == 1).collectAsync(odd);
        assertThatThrownBy(even::hasNext)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("not been started");

        JobClient client = env.executeAsync("both");

        assertThat(rest(even)).hasSize(50).allMatch(n -> n % 2 == 0);
        assertThat(rest(odd.getOutput())).hasSize(50).allMatch(n -> n % 2 == 1);
        client.getJobExecutionResult().get(60, TimeUnit.SECONDS);
        even.close();
        odd.getOutput().close();
        assertThat(client.getJobStatus().get()).isEqualTo(JobStatus.FINISHED);
    }

    @DisplayName("A program that does not read holds the job up")
    @Test
    void backpressure() throws Exception {
        StreamExecutionEnvironment env = Jobs.environment(1);
        Shared<AtomicLong> made = Shared.of(new AtomicLong());
        CloseableIterator<Long> results =
                numbers(env, NumberSource.numbers(1, 1_000_000))
                        .map(
                                n -> {
                                    made.get().set(n);
                                    return n;
                                })
                        .executeAndCollect("held up");
        assertThat(results.next()).isEqualTo(1L);
        // It goes on until no room is left anywhere, and then stands still.
        long[] before = {-1};
        int[] still = {0};
        Await.until(
                "the job stands still",
                () -> {
                    long now = made.get().get();
                    still[0] = now == before[0] ? still[0] + 1 : 0;
                    before[0] = now;
                    return still[0] > 200;
                });
        assertThat(made.get().get()).isLessThan(200_000);

        assertThat(rest(results)).hasSize(999_999);
        results.close();
    }

    @DisplayName("To close the iterator cancels the job, and ends the reading")
    @Test
    void closeCancels() throws Exception {
        StreamExecutionEnvironment env = Jobs.environment(1);
        ClientAndIterator<Long> job =
                DataStreamUtils.collectWithClient(
                        numbers(env, NumberSource.numbers(1, Long.MAX_VALUE - 1)), "endless");
        assertThat(job.iterator.next()).isEqualTo(1L);
        job.close();
        job.close();
        assertThat(job.iterator.hasNext()).isFalse();
        assertThatThrownBy(() -> job.client.getJobExecutionResult().get(60, TimeUnit.SECONDS))
                .hasMessageContaining("cancelled");
        assertThat(job.client.getJobStatus().get()).isEqualTo(JobStatus.CANCELED);
    }

    @DisplayName("What the job fails with is thrown to the reader, after the results before it")
    @Test
    void failuresSurface() throws Exception {
        StreamExecutionEnvironment env = Jobs.environment(1);
        CloseableIterator<Long> results =
                numbers(env, NumberSource.numbers(1, 10))
                        .map(
                                n -> {
                                    if (n == 10) {
                                        throw new IllegalStateException("no ten");
                                    }
                                    return n;
                                })
                        .executeAndCollect("failing");
        List<Long> read = new ArrayList<>();
        assertThatThrownBy(() -> results.forEachRemaining(read::add))
                .isInstanceOf(RuntimeException.class)
                .hasRootCauseMessage("no ten");
        assertThat(range(1, 9)).startsWith(read.toArray(new Long[0]));
        results.close();
    }

    @DisplayName("With exactly-once checkpoints a restart gives no result twice and loses none")
    @Test
    void exactlyOnce(@TempDir Path directory) throws Exception {
        Configuration configuration = Jobs.checkpointsIn(directory);
        StreamExecutionEnvironment env = Jobs.environment(2, configuration);
        env.enableCheckpointing(20);
        Jobs.restarts(env, 3);
        Gate gate = new Gate();
        Fault fault = Fault.onDemand();
        CloseableIterator<Long> results =
                numbers(env, NumberSource.numbers(1, 10_000).paced(Pace.behind(gate)))
                        .rebalance()
                        .map(
                                n -> {
                                    fault.strike("now");
                                    return n;
                                })
                        .executeAndCollect("once");
        gate.letReadUpTo(1_000);
        List<Long> read = new ArrayList<>();
        while (read.size() < 1_000) { // visible only with a checkpoint that covers them
            read.add(results.next());
        }
        for (int round = 2; round <= 4; round++) {
            int strikes = round - 1;
            fault.arm();
            gate.letReadUpTo(round * 1_000L);
            Await.until("the fault has struck", () -> fault.struck() == strikes);
        }
        gate.open();
        read.addAll(rest(results));
        assertThat(read).containsExactlyInAnyOrderElementsOf(range(1, 10_000));
        results.close();
    }

    @DisplayName(
            "Without checkpoints a restart after results were read ends the reading with an error")
    @Test
    void restartWithoutCheckpoints() throws Exception {
        StreamExecutionEnvironment env = Jobs.environment(1);
        Jobs.restarts(env, 10);
        Gate gate = new Gate();
        Fault fault = Fault.onDemand();
        CloseableIterator<Long> results =
                numbers(env, NumberSource.numbers(1, 100).paced(Pace.behind(gate)))
                        .map(
                                n -> {
                                    fault.strike("now");
                                    return n;
                                })
                        .executeAndCollect("twice");
        // Nothing has been read yet: the second attempt's results are all there is.
        fault.arm();
        gate.letReadUpTo(10);
        Await.until("the fault has struck", () -> fault.struck() == 1);
        assertThat(results.next()).isEqualTo(1L);

        fault.arm();
        gate.letReadUpTo(20);
        assertThatThrownBy(() -> rest(results))
                .rootCause()
                .hasMessageContaining("was restarted from its beginning after");
        results.close();
        Await.until(
                "the job, which went on though its results had ended, is cancelled",
                () ->
                        Thread.getAllStackTraces().keySet().stream()
                                .noneMatch(
                                        thread -> thread.getName().startsWith("millrace twice ")));
    }

    @DisplayName("collectUnboundedStream wants as many as it asked for")
    @Test
    @SuppressWarnings("deprecation") // what users of 1.20 write
    void utilities() throws Exception {
        StreamExecutionEnvironment env = Jobs.environment(1);
        assertThat(DataStreamUtils.collectBoundedStream(env.fromSequence(1, 10), "all"))
                .isEqualTo(range(1, 10));
        assertThat(
                        DataStreamUtils.collectUnboundedStream(
                                numbers(env, NumberSource.numbers(1, Long.MAX_VALUE - 1)),
                                3,
                                "three"))
                .isEqualTo(range(1, 3));
        assertThatThrownBy(
                        () ->
                                DataStreamUtils.collectUnboundedStream(
                                        env.fromSequence(1, 2), 3, "too few"))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(rest(DataStreamUtils.collect(env.fromSequence(1, 2)))).isEqualTo(range(1, 2));
    }
}
