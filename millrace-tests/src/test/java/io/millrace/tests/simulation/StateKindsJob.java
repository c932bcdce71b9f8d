// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.simulation;

import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.api.common.functions.AggregateFunction;
import io.millrace.api.common.functions.OpenContext;
import io.millrace.api.common.functions.RichMapFunction;
import io.millrace.api.common.state.AggregatingState;
import io.millrace.api.common.state.AggregatingStateDescriptor;
import io.millrace.api.common.state.ListState;
import io.millrace.api.common.state.ListStateDescriptor;
import io.millrace.api.common.state.MapState;
import io.millrace.api.common.state.MapStateDescriptor;
import io.millrace.api.common.state.ReducingState;
import io.millrace.api.common.state.ReducingStateDescriptor;
import io.millrace.api.common.state.StateTtlConfig;
import io.millrace.api.common.state.ValueState;
import io.millrace.api.common.state.ValueStateDescriptor;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.common.typeinfo.Types;
import io.millrace.api.java.tuple.Tuple2;
import io.millrace.configuration.Configuration;
import io.millrace.streaming.api.datastream.SingleOutputStreamOperator;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.api.functions.KeyedProcessFunction;
import io.millrace.streaming.api.operators.AbstractStreamOperator;
import io.millrace.streaming.api.operators.OneInputStreamOperator;
import io.millrace.streaming.api.watermark.Watermark;
import io.millrace.streaming.runtime.streamrecord.StreamRecord;
import io.millrace.testing.SimulatedJob;
import io.millrace.testing.SimulatedWorld;
import io.millrace.util.Collector;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;

/**
 * The program of a {@link StatePlan}: each process runs it at another parallelism, and with other
 * settings of those that may change from one process to the next.
 */
final class StateKindsJob implements SimulatedJob {

    private static final TypeInformation<Tuple2<Long, Integer>> STEPS =
            Types.TUPLE(Types.LONG, Types.INT);
    private static final int MOST = 3;
    private static final int KEY_GROUPS = 5;

    private final StatePlan plan;
    private final BiConsumer<Configuration, SimulatedWorld> settings;

    /**
     * @param settings sets what the engine is to do with state; asked for each process
     */
    StateKindsJob(StatePlan plan, BiConsumer<Configuration, SimulatedWorld> settings) {
        this.plan = plan;
        this.settings = settings;
    }

    @Override
    public boolean isRestless() {
        return true;
    }

    @Override
    public Object outcome(SimulatedWorld world) {
        return Expected.outcome(world);
    }

    @Override
    public void program(StreamExecutionEnvironment env, SimulatedWorld world) {
        Configuration chosen = new Configuration();
        settings.accept(chosen, world);
        env.configure(chosen);
        env.setParallelism(1);
        SingleOutputStreamOperator<String> states =
                env.fromSource(
                                new NumbersSource(
                                        world, 0, 1, plan.steps().size(), StatePlan.holdMs()),
                                WatermarkStrategy.noWatermarks(),
                                "numbers")
                        .uid("numbers")
                        .transform("steps", STEPS, new Steps(plan))
                        .keyBy(step -> step.f0)
                        .process(new Deeds(plan, world))
                        .uid("states")
                        .setParallelism(1 + world.draw(MOST))
                        .setMaxParallelism(KEY_GROUPS);
        states.map(new Slow(world))
                .setParallelism(states.getParallelism())
                .rebalance()
                .sinkTo(new LedgerSink(world, "writer"))
                .uid("sink");
    }

    /** Makes steps and watermarks of numbers; a restore does not change them. */
    private static final class Steps extends AbstractStreamOperator<Tuple2<Long, Integer>>
            implements OneInputStreamOperator<Long, Tuple2<Long, Integer>> {
        private static final long serialVersionUID = 1L;

        private final StatePlan plan;

        Steps(StatePlan plan) {
            this.plan = plan;
        }

        @Override
        public void processElement(StreamRecord<Long> element) {
            int number = element.getValue().intValue();
            StatePlan.Step step = plan.steps().get(number);
            output.collect(new StreamRecord<>(Tuple2.of(step.key(), number), number));
            if (step.watermark() != Long.MIN_VALUE) {
                output.emitWatermark(new Watermark(step.watermark()));
            }
        }
    }

    /** Fails now and then. */
    private static final class Slow extends RichMapFunction<String, String> {
        private static final long serialVersionUID = 1L;
        private final SimulatedWorld world;

        Slow(SimulatedWorld world) {
            this.world = world;
        }

        @Override
        public String map(String row) {
            world.userCode("map");
            return row;
        }
    }

    /** An object that is changed where it stands. */
    public static final class Account {
        public int balance;
        public String last = "";
        public List<Integer> history = new ArrayList<>();

        public Account() {}

        void change(int by) {
            balance += by;
            last = "by " + by;
            history.add(by);
        }

        @Override
        public String toString() {
            return balance + " " + last + " " + history;
        }
    }

    static String show(
            Long count,
            Account account,
            List<String> notes,
            Map<String, Long> fields,
            Long sum,
            Double mean,
            Long kept) {
        return count + "|" + account + "|" + notes + "|" + fields + "|" + sum + "|" + mean + "|"
                + kept;
    }

