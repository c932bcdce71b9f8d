// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.java.tuple.Tuple2;
import io.millrace.streaming.api.windowing.assigners.GlobalWindows;
import io.millrace.streaming.api.windowing.assigners.SlidingEventTimeWindows;
import io.millrace.streaming.api.windowing.assigners.TumblingEventTimeWindows;
import io.millrace.streaming.api.windowing.evictors.CountEvictor;
import io.millrace.streaming.api.windowing.evictors.DeltaEvictor;
import io.millrace.streaming.api.windowing.evictors.Evictor;
import io.millrace.streaming.api.windowing.evictors.TimeEvictor;
import io.millrace.streaming.api.windowing.triggers.CountTrigger;
import io.millrace.streaming.api.windowing.windows.GlobalWindow;
import io.millrace.streaming.api.windowing.windows.TimeWindow;
import io.millrace.streaming.runtime.operators.windowing.TimestampedValue;
import java.time.Duration;
import java.util.Iterator;
import org.junit.jupiter.api.Test;

class WindowEvictorsTest {

    private static Duration ms(long millis) {
        return Duration.ofMillis(millis);
    }

    /** Shown at each record. */
    private static WindowStage each(Evictor<? super Tuple2<String, Long>, GlobalWindow> evictor)
            throws Exception {
        return WindowStage.of(
                keyed ->
                        keyed.window(GlobalWindows.create())
                                .trigger(CountTrigger.of(1))
                                .evictor(evictor)
                                .process(new WindowStage.Told<GlobalWindow>()));
    }

    @Test
    void aCountIsKeptBeforeOrAfterTheFunctionSeesThem() throws Exception {
        WindowStage before = each(CountEvictor.of(2));
        before.record(1, 1).record(2, 2).record(4, 3).record(8, 4);
        assertThat(before.take())
                .extracting(line -> line.split("@", -1)[0])
                .containsExactly("k n=1 sum=1", "k n=2 sum=3", "k n=2 sum=6", "k n=2 sum=12");
        WindowStage after = each(CountEvictor.of(2, true));
        after.record(1, 1).record(2, 2).record(4, 3);
        after.restart();
        after.record(8, 4);
        assertThat(after.take())
                .extracting(line -> line.split("@", -1)[0])
                .containsExactly("k n=1 sum=1", "k n=2 sum=3", "k n=3 sum=7", "k n=3 sum=14");
    }

    @Test
    void aTimeIsKeptBeforeTheLatestRecordNotTheLast() throws Exception {
        WindowStage stage = each(TimeEvictor.of(ms(10)));
        stage.record(1, 100).record(2, 95).record(4, 110).record(8, 99).record(16, 101);
        assertThat(stage.take())
                .extracting(line -> line.split("@", -1)[0])
                .containsExactly(
                        "k n=1 sum=1", "k n=2 sum=3", "k n=1 sum=4", "k n=1 sum=4", "k n=2 sum=20");
    }

    @Test
    void withoutTimestampsNothingIsTooOld() throws Exception {
        WindowStage stage = each(TimeEvictor.of(ms(10), true));
        stage.record(1, Long.MIN_VALUE).record(2, Long.MIN_VALUE).record(4, 3);
        assertThat(stage.take())
                .extracting(line -> line.split("@", -1)[0])
                .containsExactly("k n=1 sum=1", "k n=2 sum=3", "k n=3 sum=7");
    }

    @Test
    void aDistanceIsKeptFromTheLastRecord() throws Exception {
        WindowStage stage =
                each(
                        DeltaEvictor.<Tuple2<String, Long>, GlobalWindow>of(
                                5, (a, b) -> Math.abs(a.f1 - b.f1)));
        stage.record(1, 1).record(4, 2).record(8, 3).record(100, 4);
        assertThat(stage.take())
                .extracting(line -> line.split("@", -1)[0])
                .containsExactly("k n=1 sum=1", "k n=2 sum=5", "k n=2 sum=12", "k n=1 sum=100");
    }

    /** Takes everything, from both ends. */
    private static final class All implements Evictor<Object, TimeWindow> {
        private static final long serialVersionUID = 1L;

        @Override
        public void evictBefore(
                Iterable<TimestampedValue<Object>> elements,
                int size,
                TimeWindow window,
                EvictorContext ctx) {
            int seen = 0;
            for (Iterator<TimestampedValue<Object>> all = elements.iterator(); all.hasNext(); ) {
                all.next();
                all.remove();
                seen++;
            }
            assertThat(seen).isEqualTo(size);
            assertThat(ctx.getCurrentWatermark()).isEqualTo(9);
            assertThat(ctx.getCurrentProcessingTime()).isEqualTo(1_000);
            ctx.getMetricGroup().counter("evicted").inc(seen);
        }

        @Override
        public void evictAfter(
                Iterable<TimestampedValue<Object>> elements,
                int size,
                TimeWindow window,
                EvictorContext ctx) {
            assertThat(elements).isEmpty();
            assertThat(size).isZero();
        }
    }

    @Test
    void whenNothingIsLeftAFunctionSeesNothingAndAFoldIsNotShown() throws Exception {
        WindowStage all =
                WindowStage.of(
                        keyed ->
                                keyed.window(TumblingEventTimeWindows.of(ms(10)))
                                        .evictor(new All())
                                        .process(new WindowStage.Told<TimeWindow>()));
        all.record(1, 1).record(2, 2).watermark(9);
        assertThat(all.take()).containsExactly("k[0,10) n=0 sum=0@9");
        assertThat(all.context.metrics.count("evicted")).isEqualTo(2);
        WindowStage aggregated =
                WindowStage.of(
                        keyed ->
                                keyed.window(TumblingEventTimeWindows.of(ms(10)))
                                        .evictor(new All())
                                        .aggregate(new WindowStage.CountAndSum()));
        aggregated.record(1, 1).watermark(9);
        assertThat(aggregated.take()).containsExactly("n=0 sum=0@9");
        WindowStage reduced =
                WindowStage.of(
                        keyed ->
                                keyed.window(TumblingEventTimeWindows.of(ms(10)))
                                        .evictor(new All())
                                        .sum(1));
        reduced.record(1, 1).watermark(9);
        assertThat(reduced.take()).isEmpty();
    }

    @Test
    void aFoldOfWhatIsLeftLeavesTheRecordsAsTheyAre() throws Exception {
        WindowStage stage =
                WindowStage.of(
                        keyed ->
                                keyed.window(SlidingEventTimeWindows.of(ms(10), ms(5)))
                                        .trigger(CountTrigger.of(1))
                                        .evictor(CountEvictor.of(2))
                                        .reduce(
                                                (a, b) -> {
                                                    a.f1 += b.f1;
                                                    return a;
                                                }));
        stage.record(1, 7).record(2, 7).record(4, 7);
        assertThat(stage.take())
                .containsExactly(
                        "(k,1)@14", "(k,1)@9", "(k,3)@14", "(k,3)@9", "(k,6)@14", "(k,6)@9");
    }
}
