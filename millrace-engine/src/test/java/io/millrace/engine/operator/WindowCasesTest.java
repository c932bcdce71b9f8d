// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.common.typeinfo.Types;
import io.millrace.api.java.tuple.Tuple2;
import io.millrace.streaming.api.windowing.assigners.EventTimeSessionWindows;
import io.millrace.streaming.api.windowing.assigners.GlobalWindows;
import io.millrace.streaming.api.windowing.assigners.SlidingEventTimeWindows;
import io.millrace.streaming.api.windowing.assigners.TumblingEventTimeWindows;
import io.millrace.streaming.api.windowing.assigners.TumblingProcessingTimeWindows;
import io.millrace.streaming.api.windowing.triggers.ContinuousEventTimeTrigger;
import io.millrace.streaming.api.windowing.windows.GlobalWindow;
import io.millrace.streaming.api.windowing.windows.TimeWindow;
import io.millrace.util.OutputTag;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WindowCasesTest {

    private static final OutputTag<Tuple2<String, Long>> LATE =
            new OutputTag<>("late", Types.TUPLE(Types.STRING, Types.LONG));

    private static Duration ms(long millis) {
        return Duration.ofMillis(millis);
    }

    private static WindowStage tumbling(long size) throws Exception {
        return WindowStage.of(
                keyed ->
                        keyed.window(TumblingEventTimeWindows.of(ms(size)))
                                .sideOutputLateData(LATE)
                                .process(new WindowStage.Told<TimeWindow>()));
    }

    @Test
    @DisplayName("T01: records with negative timestamps are in the windows that hold them")
    void t01() throws Exception {
        WindowStage stage = tumbling(10);
        stage.record(1, -1).record(2, -10).record(4, -11).end();
        assertThat(stage.take())
                .containsExactly("k[-20,-10) n=1 sum=4@-11", "k[-10,0) n=2 sum=3@-1");
    }

    @Test
    @DisplayName("T03: the last millisecond belongs to the window, the border to the next")
    void t03() throws Exception {
        WindowStage stage = tumbling(10);
        stage.record(1, 9).watermark(8).record(2, 0);
        assertThat(stage.take()).isEmpty();
        assertThat(stage.watermark(9).take()).containsExactly("k[0,10) n=2 sum=3@9");
        assertThat(stage.record(4, 9).take()).containsExactly("late: (k,4)@9");
        stage.record(8, 10).watermark(13);
        assertThat(stage.take()).isEmpty();
        assertThat(stage.end().take()).containsExactly("k[10,20) n=1 sum=8@19");
    }

    @Test
    @DisplayName("T05: a record that bridges two sessions merges both; sessions that touch merge")
    void t05() throws Exception {
        WindowStage stage = sessions(10);
        stage.record(1, 0).record(2, 20).record(4, 10).end();
        assertThat(stage.take()).containsExactly("k[0,30) n=3 sum=7@29");
        stage = sessions(10);
        stage.record(1, 0).record(2, 10).record(4, 21).end();
        assertThat(stage.take()).containsExactly("k[0,20) n=2 sum=3@19", "k[21,31) n=1 sum=4@30");
    }

    private static WindowStage sessions(long gap) throws Exception {
        return WindowStage.of(
                keyed ->
                        keyed.window(EventTimeSessionWindows.withGap(ms(gap)))
                                .process(new WindowStage.Told<TimeWindow>()));
    }

    @Test
    @DisplayName("T07: a record in no window is late only behind the watermark")
    void t07() throws Exception {
        WindowStage stage =
                WindowStage.of(
                        keyed ->
                                keyed.window(SlidingEventTimeWindows.of(ms(5), ms(10)))
                                        .sideOutputLateData(LATE)
                                        .process(new WindowStage.Told<TimeWindow>()));
        stage.record(1, 7).record(2, 3).watermark(8).record(4, 6).watermark(100).record(8, 16);
        stage.end();
        assertThat(stage.take())
                .containsExactly("k[0,5) n=1 sum=2@4", "late: (k,4)@6", "late: (k,8)@16");
    }

    @Test
    @DisplayName("T09: with endless lateness nothing is late, and nothing overflows")
    void t09() throws Exception {
        WindowStage stage =
                WindowStage.of(
                        keyed ->
                                keyed.window(TumblingEventTimeWindows.of(ms(10)))
                                        .allowedLateness(ms(Long.MAX_VALUE))
                                        .sideOutputLateData(LATE)
                                        .process(new WindowStage.Told<TimeWindow>()));
        stage.record(1, 1).watermark(9).record(2, 2).watermark(1_000_000).record(4, 3).end();
        assertThat(stage.take())
                .containsExactly(
                        "k[0,10) n=1 sum=1@9", "k[0,10) n=2 sum=3@9", "k[0,10) n=3 sum=7@9");
    }

    @Test
    @DisplayName("T17: a clock that jumps back loses nothing and throws nothing")
    void t17() throws Exception {
        WindowStage stage =
                WindowStage.of(
                        keyed ->
                                keyed.window(TumblingProcessingTimeWindows.of(ms(5000)))
                                        .process(new WindowStage.Told<TimeWindow>()));
        stage.clock(4000).record(1, 0);
        stage.clock(6000).record(2, 0);
        assertThat(stage.take()).containsExactly("k[0,5000) n=1 sum=1@4999");
        stage.clock(3000).record(4, 0);
        stage.clock(12_000);
        assertThat(stage.take())
                .containsExactly("k[0,5000) n=1 sum=4@4999", "k[5000,10000) n=1 sum=2@9999");
    }

    @Test
    @DisplayName("T23: a continuous trigger fires once per interval, and once at the end")
    void t23() throws Exception {
        WindowStage stage =
                WindowStage.of(
                        keyed ->
                                keyed.window(TumblingEventTimeWindows.of(ms(10)))
                                        .trigger(ContinuousEventTimeTrigger.of(ms(3)))
                                        .process(new WindowStage.Told<TimeWindow>()));
        for (int t = 0; t <= 9; t++) {
            stage.record(1, t).watermark(t);
        }
        assertThat(stage.out.take())
                .containsExactly(
                        "watermark 0",
                        "watermark 1",
                        "watermark 2",
                        "k[0,10) n=4 sum=4@9",
                        "watermark 3",
                        "watermark 4",
                        "watermark 5",
                        "k[0,10) n=7 sum=7@9",
                        "watermark 6",
                        "watermark 7",
                        "watermark 8",
                        "k[0,10) n=10 sum=10@9",
                        "watermark 9");
        assertThat(stage.entries("fire-time")).isZero();
        assertThat(stage.entries(WindowStore.STATE)).isZero();
        assertThat(stage.timers()).isZero();
        assertThat(stage.end().take()).isEmpty();
    }

    @Test
    @DisplayName("T25: the end of the input shows neither processing-time nor global windows")
    void t25() throws Exception {
        WindowStage hour =
                WindowStage.of(
                        keyed ->
                                keyed.window(TumblingProcessingTimeWindows.of(Duration.ofHours(1)))
                                        .process(new WindowStage.Told<TimeWindow>()));
        assertThat(hour.record(1, 0).record(2, 1).end().clock(10_000_000).take()).isEmpty();
        WindowStage global =
                WindowStage.of(
                        keyed ->
                                keyed.window(GlobalWindows.create())
                                        .process(new WindowStage.Told<GlobalWindow>()));
        assertThat(global.record(1, 0).record(2, 1).end().take()).isEmpty();
    }

    @Test
    @DisplayName("T30: a record at zero is in the window that begins below zero, too")
    void t30() throws Exception {
        WindowStage stage =
                WindowStage.of(
                        keyed ->
                                keyed.window(SlidingEventTimeWindows.of(ms(10), ms(5)))
                                        .process(new WindowStage.Told<TimeWindow>()));
        stage.record(1, 0).end();
        assertThat(stage.take()).containsExactly("k[-5,5) n=1 sum=1@4", "k[0,10) n=1 sum=1@9");
    }

    @Test
    @DisplayName("A09: a record without a timestamp is refused, with what to do about it")
    void a09() throws Exception {
        for (WindowStage stage :
                new WindowStage[] {
                    tumbling(10),
                    sessions(10),
                    WindowStage.of(
                            keyed ->
                                    keyed.window(SlidingEventTimeWindows.of(ms(10), ms(5)))
                                            .process(new WindowStage.Told<TimeWindow>()))
                }) {
            assertThatThrownBy(() -> stage.record(1, Long.MIN_VALUE))
                    .hasMessageContaining("no timestamp")
                    .hasMessageContaining("assignTimestampsAndWatermarks");
        }
    }

    @Test
    @DisplayName("A15: count windows show full windows only, and keep no more than they need")
    void a15() throws Exception {
        WindowStage two = WindowStage.of(keyed -> keyed.countWindow(2).sum(1));
        for (int i = 1; i <= 5; i++) {
            two.record(i, i);
        }
        assertThat(two.end().take())
                .extracting(line -> line.split("@", -1)[0])
                .containsExactly("(k,3)", "(k,7)");
        assertThat(two.entries(WindowStore.STATE)).as("the one left over").isOne();
        WindowStage sliding = WindowStage.of(keyed -> keyed.countWindow(3, 1).sum(1));
        for (int i = 1; i <= 5; i++) {
            sliding.record(i, i);
        }
        assertThat(sliding.end().take())
                .extracting(line -> line.split("@", -1)[0])
                .containsExactly("(k,1)", "(k,3)", "(k,6)", "(k,9)", "(k,12)");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    @DisplayName("S15: a reduce that changes its first argument changes it in one window only")
    void s15(boolean returnsSecond) throws Exception {
        WindowStage stage =
                WindowStage.of(
                        keyed ->
                                keyed.window(SlidingEventTimeWindows.of(ms(10), ms(5)))
                                        .reduce(
                                                (a, b) -> {
                                                    if (returnsSecond) {
                                                        b.f1 += a.f1;
                                                        return b;
                                                    }
                                                    a.f1 += b.f1;
                                                    return a;
                                                }));
        stage.record(1, 5).record(1, 5).record(1, 5).end();
        assertThat(stage.take()).containsExactly("(k,3)@9", "(k,3)@14");
    }
}
