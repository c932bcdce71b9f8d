// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.cases.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.api.common.functions.AggregateFunction;
import io.millrace.api.common.functions.OpenContext;
import io.millrace.api.common.functions.RichFilterFunction;
import io.millrace.api.common.functions.RichFlatMapFunction;
import io.millrace.api.common.functions.RichMapFunction;
import io.millrace.api.common.state.AggregatingState;
import io.millrace.api.common.state.AggregatingStateDescriptor;
import io.millrace.api.common.state.ListState;
import io.millrace.api.common.state.ListStateDescriptor;
import io.millrace.api.common.state.MapState;
import io.millrace.api.common.state.MapStateDescriptor;
import io.millrace.api.common.state.ReducingState;
import io.millrace.api.common.state.ReducingStateDescriptor;
import io.millrace.api.common.state.ValueState;
import io.millrace.api.common.state.ValueStateDescriptor;
import io.millrace.runtime.state.FunctionInitializationContext;
import io.millrace.runtime.state.FunctionSnapshotContext;
import io.millrace.streaming.api.checkpoint.CheckpointedFunction;
import io.millrace.streaming.api.datastream.DataStream;
import io.millrace.streaming.api.datastream.KeyedStream;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.api.functions.KeyedProcessFunction;
import io.millrace.streaming.api.functions.co.KeyedCoProcessFunction;
import io.millrace.tests.kit.CheckpointLog;
import io.millrace.tests.kit.Committed;
import io.millrace.tests.kit.Fault;
import io.millrace.tests.kit.Gate;
import io.millrace.tests.kit.Jobs;
import io.millrace.tests.kit.LegacyNumbers;
import io.millrace.tests.kit.NumberSource;
import io.millrace.tests.kit.Pace;
import io.millrace.tests.kit.RunningJob;
import io.millrace.util.Collector;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * One job in which every kind of function keeps every kind of state, run with failures and without.
 * All it gives is determined by the order within one split, or said once at the end, so the two
 * runs must give the same.
 */
@DisplayName("M1, M2: a job of all kinds of functions and state")
class StatefulFunctionsTest {

    private static final int NUMBERS = 600;
    private static final int KEYS = 4;

    /** Where the job can be made to fail. */
    private enum Place {
        SOURCE,
        MAP,
        PROCESS,
        CO_PROCESS,
        SINK
    }

    /** Strikes at one place only. */
    private record Trap(Place place, Fault fault) implements java.io.Serializable {
        void at(Place here) {
            if (here == place) {
                fault.strike("in the " + here);
            }
        }
    }

    @ParameterizedTest(name = "gives the same with failures as without, parallelism {0}")
    @ValueSource(ints = {1, 2})
    void m2AJobGivesTheSameWithFailuresAsWithout(int parallelism) throws Exception {
        CheckpointLog none = new CheckpointLog();
        Committed<String> calm = new Committed<>();
        Gate open = new Gate();
        open.open();
        List<Trap> noTraps = List.of();
        run(job(parallelism, none, open, noTraps, calm));

        CheckpointLog log = new CheckpointLog();
        Committed<String> stormy = new Committed<>();
        Gate gate = new Gate();
        List<Trap> traps = new ArrayList<>();
        for (Place place : Place.values()) {
            traps.add(new Trap(place, Fault.onDemand()));
        }
        StreamExecutionEnvironment env = job(parallelism, log, gate, traps, stormy);
        Jobs.restarts(env, traps.size());
        RunningJob running = Jobs.start(env, "stormy");
        int step = NUMBERS / parallelism / (traps.size() + 1);
        for (int i = 0; i < traps.size(); i++) {
            gate.letReadUpTo((long) step * (i + 1));
            log.awaitFurtherCompleted(2 * parallelism);
            traps.get(i).fault().arm();
            gate.letReadUpTo((long) step * (i + 1) + step / 2);
            log.awaitOpened(parallelism * (i + 2));
        }
        gate.open();
        running.awaitFinished();

        assertThat(traps).allMatch(trap -> trap.fault().struck() == 1);
        assertThat(log.restored().subList(parallelism, log.restored().size()))
                .as("each restart is from a checkpoint")
                .allMatch(java.util.OptionalLong::isPresent);
        assertThat(sorted(calm)).hasSize(NUMBERS * 6 + KEYS);
        assertThat(sorted(stormy)).isEqualTo(sorted(calm));
    }

