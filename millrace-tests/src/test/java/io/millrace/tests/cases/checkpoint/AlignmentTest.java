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
import io.millrace.tests.components.Await;
import io.millrace.tests.kit.CheckpointLog;
import io.millrace.tests.kit.Collected;
import io.millrace.tests.kit.Fault;
import io.millrace.tests.kit.Gate;
import io.millrace.tests.kit.Jobs;
import io.millrace.tests.kit.NumberSource;
import io.millrace.tests.kit.Pace;
import io.millrace.tests.kit.RunningJob;
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
        Gate gate = new Gate(); // keeps the failure until there is something to go back to
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
                                        .paced(
                                                Pace.both(
                                                        Pace.bursts(10, Duration.ofMillis(60)),
                                                        Pace.behind(gate))),
                                WatermarkStrategy.noWatermarks(),
                                "B")
                        .map(
                                value -> {
                                    LockSupport.parkNanos(5_000_000);
                                    if (value >= 200) {
                                        fault.strike("at " + value);
                                    }
                                    return value;
                                });
        fast.union(slow)
                .map(log.<Long>probe())
                .keyBy(value -> "one")
                .map(new CountAndSum())
                .addSink(sink);
        RunningJob job = Jobs.start(env, "C01");
        gate.letReadUpTo(199);
        log.awaitCompleted(2);
        gate.open();
        job.awaitFinished();

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
        env.getCheckpointConfig().setCheckpointTimeout(250);
        env.getCheckpointConfig().setTolerableCheckpointFailureNumber(Integer.MAX_VALUE);
        CheckpointLog log = new CheckpointLog();
        Collected<Long> sink = new Collected<>();

        Gate gate = new Gate();
        Pace steady = Pace.both(Pace.bursts(16, Duration.ofMillis(10)), Pace.behind(gate));
        DataStream<Long> lingering =
                env.fromSource(
                                NumberSource.numbers(1, 10_000).paced(steady),
                                WatermarkStrategy.noWatermarks(),
                                "one")
                        .map(new LingersInEachThirdSnapshot(log));
        DataStream<Long> other =
                env.fromSource(
                        NumberSource.numbers(10_001, 20_000).paced(steady),
                        WatermarkStrategy.noWatermarks(),
                        "other");
        lingering.union(other).keyBy(value -> value % 10).map(log.<Long>probe()).addSink(sink);
        RunningJob job = Jobs.start(env, "C09");
        gate.letReadUpTo(9_999);
        Await.until("three checkpoints were given up", () -> log.aborted().size() >= 3);
        log.awaitFurtherCompleted(2);
        assertThat(log.completed()).as("those between").hasSizeGreaterThanOrEqualTo(6);
        gate.open();
        job.awaitFinished();

        assertThat(sink.values()).hasSize(20_000).doesNotHaveDuplicates();
    }

    /**
     * Is inside its third, sixth and ninth snapshot until a task behind it has heard that the
     * checkpoint was given up.
     */
    private static final class LingersInEachThirdSnapshot extends RichMapFunction<Long, Long>
            implements CheckpointedFunction {
        private static final long serialVersionUID = 1L;
        private final CheckpointLog behind;
        private transient int snapshots;

        LingersInEachThirdSnapshot(CheckpointLog behind) {
            this.behind = behind;
        }

        @Override
        public Long map(Long value) {
            return value;
        }

        @Override
        public void snapshotState(FunctionSnapshotContext context) throws InterruptedException {
            if (++snapshots % 3 == 0 && snapshots < 10) {
                long id = context.getCheckpointId();
                Await.untilOrInterrupted(
                        "checkpoint " + id + " is given up", () -> behind.aborted().contains(id));
            }
        }

        @Override
        public void initializeState(FunctionInitializationContext context) {}
    }
}
