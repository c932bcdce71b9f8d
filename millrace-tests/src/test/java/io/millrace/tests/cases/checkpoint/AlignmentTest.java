// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.cases.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.api.common.functions.OpenContext;
import io.millrace.api.common.functions.RichMapFunction;
import io.millrace.api.common.state.ValueState;
import io.millrace.api.common.state.ValueStateDescriptor;
import io.millrace.api.common.typeinfo.Types;
import io.millrace.api.java.tuple.Tuple2;
import io.millrace.runtime.state.FunctionInitializationContext;
import io.millrace.runtime.state.FunctionSnapshotContext;
import io.millrace.streaming.api.checkpoint.CheckpointedFunction;
import io.millrace.streaming.api.datastream.DataStream;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.tests.kit.CheckpointLog;
import io.millrace.tests.kit.Collected;
import io.millrace.tests.kit.Fault;
import io.millrace.tests.kit.Jobs;
import io.millrace.tests.kit.NumberSource;
import io.millrace.tests.kit.Pace;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Barriers of two branches that meet in one operator. */
class AlignmentTest {

    @Test
    @DisplayName("C01: records behind the barrier on the faster input stay out of the snapshot")
    void c01RecordsBehindTheBarrierOnTheFasterInputStayOutOfTheSnapshot() throws Exception {
        StreamExecutionEnvironment env = Jobs.environment(1);
        env.enableCheckpointing(50);
        Jobs.restarts(env, 1);
        CheckpointLog log = new CheckpointLog();
        Fault fault = Fault.once();
        Collected<Tuple2<Long, Long>> sink = new Collected<>();

        DataStream<Long> fast =
                env.fromSource(
                        NumberSource.numbers(1, 20_000)
                                .paced(Pace.bursts(10, Duration.ofMillis(1))),
                        WatermarkStrategy.noWatermarks(),
                        "A");
        DataStream<Long> slow =
                env.fromSource(
                                NumberSource.numbers(1, 400)
                                        .paced(Pace.bursts(10, Duration.ofMillis(60))),
                                WatermarkStrategy.noWatermarks(),
                                "B")
                        .map(
                                value -> {
                                    LockSupport.parkNanos(5_000_000);
                                    if (value >= 200 && log.completed().size() >= 2) {
                                        fault.strike("at " + value);
                                    }
                                    return value;
                                });
        fast.union(slow)
                .map(log.<Long>probe())
                .keyBy(value -> "one")
                .map(new CountAndSum())
                .addSink(sink);
        Jobs.run(env, "C01");

        assertThat(fault.struck()).isEqualTo(1);
        assertThat(log.opened()).isEqualTo(2);
        assertThat(log.restored().get(1)).isPresent();
        assertThat(sink.last()).isEqualTo(Tuple2.of(20_400L, 200_090_200L));
    }

    /** The pair of count and sum so far, per key. */
    private static final class CountAndSum extends RichMapFunction<Long, Tuple2<Long, Long>> {
        private static final long serialVersionUID = 1L;
        private transient ValueState<Tuple2<Long, Long>> pair;

        @Override
        public void open(OpenContext context) {
            pair =
                    getRuntimeContext()
                            .getState(
                                    new ValueStateDescriptor<>(
                                            "pair", Types.TUPLE(Types.LONG, Types.LONG)));
        }

        @Override
        public Tuple2<Long, Long> map(Long value) throws Exception {
            Tuple2<Long, Long> before = pair.value();
            Tuple2<Long, Long> now =
                    before == null
                            ? Tuple2.of(1L, value)
                            : Tuple2.of(before.f0 + 1, before.f1 + value);
            pair.update(now);
            return Tuple2.of(now.f0, now.f1);
        }
    }

    @Test
    @DisplayName("C09: a checkpoint that is aborted half aligned does not hinder the next ones")
    void c09ACheckpointThatIsAbortedHalfAlignedDoesNotHinderTheNextOnes() throws Exception {
        StreamExecutionEnvironment env = Jobs.environment(1);
        env.enableCheckpointing(150);
        env.getCheckpointConfig().setCheckpointTimeout(100);
        env.getCheckpointConfig().setTolerableCheckpointFailureNumber(Integer.MAX_VALUE);
        CheckpointLog log = new CheckpointLog();
        Collected<Long> sink = new Collected<>();

        Pace sixSeconds = Pace.bursts(16, Duration.ofMillis(10));
        DataStream<Long> lingering =
                env.fromSource(
                                NumberSource.numbers(1, 10_000).paced(sixSeconds),
                                WatermarkStrategy.noWatermarks(),
                                "one")
                        .map(new LingersInEachThirdSnapshot());
        DataStream<Long> other =
                env.fromSource(
                        NumberSource.numbers(10_001, 20_000).paced(sixSeconds),
                        WatermarkStrategy.noWatermarks(),
                        "other");
        lingering.union(other).keyBy(value -> value % 10).map(log.<Long>probe()).addSink(sink);
        Jobs.run(env, "C09");

        assertThat(log.completed().size() + log.aborted().size()).isGreaterThanOrEqualTo(12);
        assertThat(log.completed()).hasSizeGreaterThanOrEqualTo(6);
        assertThat(log.aborted()).isNotEmpty();
        assertThat(sink.values()).hasSize(20_000).doesNotHaveDuplicates();
    }

    /** Takes 300 ms for each third of its snapshots. */
    private static final class LingersInEachThirdSnapshot extends RichMapFunction<Long, Long>
            implements CheckpointedFunction {
        private static final long serialVersionUID = 1L;
        private transient int snapshots;

        @Override
        public Long map(Long value) {
            return value;
        }

        @Override
        public void snapshotState(FunctionSnapshotContext context) {
            if (++snapshots % 3 == 0) {
                long until = System.nanoTime() + Duration.ofMillis(300).toNanos();
                while (System.nanoTime() - until < 0) {
                    LockSupport.parkNanos(until - System.nanoTime());
                }
            }
        }

        @Override
        public void initializeState(FunctionInitializationContext context) {}
    }
}