    private static void run(StreamExecutionEnvironment env) throws Exception {
        Jobs.run(env, "calm");
    }

    private static List<String> sorted(Committed<String> sink) {
        List<String> rows = new ArrayList<>(sink.rows());
        Collections.sort(rows);
        return rows;
    }

    private static StreamExecutionEnvironment job(
            int parallelism,
            CheckpointLog log,
            Gate gate,
            List<Trap> traps,
            Committed<String> sink) {
        StreamExecutionEnvironment env = Jobs.environment(parallelism);
        env.enableCheckpointing(20);
        ArrayList<Trap> all = new ArrayList<>(traps);
        Pace pace =
                () ->
                        (position, given) -> {
                            CompletableFuture<Void> turn =
                                    Pace.behind(gate).begin().turn(position, given);
                            if (turn.isDone()) {
                                all.forEach(trap -> trap.at(Place.SOURCE));
                            }
                            return turn;
                        };
        DataStream<Long> numbers =
                env.fromSource(
                                NumberSource.numbers(1, NUMBERS).inSplits(parallelism).paced(pace),
                                WatermarkStrategy.noWatermarks(),
                                "numbers")
                        .map(log.<Long>probe());
        DataStream<Long> legacy =
                env.addSource(new LegacyNumbers(1, NUMBERS, Pace.behind(gate)), "legacy");
        KeyedStream<Long, Long> keyed = numbers.keyBy(value -> value % KEYS);
        DataStream<String> mapped =
                keyed.map(
                        new RunningCount(
                                value -> {
                                    all.forEach(trap -> trap.at(Place.MAP));
                                    return value;
                                }));
        DataStream<String> flatMapped = keyed.flatMap(new CountPerRemainder());
        DataStream<String> filtered =
                keyed.filter(new RemembersAll()).map(value -> "filter " + value);
        DataStream<String> processed = keyed.process(new SumAndMean(all));
        DataStream<String> reduced =
                legacy.keyBy(value -> value % KEYS).reduce(Long::sum).map(sum -> "reduce " + sum);
        DataStream<String> numbered = legacy.map(new NumbersThem());
        DataStream<String> joined =
                keyed.connect(legacy.keyBy(value -> value % KEYS)).process(new CountsBoth(all));
        mapped.union(flatMapped, filtered, processed, reduced, numbered, joined)
                .map(
                        row -> {
                            all.forEach(trap -> trap.at(Place.SINK));
                            return row;
                        })
                .addSink(sink);
        return env;
    }

    private interface Step extends java.util.function.UnaryOperator<Long>, java.io.Serializable {}

    /** Value state in a map. */
    private static final class RunningCount extends RichMapFunction<Long, String> {
        private static final long serialVersionUID = 1L;
        private final Step step;
        private transient ValueState<Long> count;

        RunningCount(Step step) {
            this.step = step;
        }

        @Override
        public void open(OpenContext context) {
            count = getRuntimeContext().getState(new ValueStateDescriptor<>("count", Long.class));
        }

        @Override
        public String map(Long value) throws Exception {
            Long before = count.value();
            count.update(before == null ? 1 : before + 1);
            return "map " + step.apply(value) + " is number " + count.value();
        }
    }

    /** Map state in a flat map. */
    private static final class CountPerRemainder extends RichFlatMapFunction<Long, String> {
        private static final long serialVersionUID = 1L;
        private transient MapState<Long, Integer> counts;

        @Override
        public void open(OpenContext context) {
            counts =
                    getRuntimeContext()
                            .getMapState(
                                    new MapStateDescriptor<>("counts", Long.class, Integer.class));
        }

        @Override
        public void flatMap(Long value, Collector<String> out) throws Exception {
            long remainder = value % 7;
            int now = counts.contains(remainder) ? counts.get(remainder) + 1 : 1;
            counts.put(remainder, now);
            out.collect("flatMap " + value + " " + now);
        }
    }

    /** List state in a filter; a number that came before would be held back. */
    private static final class RemembersAll extends RichFilterFunction<Long> {
        private static final long serialVersionUID = 1L;
        private transient ListState<Long> all;

