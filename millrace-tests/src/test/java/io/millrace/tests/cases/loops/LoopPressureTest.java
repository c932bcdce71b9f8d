// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.cases.loops;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.api.common.typeinfo.Types;
import io.millrace.api.java.tuple.Tuple2;
import io.millrace.configuration.Configuration;
import io.millrace.streaming.api.CheckpointingMode;
import io.millrace.streaming.api.datastream.DataStream;
import io.millrace.streaming.api.datastream.IterativeStream;
import io.millrace.streaming.api.datastream.SingleOutputStreamOperator;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.api.functions.KeyedProcessFunction;
import io.millrace.tests.kit.Collected;
import io.millrace.tests.kit.Jobs;
import io.millrace.tests.kit.Logs;
import io.millrace.tests.kit.NumberSource;
import io.millrace.tests.kit.Shared;
import io.millrace.util.Collector;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Loops in which more goes round than fits into memory, and loops in which records rest. */
@SuppressWarnings("deprecation") // what users of 1.20 write to force a loop
class LoopPressureTest {

    @TempDir Path directory;

    private StreamExecutionEnvironment withLittleMemory(int parallelism) {
        Configuration configuration = new Configuration();
        configuration.setString("millrace.iteration.memory", parallelism == 1 ? "1 mb" : "64 kb");
        configuration.setString("io.tmp.dirs", directory.toString());
        return Jobs.environment(parallelism, configuration);
    }

    @ParameterizedTest(name = "{displayName}: parallelism {0}, checkpoints {1}")
    @CsvSource({"1, false", "2, false", "2, true"})
    @DisplayName("CK-23b: a record that becomes many goes to disk and ends, and none is lost")
    void aRecordThatBecomesManyGoesToDiskAndEnds(int parallelism, boolean checkpoints)
            throws Exception {
        StreamExecutionEnvironment env = withLittleMemory(parallelism);
        if (checkpoints) {
            env.enableCheckpointing(20, CheckpointingMode.EXACTLY_ONCE, true);
        }
        Shared<AtomicLong> leaves = Shared.of(new AtomicLong());
        IterativeStream<Long> loop =
                env.fromSource(
                                NumberSource.numbers(17, 17),
                                WatermarkStrategy.noWatermarks(),
                                "depth")
                        .rebalance()
                        .map(n -> n)
                        .iterate();
        DataStream<Long> split =
                loop.flatMap(
                        (Long depth, Collector<Long> out) -> {
                            out.collect(depth - 1);
                            out.collect(depth - 1);
                        },
                        Types.LONG);
        loop.closeWith(split.filter(depth -> depth > 0).rebalance());
        split.filter(
                        depth -> {
                            if (depth == 0) {
                                leaves.get().incrementAndGet();
                            }
                            return false;
                        })
                .addSink(new Collected<>());
        String said;
        try (Logs logs = Logs.capture()) {
            Jobs.run(env, "tree");
            said = logs.text();
        }

        assertThat(leaves.get().get()).isEqualTo(1 << 17);
        assertThat(said)
                .contains("millrace.iteration.memory")
                .contains(directory.toString())
                .contains("feeds back to operator");
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    @DisplayName("CK-23b: while the loop is full hardly anything new is taken in")
    void whileTheLoopIsFullHardlyAnythingNewIsTakenIn() throws Exception {
        Configuration configuration = new Configuration();
        configuration.setString("millrace.iteration.memory", "64 kb");
        configuration.setString("io.tmp.dirs", directory.toString());
        StreamExecutionEnvironment env = Jobs.environment(1, configuration);
        Shared<AtomicLong> inside = Shared.of(new AtomicLong());
        Shared<AtomicLong> most = Shared.of(new AtomicLong());
        Shared<AtomicLong> left = Shared.of(new AtomicLong());
        IterativeStream<Tuple2<Long, Long>> loop =
                env.fromSource(
                                NumberSource.numbers(1, 200_000),
                                WatermarkStrategy.noWatermarks(),
                                "numbers")
                        .map(n -> Tuple2.of(n, 20L))
                        .returns(Types.TUPLE(Types.LONG, Types.LONG))
                        .iterate();
        SingleOutputStreamOperator<Tuple2<Long, Long>> round =
                loop.map(
                                record -> {
                                    if (record.f1 == 20) {
                                        long now = inside.get().incrementAndGet();
                                        most.get().accumulateAndGet(now, Math::max);
                                    } else if (record.f1 == 1) {
                                        inside.get().decrementAndGet();
                                        left.get().incrementAndGet();
                                    }
                                    return Tuple2.of(record.f0, record.f1 - 1);
                                })
                        .returns(Types.TUPLE(Types.LONG, Types.LONG));
        loop.closeWith(round.rebalance().filter(record -> record.f1 > 0).startNewChain());
        round.filter(record -> false).addSink(new Collected<>());
        Jobs.run(env, "full");

        assertThat(left.get().get()).isEqualTo(200_000);
        assertThat(most.get().get()).as("records in the loop at once").isLessThan(90_000);
    }

    @Test
    @DisplayName("M16: a loop waits maxWait for records that a timer holds")
    void aLoopWaitsForRecordsThatATimerHolds() throws Exception {
        StreamExecutionEnvironment env = Jobs.environment(2);
        Collected<Long> sink = new Collected<>();
        IterativeStream<Long> loop =
                env.fromSource(
                                NumberSource.numbers(1, 50),
                                WatermarkStrategy.noWatermarks(),
                                "numbers")
                        .rebalance()
                        .map(n -> n)
                        .iterate(3000);
        DataStream<Long> rested = loop.keyBy(n -> n).process(new Rest());
        loop.closeWith(rested.filter(n -> n < 1000));
        rested.filter(n -> n >= 1000).addSink(sink);
        Jobs.run(env, "resting");

        assertThat(sink.values()).hasSize(50).allMatch(n -> n >= 1000);
    }

    /** Gives a number back a little later, and larger. */
    private static final class Rest extends KeyedProcessFunction<Long, Long, Long> {
        private static final long serialVersionUID = 1L;

        @Override
        public void processElement(Long number, Context ctx, Collector<Long> out) {
            long now = ctx.timerService().currentProcessingTime();
            ctx.timerService().registerProcessingTimeTimer(now + 100);
        }

        @Override
        public void onTimer(long timestamp, OnTimerContext ctx, Collector<Long> out) {
            out.collect(ctx.getCurrentKey() + 500);
        }
    }
}
