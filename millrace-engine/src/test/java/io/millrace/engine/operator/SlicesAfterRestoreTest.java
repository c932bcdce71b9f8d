// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.common.typeinfo.Types;
import io.millrace.api.java.tuple.Tuple2;
import io.millrace.engine.operator.WindowOptions.Slices;
import io.millrace.engine.state.StateMismatch;
import io.millrace.streaming.api.datastream.DataStream;
import io.millrace.streaming.api.datastream.KeyedStream;
import io.millrace.streaming.api.datastream.WindowedStream;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.api.windowing.assigners.SlidingEventTimeWindows;
import io.millrace.streaming.api.windowing.triggers.ContinuousEventTimeTrigger;
import io.millrace.streaming.api.windowing.triggers.EventTimeTrigger;
import io.millrace.streaming.api.windowing.triggers.PurgingTrigger;
import io.millrace.streaming.api.windowing.windows.TimeWindow;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Function;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Jobs that go on from windows which another job has kept, in slices or not. */
class SlicesAfterRestoreTest {

    private interface Windowed
            extends Function<
                    WindowedStream<Tuple2<String, Long>, String, TimeWindow>, DataStream<?>> {}

    /** One that takes a trigger of its own, so that the general operator runs it. */
    private static final Windowed GENERAL =
            windows ->
                    windows.trigger(PurgingTrigger.of(EventTimeTrigger.create()))
                            .aggregate(new WindowStage.CountAndSum(), new WindowNames());

    private static final Windowed USUAL =
            windows -> windows.aggregate(new WindowStage.CountAndSum(), new WindowNames());

    private static final class WindowNames
            extends io.millrace.streaming.api.functions.windowing.ProcessWindowFunction<
                    String, String, String, TimeWindow> {
        private static final long serialVersionUID = 1L;

        @Override
        public void process(
                String key,
                Context context,
                Iterable<String> elements,
                io.millrace.util.Collector<String> out) {
            out.collect(
                    key + WindowStage.name(context.window()) + " " + elements.iterator().next());
        }
    }

    private static DataStream<?> sliding(long size, long slide, Windowed more) {
        KeyedStream<Tuple2<String, Long>, String> keyed =
                new StreamExecutionEnvironment()
                        .fromElements(Tuple2.of("k", 1L))
                        .keyBy(record -> record.f0);
        return more.apply(
                keyed.window(
                        SlidingEventTimeWindows.of(
                                Duration.ofMillis(size), Duration.ofMillis(slide))));
    }

    private static DataStream<?> sumsOfNumbers() {
        return new StreamExecutionEnvironment()
                .fromElements(1L)
                .keyBy(number -> 0, Types.INT)
                .window(SlidingEventTimeWindows.of(Duration.ofMillis(10), Duration.ofMillis(5)))
                .sum(0);
    }

    @DisplayName("Windows that were kept without slices go on in them, nothing lost, nothing twice")
    @Test
    void panesBecomeSlices() throws Exception {
        WindowStage stage = WindowStage.of(Slices.OFF, sliding(10, 5, USUAL));
        stage.record("k", 1, 3).record("k", 2, 7).record("l", 4, 8);
        stage.becomes(Slices.ON, sliding(10, 5, USUAL));
        stage.record("k", 8, 7).record("m", 16, 9).watermark(9);
        assertThat(stage.take())
                .containsExactlyInAnyOrder(
                        "k[-5,5) n=1 sum=1@4",
                        "k[0,10) n=3 sum=11@9",
                        "l[0,10) n=1 sum=4@9",
                        "m[0,10) n=1 sum=16@9");
        stage.restart(); // with a window in both forms
        stage.end();
        assertThat(stage.take())
                .containsExactlyInAnyOrder(
                        "k[5,15) n=2 sum=10@14", "l[5,15) n=1 sum=4@14", "m[5,15) n=1 sum=16@14");
        assertThat(stage.entries(WindowStore.STATE)).isZero();
        assertThat(stage.entries(SlicedWindowOperator.SLICES)).isZero();
    }

    @DisplayName("Windows of another size, before and behind, hide none of those on today's grid")
    @Test
    void windowsOfSeveralSizes() throws Exception {
        WindowStage stage = WindowStage.of(Slices.OFF, sliding(14, 7, USUAL));
        stage.record(1, 15).record(2, 30); // [7,21) [14,28), [21,35) [28,42)
        stage.becomes(Slices.OFF, sliding(10, 5, USUAL));
        stage.record(4, 24); // [15,25) [20,30), between the others
        stage.becomes(Slices.ON, sliding(10, 5, USUAL));
        stage.record(8, 24).record(16, 30).end();
        assertThat(stage.take())
                .containsExactly(
                        "k[7,21) n=1 sum=1@20",
                        "k[15,25) n=2 sum=12@24",
                        "k[14,28) n=1 sum=1@27",
                        "k[20,30) n=2 sum=12@29",
                        "k[21,35) n=1 sum=2@34",
                        "k[25,35) n=1 sum=16@34",
                        "k[30,40) n=1 sum=16@39",
                        "k[28,42) n=1 sum=2@41");
    }

