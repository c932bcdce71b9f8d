// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.simulation;

import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.api.common.functions.AggregateFunction;
import io.millrace.api.common.state.ValueState;
import io.millrace.api.common.state.ValueStateDescriptor;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.common.typeinfo.Types;
import io.millrace.api.java.tuple.Tuple2;
import io.millrace.configuration.Configuration;
import io.millrace.streaming.api.datastream.KeyedStream;
import io.millrace.streaming.api.datastream.SingleOutputStreamOperator;
import io.millrace.streaming.api.datastream.WindowedStream;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.api.functions.ProcessFunction;
import io.millrace.streaming.api.functions.windowing.ProcessWindowFunction;
import io.millrace.streaming.api.operators.AbstractStreamOperator;
import io.millrace.streaming.api.operators.OneInputStreamOperator;
import io.millrace.streaming.api.watermark.Watermark;
import io.millrace.streaming.api.windowing.assigners.EventTimeSessionWindows;
import io.millrace.streaming.api.windowing.assigners.GlobalWindows;
import io.millrace.streaming.api.windowing.assigners.SlidingEventTimeWindows;
import io.millrace.streaming.api.windowing.assigners.TumblingEventTimeWindows;
import io.millrace.streaming.api.windowing.evictors.CountEvictor;
import io.millrace.streaming.api.windowing.evictors.TimeEvictor;
import io.millrace.streaming.api.windowing.triggers.ContinuousEventTimeTrigger;
import io.millrace.streaming.api.windowing.triggers.CountTrigger;
import io.millrace.streaming.api.windowing.triggers.EventTimeTrigger;
import io.millrace.streaming.api.windowing.triggers.PurgingTrigger;
import io.millrace.streaming.api.windowing.triggers.Trigger;
import io.millrace.streaming.api.windowing.windows.TimeWindow;
import io.millrace.streaming.api.windowing.windows.Window;
import io.millrace.streaming.runtime.streamrecord.StreamRecord;
import io.millrace.testing.ManualClock;
import io.millrace.testing.SimulatedJob;
import io.millrace.testing.SimulatedWorld;
import io.millrace.util.Collector;
import io.millrace.util.OutputTag;
import java.time.Duration;

/** The program of a {@link WindowPlan}; each process runs it at another parallelism. */
final class WindowsJob implements SimulatedJob {

    private static final TypeInformation<Tuple2<String, Long>> RECORDS =
            Types.TUPLE(Types.STRING, Types.LONG);
    private static final OutputTag<Tuple2<String, Long>> LATE = new OutputTag<>("late", RECORDS);
    private static final OutputTag<String> GONE = new OutputTag<>("gone", Types.STRING);
    private static final int MOST = 3;

    /** Late enough for processes to leave checkpoints while records are still to come. */
    private static final long HOLD_MS = ManualClock.BEGINNING_MS + 60;

    private final WindowPlan plan;
    private final Form form;

    /** How the engine is made to run windows on a grid. */
    enum Form {
        /** As it likes. */
        OWN,
        /** In the form that each process draws, its own or the general one. */
        CHANGING,
        /** In slices. */
        SLICED
    }

    WindowsJob(WindowPlan plan) {
        this(plan, Form.OWN);
    }

    WindowsJob(WindowPlan plan, Form form) {
        this.plan = plan;
        this.form = form;
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
        env.setParallelism(1);
        if (form == Form.SLICED) {
            Configuration slices = new Configuration();
            slices.setString("millrace.window.slices", "on");
            env.configure(slices);
        }
        KeyedStream<Tuple2<String, Long>, String> keyed =
                env.fromSource(
                                new NumbersSource(world, 0, 1, plan.steps().size(), HOLD_MS),
                                WatermarkStrategy.noWatermarks(),
                                "numbers")
                        .uid("numbers")
                        .transform("steps", RECORDS, new Steps(plan))
                        .keyBy(record -> record.f0);
        SingleOutputStreamOperator<String> windows =
                windows(keyed, world)
                        .uid("windows")
                        .setParallelism(1 + world.draw(MOST))
                        .setMaxParallelism(5);
        windows.union(
                        windows.getSideOutput(GONE),
                        windows.getSideOutput(LATE)
                                .process(new Late())
                                .setParallelism(windows.getParallelism()))
                .rebalance()
                .sinkTo(new LedgerSink(world, "writer"))
                .uid("sink");
    }

