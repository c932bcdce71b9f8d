// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.cases.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.api.common.functions.AggregateFunction;
import io.millrace.api.common.functions.OpenContext;
import io.millrace.api.common.state.AggregatingState;
import io.millrace.api.common.state.AggregatingStateDescriptor;
import io.millrace.api.common.state.BroadcastState;
import io.millrace.api.common.state.ListState;
import io.millrace.api.common.state.ListStateDescriptor;
import io.millrace.api.common.state.MapState;
import io.millrace.api.common.state.MapStateDescriptor;
import io.millrace.api.common.state.ReducingState;
import io.millrace.api.common.state.ReducingStateDescriptor;
import io.millrace.api.common.state.ValueState;
import io.millrace.api.common.state.ValueStateDescriptor;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.common.typeinfo.Types;
import io.millrace.core.execution.CheckpointType;
import io.millrace.engine.job.EngineJobClient;
import io.millrace.runtime.state.FunctionInitializationContext;
import io.millrace.runtime.state.FunctionSnapshotContext;
import io.millrace.streaming.api.checkpoint.CheckpointedFunction;
import io.millrace.streaming.api.datastream.KeyedStream;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.api.functions.KeyedProcessFunction;
import io.millrace.streaming.api.functions.windowing.ProcessWindowFunction;
import io.millrace.streaming.api.windowing.assigners.TumblingEventTimeWindows;
import io.millrace.streaming.api.windowing.windows.TimeWindow;
import io.millrace.tests.components.Await;
import io.millrace.tests.kit.CheckpointLog;
import io.millrace.tests.kit.Collected;
import io.millrace.tests.kit.Fault;
import io.millrace.tests.kit.Gate;
import io.millrace.tests.kit.Jobs;
import io.millrace.tests.kit.Kept;
import io.millrace.tests.kit.NumberSource;
import io.millrace.tests.kit.Pace;
import io.millrace.tests.kit.RunningJob;
import io.millrace.tests.kit.Shared;
import io.millrace.tests.kit.SlowStore;
import io.millrace.util.Collector;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Objects of every kind in state of every kind, changed where they stand while a checkpoint that
 * has them is held back before it writes a byte; then the job fails and goes back to it.
 */
@Timeout(120)
class ChangedWhileWrittenTest {

    private static final long LAST = 60;

    /** A POJO. */
    public static final class Sum {
        public long n;
        public long sum;

        public Sum() {}

        Sum(long n, long sum) {
            this.n = n;
            this.sum = sum;
        }

        Sum add(long number) {
            n++;
            sum += number;
            return this;
        }
    }

    /** No POJO. */
    private static final class Opaque {
        private final Sum[] inside = {new Sum()};

        private Opaque(long number) {
            inside[0].add(number);
        }
    }

