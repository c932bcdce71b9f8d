// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.common.state.ListStateDescriptor;
import io.millrace.api.common.state.ValueState;
import io.millrace.api.common.state.ValueStateDescriptor;
import io.millrace.api.common.typeinfo.Types;
import io.millrace.api.java.tuple.Tuple2;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.api.functions.windowing.ProcessAllWindowFunction;
import io.millrace.streaming.api.functions.windowing.ProcessWindowFunction;
import io.millrace.streaming.api.windowing.assigners.EventTimeSessionWindows;
import io.millrace.streaming.api.windowing.assigners.TumblingEventTimeWindows;
import io.millrace.streaming.api.windowing.triggers.CountTrigger;
import io.millrace.streaming.api.windowing.triggers.Trigger;
import io.millrace.streaming.api.windowing.triggers.TriggerResult;
import io.millrace.streaming.api.windowing.windows.TimeWindow;
import io.millrace.util.Collector;
import io.millrace.util.OutputTag;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class WindowStateTest {

    private static final OutputTag<String> SIDE = new OutputTag<>("side", Types.STRING);

    private static Duration ms(long millis) {
        return Duration.ofMillis(millis);
    }

    private static int next(ValueState<Integer> state) throws Exception {
        int value = state.value() == null ? 1 : state.value() + 1;
        state.update(value);
        return value;
    }

    /** Counts its calls per window and per key, and leaves both. */
    private static final class Counting
            extends ProcessWindowFunction<Tuple2<String, Long>, String, String, TimeWindow> {
        private static final long serialVersionUID = 1L;
        private static final ValueStateDescriptor<Integer> CALLS =
                new ValueStateDescriptor<>("calls", Types.INT);

        @Override
        public void process(
                String key,
                Context context,
                Iterable<Tuple2<String, Long>> elements,
                Collector<String> out)
                throws Exception {
            out.collect(
                    key
                            + WindowStage.name(context.window())
                            + " window "
                            + next(context.windowState().getState(CALLS))
                            + " key "
                            + next(context.globalState().getState(CALLS))
                            + " function "
                            + next(getRuntimeContext().getState(CALLS))
                            + " at "
                            + context.currentWatermark()
                            + " "
                            + context.currentProcessingTime());
        }

        @Override
        public void clear(Context context) throws Exception {
            context.output(
                    SIDE,
                    WindowStage.name(context.window())
                            + " was shown "
                            + context.windowState().getState(CALLS).value());
        }
    }

    @Test
    void stateIsPerWindowOrPerKeyAndThatOfAWindowGoesWithIt() throws Exception {
        WindowStage stage =
                WindowStage.of(
                        keyed ->
                                keyed.window(TumblingEventTimeWindows.of(ms(10)))
                                        .allowedLateness(ms(5))
                                        .process(new Counting()));
        stage.record(1, 3).watermark(9).record(1, 4).record(1, 13);
        stage.restart();
        stage.record(1, 5);
        assertThat(stage.take())
                .containsExactly(
                        "k[0,10) window 1 key 1 function 2 at 9 1000@9",
                        "k[0,10) window 2 key 3 function 4 at 9 1000@9");
        // The watermark is not part of a snapshot: for the record the window was not over yet.
        stage.watermark(9);
        stage.watermark(14);
        assertThat(stage.take())
                .containsExactly(
                        "k[0,10) window 3 key 5 function 6 at 9 1000@9",
                        "side: [0,10) was shown 3@9");
        assertThat(stage.entries("calls")).as("that of the key").isOne();
        stage.end();
        assertThat(stage.take())
                .containsExactly(
                        "k[10,20) window 1 key 7 function 8 at 9223372036854775807 1000@19",
                        "side: [10,20) was shown 1@19");
    }

    @Test
    void windowsThatMergeHaveNoStateOfTheirOwn() throws Exception {
        WindowStage stage =
                WindowStage.of(
                        keyed ->
                                keyed.window(EventTimeSessionWindows.withGap(ms(10)))
                                        .process(new Counting()));
        stage.record(1, 3);
        assertThatThrownBy(() -> stage.watermark(20))
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessageContaining("per-window state")
                .hasMessageContaining("globalState()");
    }

    /** Remembers each record, and never clears anything. */
    private static final class Hoarding extends Trigger<Object, TimeWindow> {
        private static final long serialVersionUID = 1L;

        @Override
        @SuppressWarnings("deprecation") // also the older call
        public TriggerResult onElement(
                Object element, long timestamp, TimeWindow window, TriggerContext ctx)
                throws Exception {
            ctx.getPartitionedState(new ListStateDescriptor<>("hoard", Types.LONG)).add(timestamp);
            ValueState<Long> last = ctx.getKeyValueState("last", Long.class, 7L);
            long before = last.value();
            last.update(timestamp);
            ctx.getMetricGroup().counter("asked").inc();
            return before == 7 ? TriggerResult.FIRE : TriggerResult.CONTINUE;
        }

        @Override
        public TriggerResult onProcessingTime(long time, TimeWindow window, TriggerContext ctx) {
            return TriggerResult.CONTINUE;
        }

        @Override
        public TriggerResult onEventTime(long time, TimeWindow window, TriggerContext ctx) {
            return TriggerResult.CONTINUE;
        }

        @Override
        public void clear(TimeWindow window, TriggerContext ctx) {}
    }

    @Test
    void whatATriggerForgetsToClearGoesWithTheWindow() throws Exception {
        WindowStage stage =
                WindowStage.of(
                        keyed ->
                                keyed.window(TumblingEventTimeWindows.of(ms(10)))
                                        .trigger(new Hoarding())
                                        .process(new WindowStage.Told<TimeWindow>()));
        stage.record(1, 1).record(2, 2).record(4, 11);
        assertThat(stage.take()).containsExactly("k[0,10) n=1 sum=1@9", "k[10,20) n=1 sum=4@19");
        assertThat(stage.entries("hoard")).isEqualTo(2);
        stage.watermark(9);
        assertThat(stage.entries("hoard")).isOne();
        assertThat(stage.entries("last")).isOne();
        stage.watermark(19);
        assertThat(stage.entries("hoard")).isZero();
        assertThat(stage.entries("last")).isZero();
        assertThat(stage.context.metrics.count("asked")).isEqualTo(3);
    }

    @Test
    void theStreamAsAWholeHasStateTooAndOneSubtask() throws Exception {
        StreamExecutionEnvironment env = new StreamExecutionEnvironment();
        env.setParallelism(4);
        var windowed =
                env.fromElements(Tuple2.of("k", 1L))
                        .windowAll(TumblingEventTimeWindows.of(ms(10)))
                        .process(
                                new ProcessAllWindowFunction<
                                        Tuple2<String, Long>, String, TimeWindow>() {
                                    private static final long serialVersionUID = 1L;

                                    @Override
                                    public void process(
                                            Context context,
                                            Iterable<Tuple2<String, Long>> elements,
                                            Collector<String> out)
                                            throws Exception {
                                        context.output(SIDE, elements.toString());
                                        out.collect(
                                                WindowStage.name(context.window())
                                                        + next(
                                                                context.windowState()
                                                                        .getState(Counting.CALLS))
                                                        + next(
                                                                context.globalState()
                                                                        .getState(Counting.CALLS)));
                                    }

                                    @Override
                                    public void clear(Context context) {
                                        context.output(SIDE, "gone");
                                    }
                                });
        assertThat(windowed.getParallelism()).isOne();
        assertThatThrownBy(() -> windowed.setParallelism(2))
                .isInstanceOf(IllegalArgumentException.class);
        WindowStage stage = WindowStage.of(windowed);
        stage.record("a", 1, 1).record("b", 2, 2).record("c", 4, 15).end();
        assertThat(stage.take())
                .containsExactly(
                        "side: [(a,1), (b,2)]@9",
                        "[0,10)11@9",
                        "side: gone@9",
                        "side: [(c,4)]@19",
                        "[10,20)12@19",
                        "side: gone@19");
    }

    @Test
    @DisplayName("S17: what is folded in place after the barrier is not in the snapshot")
    void accumulatorsChangedInPlaceAreAsTheyWereAtTheBarrier() throws Exception {
        WindowStage stage =
                WindowStage.of(
                        keyed ->
                                keyed.window(TumblingEventTimeWindows.of(ms(10)))
                                        .aggregate(new WindowStage.CountAndSum()));
        stage.record(1, 1).record(2, 2);
        var frozen = stage.freeze();
        stage.record(4, 3).record(8, 4);
        stage.end();
        assertThat(stage.take()).containsExactly("n=4 sum=15@9");
        stage.restore(frozen);
        stage.record(4, 3).end();
        assertThat(stage.take()).containsExactly("n=3 sum=7@9");
    }

    @Test
    @DisplayName("S17: the same for lists and for a reduce, whose first record is the sender's")
    void listsAndReducesAreAsTheyWereAtTheBarrier() throws Exception {
        for (WindowStage stage :
                List.of(
                        WindowStage.of(
                                keyed ->
                                        keyed.window(TumblingEventTimeWindows.of(ms(10)))
                                                .reduce(
                                                        (a, b) -> {
                                                            a.f1 += b.f1;
                                                            return a;
                                                        },
                                                        new WindowStage.Told<TimeWindow>())),
                        WindowStage.of(
                                keyed ->
                                        keyed.window(TumblingEventTimeWindows.of(ms(10)))
                                                .trigger(CountTrigger.of(3))
                                                .process(new Doubling())))) {
            stage.record(1, 1).record(2, 2);
            var frozen = stage.freeze();
            stage.record(4, 3).end();
            List<String> first = stage.take();
            stage.restore(frozen);
            stage.record(4, 3).end();
            assertThat(stage.take()).isEqualTo(first).isNotEmpty();
        }
    }

    /** Changes the records of the window. */
    private static final class Doubling
            extends ProcessWindowFunction<Tuple2<String, Long>, String, String, TimeWindow> {
        private static final long serialVersionUID = 1L;

        @Override
        public void process(
                String key,
                Context context,
                Iterable<Tuple2<String, Long>> elements,
                Collector<String> out) {
            for (Tuple2<String, Long> element : elements) {
                element.f1 *= 2;
            }
            out.collect(elements.toString());
        }
    }
}