    /** Makes records and watermarks of the numbers of steps; a restore does not change them. */
    private static final class Steps extends AbstractStreamOperator<Tuple2<String, Long>>
            implements OneInputStreamOperator<Long, Tuple2<String, Long>> {
        private static final long serialVersionUID = 1L;

        private final WindowPlan plan;
        private transient long watermark;

        Steps(WindowPlan plan) {
            this.plan = plan;
        }

        @Override
        public void open() {
            watermark = Long.MIN_VALUE;
        }

        @Override
        public void processElement(StreamRecord<Long> element) {
            WindowPlan.Step step = plan.steps().get(element.getValue().intValue());
            if (step.watermark() > watermark) {
                watermark = step.watermark();
                output.emitWatermark(new Watermark(watermark));
            }
            output.collect(
                    new StreamRecord<>(Tuple2.of(step.key(), step.value()), step.timestamp()));
        }

        @Override
        public void processWatermark(Watermark mark) {
            if (mark.getTimestamp() == Long.MAX_VALUE) {
                output.emitWatermark(mark);
            }
        }
    }

    private SingleOutputStreamOperator<String> windows(
            KeyedStream<Tuple2<String, Long>, String> keyed, SimulatedWorld world) {
        Duration size = Duration.ofMillis(plan.size());
        Duration offset = Duration.ofMillis(plan.offset());
        return switch (plan.kind()) {
            case TUMBLING -> timed(keyed.window(TumblingEventTimeWindows.of(size, offset)), world);
            case SLIDING ->
                    timed(
                            keyed.window(
                                    SlidingEventTimeWindows.of(
                                            size, Duration.ofMillis(plan.slide()), offset)),
                            world);
            case SESSIONS -> timed(keyed.window(EventTimeSessionWindows.withGap(size)), world);
            case DYNAMIC_SESSIONS -> {
                WindowPlan own = plan;
                yield timed(
                        keyed.window(
                                EventTimeSessionWindows.<Tuple2<String, Long>>withDynamicGap(
                                        record -> own.gap(record.f1))),
                        world);
            }
            case GLOBAL ->
                    plan.firing() == WindowPlan.Firing.DEFAULT
                            ? filled(
                                    keyed.window(GlobalWindows.createWithEndOfStreamTrigger()),
                                    world)
                            : filled(
                                    keyed.window(GlobalWindows.create())
                                            .trigger(maybePurging(CountTrigger.of(plan.every()))),
                                    world);
        };
    }

    private SingleOutputStreamOperator<String> timed(
            WindowedStream<Tuple2<String, Long>, String, TimeWindow> windowed,
            SimulatedWorld world) {
        windowed.allowedLateness(Duration.ofMillis(plan.lateness())).sideOutputLateData(LATE);
        switch (plan.firing()) {
            case DEFAULT ->
                    windowed.trigger(
                            form == Form.CHANGING && world.draw(2) == 1
                                    ? PurgingTrigger.of(EventTimeTrigger.create())
                                    : maybePurging(EventTimeTrigger.create()));
            case COUNT -> windowed.trigger(maybePurging(CountTrigger.of(plan.every())));
            case CONTINUOUS ->
                    windowed.trigger(
                            maybePurging(
                                    ContinuousEventTimeTrigger.of(
                                            Duration.ofMillis(plan.every()))));
        }
        return filled(windowed, world);
    }

    private <W extends Window> Trigger<Object, W> maybePurging(Trigger<Object, W> trigger) {
        return plan.purging() ? PurgingTrigger.of(trigger) : trigger;
    }

    private <W extends Window> SingleOutputStreamOperator<String> filled(
            WindowedStream<Tuple2<String, Long>, String, W> windowed, SimulatedWorld world) {
        switch (plan.evicting()) {
            case NOTHING -> {}
            case BY_COUNT -> windowed.evictor(CountEvictor.of(plan.keeps(), plan.evictsAfter()));
            case BY_TIME ->
                    windowed.evictor(
                            TimeEvictor.of(Duration.ofMillis(plan.keeps()), plan.evictsAfter()));
        }
        return switch (plan.keeping()) {
            case RECORDS -> windowed.process(new Records<W>(world, plan.merges()));
            case REDUCED ->
                    windowed.reduce(
                            (a, b) -> {
                                a.f1 += b.f1;
                                return a;
                            },
                            new Reduced<W>(world, plan.merges()));
            case AGGREGATED ->
                    plan.size() % 2 == 0
                            ? windowed.aggregate(
                                    new CountAndSum(), new Aggregated<W>(world, plan.merges()))
                            : windowed.aggregate(
                                    new CountAndSumInTuples(),
                                    new Aggregated<W>(world, plan.merges()));
        };
    }