    @ParameterizedTest(name = "{displayName}: {0}, object reuse {1}")
    @CsvSource({
        "ON_THE_HEAP, false",
        "ON_THE_HEAP, true",
        "ON_THE_HEAP_IN_LAYERS, false",
        "ON_THE_HEAP_IN_LAYERS, true",
        "IN_ROCKSDB, true",
        "IN_ROCKSDB_BY_FILES, false"
    })
    @DisplayName("S17: what is changed in place while a checkpoint is written stays out of it")
    void whatIsChangedInPlaceStaysOutOfIt(Kept kept, boolean objectReuse) throws Exception {
        try (SlowStore store = new SlowStore("s17-" + kept + objectReuse)) {
            store.holdWrites(2);
            Gate gate = new Gate();
            CheckpointLog log = new CheckpointLog();
            Fault fault = Fault.onDemand();
            Shared<List<String>> wrong = Shared.of(new CopyOnWriteArrayList<>());
            Collected<Long> handled = new Collected<>();
            Collected<String> windows = new Collected<>();
            StreamExecutionEnvironment env = Jobs.environment(1, kept.in(store.configuration()));
            env.enableCheckpointing(1_000_000);
            Jobs.restarts(env, 1);
            if (objectReuse) {
                env.getConfig().enableObjectReuse();
            }
            KeyedStream<Long, Integer> numbers =
                    env.fromSource(
                                    NumberSource.numbers(1, LAST).paced(Pace.behind(gate)),
                                    WatermarkStrategy.<Long>forMonotonousTimestamps()
                                            .withTimestampAssigner((number, before) -> number),
                                    "numbers")
                            .map(log.<Long>probe())
                            .keyBy(number -> 0);
            numbers.process(new Changes(wrong, fault)).addSink(handled);
            KeyedStream<Sum, Integer> sums =
                    numbers.map(number -> new Sum(1, number)).keyBy(sum -> 0);
            var hours = TumblingEventTimeWindows.of(Duration.ofHours(1));
            sums.window(hours)
                    .reduce((a, b) -> added(a, b))
                    .map(sum -> "reduced " + sum.n + " " + sum.sum)
                    .addSink(windows);
            sums.window(hours)
                    .aggregate(new Adds())
                    .map(sum -> "aggregated " + sum)
                    .addSink(windows);
            sums.window(hours).process(new Listed()).addSink(windows);
            RunningJob job = Jobs.start(env, "S17");
            EngineJobClient client = (EngineJobClient) job.client();

            gate.letReadUpTo(10);
            Await.until("ten are in state", () -> handled.size() == 10);
            client.triggerCheckpoint(CheckpointType.CONFIGURED).get(60, TimeUnit.SECONDS);
            gate.letReadUpTo(20);
            Await.until("twenty are in state", () -> handled.size() == 20);
            CompletableFuture<Long> held = client.triggerCheckpoint(CheckpointType.CONFIGURED);
            Await.until(
                    "it has been taken",
                    () -> log.snapshots().stream().anyMatch(taken -> taken.id() == 2));
            gate.letReadUpTo(40);
            Await.until("forty are in state", () -> handled.size() == 40);
            assertThat(held).isNotDone();
            store.write(2);
            held.get(60, TimeUnit.SECONDS);
            fault.arm();
            gate.open();
            job.awaitFinished();

            assertThat(fault.struck()).isEqualTo(1);
            assertThat(log.restored().get(1)).hasValue(2);
            assertThat(wrong.get()).isEmpty();
            assertThat(handled.values().subList(40, handled.size()))
                    .as("from 21 on once more")
                    .contains(21L, LAST)
                    .doesNotContain(20L);
            long sum = LAST * (LAST + 1) / 2;
            assertThat(windows.values())
                    .containsExactlyInAnyOrder(
                            "reduced " + LAST + " " + sum,
                            "aggregated " + LAST + " " + sum,
                            "listed " + LAST + " " + sum);
        }
    }

    private static Sum added(Sum a, Sum b) {
        a.n += b.n;
        a.sum += b.sum;
        return a;
    }

    private static final class Adds implements AggregateFunction<Sum, Sum, String> {
        private static final long serialVersionUID = 1L;

        @Override
        public Sum createAccumulator() {
            return new Sum();
        }

        @Override
        public Sum add(Sum value, Sum accumulator) {
            return added(accumulator, value);
        }

        @Override
        public String getResult(Sum accumulator) {
            return accumulator.n + " " + accumulator.sum;
        }

        @Override
        public Sum merge(Sum a, Sum b) {
            return added(a, b);
        }
    }

    private static final class Listed
            extends ProcessWindowFunction<Sum, String, Integer, TimeWindow> {
        private static final long serialVersionUID = 1L;

        @Override
        public void process(
                Integer key, Context context, Iterable<Sum> elements, Collector<String> out) {
            Sum all = new Sum();
            elements.forEach(each -> added(all, each));
            out.collect("listed " + all.n + " " + all.sum);
        }
    }

