// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.cases.ops;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import io.millrace.api.common.JobExecutionResult;
import io.millrace.api.common.JobStatus;
import io.millrace.api.common.accumulators.Accumulator;
import io.millrace.api.common.accumulators.AverageAccumulator;
import io.millrace.api.common.accumulators.Histogram;
import io.millrace.api.common.accumulators.IntCounter;
import io.millrace.api.common.accumulators.ListAccumulator;
import io.millrace.api.common.accumulators.LongCounter;
import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.api.common.functions.OpenContext;
import io.millrace.api.common.functions.RichMapFunction;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.api.functions.source.RichParallelSourceFunction;
import io.millrace.tests.components.Await;
import io.millrace.tests.kit.Collected;
import io.millrace.tests.kit.Fault;
import io.millrace.tests.kit.Gate;
import io.millrace.tests.kit.Jobs;
import io.millrace.tests.kit.NumberSource;
import io.millrace.tests.kit.Pace;
import io.millrace.tests.kit.RunningJob;
import java.io.Serializable;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class AccumulatorsTest {

    /** Counts the records, and at its close once more by a thousand. */
    private static final class Counting extends RichMapFunction<Long, Long> {
        private final Fault fault;
        private transient LongCounter records;

        Counting(Fault fault) {
            this.fault = fault;
        }

        Counting() {
            this(Fault.onDemand());
        }

        @Override
        public void open(OpenContext context) {
            records = getRuntimeContext().getLongCounter("records");
        }

        @Override
        public Long map(Long value) {
            records.add(1L);
            if (value == 60) {
                fault.strike("at 60");
            }
            return value;
        }

        @Override
        public void close() {
            getRuntimeContext().getIntCounter("closed").add(1000);
        }
    }

    /** What an accumulator is to be given of a record. */
    private interface Part<V> extends Serializable {
        V of(Long value);
    }

    /** Adds each record to what the program brings. */
    private static final class Adding<V> extends RichMapFunction<Long, Long> {
        private final String name;
        private final Accumulator<V, ?> accumulator;
        private final Part<V> part;

        Adding(String name, Accumulator<V, ?> accumulator, Part<V> part) {
            this.name = name;
            this.accumulator = accumulator;
            this.part = part;
        }

        @Override
        public void open(OpenContext context) {
            getRuntimeContext().addAccumulator(name, accumulator);
        }

        @Override
        public Long map(Long value) {
            accumulator.add(part.of(value));
            return value;
        }
    }

    /** An accumulator of the program's own. */
    private static final class Longest implements Accumulator<Integer, String> {
        private static final long serialVersionUID = 1L;
        private String longest = "";

        @Override
        public void add(Integer value) {
            String text = "x".repeat(value % 10);
            longest = text.length() > longest.length() ? text : longest;
        }

        @Override
        public String getLocalValue() {
            return longest;
        }

        @Override
        public void resetLocal() {
            longest = "";
        }

        @Override
        public void merge(Accumulator<Integer, String> other) {
            String theirs = other.getLocalValue();
            longest = theirs.length() > longest.length() ? theirs : longest;
        }

        @Override
        public Longest clone() {
            Longest copy = new Longest();
            copy.longest = longest;
            return copy;
        }
    }

    @Test
    void the_result_has_the_sum_over_all_subtasks_to_the_very_end() throws Exception {
        StreamExecutionEnvironment env = Jobs.environment(3);
        env.fromSequence(1, 100).map(new Counting()).addSink(new Collected<>());

        JobExecutionResult result = Jobs.run(env, "sums");

        assertThat(result.<Long>getAccumulatorResult("records")).isEqualTo(100L);
        assertThat(result.getAllAccumulatorResults())
                .containsOnly(entry("records", 100L), entry("closed", 3000));
        assertThat(result.<Object>getAccumulatorResult("none")).isNull();
        assertThat(result.toString()).contains("records: 100");
    }

    @Test
    @SuppressWarnings("deprecation") // the older form is part of what is mirrored
    void the_older_form_reads_counters_of_int_only() throws Exception {
        StreamExecutionEnvironment env = Jobs.environment(2);
        env.fromSequence(1, 10).map(new Counting()).addSink(new Collected<>());

        JobExecutionResult result = Jobs.run(env, "int counter");

        assertThat(result.getIntCounterResult("closed")).isEqualTo(2000);
        assertThatThrownBy(() -> result.getIntCounterResult("records"))
                .isInstanceOf(ClassCastException.class)
                .hasMessageContaining("records");
    }

    @Test
    void each_kind_is_merged_in_its_own_way_one_of_the_programs_own_too() throws Exception {
        StreamExecutionEnvironment env = Jobs.environment(2);
        env.fromSequence(1, 12)
                .map(new Adding<>("histogram", new Histogram(), Long::intValue))
                .map(new Adding<>("average", new AverageAccumulator(), Long::doubleValue))
                .map(new Adding<>("list", new ListAccumulator<Long>(), value -> value))
                .map(new Adding<>("longest", new Longest(), Long::intValue))
                .addSink(new Collected<>());

        JobExecutionResult result = Jobs.run(env, "kinds");

        TreeMap<Integer, Integer> histogram = result.getAccumulatorResult("histogram");
        assertThat(histogram).hasSize(12).containsEntry(12, 1);
        assertThat(result.<Double>getAccumulatorResult("average")).isEqualTo(6.5);
        assertThat(result.<List<Long>>getAccumulatorResult("list"))
                .hasSize(12)
                .contains(1L, 7L, 12L);
        assertThat(result.<String>getAccumulatorResult("longest")).isEqualTo("xxxxxxxxx");
    }

    @Test
    void operators_may_count_under_one_name_whether_they_are_chained_or_not() throws Exception {
        StreamExecutionEnvironment env = Jobs.environment(1);
        env.fromSequence(1, 10)
                .map(new Adding<>("n", new IntCounter(), Long::intValue))
                .map(new Adding<>("n", new IntCounter(), Long::intValue))
                .disableChaining()
                .addSink(new Collected<>());

        assertThat(Jobs.run(env, "one name").<Integer>getAccumulatorResult("n")).isEqualTo(110);
    }

    @Test
    void different_kinds_under_one_name_are_an_error_that_names_both() throws Exception {
        StreamExecutionEnvironment env = Jobs.environment(1);
        env.fromSequence(1, 10)
                .map(new Adding<>("n", new IntCounter(), Long::intValue))
                .name("ints")
                .map(new Adding<>("n", new Histogram(), Long::intValue))
                .name("histograms")
                .map(new Counting())
                .addSink(new Collected<>());
        RunningJob job = Jobs.start(env, "kinds clash");

        JobExecutionResult result = job.awaitFinished();

        assertThatThrownBy(() -> result.getAccumulatorResult("n"))
                .hasMessageContaining("'n'")
                .hasMessageContaining("'ints'")
                .hasMessageContaining(IntCounter.class.getName())
                .hasMessageContaining("'histograms'")
                .hasMessageContaining(Histogram.class.getName());
        assertThatThrownBy(result::getAllAccumulatorResults).hasMessageContaining("'n'");
        assertThatThrownBy(() -> accumulators(job)).hasMessageContaining("'n'");
        assertThat(result.<Long>getAccumulatorResult("records")).isEqualTo(10L);
    }

    @Test
    void a_running_job_tells_how_its_accumulators_stand_and_an_ended_one_too() throws Exception {
        Gate gate = new Gate();
        StreamExecutionEnvironment env = Jobs.environment(2);
        Collected<Long> collected = new Collected<>();
        env.fromSource(
                        NumberSource.numbers(1, 100).inSplits(2).paced(Pace.behind(gate)),
                        WatermarkStrategy.noWatermarks(),
                        "numbers")
                .map(new Counting())
                .addSink(collected);
        RunningJob job = Jobs.start(env, "asked while it runs");

        gate.letReadUpTo(5);
        Await.until("ten records are through", () -> collected.size() == 10);
        assertThat(accumulators(job)).containsOnly(entry("records", 10L));
        gate.letReadUpTo(20);
        Await.until("forty records are through", () -> collected.size() == 40);
        assertThat(accumulators(job)).containsOnly(entry("records", 40L));
        gate.open();
        job.awaitFinished();
        assertThat(accumulators(job)).containsOnly(entry("records", 100L), entry("closed", 2000));
    }

    /** Emits its one record and stays in its endless method until it is cancelled. */
    private static final class Waiting extends RichParallelSourceFunction<Long> {
        private volatile boolean running = true;

        @Override
        public void run(SourceContext<Long> out) {
            synchronized (out.getCheckpointLock()) {
                getRuntimeContext().getHistogram("emitted").add(7);
                out.collect(7L);
            }
            while (running) {
                Thread.onSpinWait();
            }
        }

        @Override
        public void cancel() {
            running = false;
        }
    }

    @Test
    void a_source_that_never_leaves_its_method_is_no_hindrance() throws Exception {
        StreamExecutionEnvironment env = Jobs.environment(1);
        Collected<Long> collected = new Collected<>();
        env.addSource(new Waiting()).map(new Counting()).disableChaining().addSink(collected);
        RunningJob job = Jobs.start(env, "endless source");
        Await.until("the record is through", () -> collected.size() == 1);

        assertThat(accumulators(job))
                .containsOnly(entry("records", 1L), entry("emitted", new TreeMap<>(Map.of(7, 1))));
        job.cancel();
        assertThat(accumulators(job)).containsEntry("records", 1L).containsEntry("closed", 1000);
    }

    @Test
    void a_new_attempt_counts_from_nothing() throws Exception {
        StreamExecutionEnvironment env = Jobs.environment(1);
        Jobs.restarts(env, 2);
        Collected<Long> collected = new Collected<>();
        Fault fault = Fault.times(2);
        env.fromSequence(1, 100).map(new Counting(fault)).addSink(collected);

        JobExecutionResult result = Jobs.run(env, "two failures");

        assertThat(fault.struck()).isEqualTo(2);
        assertThat(collected.size()).isGreaterThan(100);
        assertThat(result.getAllAccumulatorResults())
                .containsOnly(entry("records", 100L), entry("closed", 1000));
    }

    @Test
    void a_job_that_has_failed_tells_what_its_last_attempt_had_counted() throws Exception {
        StreamExecutionEnvironment env = Jobs.environment(1);
        Jobs.restarts(env, 1);
        env.fromSequence(1, 100).map(new Counting(Fault.times(2))).addSink(new Collected<>());
        RunningJob job = Jobs.start(env, "fails for good");

        job.awaitFailure();

        assertThat(job.status()).isEqualTo(JobStatus.FAILED);
        assertThat(accumulators(job)).containsOnly(entry("records", 60L), entry("closed", 1000));
    }

    private static Map<String, Object> accumulators(RunningJob job) throws Exception {
        return job.client().getAccumulators().get(30, TimeUnit.SECONDS);
    }
}