    @DisplayName("Of the general operator's windows slices take over what has not been shown")
    @Test
    void theGeneralOperatorsWindowsBecomeSlices() throws Exception {
        Windowed lenient =
                windows ->
                        windows.allowedLateness(Duration.ofMillis(100))
                                .aggregate(new WindowStage.CountAndSum(), new WindowNames());
        WindowStage stage = WindowStage.of(Slices.ON, sliding(10, 5, lenient));
        stage.record(1, 3).record(2, 8).watermark(9);
        assertThat(stage.take()).hasSize(2);
        stage.becomes(Slices.ON, sliding(10, 5, USUAL));
        stage.watermark(9).record(4, 11).record(8, 6).end();
        assertThat(stage.take()).containsExactly("k[5,15) n=3 sum=14@14", "k[10,20) n=1 sum=4@19");

        stage = WindowStage.of(Slices.ON, sliding(10, 5, GENERAL));
        stage.record(1, 3);
        stage.becomes(Slices.ON, sliding(10, 5, USUAL));
        stage.record(2, 4).end();
        assertThat(stage.take()).containsExactly("k[-5,5) n=2 sum=3@4", "k[0,10) n=2 sum=3@9");
    }

    @DisplayName("AUTO takes over sums of numbers that were kept without slices")
    @Test
    void autoTakesOver() throws Exception {
        WindowStage stage = WindowStage.of(Slices.OFF, sumsOfNumbers());
        stage.element(1L, 3).element(2L, 7);
        stage.becomes(Slices.AUTO, sumsOfNumbers());
        stage.element(4L, 7);
        assertThat(stage.entries(SlicedWindowOperator.SLICES)).as("one slice").isOne();
        stage.end();
        assertThat(stage.take()).containsExactly("1@4", "7@9", "6@14");
    }

    @DisplayName("What was kept in slices is refused by whoever has none, whatever the reason")
    @Test
    void slicesAreNotTakenApart() throws Exception {
        List<Map.Entry<Slices, DataStream<?>>> others = new ArrayList<>();
        others.add(Map.entry(Slices.OFF, sliding(10, 5, USUAL)));
        others.add(Map.entry(Slices.AUTO, sliding(10, 5, USUAL)));
        others.add(Map.entry(Slices.ON, sliding(10, 5, GENERAL)));
        others.add(Map.entry(Slices.ON, sliding(10, 10, USUAL)));
        others.add(
                Map.entry(
                        Slices.ON,
                        sliding(
                                10,
                                5,
                                windows ->
                                        windows.allowedLateness(Duration.ofMillis(1))
                                                .aggregate(new WindowStage.CountAndSum()))));
        others.add(
                Map.entry(
                        Slices.ON,
                        sliding(
                                10,
                                5,
                                windows ->
                                        windows.trigger(
                                                        ContinuousEventTimeTrigger.of(
                                                                Duration.ofMillis(2)))
                                                .aggregate(new WindowStage.CountAndSum()))));
        for (Map.Entry<Slices, DataStream<?>> other : others) {
            WindowStage stage = WindowStage.of(Slices.ON, sliding(10, 5, USUAL));
            stage.record(1, 3);
            assertThatThrownBy(() -> stage.becomes(other.getKey(), other.getValue()))
                    .isInstanceOf(StateMismatch.class)
                    .hasMessageContaining("kept in slices")
                    .hasMessageContaining("millrace.window.slices");
        }
        WindowStage stage = WindowStage.of(Slices.ON, sliding(10, 5, USUAL));
        stage.record(1, 3);
        assertThatThrownBy(() -> stage.becomes(Slices.ON, sliding(10, 4, USUAL)))
                .isInstanceOf(StateMismatch.class)
                .hasMessageContaining("slices of 2 ms");
    }

    @DisplayName("A job that turns slices on on its way shows what a job without them shows")
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void anyOrderOfThings(long seed) throws Exception {
        Random random = new Random(seed);
        WindowStage plain = WindowStage.of(Slices.OFF, sliding(12, 4, USUAL));
        WindowStage sliced = WindowStage.of(Slices.OFF, sliding(12, 4, USUAL));
        int turn = random.nextInt(40);
        long watermark = 0;
        for (int i = 0; i < 80; i++) {
            if (i == turn) {
                sliced.becomes(Slices.ON, sliding(12, 4, USUAL));
                plain.restart();
                sliced.watermark(watermark);
                plain.watermark(watermark);
            }
            if (random.nextInt(6) == 0) {
                watermark += random.nextInt(9);
                plain.watermark(watermark);
                sliced.watermark(watermark);
            } else {
                String key = "" + (char) ('a' + random.nextInt(5));
                long time = watermark - 6 + random.nextInt(25);
                plain.record(key, i, time);
                sliced.record(key, i, time);
            }
        }
        plain.end();
        sliced.end();
        assertThat(counted(sliced.take())).isEqualTo(counted(plain.take()));
    }

    private static Map<String, Integer> counted(List<String> lines) {
        Map<String, Integer> counts = new TreeMap<>();
        lines.forEach(line -> counts.merge(line, 1, Integer::sum));
        return counts;
    }
}