        @Override
        public void open(OpenContext context) {
            all = getRuntimeContext().getListState(new ListStateDescriptor<>("all", Long.class));
        }

        @Override
        public boolean filter(Long value) throws Exception {
            for (Long each : all.get()) {
                if (each.equals(value)) {
                    return false;
                }
            }
            all.add(value);
            return true;
        }
    }

    /** Reducing and aggregating state in a process function. */
    private static final class SumAndMean extends KeyedProcessFunction<Long, Long, String> {
        private static final long serialVersionUID = 1L;
        private final ArrayList<Trap> traps;
        private transient ReducingState<Long> sum;
        private transient AggregatingState<Long, Double> mean;

        SumAndMean(ArrayList<Trap> traps) {
            this.traps = traps;
        }

        @Override
        public void open(OpenContext context) {
            sum =
                    getRuntimeContext()
                            .getReducingState(
                                    new ReducingStateDescriptor<>("sum", Long::sum, Long.class));
            mean =
                    getRuntimeContext()
                            .getAggregatingState(
                                    new AggregatingStateDescriptor<>(
                                            "mean", new Mean(), long[].class));
        }

        @Override
        public void processElement(Long value, Context context, Collector<String> out)
                throws Exception {
            sum.add(value);
            traps.forEach(trap -> trap.at(Place.PROCESS));
            mean.add(value);
            out.collect("process " + value + " " + sum.get() + " " + mean.get());
        }
    }

    private static final class Mean implements AggregateFunction<Long, long[], Double> {
        private static final long serialVersionUID = 1L;

        @Override
        public long[] createAccumulator() {
            return new long[2];
        }

        @Override
        public long[] add(Long value, long[] sumAndCount) {
            return new long[] {sumAndCount[0] + value, sumAndCount[1] + 1};
        }

        @Override
        public Double getResult(long[] sumAndCount) {
            return (double) sumAndCount[0] / sumAndCount[1];
        }

        @Override
        public long[] merge(long[] a, long[] b) {
            return new long[] {a[0] + b[0], a[1] + b[1]};
        }
    }

    /** Operator state in a map without keys. */
    private static final class NumbersThem extends RichMapFunction<Long, String>
            implements CheckpointedFunction {
        private static final long serialVersionUID = 1L;
        private transient ListState<Long> stored;
        private transient long number;

        @Override
        public String map(Long value) {
            return "numbered " + value + " is number " + ++number;
        }

        @Override
        public void snapshotState(FunctionSnapshotContext context) throws Exception {
            stored.update(List.of(number));
        }

        @Override
        public void initializeState(FunctionInitializationContext context) throws Exception {
            stored =
                    context.getOperatorStateStore()
                            .getListState(new ListStateDescriptor<>("number", Long.class));
            for (Long each : stored.get()) {
                number = each;
            }
        }
    }

    /** Value state and timers of two inputs. */
    private static final class CountsBoth extends KeyedCoProcessFunction<Long, Long, Long, String> {
        private static final long serialVersionUID = 1L;
        private final ArrayList<Trap> traps;
        private transient ValueState<Long> left;
        private transient ValueState<Long> right;

        CountsBoth(ArrayList<Trap> traps) {
            this.traps = traps;
        }

        @Override
        public void open(OpenContext context) {
            left = getRuntimeContext().getState(new ValueStateDescriptor<>("left", Long.class));
            right = getRuntimeContext().getState(new ValueStateDescriptor<>("right", Long.class));
        }

        @Override
        public void processElement1(Long value, Context context, Collector<String> out)
                throws Exception {
            left.update(left.value() == null ? 1 : left.value() + 1);
            traps.forEach(trap -> trap.at(Place.CO_PROCESS));
            context.timerService().registerEventTimeTimer(Long.MAX_VALUE);
        }

        @Override
        public void processElement2(Long value, Context context, Collector<String> out)
                throws Exception {
            right.update(right.value() == null ? 1 : right.value() + 1);
        }

        @Override
        public void onTimer(long timestamp, OnTimerContext context, Collector<String> out)
                throws Exception {
            out.collect(
                    "both " + context.getCurrentKey() + " " + left.value() + " " + right.value());
        }
    }
}
