// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.cases.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.api.common.functions.OpenContext;
import io.millrace.api.common.state.ListStateDescriptor;
import io.millrace.api.common.state.MapStateDescriptor;
import io.millrace.api.common.state.StateTtlConfig;
import io.millrace.api.common.state.ValueState;
import io.millrace.api.common.state.ValueStateDescriptor;
import io.millrace.api.common.typeinfo.Types;
import io.millrace.configuration.CheckpointingOptions;
import io.millrace.configuration.Configuration;
import io.millrace.configuration.ExternalizedCheckpointRetention;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.api.functions.KeyedProcessFunction;
import io.millrace.streaming.api.functions.co.KeyedBroadcastProcessFunction;
import io.millrace.tests.components.Await;
import io.millrace.tests.kit.CheckpointLog;
import io.millrace.tests.kit.Collected;
import io.millrace.tests.kit.Gate;
import io.millrace.tests.kit.Jobs;
import io.millrace.tests.kit.Kept;
import io.millrace.tests.kit.NumberSource;
import io.millrace.tests.kit.Pace;
import io.millrace.tests.kit.RunningJob;
import io.millrace.util.Collector;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** State with a time to live, in jobs. */
@Timeout(180)
class StateTtlTest {

    private static final int MANY = 10_000;
    private static final int FURTHER = 5_000;

    private static StateTtlConfig s13Config() {
        return StateTtlConfig.newBuilder(Duration.ofMillis(100))
                .cleanupIncrementally(10, true)
                .build();
    }

    private static ListStateDescriptor<Long> list() {
        ListStateDescriptor<Long> descriptor = new ListStateDescriptor<>("list", Types.LONG);
        descriptor.enableTimeToLive(s13Config());
        return descriptor;
    }

    private static MapStateDescriptor<Long, Long> map() {
        MapStateDescriptor<Long, Long> descriptor =
                new MapStateDescriptor<>("map", Types.LONG, Types.LONG);
        descriptor.enableTimeToLive(s13Config());
        return descriptor;
    }

    /** Keeps each record in both; a broadcast one asks how many keys there are. */
    private static final class Keeps
            extends KeyedBroadcastProcessFunction<Long, Long, Long, String> {
        private static final long serialVersionUID = 1L;

        @Override
        public void processElement(Long value, ReadOnlyContext context, Collector<String> out)
                throws Exception {
            getRuntimeContext().getListState(list()).add(value);
            getRuntimeContext().getMapState(map()).put(value, value);
            out.collect("record");
        }

        @Override
        public void processBroadcastElement(Long value, Context context, Collector<String> out)
                throws Exception {
            int[] visited = {0, 0};
            context.applyToKeyedState(list(), (key, state) -> visited[0]++);
            context.applyToKeyedState(map(), (key, state) -> visited[1]++);
            out.collect("visited " + visited[0] + " and " + visited[1]);
        }
    }

    @ParameterizedTest(name = "{displayName}: {0}")
    @EnumSource(names = {"ON_THE_HEAP", "ON_THE_HEAP_IN_LAYERS"})
    @DisplayName("S13: expired lists and maps of ten thousand keys leave nothing behind")
    void s13(Kept kept) throws Exception {
        Gate records = new Gate();
        Gate question = new Gate();
        Collected<String> seen = new Collected<>();
        StreamExecutionEnvironment env = Jobs.environment(1, kept.alone());
        env.fromSource(
                        NumberSource.numbers(1, MANY + FURTHER).paced(Pace.behind(records)),
                        WatermarkStrategy.noWatermarks(),
                        "records")
                .keyBy(number -> number <= MANY ? number : 0L)
                .connect(
                        env.fromSource(
                                        NumberSource.numbers(1, 1).paced(Pace.behind(question)),
                                        WatermarkStrategy.noWatermarks(),
                                        "question")
                                .broadcast(
                                        new MapStateDescriptor<>("none", Types.LONG, Types.LONG)))
                .process(new Keeps())
                .addSink(seen);
        RunningJob job = Jobs.start(env, "s13");
        records.letReadUpTo(MANY);
        Await.until("all keys have something", () -> seen.size() == MANY);
        long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(500);
        Await.until("it has expired", () -> System.nanoTime() > until);
        records.letReadUpTo(MANY + FURTHER);
        Await.until("the further records are there", () -> seen.size() == MANY + FURTHER);
        question.open();
        Await.until("the answer", () -> seen.size() == MANY + FURTHER + 1);
        // The last records came less than 100 ms before, unless the machine was busy elsewhere.
        assertThat(seen.last()).isIn("visited 1 and 1", "visited 0 and 0");
        records.open();
        job.awaitFinished();
    }

    /** Counts records per key. */
    private static final class Count extends KeyedProcessFunction<Long, Long, Long> {
        private static final long serialVersionUID = 1L;
        private final boolean expires;
        private transient ValueState<Long> count;

        Count(boolean expires) {
            this.expires = expires;
        }

        @Override
        public void open(OpenContext context) {
            ValueStateDescriptor<Long> descriptor = new ValueStateDescriptor<>("count", Types.LONG);
            if (expires) {
                descriptor.enableTimeToLive(
                        StateTtlConfig.newBuilder(Duration.ofHours(1))
                                .cleanupFullSnapshot()
                                .build());
            }
            count = getRuntimeContext().getState(descriptor);
        }

        @Override
        public void processElement(Long value, Context context, Collector<Long> out)
                throws Exception {
            count.update(count.value() == null ? 1 : count.value() + 1);
            out.collect(count.value());
        }
    }

    @ParameterizedTest(name = "{displayName}: {0}")
    @EnumSource(Kept.class)
    @DisplayName("ST-25: a time to live comes and goes from one run to the next")
    void aTimeToLiveComesAndGoes(Kept kept, @TempDir Path directory) throws Exception {
        assertThat(run(kept, directory, false, 10, false)).isEqualTo(10);
        assertThat(run(kept, directory, true, 20, true)).isEqualTo(20);
        assertThat(run(kept, directory, true, 30, true)).isEqualTo(30);
        assertThat(run(kept, directory, false, 40, true)).isEqualTo(40);
    }

    /** Reads so many records in all, is cancelled, and gives back the count it came to. */
    private static long run(Kept kept, Path directory, boolean expires, int upTo, boolean goesOn)
            throws Exception {
        Configuration configuration =
                kept.in(
                        goesOn
                                ? Jobs.checkpointsIn(directory, "latest")
                                : Jobs.checkpointsIn(directory));
        configuration.set(
                CheckpointingOptions.EXTERNALIZED_CHECKPOINT_RETENTION,
                ExternalizedCheckpointRetention.RETAIN_ON_CANCELLATION);
        StreamExecutionEnvironment env = Jobs.environment(1, configuration);
        env.enableCheckpointing(20);
        Gate gate = new Gate();
        CheckpointLog log = new CheckpointLog();
        Collected<Long> counts = new Collected<>();
        env.fromSource(
                        NumberSource.numbers(1, 1_000).paced(Pace.behind(gate)),
                        WatermarkStrategy.noWatermarks(),
                        "numbers")
                .uid("numbers")
                .map(log.<Long>probe())
                .uid("probe")
                .keyBy(number -> 0L)
                .process(new Count(expires))
                .uid("count")
                .addSink(counts)
                .uid("sink");
        RunningJob job = Jobs.start(env, "ttl comes and goes");
        gate.letReadUpTo(upTo);
        Await.until("the records are counted", () -> counts.size() >= 10);
        log.awaitFurtherCompleted(2);
        job.cancel();
        return counts.last();
    }
}
