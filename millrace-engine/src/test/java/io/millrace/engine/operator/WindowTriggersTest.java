// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.common.ExecutionConfig;
import io.millrace.api.common.functions.AbstractRichFunction;
import io.millrace.api.common.functions.ReduceFunction;
import io.millrace.api.java.tuple.Tuple2;
import io.millrace.streaming.api.windowing.assigners.EventTimeSessionWindows;
import io.millrace.streaming.api.windowing.assigners.GlobalWindows;
import io.millrace.streaming.api.windowing.assigners.ProcessingTimeSessionWindows;
import io.millrace.streaming.api.windowing.assigners.SlidingProcessingTimeWindows;
import io.millrace.streaming.api.windowing.assigners.TumblingEventTimeWindows;
import io.millrace.streaming.api.windowing.assigners.TumblingProcessingTimeWindows;
import io.millrace.streaming.api.windowing.triggers.ContinuousEventTimeTrigger;
import io.millrace.streaming.api.windowing.triggers.ContinuousProcessingTimeTrigger;
import io.millrace.streaming.api.windowing.triggers.CountTrigger;
import io.millrace.streaming.api.windowing.triggers.DeltaTrigger;
import io.millrace.streaming.api.windowing.triggers.EventTimeTrigger;
import io.millrace.streaming.api.windowing.triggers.ProcessingTimeoutTrigger;
import io.millrace.streaming.api.windowing.triggers.PurgingTrigger;
import io.millrace.streaming.api.windowing.triggers.Trigger;
import io.millrace.streaming.api.windowing.triggers.TriggerResult;
import io.millrace.streaming.api.windowing.windows.GlobalWindow;
import io.millrace.streaming.api.windowing.windows.TimeWindow;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class WindowTriggersTest {

    private static Duration ms(long millis) {
        return Duration.ofMillis(millis);
    }

    private static WindowStage global(Trigger<Object, GlobalWindow> trigger) throws Exception {
        return WindowStage.of(
                keyed ->
                        keyed.window(GlobalWindows.create())
                                .trigger(trigger)
                                .process(new WindowStage.Told<GlobalWindow>()));
    }

    private static WindowStage tumbling(Trigger<Object, TimeWindow> trigger) throws Exception {
        return WindowStage.of(
                keyed ->
                        keyed.window(TumblingEventTimeWindows.of(ms(10)))
                                .trigger(trigger)
                                .process(new WindowStage.Told<TimeWindow>()));
    }

    @Test
    void aGlobalWindowWithTheTriggerForItIsShownOnceAtTheEnd() throws Exception {
        WindowStage stage =
                WindowStage.of(
                        keyed ->
                                keyed.window(GlobalWindows.createWithEndOfStreamTrigger())
                                        .process(new WindowStage.Told<GlobalWindow>()));
        stage.record("a", 1, 1).record("b", 2, 2).record("a", 4, 3).watermark(1_000_000);
        assertThat(stage.take()).isEmpty();
        assertThat(stage.end().take())
                .containsExactlyInAnyOrder(
                        "a n=2 sum=5@9223372036854775807", "b n=1 sum=2@9223372036854775807");
        assertThat(stage.entries(WindowStore.STATE)).isZero();
    }

    @Test
    void aCountTriggerShowsAWindowAgainAndAgainWithAllItHas() throws Exception {
        WindowStage stage = tumbling(CountTrigger.of(2));
        for (int i = 1; i <= 5; i++) {
            stage.record(1, i);
        }
        assertThat(stage.take()).containsExactly("k[0,10) n=2 sum=2@9", "k[0,10) n=4 sum=4@9");
        assertThat(stage.entries("count")).isOne();
        assertThat(stage.end().take()).as("the end of the window is nothing to it").isEmpty();
        assertThat(stage.entries("count")).isZero();
        assertThat(stage.entries(WindowStore.STATE)).isZero();
        assertThat(stage.timers()).isZero();
    }

    @Test
    void anEarlyFiringBelowZeroIsAtWholeMultiplesToo() throws Exception {
        WindowStage stage = tumbling(ContinuousEventTimeTrigger.of(ms(3)));
        stage.record(1, -10).watermark(-10);
        assertThat(stage.take()).isEmpty();
        stage.watermark(-9);
        assertThat(stage.take()).containsExactly("k[-10,0) n=1 sum=1@-1");
        stage.record(2, -8).watermark(-6).watermark(-4);
        assertThat(stage.take()).containsExactly("k[-10,0) n=2 sum=3@-1");
        stage.end();
        assertThat(stage.take())
                .as("at -3, and at the window's end")
                .containsExactly("k[-10,0) n=2 sum=3@-1", "k[-10,0) n=2 sum=3@-1");
        assertThat(stage.timers()).isZero();
    }

    @Test
    void anEarlyFiringIsMergedWithItsSession() throws Exception {
        WindowStage stage =
                WindowStage.of(
                        keyed ->
                                keyed.window(EventTimeSessionWindows.withGap(ms(10)))
                                        .trigger(ContinuousEventTimeTrigger.of(ms(7)))
                                        .process(new WindowStage.Told<TimeWindow>()));
        stage.record(1, 0).record(2, 15).record(4, 8).watermark(7);
        assertThat(stage.take()).containsExactly("k[0,25) n=3 sum=7@24");
        stage.end();
        assertThat(stage.take())
                .as("at 14, 21, and 24")
                .containsExactly(
                        "k[0,25) n=3 sum=7@24", "k[0,25) n=3 sum=7@24", "k[0,25) n=3 sum=7@24");
        assertThat(stage.entries("fire-time")).isZero();
        assertThat(stage.timers()).isZero();
    }

    @Test
    void theClockShowsAWindowAgainAndAgain() throws Exception {
        WindowStage stage =
                WindowStage.of(
                        keyed ->
                                keyed.window(TumblingProcessingTimeWindows.of(ms(100)))
                                        .trigger(ContinuousProcessingTimeTrigger.of(ms(30)))
                                        .process(new WindowStage.Told<TimeWindow>()));
        stage.clock(1_001).record(1, 0);
        for (long now = 1_002; now <= 1_100; now++) {
            stage.clock(now);
        }
        assertThat(stage.take())
                .as("at 1020, 1050, 1080, and at the end of the window")
                .hasSize(4)
                .containsOnly("k[1000,1100) n=1 sum=1@1099");
        assertThat(stage.entries(WindowStore.STATE)).isZero();
        assertThat(stage.entries("fire-time")).isZero();
        assertThat(stage.timers()).isZero();
    }

    @Test
    void theClockDoesNotShowAWindowOfThePastWithoutPause() throws Exception {
        WindowStage stage = tumbling(ContinuousProcessingTimeTrigger.of(ms(30)));
        stage.clock(1_001).record(1, 5);
        stage.clock(1_019);
        assertThat(stage.take()).isEmpty();
        stage.clock(1_020).clock(1_021).clock(1_049);
        assertThat(stage.take()).hasSize(1);
        stage.clock(1_050);
        assertThat(stage.take()).hasSize(1);
        stage.watermark(9);
        assertThat(stage.timers()).isZero();
    }

    @Test
    void sessionsOfTheClockEndWithAPause() throws Exception {
        WindowStage stage =
                WindowStage.of(
                        keyed ->
                                keyed.window(ProcessingTimeSessionWindows.withGap(ms(10)))
                                        .process(new WindowStage.Told<TimeWindow>()));
        stage.clock(1_000).record(1, 0);
        stage.clock(1_008).record(2, 0);
        stage.restart();
        stage.clock(1_015).record(4, 0).clock(1_025);
        assertThat(stage.take()).containsExactly("k[1000,1025) n=3 sum=7@1024");
        assertThat(stage.entries(MergingWindows.STATE)).isZero();
        // The clock jumps over an end before anybody was called, and back over another.
        stage.clock(2_000).record(1, 0);
        stage.context.clock.millis = 2_500;
        stage.record(2, 0);
        stage.context.clock.millis = 1_995;
        stage.record(4, 0).clock(3_000);
        assertThat(stage.take())
                .containsExactly("k[1995,2010) n=2 sum=5@2009", "k[2500,2510) n=1 sum=2@2509");
    }

    @Test
    void slidingWindowsOfTheClock() throws Exception {
        WindowStage stage =
                WindowStage.of(
                        keyed ->
                                keyed.window(SlidingProcessingTimeWindows.of(ms(10), ms(5)))
                                        .process(new WindowStage.Told<TimeWindow>()));
        stage.clock(1_002).record(1, 0).clock(1_006).record(2, 0).clock(1_020);
        assertThat(stage.take())
                .containsExactly(
                        "k[995,1005) n=1 sum=1@1004",
                        "k[1000,1010) n=2 sum=3@1009",
                        "k[1005,1015) n=1 sum=2@1014");
    }

    @Test
    void aTimeoutShowsWhatTheTriggerWouldKeepWaitingWith() throws Exception {
        WindowStage stage =
                global(PurgingTrigger.of(ProcessingTimeoutTrigger.of(CountTrigger.of(3), ms(50))));
        stage.clock(1_000).record(1, 0).clock(1_040).record(2, 0).clock(1_049);
        assertThat(stage.take()).isEmpty();
        stage.clock(1_050);
        assertThat(stage.take()).containsExactly("k n=2 sum=3@9223372036854775807");
        assertThat(stage.entries("count")).as("the time begins anew, and the count").isZero();
        stage.record(1, 0).record(1, 0).record(1, 0);
        assertThat(stage.take()).containsExactly("k n=3 sum=3@9223372036854775807");
    }

    @Test
    void aTimeoutCanRunFromTheLastRecord() throws Exception {
        WindowStage stage =
                global(ProcessingTimeoutTrigger.of(CountTrigger.of(9), ms(50), true, true));
        stage.clock(1_000).record(1, 0).clock(1_040).record(2, 0).clock(1_089);
        assertThat(stage.take()).isEmpty();
        assertThat(stage.timers()).isOne();
        stage.clock(1_090);
        assertThat(stage.take()).containsExactly("k n=2 sum=3@9223372036854775807");
        assertThat(stage.timers()).isZero();
    }

    @Test
    void aTriggerThatStartsOverDoesNotKeepTheWindowForEver() throws Exception {
        WindowStage stage =
                tumbling(
                        ProcessingTimeoutTrigger.of(
                                PurgingTrigger.of(EventTimeTrigger.create()), ms(50)));
        stage.clock(1_000).record(1, 5).clock(1_050);
        assertThat(stage.take()).as("and the timer for its end is deleted").hasSize(1);
        stage.watermark(9);
        assertThat(stage.take()).as("its end comes all the same").hasSize(1);
        assertThat(stage.entries(WindowStore.STATE)).isZero();
        assertThat(stage.timers()).isZero();
    }

    @Test
    void aDeltaTriggerGoesByTheDistanceFromWhatWasShownLast() throws Exception {
        WindowStage stage =
                WindowStage.of(
                        keyed ->
                                keyed.window(GlobalWindows.create())
                                        .trigger(
                                                DeltaTrigger.<Tuple2<String, Long>, GlobalWindow>of(
                                                        10,
                                                        (a, b) -> b.f1 - a.f1,
                                                        keyed.getType()
                                                                .createSerializer(
                                                                        new ExecutionConfig()
                                                                                .getSerializerConfig())))
                                        .process(new WindowStage.Told<GlobalWindow>()));
        stage.record(0, 0).record(10, 0).record(11, 0).record(20, 0).record(22, 0);
        assertThat(stage.take())
                .containsExactly(
                        "k n=3 sum=21@9223372036854775807", "k n=5 sum=63@9223372036854775807");
    }

    @Test
    void aTriggerThatSaysNothingIsAFault() throws Exception {
        WindowStage stage =
                tumbling(
                        new Trigger<>() {
                            private static final long serialVersionUID = 1L;

                            @Override
                            public TriggerResult onElement(
                                    Object element,
                                    long timestamp,
                                    TimeWindow window,
                                    TriggerContext ctx) {
                                return null;
                            }

                            @Override
                            public TriggerResult onProcessingTime(
                                    long time, TimeWindow window, TriggerContext ctx) {
                                return null;
                            }

                            @Override
                            public TriggerResult onEventTime(
                                    long time, TimeWindow window, TriggerContext ctx) {
                                return null;
                            }

                            @Override
                            public void clear(TimeWindow window, TriggerContext ctx) {}

                            @Override
                            public String toString() {
                                return "the silent one";
                            }
                        });
        assertThatThrownBy(() -> stage.record(1, 1))
                .isInstanceOf(NullPointerException.class)
                .hasMessageContaining("the silent one")
                .hasMessageContaining("must return a TriggerResult");
    }

    private static final class Rich extends AbstractRichFunction
            implements ReduceFunction<Tuple2<String, Long>> {
        private static final long serialVersionUID = 1L;

        @Override
        public Tuple2<String, Long> reduce(Tuple2<String, Long> a, Tuple2<String, Long> b) {
            return a;
        }
    }

    @Test
    void aRichFoldIsRefusedWithTheWayOut() {
        assertThatThrownBy(
                        () ->
                                WindowStage.of(
                                        keyed ->
                                                keyed.window(TumblingEventTimeWindows.of(ms(10)))
                                                        .reduce(new Rich())))
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessageContaining("RichFunction")
                .hasMessageContaining("ProcessWindowFunction");
    }

    @Test
    void negativeLatenessIsRefused() {
        assertThatThrownBy(
                        () ->
                                WindowStage.of(
                                        keyed ->
                                                keyed.window(TumblingEventTimeWindows.of(ms(10)))
                                                        .allowedLateness(ms(-1))
                                                        .sum(1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("-1 ms");
    }

    @Test
    void theOperatorIsNamedByItsWindows() throws Exception {
        WindowStage stage =
                WindowStage.of(keyed -> keyed.window(TumblingEventTimeWindows.of(ms(10))).sum(1));
        assertThat(stage.transformation.name()).isEqualTo("TumblingEventTimeWindows");
        assertThat(stage.transformation.description())
                .isEqualTo("Window(TumblingEventTimeWindows(10), EventTimeTrigger, SumAggregator)");
    }
}
