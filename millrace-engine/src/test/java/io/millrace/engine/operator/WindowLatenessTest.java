// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.common.typeinfo.Types;
import io.millrace.api.java.tuple.Tuple2;
import io.millrace.streaming.api.windowing.assigners.EventTimeSessionWindows;
import io.millrace.streaming.api.windowing.assigners.SlidingEventTimeWindows;
import io.millrace.streaming.api.windowing.assigners.TumblingEventTimeWindows;
import io.millrace.streaming.api.windowing.triggers.EventTimeTrigger;
import io.millrace.streaming.api.windowing.triggers.PurgingTrigger;
import io.millrace.streaming.api.windowing.windows.TimeWindow;
import io.millrace.util.OutputTag;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class WindowLatenessTest {

    private static final OutputTag<Tuple2<String, Long>> LATE =
            new OutputTag<>("late", Types.TUPLE(Types.STRING, Types.LONG));

    private static Duration ms(long millis) {
        return Duration.ofMillis(millis);
    }

    private static WindowStage tumbling(long lateness) throws Exception {
        return WindowStage.of(
                keyed ->
                        keyed.window(TumblingEventTimeWindows.of(ms(10)))
                                .allowedLateness(ms(lateness))
                                .process(new WindowStage.Told<TimeWindow>()));
    }

    @Test
    void aRecordWithinTheLatenessShowsTheWindowAgain() throws Exception {
        WindowStage stage = tumbling(5);
        stage.record(1, 3).watermark(9).record(2, 4).watermark(13).record(4, 5);
        assertThat(stage.take())
                .containsExactly(
                        "k[0,10) n=1 sum=1@9", "k[0,10) n=2 sum=3@9", "k[0,10) n=3 sum=7@9");
        assertThat(stage.dropped()).isZero();
    }

    @Test
    void withTheLastMomentOfItsLatenessTheWindowIsGone() throws Exception {
        WindowStage stage = tumbling(5);
        stage.record(1, 3).watermark(13);
        assertThat(stage.entries(WindowStore.STATE)).isOne();
        stage.watermark(14);
        assertThat(stage.entries(WindowStore.STATE)).isZero();
        assertThat(stage.timers()).isZero();
        stage.take();
        stage.record(2, 4).record(4, 9);
        assertThat(stage.take()).isEmpty();
        assertThat(stage.dropped()).isEqualTo(2);
    }

    @Test
    void aRecordThatIsLateForSomeOfItsWindowsIsInTheOthers() throws Exception {
        WindowStage stage =
                WindowStage.of(
                        keyed ->
                                keyed.window(SlidingEventTimeWindows.of(ms(10), ms(5)))
                                        .sideOutputLateData(LATE)
                                        .process(new WindowStage.Told<TimeWindow>()));
        stage.watermark(10).record(1, 7).end();
        assertThat(stage.take()).containsExactly("k[5,15) n=1 sum=1@14");
    }

    @Test
    void aRecordOfAnotherKeyIsAsLate() throws Exception {
        WindowStage stage = tumbling(0);
        stage.record("a", 1, 3).watermark(9).record("b", 2, 3);
        assertThat(stage.take()).containsExactly("a[0,10) n=1 sum=1@9");
        assertThat(stage.dropped()).isOne();
    }

    @Test
    void aLateRecordThatASessionStillReachesIsNotLate() throws Exception {
        WindowStage stage =
                WindowStage.of(
                        keyed ->
                                keyed.window(EventTimeSessionWindows.withGap(ms(10)))
                                        .sideOutputLateData(LATE)
                                        .process(new WindowStage.Told<TimeWindow>()));
        stage.record(1, 20).watermark(25).record(2, 12).record(4, 1).end();
        assertThat(stage.take()).containsExactly("late: (k,4)@1", "k[12,30) n=2 sum=3@29");
    }

    @Test
    void aLateRecordCanMergeSessionsThatWereShownAlready() throws Exception {
        WindowStage stage =
                WindowStage.of(
                        keyed ->
                                keyed.window(EventTimeSessionWindows.withGap(ms(10)))
                                        .allowedLateness(ms(100))
                                        .process(new WindowStage.Told<TimeWindow>()));
        stage.record(1, 0).record(2, 18).watermark(40);
        assertThat(stage.take()).containsExactly("k[0,10) n=1 sum=1@9", "k[18,28) n=1 sum=2@27");
        stage.record(4, 9);
        assertThat(stage.take()).containsExactly("k[0,28) n=3 sum=7@27");
        assertThat(stage.entries(WindowStore.STATE)).isOne();
        assertThat(stage.timers()).as("the clean-up of the merged window").isOne();
        stage.watermark(127);
        assertThat(stage.entries(WindowStore.STATE)).isZero();
        assertThat(stage.entries(MergingWindows.STATE)).isZero();
        assertThat(stage.end().take()).isEmpty();
    }

    @Test
    void aWindowThatWasPurgedIsShownAgainWithWhatCameLate() throws Exception {
        WindowStage stage =
                WindowStage.of(
                        keyed ->
                                keyed.window(TumblingEventTimeWindows.of(ms(10)))
                                        .trigger(PurgingTrigger.of(EventTimeTrigger.create()))
                                        .allowedLateness(ms(5))
                                        .process(new WindowStage.Told<TimeWindow>()));
        stage.record(1, 3).watermark(9).record(2, 4).end();
        assertThat(stage.take()).containsExactly("k[0,10) n=1 sum=1@9", "k[0,10) n=1 sum=2@9");
    }

    @Test
    void windowsGoWhenTheLatenessHasChangedBetweenTwoRuns() throws Exception {
        WindowStage none = tumbling(0).record(1, 3);
        WindowStage more = tumbling(5);
        more.restore(none.freeze());
        more.watermark(100); // past the window's end and its lateness at once
        assertThat(more.take()).containsExactly("k[0,10) n=1 sum=1@9");
        assertThat(more.entries(WindowStore.STATE)).isZero();
        assertThat(more.timers()).isZero();

        WindowStage much = tumbling(50).record(1, 3).watermark(9);
        WindowStage less = tumbling(5);
        less.restore(much.freeze());
        less.watermark(100);
        assertThat(less.take()).isEmpty();
        assertThat(less.entries(WindowStore.STATE)).isZero();
        assertThat(less.timers()).isZero();
    }

    @Test
    void timesAtTheEndsOfLongAreTimes() throws Exception {
        WindowStage stage = tumbling(Long.MAX_VALUE);
        stage.record(1, Long.MIN_VALUE + 1).record(2, Long.MAX_VALUE - 1).watermark(0);
        stage.record(4, Long.MIN_VALUE + 2).end();
        assertThat(stage.take())
                .containsExactly(
                        "k[-9223372036854775808,-9223372036854775800) n=1 sum=1@-9223372036854775801",
                        "k[-9223372036854775808,-9223372036854775800) n=2 sum=5@-9223372036854775801",
                        "k[9223372036854775800,9223372036854775807) n=1 sum=2@9223372036854775806");
    }
}
