// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.operator;

import static io.millrace.engine.operator.FakeContext.start;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.millrace.engine.chain.EndOfKeys;
import io.millrace.engine.chain.Output;
import io.millrace.streaming.api.functions.KeyedProcessFunction;
import io.millrace.streaming.api.functions.ProcessFunction;
import io.millrace.util.Collector;
import io.millrace.util.OutputTag;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;

class TimersTest {

    private static final long HOUR = 3_600_000;
    private static final OutputTag<String> SIDE =
            new OutputTag<>("side") {
                private static final long serialVersionUID = 1L;
            };

    private final FakeContext context = FakeContext.keyed();
    private final Recorder<Object> out = new Recorder<>();

    /** What a test does per record, or per timer. */
    private interface Doing
            extends BiConsumer<String, KeyedProcessFunction<String, String, Object>.Context> {}

    private static final class Scripted extends KeyedProcessFunction<String, String, Object> {
        private static final long serialVersionUID = 1L;
        private final transient Doing onElement;
        private final transient Doing onTimer;

        Scripted(Doing onElement, Doing onTimer) {
            this.onElement = onElement;
            this.onTimer = onTimer;
        }

        @Override
        public void processElement(String value, Context ctx, Collector<Object> collector) {
            collector.collect("record " + value);
            onElement.accept(value, ctx);
        }

        @Override
        public void onTimer(long timestamp, OnTimerContext ctx, Collector<Object> collector) {
            collector.collect(
                    "timer "
                            + (timestamp == Long.MAX_VALUE ? "MAX" : timestamp)
                            + " "
                            + ctx.timeDomain()
                            + " of "
                            + ctx.getCurrentKey());
            onTimer.accept(ctx.getCurrentKey(), ctx);
        }
    }

    private KeyedProcessOperator<String, String, Object> operator(Doing onElement, Doing onTimer) {
        return operator(context, onElement, onTimer);
    }

    private KeyedProcessOperator<String, String, Object> operator(
            FakeContext in, Doing onElement, Doing onTimer) {
        return new KeyedProcessOperator<>(
                in, new Scripted(onElement, onTimer), x -> x.substring(0, 1), out);
    }

    private static final Doing NOTHING = (value, ctx) -> {};

    @Test
    void t15TimersFireOnceAtTheNextAdvanceAndThoseOfTheClockNeverAtTheEnd() throws Exception {
        var process =
                start(
                        operator(
                                (value, ctx) -> {
                                    for (int i = 0; i < 3; i++) {
                                        ctx.timerService().registerEventTimeTimer(7);
                                    }
                                    ctx.timerService().registerEventTimeTimer(Long.MAX_VALUE);
                                    ctx.timerService()
                                            .registerProcessingTimeTimer(
                                                    ctx.timerService().currentProcessingTime()
                                                            + HOUR);
                                },
                                NOTHING));
        process.element("k1", 5);
        process.watermark(10);
        process.element("k2", 6);
        assertThat(out.take())
                .containsExactly(
                        "record k1@5", "timer 7 EVENT_TIME of k@7", "watermark 10", "record k2@6");
        process.watermark(11);
        assertThat(out.take()).containsExactly("timer 7 EVENT_TIME of k@7", "watermark 11");
        process.watermark(Long.MAX_VALUE);
        assertThat(out.take())
                .containsExactly("timer MAX EVENT_TIME of k@" + Long.MAX_VALUE, "watermark MAX");
        process.finish();
        context.advanceTo(context.clock.millis + 2 * HOUR);
        assertThat(out.take()).isEmpty();
        assertThat(context.scheduled).isEmpty();
    }