    /** Looks at each object, which must be as the number before left it, and changes it. */
    private static final class Changes extends KeyedProcessFunction<Integer, Long, Long>
            implements CheckpointedFunction {
        private static final long serialVersionUID = 1L;

        private final Shared<List<String>> wrong;
        private final Fault fault;
        private transient ValueState<Sum> pojo;
        private transient ValueState<Opaque> opaque;
        private transient ValueState<List<Long>> list;
        private transient ValueState<Map<String, Sum>> map;
        private transient ValueState<long[]> array;
        private transient ListState<Sum> elements;
        private transient MapState<String, Sum> values;
        private transient MapState<String, Sum> entries;
        private transient ReducingState<Sum> reducing;
        private transient AggregatingState<Sum, String> aggregating;
        private transient BroadcastState<String, Sum> broadcast;
        private transient ListState<Sum> dealt;

        Changes(Shared<List<String>> wrong, Fault fault) {
            this.wrong = wrong;
            this.fault = fault;
        }

        @Override
        public void initializeState(FunctionInitializationContext context) throws Exception {
            broadcast =
                    context.getOperatorStateStore()
                            .getBroadcastState(
                                    new MapStateDescriptor<>("b", String.class, Sum.class));
            dealt =
                    context.getOperatorStateStore()
                            .getListState(new ListStateDescriptor<>("d", Sum.class));
        }

        @Override
        public void snapshotState(FunctionSnapshotContext context) {}

        @Override
        public void open(OpenContext context) {
            var runtime = getRuntimeContext();
            TypeInformation<Sum> type = TypeInformation.of(Sum.class);
            pojo = runtime.getState(new ValueStateDescriptor<>("pojo", Sum.class));
            opaque = runtime.getState(new ValueStateDescriptor<>("opaque", Opaque.class));
            list = runtime.getState(new ValueStateDescriptor<>("list", Types.LIST(Types.LONG)));
            map =
                    runtime.getState(
                            new ValueStateDescriptor<>("map", Types.MAP(Types.STRING, type)));
            array = runtime.getState(new ValueStateDescriptor<>("array", long[].class));
            elements = runtime.getListState(new ListStateDescriptor<>("elements", Sum.class));
            values =
                    runtime.getMapState(
                            new MapStateDescriptor<>("values", String.class, Sum.class));
            entries =
                    runtime.getMapState(
                            new MapStateDescriptor<>("entries", String.class, Sum.class));
            reducing =
                    runtime.getReducingState(
                            new ReducingStateDescriptor<>(
                                    "reducing", (a, b) -> added(a, b), Sum.class));
            aggregating =
                    runtime.getAggregatingState(
                            new AggregatingStateDescriptor<>("aggregating", new Adds(), Sum.class));
        }

        @Override
        public void processElement(Long number, Context context, Collector<Long> out)
                throws Exception {
            if (number > 40) {
                fault.strike("at " + number);
            }
            Sum one = pojo.value() == null ? new Sum() : pojo.value();
            check("pojo", number, one);
            pojo.update(one.add(number));

            if (opaque.value() == null) {
                opaque.update(new Opaque(number));
            } else {
                Opaque mine = opaque.value();
                check("opaque", number, mine.inside[0]);
                mine.inside[0].add(number);
                opaque.update(mine);
            }

            List<Long> numbers = list.value() == null ? new ArrayList<>() : list.value();
            check("list", number, new Sum(numbers.size(), sum(numbers)));
            numbers.add(number);
            list.update(numbers);

            Map<String, Sum> byName = map.value() == null ? new HashMap<>() : map.value();
            Sum named = byName.computeIfAbsent("x", name -> new Sum());
            check("map", number, named);
            named.add(number);
            map.update(byName);

            long[] pair = array.value() == null ? new long[2] : array.value();
            check("array", number, new Sum(pair[0], pair[1]));
            pair[0]++;
            pair[1] += number;
            array.update(pair);

            changeElements(number, elements, "elements");
            changeElements(number, dealt, "operator list");

            Sum value = values.get("x") == null ? new Sum() : values.get("x");
            check("values", number, value);
            values.put("x", value.add(number));

            if (entries.isEmpty()) {
                entries.put("x", new Sum());
            }
            for (Map.Entry<String, Sum> entry : entries.entries()) {
                Sum there = entry.getValue();
                check("entries", number, there);
                entry.setValue(there.add(number));
            }

            Sum reduced = reducing.get();
            check("reducing", number, reduced == null ? new Sum() : reduced);
            reducing.add(new Sum(1, number));
            String aggregated = aggregating.get();
            if (aggregated != null && !aggregated.equals(told(number))) {
                wrong.get().add("aggregating " + aggregated + " before " + number);
            }
            aggregating.add(new Sum(1, number));

            Sum rule = broadcast.contains("x") ? broadcast.get("x") : new Sum();
            check("broadcast", number, rule);
            broadcast.put("x", rule.add(number));
            out.collect(number);
        }

        private void changeElements(Long number, ListState<Sum> state, String what)
                throws Exception {
            List<Sum> all = new ArrayList<>();
            state.get().forEach(all::add);
            if (all.isEmpty()) {
                all.add(new Sum());
            }
            check(what, number, all.get(0));
            all.get(0).add(number);
            state.update(all);
        }

        private static long sum(List<Long> numbers) {
            return numbers.stream().mapToLong(each -> each).sum();
        }

        private static String told(long number) {
            return number - 1 + " " + number * (number - 1) / 2;
        }

        private void check(String what, long number, Sum found) {
            if (!told(number).equals(found.n + " " + found.sum)) {
                wrong.get().add(what + " " + found.n + " " + found.sum + " before " + number);
            }
        }
    }
}
