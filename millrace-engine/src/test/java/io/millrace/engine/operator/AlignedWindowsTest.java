// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.java.tuple.Tuple2;
import io.millrace.spi.OperatorSpec;
import io.millrace.spi.OperatorTransformation;
import io.millrace.spi.Programs;
import io.millrace.streaming.api.datastream.DataStream;
import io.millrace.streaming.api.datastream.KeyedStream;
import io.millrace.streaming.api.datastream.WindowedStream;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.api.windowing.assigners.SlidingEventTimeWindows;
import io.millrace.streaming.api.windowing.assigners.TumblingEventTimeWindows;
import io.millrace.streaming.api.windowing.assigners.WindowStagger;
import io.millrace.streaming.api.windowing.evictors.CountEvictor;
import io.millrace.streaming.api.windowing.triggers.CountTrigger;
import io.millrace.streaming.api.windowing.triggers.EventTimeTrigger;
import io.millrace.streaming.api.windowing.triggers.PurgingTrigger;
import io.millrace.streaming.api.windowing.windows.TimeWindow;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Which windows run on panes and in slices, and what those do at the edges of their world. */
class AlignedWindowsTest {

    private static final SlidingEventTimeWindows SLIDING =
            SlidingEventTimeWindows.of(Duration.ofMillis(10), Duration.ofMillis(4));

    private static KeyedStream<Tuple2<String, Long>, String> records() {
        return new StreamExecutionEnvironment()
                .fromElements(Tuple2.of("k", 1L))
                .keyBy(record -> record.f0);
    }

    private static OperatorSpec.Window spec(DataStream<?> windows) {
        return (OperatorSpec.Window)
                ((OperatorTransformation<?>) Programs.transformation(windows)).spec();
    }

    private static OperatorSpec.Window tumbling(
            UnaryOperator<WindowedStream<Tuple2<String, Long>, String, TimeWindow>> more) {
        return spec(
                more.apply(records().window(TumblingEventTimeWindows.of(Duration.ofMillis(5))))
                        .sum(1));
    }

    @Test
    void windowsOnAGridThatAreShownOnceRunOnPanes() {
        assertThat(AlignedWindowOperator.fits(tumbling(w -> w))).isTrue();
        assertThat(AlignedWindowOperator.fits(spec(records().window(SLIDING).sum(1)))).isTrue();
        assertThat(AlignedWindowOperator.fits(tumbling(w -> w.trigger(EventTimeTrigger.create()))))
                .isTrue();
    }

    @Test
    void whatAsksForMoreDoesNot() {
        List<OperatorSpec.Window> more =
                List.of(
                        tumbling(w -> w.trigger(CountTrigger.of(3))),
                        tumbling(w -> w.trigger(PurgingTrigger.of(EventTimeTrigger.create()))),
                        tumbling(w -> w.evictor(CountEvictor.of(3))),
                        tumbling(w -> w.allowedLateness(Duration.ofMillis(1))),
                        spec(
                                records()
                                        .window(
                                                TumblingEventTimeWindows.of(
                                                        Duration.ofMillis(5),
                                                        Duration.ZERO,
                                                        WindowStagger.NATURAL))
                                        .sum(1)),
                        spec(records().window(SLIDING).process(new WindowStage.Told<>())));
        assertThat(more).noneMatch(AlignedWindowOperator::fits);
    }

    @Test
    void slicesNeedProofOrTheWordOfTheProgram() {
        OperatorSpec.Window ofRecords = spec(records().window(SLIDING).sum(1));
        KeyedStream<Long, Long> numbers =
                new StreamExecutionEnvironment().fromElements(1L).keyBy(number -> number % 2);
        OperatorSpec.Window ofNumbers = spec(numbers.window(SLIDING).sum(0));
        OperatorSpec.Window ofOwn = spec(numbers.window(SLIDING).reduce((a, b) -> a + b));
        OperatorSpec.Window apart = tumbling(w -> w);
        assertThat(SlicedWindowOperator.fits(ofNumbers, WindowOptions.Slices.AUTO)).isTrue();
        assertThat(SlicedWindowOperator.fits(ofRecords, WindowOptions.Slices.AUTO)).isFalse();
        OperatorSpec.Window inTinySlices =
                spec(
                        numbers.window(
                                        SlidingEventTimeWindows.of(
                                                Duration.ofMillis(10_000),
                                                Duration.ofMillis(3_001)))
                                .sum(0));
        assertThat(SlicedWindowOperator.fits(inTinySlices, WindowOptions.Slices.AUTO)).isFalse();
        assertThat(SlicedWindowOperator.fits(inTinySlices, WindowOptions.Slices.ON)).isTrue();
        assertThat(SlicedWindowOperator.fits(ofOwn, WindowOptions.Slices.AUTO)).isFalse();
        for (OperatorSpec.Window each : List.of(ofNumbers, ofRecords, ofOwn)) {
            assertThat(SlicedWindowOperator.fits(each, WindowOptions.Slices.ON)).isTrue();
            assertThat(SlicedWindowOperator.fits(each, WindowOptions.Slices.OFF)).isFalse();
        }
        assertThat(SlicedWindowOperator.fits(apart, WindowOptions.Slices.ON)).isFalse();
    }

    @Test
    @DisplayName("Windows at the ends of time, which have no numbers, are shown, too")
    void theEndsOfTime() throws Exception {
        WindowStage stage = WindowStage.of(keyed -> keyed.window(SLIDING).sum(1));
        stage.record(1, 3).record(2, Long.MAX_VALUE - 2).record(4, Long.MIN_VALUE + 1);
        stage.restart();
        stage.watermark(Long.MIN_VALUE + 30);
        assertThat(stage.take()).isNotEmpty().allMatch(line -> line.startsWith("(k,4)@-9223"));
        stage.watermark(12);
        assertThat(stage.take()).containsExactly("(k,1)@5", "(k,1)@9");
        stage.end();
        assertThat(stage.take()).isNotEmpty().allMatch(line -> line.startsWith("(k,2)@9223"));
        assertThat(stage.entries(WindowStore.STATE)).isZero();
    }
}