    @Test
    void aTimerThatRegistersItselfAgainForEverEndsWhenTheTaskIsCancelled() throws Exception {
        int[] fired = {0};
        var process =
                start(
                        operator(
                                (value, ctx) -> ctx.timerService().registerEventTimeTimer(1),
                                (key, ctx) -> {
                                    ctx.timerService().registerEventTimeTimer(ctx.timestamp() + 1);
                                    context.cancelled = ++fired[0] == 1000;
                                }));
        process.element("k", 0);
        assertThatThrownBy(() -> process.watermark(Long.MAX_VALUE))
                .isInstanceOf(CancellationException.class);
        assertThat(fired[0]).isEqualTo(1000);
    }

    @Test
    void aBurstOfTheClocksTimersEndsWhenTheTaskIsCancelled() throws Exception {
        int[] fired = {0};
        var process =
                start(
                        operator(
                                (value, ctx) -> {
                                    for (long at = 1; at <= 100; at++) {
                                        ctx.timerService().registerProcessingTimeTimer(at);
                                    }
                                },
                                (key, ctx) -> context.cancelled = ++fired[0] == 10));
        process.element("k", 0);
        assertThatThrownBy(() -> context.advanceTo(context.clock.millis + HOUR))
                .isInstanceOf(CancellationException.class);
        assertThat(fired[0]).isEqualTo(10);
    }

    @Test
    void aTimerHasATimestampWhateverItsValue() throws Exception {
        Long[] seen = {0L, 0L};
        var process =
                start(
                        operator(
                                (value, ctx) -> {
                                    seen[0] = ctx.timestamp();
                                    ctx.timerService().registerEventTimeTimer(Long.MIN_VALUE);
                                },
                                (key, ctx) -> seen[1] = ctx.timestamp()));
        process.element("k", Output.NO_TIMESTAMP);
        process.watermark(1);
        assertThat(seen).containsExactly(null, Long.MIN_VALUE);
    }

    @Test
    void eventTimersFireInOrderAcrossKeysWithTheirKeySet() throws Exception {
        var process =
                start(
                        operator(
                                (value, ctx) ->
                                        ctx.timerService()
                                                .registerEventTimeTimer(
                                                        Long.parseLong(value.substring(1))),
                                NOTHING));
        process.element("a30", 1);
        process.element("b10", 2);
        process.element("a20", 3);
        out.take();
        process.watermark(25);
        process.watermark(25);
        assertThat(out.take())
                .containsExactly(
                        "timer 10 EVENT_TIME of b@10",
                        "timer 20 EVENT_TIME of a@20",
                        "watermark 25",
                        "watermark 25");
    }

    @Test
    void aTimerRegisteredWhileTimersFireFiresInTheSameRoundIfItIsDue() throws Exception {
        var process =
                start(
                        operator(
                                (value, ctx) -> ctx.timerService().registerEventTimeTimer(10),
                                (key, ctx) -> {
                                    if (ctx.timestamp() < 30) {
                                        ctx.timerService()
                                                .registerEventTimeTimer(ctx.timestamp() + 10);
                                    }
                                }));
        process.element("a", 1);
        out.take();
        process.watermark(20);
        assertThat(out.take())
                .containsExactly(
                        "timer 10 EVENT_TIME of a@10",
                        "timer 20 EVENT_TIME of a@20",
                        "watermark 20");
    }

    @Test
    void aDeletedTimerDoesNotFireAndDeletingNothingIsNothing() throws Exception {
        var process =
                start(
                        operator(
                                (value, ctx) -> {
                                    ctx.timerService().registerEventTimeTimer(10);
                                    ctx.timerService().registerProcessingTimeTimer(2_000);
                                    ctx.timerService().deleteEventTimeTimer(10);
                                    ctx.timerService().deleteProcessingTimeTimer(2_000);
                                    ctx.timerService().deleteEventTimeTimer(11);
                                },
                                NOTHING));
        process.element("a", 1);
        out.take();
        process.watermark(20);
        context.advanceTo(3_000);
        assertThat(out.take()).containsExactly("watermark 20");
    }

