// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.common.ExecutionConfig;
import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.api.java.tuple.Tuple2;
import io.millrace.streaming.api.datastream.KeyedStream;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.api.windowing.assigners.EventTimeSessionWindows;
import io.millrace.streaming.api.windowing.assigners.MergingWindowAssigner;
import io.millrace.streaming.api.windowing.triggers.CountTrigger;
import io.millrace.streaming.api.windowing.triggers.DeltaTrigger;
import io.millrace.streaming.api.windowing.triggers.EventTimeTrigger;
import io.millrace.streaming.api.windowing.triggers.PurgingTrigger;
import io.millrace.streaming.api.windowing.triggers.Trigger;
import io.millrace.streaming.api.windowing.windows.TimeWindow;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class WindowMergingTest {

    private static Duration ms(long millis) {
        return Duration.ofMillis(millis);
    }

    private static WindowStage sessions(long gap) throws Exception {
        return WindowStage.of(
                keyed ->
                        keyed.window(EventTimeSessionWindows.withGap(ms(gap)))
                                .process(new WindowStage.Told<TimeWindow>()));
    }

    @Test
    void aMergeOfMergedSessionsHasEverything() throws Exception {
        WindowStage stage = sessions(10);
        // [0,15) and [40,55), each of two; then [20,35); then what joins all, piece by piece.
        stage.record(1, 0).record(2, 5).record(4, 45).record(8, 40).record(16, 20).record(32, 25);
        stage.record(64, 12).record(128, 33);
        assertThat(stage.entries(WindowStore.STATE)).as("one place for one session").isOne();
        assertThat(stage.timers()).isOne();
        assertThat(stage.end().take()).containsExactly("k[0,55) n=8 sum=255@54");
        assertThat(stage.entries(WindowStore.STATE)).isZero();
        assertThat(stage.entries(MergingWindows.STATE)).isZero();
        assertThat(stage.timers()).isZero();
    }

    @Test
    void inWhateverOrderRecordsComeTheSessionsAreTheSame() throws Exception {
        List<Integer> times = new ArrayList<>(List.of(0, 9, 17, 26, 35, 60, 70, 80, 100));
        for (int seed = 0; seed < 50; seed++) {
            Collections.shuffle(times, new Random(seed));
            WindowStage stage = sessions(10);
            for (int time : times) {
                stage.record(1, time);
            }
            assertThat(stage.end().take())
                    .as("order %s", times)
                    .containsExactly(
                            "k[0,45) n=5 sum=5@44",
                            "k[60,90) n=3 sum=3@89",
                            "k[100,110) n=1 sum=1@109");
        }
    }

    @Test
    void sessionsGoOnAfterARestore() throws Exception {
        WindowStage stage = sessions(10);
        stage.record(1, 0).record(2, 5).record(4, 30);
        stage.restart();
        stage.record(8, 10).record(16, 20).end();
        assertThat(stage.take()).containsExactly("k[0,40) n=5 sum=31@39");
    }

    @Test
    void aRecordWhoseWindowIsOneThatIsThereGoesIntoIt() throws Exception {
        WindowStage stage =
                WindowStage.of(
                        keyed ->
                                keyed.window(
                                                EventTimeSessionWindows
                                                        .<Tuple2<String, Long>>withDynamicGap(
                                                                record -> record.f1))
                                        .process(new WindowStage.Told<TimeWindow>()));
        // [0,10) and [10,20) are [0,20), kept under [0,10); then [0,20) by itself.
        stage.record(10, 0).record(10, 10).record(20, 0).end();
        assertThat(stage.take()).containsExactly("k[0,20) n=3 sum=40@19");
    }

    @Test
    void countsAreAddedWhenWindowsMerge() throws Exception {
        WindowStage stage =
                WindowStage.of(
                        keyed ->
                                keyed.window(EventTimeSessionWindows.withGap(ms(10)))
                                        .trigger(PurgingTrigger.of(CountTrigger.of(4)))
                                        .process(new WindowStage.Told<TimeWindow>()));
        stage.record(1, 0).record(2, 15).record(4, 16);
        assertThat(stage.take()).isEmpty();
        stage.record(8, 8);
        assertThat(stage.take()).containsExactly("k[0,26) n=4 sum=15@25");
        assertThat(stage.entries("count")).isZero();
        assertThat(stage.end().take()).isEmpty();
    }

    @Test
    void aTriggerThatCannotMergeIsRefusedWhenItIsGiven() {
        assertThatThrownBy(
                        () ->
                                WindowStage.of(
                                        keyed ->
                                                keyed.window(
                                                                EventTimeSessionWindows.withGap(
                                                                        ms(10)))
                                                        .trigger(delta(keyed))
                                                        .process(
                                                                new WindowStage.Told<
                                                                        TimeWindow>())))
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessageContaining("EventTimeSessionWindows(10)")
                .hasMessageContaining("DeltaTrigger")
                .hasMessageContaining("canMerge()");
    }

    private static Trigger<Tuple2<String, Long>, TimeWindow> delta(
            KeyedStream<Tuple2<String, Long>, String> keyed) {
        return DeltaTrigger.of(
                1,
                (a, b) -> b.f1 - a.f1,
                keyed.getType().createSerializer(new ExecutionConfig().getSerializerConfig()));
    }

    /** Merges all it has into a window that has ended. */
    private static final class IntoThePast extends MergingWindowAssigner<Object, TimeWindow> {
        private static final long serialVersionUID = 1L;

        @Override
        public void mergeWindows(
                Collection<TimeWindow> windows, MergeCallback<TimeWindow> callback) {
            if (windows.size() > 1) {
                callback.merge(windows, new TimeWindow(0, 1));
            }
        }

        @Override
        public Collection<TimeWindow> assignWindows(
                Object element, long timestamp, WindowAssignerContext context) {
            return List.of(new TimeWindow(timestamp, timestamp + 1));
        }

        @Override
        @Deprecated
        public Trigger<Object, TimeWindow> getDefaultTrigger(StreamExecutionEnvironment env) {
            return EventTimeTrigger.create();
        }

        @Override
        public TypeSerializer<TimeWindow> getWindowSerializer(ExecutionConfig executionConfig) {
            return new TimeWindow.Serializer();
        }

        @Override
        public boolean isEventTime() {
            return true;
        }
    }

    @Test
    void aWindowThatBecomesPastByMergingIsRefused() throws Exception {
        WindowStage stage =
                WindowStage.of(
                        keyed ->
                                keyed.window(new IntoThePast())
                                        .process(new WindowStage.Told<TimeWindow>()));
        stage.watermark(50).record(1, 60);
        assertThatThrownBy(() -> stage.record(2, 70))
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessageContaining("cannot become past by merging");
    }
}