    /** Tells a window with its contents, and, where windows don't merge, how often it was told. */
    private abstract static class Telling<V, W extends Window>
            extends ProcessWindowFunction<V, String, String, W> {
        private static final long serialVersionUID = 1L;
        private static final ValueStateDescriptor<Integer> SHOWN =
                new ValueStateDescriptor<>("shown", Types.INT);

        private final SimulatedWorld world;
        private final boolean merges;

        Telling(SimulatedWorld world, boolean merges) {
            this.world = world;
            this.merges = merges;
        }

        abstract String contents(Iterable<V> elements);

        @Override
        public void process(
                String key, Context context, Iterable<V> elements, Collector<String> out)
                throws Exception {
            world.userCode("window function");
            String number = "";
            if (!merges) {
                ValueState<Integer> shown = context.windowState().getState(SHOWN);
                int before = shown.value() == null ? 0 : shown.value();
                shown.update(before + 1);
                number = " no " + (before + 1);
            }
            out.collect(name(key, context.window()) + number + ": " + contents(elements));
        }

        @Override
        public void clear(Context context) throws Exception {
            world.userCode("clear");
            // What it keeps of a window itself is left: the engine sees to that.
            context.output(GONE, "gone " + name("", context.window()));
        }

        private static String name(String key, Window window) {
            return window instanceof TimeWindow time
                    ? WindowModel.name(key, time.getStart(), time.getEnd())
                    : WindowModel.name(key, Long.MIN_VALUE, Long.MAX_VALUE);
        }
    }

    private static final class Records<W extends Window> extends Telling<Tuple2<String, Long>, W> {
        private static final long serialVersionUID = 1L;

        Records(SimulatedWorld world, boolean merges) {
            super(world, merges);
        }

        @Override
        String contents(Iterable<Tuple2<String, Long>> elements) {
            StringBuilder values = new StringBuilder();
            elements.forEach(element -> values.append(' ').append(element.f1));
            return values.toString();
        }
    }

    private static final class Reduced<W extends Window> extends Telling<Tuple2<String, Long>, W> {
        private static final long serialVersionUID = 1L;

        Reduced(SimulatedWorld world, boolean merges) {
            super(world, merges);
        }

        @Override
        String contents(Iterable<Tuple2<String, Long>> elements) {
            return "sum " + elements.iterator().next().f1;
        }
    }

    private static final class Aggregated<W extends Window> extends Telling<String, W> {
        private static final long serialVersionUID = 1L;

        Aggregated(SimulatedWorld world, boolean merges) {
            super(world, merges);
        }

        @Override
        String contents(Iterable<String> elements) {
            return elements.iterator().next();
        }
    }

    /** Its accumulator is changed in place. */
    private static final class CountAndSum
            implements AggregateFunction<Tuple2<String, Long>, long[], String> {
        private static final long serialVersionUID = 1L;

        @Override
        public long[] createAccumulator() {
            return new long[2];
        }

        @Override
        public long[] add(Tuple2<String, Long> value, long[] accumulator) {
            accumulator[0]++;
            accumulator[1] += value.f1;
            return accumulator;
        }

        @Override
        public String getResult(long[] accumulator) {
            return accumulator[0] + " of sum " + accumulator[1];
        }

        @Override
        public long[] merge(long[] a, long[] b) {
            a[0] += b[0];
            a[1] += b[1];
            return a;
        }
    }

    /** The same with an accumulator of fixed width. */
    private static final class CountAndSumInTuples
            implements AggregateFunction<Tuple2<String, Long>, Tuple2<Integer, Long>, String> {
        private static final long serialVersionUID = 1L;

        @Override
        public Tuple2<Integer, Long> createAccumulator() {
            return Tuple2.of(0, 0L);
        }

        @Override
        public Tuple2<Integer, Long> add(
                Tuple2<String, Long> value, Tuple2<Integer, Long> accumulator) {
            accumulator.f0++;
            accumulator.f1 += value.f1;
            return accumulator;
        }

        @Override
        public String getResult(Tuple2<Integer, Long> accumulator) {
            return accumulator.f0 + " of sum " + accumulator.f1;
        }

        @Override
        public Tuple2<Integer, Long> merge(Tuple2<Integer, Long> a, Tuple2<Integer, Long> b) {
            return Tuple2.of(a.f0 + b.f0, a.f1 + b.f1);
        }
    }

    private static final class Late extends ProcessFunction<Tuple2<String, Long>, String> {
        private static final long serialVersionUID = 1L;

        @Override
        public void processElement(
                Tuple2<String, Long> record, Context context, Collector<String> out) {
            out.collect("late " + record.f0 + " " + record.f1 + "@" + context.timestamp());
        }
    }
}