    @Test
    void processingTimersFireByTheClockWithoutATimestamp() throws Exception {
        var process =
                start(
                        operator(
                                (value, ctx) ->
                                        ctx.timerService()
                                                .registerProcessingTimeTimer(
                                                        Long.parseLong(value.substring(1))),
                                NOTHING));
        process.element("a3000", 1);
        process.element("b2000", 1);
        process.element("c10", 1); // in the past: as soon as possible
        out.take();
        context.advanceTo(1_000);
        assertThat(out.take()).containsExactly("timer 10 PROCESSING_TIME of c");
        context.advanceTo(2_500);
        assertThat(out.take()).containsExactly("timer 2000 PROCESSING_TIME of b");
        context.advanceTo(2_999);
        assertThat(out.take()).isEmpty();
        context.advanceTo(3_000);
        assertThat(out.take()).containsExactly("timer 3000 PROCESSING_TIME of a");
        assertThat(context.scheduled).isEmpty();
    }

    @Test
    void aRoundLeavesTimersOfTheMillisecondThatTheClockStillShows() throws Exception {
        var process =
                start(
                        operator(
                                (value, ctx) ->
                                        ctx.timerService()
                                                .registerProcessingTimeTimer(
                                                        Long.parseLong(value.substring(1))),
                                NOTHING));
        process.element("a2000", 1);
        process.element("b2001", 1);
        out.take();
        context.advanceTo(2_001); // in which b may see more
        assertThat(out.take()).containsExactly("timer 2000 PROCESSING_TIME of a");
        context.advanceTo(2_002);
        assertThat(out.take()).containsExactly("timer 2001 PROCESSING_TIME of b");
    }

    @Test
    void aFunctionThatRegistersNowAgainAndAgainDoesNotKeepTheTask() throws Exception {
        var process =
                start(
                        operator(
                                (value, ctx) ->
                                        ctx.timerService().registerProcessingTimeTimer(2_000),
                                (key, ctx) ->
                                        ctx.timerService()
                                                .registerProcessingTimeTimer(
                                                        ctx.timerService()
                                                                .currentProcessingTime())));
        process.element("a", 1);
        out.take();
        context.advanceTo(2_000);
        assertThat(out.take()).hasSize(1);
        context.advanceTo(2_000);
        assertThat(out.take()).hasSize(1);
    }

    @Test
    void aFunctionThatWaitsForTheClockAgainAndAgainEndsWithItsKeyInABatchJob() throws Exception {
        context.endOfKeys = new EndOfKeys();
        Doing eachMinute =
                (key, ctx) ->
                        ctx.timerService()
                                .registerProcessingTimeTimer(
                                        ctx.timerService().currentProcessingTime() + 60_000);
        var process = start(operator(eachMinute, eachMinute));
        process.element("a", 1);
        out.take();
        context.endOfKeys.end();
        assertThat(out.take()).containsExactly("timer 61000 PROCESSING_TIME of a");
        process.element("b", 1);
        out.take();
        context.endOfKeys.end();
        assertThat(out.take()).containsExactly("timer 61000 PROCESSING_TIME of b");
    }

    @Test
    void aFunctionThatRegistersTheNextEventTimeAgainAndAgainEndsWithItsKeyInABatchJob()
            throws Exception {
        context.endOfKeys = new EndOfKeys();
        Doing bothNext =
                (key, ctx) -> {
                    ctx.timerService().registerEventTimeTimer(ctx.timestamp() + 10);
                    ctx.timerService().registerProcessingTimeTimer(7);
                };
        var process =
                start(
                        operator(
                                (value, ctx) ->
                                        ctx.timerService()
                                                .registerEventTimeTimer(ctx.timestamp() + 10),
                                bothNext));
        for (String key : List.of("a", "b")) {
            process.element(key, 1);
            process.element(key, 2);
            out.take();
            assertTimeoutPreemptively(Duration.ofSeconds(20), () -> context.endOfKeys.end());
            assertThat(out.take())
                    .containsExactly(
                            "timer 11 EVENT_TIME of " + key + "@11",
                            "timer 12 EVENT_TIME of " + key + "@12");
        }
    }