    /** Carries steps out in the engine's state. */
    private static final class Deeds
            extends KeyedProcessFunction<Long, Tuple2<Long, Integer>, String>
            implements StatePlan.Held {
        private static final long serialVersionUID = 1L;

        private final StatePlan plan;
        private final SimulatedWorld world;
        private transient ValueState<Long> count;
        private transient ValueState<Account> account;
        private transient ListState<String> notes;
        private transient MapState<String, Long> fields;
        private transient ReducingState<Long> sum;
        private transient AggregatingState<Integer, Double> mean;
        private transient ValueState<Long> kept;

        Deeds(StatePlan plan, SimulatedWorld world) {
            this.plan = plan;
            this.world = world;
        }

        @Override
        public void open(OpenContext context) {
            count = getRuntimeContext().getState(new ValueStateDescriptor<>("count", Types.LONG));
            account =
                    getRuntimeContext()
                            .getState(new ValueStateDescriptor<>("account", Account.class));
            notes =
                    getRuntimeContext()
                            .getListState(new ListStateDescriptor<>("notes", Types.STRING));
            fields =
                    getRuntimeContext()
                            .getMapState(
                                    new MapStateDescriptor<>("fields", Types.STRING, Types.LONG));
            sum =
                    getRuntimeContext()
                            .getReducingState(
                                    new ReducingStateDescriptor<>("sum", Long::sum, Types.LONG));
            mean =
                    getRuntimeContext()
                            .getAggregatingState(
                                    new AggregatingStateDescriptor<>(
                                            "mean", new Mean(), Types.TUPLE(Types.INT, Types.INT)));
            ValueStateDescriptor<Long> lasting = new ValueStateDescriptor<>("kept", Types.LONG);
            // Longer than any run: what matters is that it is kept with its times.
            lasting.enableTimeToLive(StateTtlConfig.newBuilder(Duration.ofDays(9)).build());
            kept = getRuntimeContext().getState(lasting);
        }

        @Override
        public void processElement(
                Tuple2<Long, Integer> record, Context context, Collector<String> out)
                throws Exception {
            world.userCode("deed");
            StatePlan.Step step = plan.steps().get(record.f1);
            if (step.deed() == StatePlan.Deed.WAKE_AT) {
                context.timerService().registerEventTimeTimer(step.argument());
            } else if (step.deed() == StatePlan.Deed.DONT_WAKE_AT) {
                context.timerService().deleteEventTimeTimer(step.argument());
            }
            out.collect(
                    StatePlan.label(record.f1, step.key()) + apply(step.deed(), step.argument()));
        }

        @Override
        public void onTimer(long timestamp, OnTimerContext context, Collector<String> out)
                throws Exception {
            out.collect(
                    StatePlan.label(StatePlan.RING, context.getCurrentKey())
                            + timestamp
                            + " "
                            + all());
        }

        @Override
        public String apply(StatePlan.Deed deed, int argument) throws Exception {
            switch (deed) {
                case COUNT -> {
                    count.update(count.value() == null ? 1 : count.value() + 1);
                    return "count " + count.value();
                }
                case FORGET_COUNT -> count.clear();
                case CHANGE_ACCOUNT -> {
                    Account mine = account.value() == null ? new Account() : account.value();
                    mine.change(argument);
                    account.update(mine);
                    return "account " + account.value();
                }
                case FORGET_ACCOUNT -> account.clear();
                case ADD_NOTE -> notes.add("n" + argument);
                case REPLACE_NOTES -> notes.update(List.of("r" + argument, "s" + argument));
                case FORGET_NOTES -> notes.clear();
                case PUT_FIELD -> fields.put("f" + argument, argument * 3L);
                case PUT_NULL -> fields.put("f" + argument, null);
                case REMOVE_FIELD -> fields.remove("f" + argument);
                case FORGET_FIELDS -> fields.clear();
                case ADD_TO_SUM -> sum.add((long) argument);
                case FORGET_SUM -> sum.clear();
                case ADD_TO_MEAN -> mean.add(argument);
                case FORGET_MEAN -> mean.clear();
                case KEEP_LONG -> kept.update((long) argument);
                case WAKE_AT, DONT_WAKE_AT -> {
                    return "timer";
                }
            }
            return all();
        }

        @Override
        public String all() throws Exception {
            List<String> list = new ArrayList<>();
            notes.get().forEach(list::add);
            Map<String, Long> map = new TreeMap<>(Comparator.nullsFirst(Comparator.naturalOrder()));
            for (Map.Entry<String, Long> entry : fields.entries()) {
                map.put(entry.getKey(), entry.getValue());
            }
            return show(
                    count.value(), account.value(), list, map, sum.get(), mean.get(), kept.value());
        }
    }

    /** Sum and number. */
    private static final class Mean
            implements AggregateFunction<Integer, Tuple2<Integer, Integer>, Double> {
        private static final long serialVersionUID = 1L;

        @Override
        public Tuple2<Integer, Integer> createAccumulator() {
            return Tuple2.of(0, 0);
        }

        @Override
        public Tuple2<Integer, Integer> add(Integer value, Tuple2<Integer, Integer> sum) {
            return Tuple2.of(sum.f0 + value, sum.f1 + 1);
        }

        @Override
        public Double getResult(Tuple2<Integer, Integer> sum) {
            return sum.f0 / (double) sum.f1;
        }

        @Override
        public Tuple2<Integer, Integer> merge(
                Tuple2<Integer, Integer> a, Tuple2<Integer, Integer> b) {
            return Tuple2.of(a.f0 + b.f0, a.f1 + b.f1);
        }
    }
}