    @Test
    void timersOfBothKindsAreThereAfterARestoreAndOverdueOnesFireAtOnce() throws Exception {
        Doing register =
                (value, ctx) -> {
                    ctx.timerService().registerEventTimeTimer(10);
                    ctx.timerService().registerProcessingTimeTimer(2_000);
                };
        var process = start(operator(register, NOTHING));
        process.element("a", 1);
        FakeContext next = context.restore(1);
        process.close();
        out.take();

        next.clock.millis = 50_000;
        var again = start(operator(next, register, NOTHING));
        next.advanceTo(50_000);
        again.watermark(10);
        assertThat(out.take())
                .containsExactly(
                        "timer 2000 PROCESSING_TIME of a",
                        "timer 10 EVENT_TIME of a@10",
                        "watermark 10");
    }

    @Test
    void aProcessFunctionHasNoTimersWithoutKeys() throws Exception {
        var process =
                start(
                        new ProcessOperator<String, Object>(
                                new FakeContext(), new Plain(), null, out));
        assertThatThrownBy(() -> process.element("a", 1))
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessageContaining("'op'")
                .hasMessageContaining("keyBy");
    }

    @Test
    void aProcessFunctionHasTimersAndSideOutputsWithKeys() throws Exception {
        var process = start(new ProcessOperator<>(context, new Plain(), x -> x, out));
        process.element("a", 1);
        process.element("b", Output.NO_TIMESTAMP);
        assertThat(out.take()).containsExactly("1@1", "side: a@1", "null", "side: b");
        process.watermark(7);
        assertThat(out.take()).containsExactly("timer at 7@7", "timer at 7@7", "watermark 7");
    }

    private static final class Plain extends ProcessFunction<String, Object> {
        private static final long serialVersionUID = 1L;

        @Override
        public void processElement(String value, Context ctx, Collector<Object> collector) {
            ctx.timerService().registerEventTimeTimer(7);
            collector.collect(String.valueOf(ctx.timestamp()));
            ctx.output(SIDE, value);
        }

        @Override
        public void onTimer(long timestamp, OnTimerContext ctx, Collector<Object> collector) {
            collector.collect("timer at " + ctx.timerService().currentWatermark());
        }
    }

    @Test
    void aTimerOutsideOfAnyKeyIsRefusedWithAReason() throws Exception {
        start(operator(NOTHING, NOTHING));
        KeyedTimerService<Object> timers =
                new KeyedTimerService<>(
                        context,
                        new KeyedTimerService.Target() {
                            @Override
                            public void onEventTime(long timestamp) {}

                            @Override
                            public void onProcessingTime(long timestamp) {}
                        });
        assertThatThrownBy(() -> timers.registerEventTimeTimer(1))
                .isInstanceOf(NullPointerException.class)
                .hasMessageContaining("no key is set");
    }

    @Test
    void aRoundEndsWhereAnOperatorBehindHasNoRoomAndGoesOnLater() throws Exception {
        var operator =
                start(
                        operator(
                                (value, ctx) ->
                                        ctx.timerService().registerProcessingTimeTimer(1_500),
                                (key, ctx) -> context.heldBehind = true));
        for (String key : new String[] {"a", "b", "c"}) {
            operator.element(key, 1);
        }
        out.lines.clear();
        context.advanceTo(2_000);
        assertThat(out.take()).hasSize(1);
        context.heldBehind = false;
        context.advanceTo(2_001);
        assertThat(out.take()).hasSize(1);
        context.heldBehind = false;
        context.advanceTo(2_002);
        assertThat(out.take()).hasSize(1);
        context.heldBehind = false;
        context.advanceTo(2_003);
        assertThat(out.take()).isEmpty();
    }
}
