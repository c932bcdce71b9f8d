// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.cases.async;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.common.eventtime.Watermark;
import io.millrace.api.common.eventtime.WatermarkGenerator;
import io.millrace.api.common.eventtime.WatermarkOutput;
import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.api.common.functions.FlatMapFunction;
import io.millrace.api.common.state.CheckpointListener;
import io.millrace.api.common.typeinfo.Types;
import io.millrace.streaming.api.datastream.AsyncDataStream;
import io.millrace.streaming.api.datastream.DataStream;
import io.millrace.streaming.api.datastream.IterativeStream;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.api.functions.KeyedProcessFunction;
import io.millrace.streaming.api.functions.ProcessFunction;
import io.millrace.streaming.api.functions.async.AsyncFunction;
import io.millrace.streaming.api.functions.async.ResultFuture;
import io.millrace.streaming.api.functions.async.RichAsyncFunction;
import io.millrace.streaming.util.retryable.AsyncRetryStrategies;
import io.millrace.streaming.util.retryable.RetryPredicates;
import io.millrace.tests.components.Await;
import io.millrace.tests.kit.CheckpointLog;
import io.millrace.tests.kit.Collected;
import io.millrace.tests.kit.Fault;
import io.millrace.tests.kit.Gate;
import io.millrace.tests.kit.Jobs;
import io.millrace.tests.kit.LegacyNumbers;
import io.millrace.tests.kit.NumberSource;
import io.millrace.tests.kit.Pace;
import io.millrace.tests.kit.RunningJob;
import io.millrace.tests.kit.Shared;
import io.millrace.tests.kit.Throwables;
import io.millrace.util.Collector;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Asynchronous functions in whole jobs, answered by other threads. */
@Timeout(180)
class AsyncIoTest {

    private static Executor after(long millis) {
        return CompletableFuture.delayedExecutor(millis, TimeUnit.MILLISECONDS);
    }

    /** The first record takes long. */
    private static final class SlowFirst implements AsyncFunction<Long, Long> {
        private static final long serialVersionUID = 1L;

        @Override
        public void asyncInvoke(Long input, ResultFuture<Long> resultFuture) {
            after(input == 1 ? 500 : 10).execute(() -> resultFuture.complete(List.of(input)));
        }
    }

    /** A watermark behind record 2. */
    private static final class AfterTwo implements WatermarkGenerator<Long> {
        @Override
        public void onEvent(Long event, long eventTimestamp, WatermarkOutput output) {
            if (event == 2) {
                output.emitWatermark(new Watermark(2));
            }
        }

        @Override
        public void onPeriodicEmit(WatermarkOutput output) {}
    }

    private static final class WithWatermark extends ProcessFunction<Long, String> {
        private static final long serialVersionUID = 1L;

        @Override
        public void processElement(Long value, Context ctx, Collector<String> out) {
            long watermark = ctx.timerService().currentWatermark();
            out.collect(
                    "r"
                            + value
                            + "@"
                            + ctx.timestamp()
                            + (watermark == Long.MIN_VALUE ? "" : " after " + watermark));
        }
    }

    @DisplayName("A11: no answer passes a watermark, in order or not")
    @ParameterizedTest
    @CsvSource({"true, 2, r1@1;r2@2;r3@3 after 2", "false, 10, r2@2;r1@1;r3@3 after 2"})
    void a11(boolean ordered, int capacity, String expected) throws Exception {
        StreamExecutionEnvironment env = Jobs.environment(1);
        DataStream<Long> in =
                env.fromData(1L, 2L, 3L)
                        .assignTimestampsAndWatermarks(
                                WatermarkStrategy.<Long>forGenerator(context -> new AfterTwo())
                                        .withTimestampAssigner((value, before) -> value));
        SlowFirst function = new SlowFirst();
        DataStream<Long> answers =
                ordered
                        ? AsyncDataStream.orderedWait(in, function, 10, TimeUnit.SECONDS, capacity)
                        : AsyncDataStream.unorderedWait(
                                in, function, 10, TimeUnit.SECONDS, capacity);
        Collected<String> seen = new Collected<>();
        answers.process(new WithWatermark()).addSink(seen);
        Jobs.run(env, "a11");

        assertThat(String.join(";", seen.values())).isEqualTo(expected);
    }

    /** Says nothing at first, and fails after a checkpoint; then answers in some order. */
    private static final class SilentAtFirst
            implements AsyncFunction<Long, Long>, CheckpointListener {
        private static final long serialVersionUID = 1L;

        private final Shared<AtomicInteger> failures = Shared.of(new AtomicInteger());
        private transient ResultFuture<Long> first;

        @Override
        public void asyncInvoke(Long input, ResultFuture<Long> resultFuture) {
            if (failures.get().get() == 0) {
                first = first == null ? resultFuture : first;
            } else {
                after(ThreadLocalRandom.current().nextInt(4))
                        .execute(() -> resultFuture.complete(List.of(input)));
            }
        }

        @Override
        public void notifyCheckpointComplete(long checkpointId) {
            if (first != null && failures.get().getAndIncrement() == 0) {
                first.completeExceptionally(new IllegalStateException("on purpose"));
            }
        }
    }

    @DisplayName(
            "A13: a job with a full queue goes on after a restore, and each record is answered once")
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void a13(boolean oldSource) throws Exception {
        StreamExecutionEnvironment env = Jobs.environment(1);
        env.enableCheckpointing(50);
        Jobs.restarts(env, 1);
        DataStream<Long> in =
                oldSource
                        ? env.addSource(new LegacyNumbers(0, 24, Pace.freely()))
                        : env.fromSource(
                                NumberSource.numbers(0, 24),
                                WatermarkStrategy.noWatermarks(),
                                "numbers");
        // Four records of one: there is always one that waits for a place.
        FlatMapFunction<Long, Long> four =
                (number, out) -> {
                    for (int i = 0; i < 4; i++) {
                        out.collect(4 * number + i);
                    }
                };
        DataStream<Long> hundred = in.flatMap(four).returns(Types.LONG);
        Collected<Long> seen = new Collected<>();
        AsyncDataStream.orderedWait(hundred, new SilentAtFirst(), 60, TimeUnit.SECONDS, 2)
                .addSink(seen);
        Jobs.run(env, "a13");

        assertThat(seen.values()).isEqualTo(LongStream.range(0, 100).boxed().toList());
    }

    @Test
    @DisplayName("T13, A11: the end of the input waits for what is under way")
    void theEndWaitsForWhatIsUnderWay() throws Exception {
        StreamExecutionEnvironment env = Jobs.environment(2);
        Collected<Long> seen = new Collected<>();
        AsyncDataStream.unorderedWait(
                        env.fromSource(
                                NumberSource.numbers(1, 200).inSplits(2),
                                WatermarkStrategy.noWatermarks(),
                                "numbers"),
                        (Long number, ResultFuture<Long> future) ->
                                after(number % 7 * 20)
                                        .execute(() -> future.complete(List.of(number, -number))),
                        60,
                        TimeUnit.SECONDS,
                        100)
                .addSink(seen);
        Jobs.run(env, "the end waits");

        assertThat(seen.values())
                .hasSize(400)
                .containsAll(LongStream.rangeClosed(1, 200).boxed().toList())
                .containsAll(LongStream.rangeClosed(1, 200).map(n -> -n).boxed().toList());
    }

    @Test
    @DisplayName("M14: an error fails the job, and the message names operator, record and cause")
    void anErrorNamesTheOperator() throws Exception {
        StreamExecutionEnvironment env = Jobs.environment(1);
        AsyncDataStream.orderedWait(
                        env.fromData(41L),
                        (Long number, ResultFuture<Long> future) ->
                                after(1).execute(
                                                () ->
                                                        future.completeExceptionally(
                                                                new IllegalStateException(
                                                                        "no such customer"))),
                        10,
                        TimeUnit.SECONDS)
                .name("customers")
                .uid("customers-uid")
                .addSink(new Collected<>());
        Throwable failure = Jobs.runToFailure(env, "an error");

        assertThat(String.join("\n", Throwables.messages(failure)))
                .contains("'customers'", "customers-uid", "41", "no such customer");
    }

    @Test
    @DisplayName(
            "M14: what takes too long fails the job by a TimeoutException unless timeout() answers")
    void whatTakesTooLong() throws Exception {
        AsyncFunction<Long, Long> never = (number, future) -> {};
        StreamExecutionEnvironment env = Jobs.environment(1);
        AsyncDataStream.orderedWait(env.fromData(1L), never, 20, TimeUnit.MILLISECONDS)
                .addSink(new Collected<>());
        assertThat(Throwables.root(Jobs.runToFailure(env, "never")))
                .isInstanceOf(java.util.concurrent.TimeoutException.class);

        Collected<Long> seen = new Collected<>();
        StreamExecutionEnvironment again = Jobs.environment(1);
        AsyncDataStream.orderedWait(
                        again.fromData(1L, 2L),
                        new AsyncFunction<Long, Long>() {
                            private static final long serialVersionUID = 1L;

                            @Override
                            public void asyncInvoke(Long input, ResultFuture<Long> resultFuture) {}

                            @Override
                            public void timeout(Long input, ResultFuture<Long> resultFuture) {
                                resultFuture.complete(List.of(-input));
                            }
                        },
                        20,
                        TimeUnit.MILLISECONDS)
                .addSink(seen);
        Jobs.run(again, "answered late");
        assertThat(seen.values()).containsExactly(-1L, -2L);
    }

    @Test
    @DisplayName("M14: what fails for a while is asked again")
    void whatFailsForAWhileIsAskedAgain() throws Exception {
        StreamExecutionEnvironment env = Jobs.environment(1);
        Collected<Long> seen = new Collected<>();
        Fault fault = Fault.times(5);
        AsyncDataStream.orderedWaitWithRetry(
                        env.fromData(1L, 2L, 3L),
                        (Long number, ResultFuture<Long> future) -> {
                            try {
                                fault.strike("busy");
                                future.complete(List.of(number));
                            } catch (RuntimeException e) {
                                future.completeExceptionally(e);
                            }
                        },
                        30,
                        TimeUnit.SECONDS,
                        new AsyncRetryStrategies.FixedDelayRetryStrategyBuilder<Long>(10, 5)
                                .ifException(RetryPredicates.HAS_EXCEPTION_PREDICATE)
                                .build())
                .addSink(seen);
        Jobs.run(env, "busy for a while");

        assertThat(seen.values()).containsExactly(1L, 2L, 3L);
    }

    @Test
    @DisplayName(
            "M14: a rich function opens a client, is told where it is, and behind keyBy too has no state")
    void aRichFunctionBehindKeyBy() throws Exception {
        StreamExecutionEnvironment env = Jobs.environment(2);
        Collected<String> seen = new Collected<>();
        AsyncDataStream.unorderedWait(
                        env.fromData(1L, 2L, 3L, 4L).keyBy(number -> number % 2),
                        new RichAsyncFunction<Long, String>() {
                            private static final long serialVersionUID = 1L;

                            @Override
                            public void asyncInvoke(Long input, ResultFuture<String> resultFuture) {
                                int subtasks =
                                        getRuntimeContext()
                                                .getTaskInfo()
                                                .getNumberOfParallelSubtasks();
                                resultFuture.complete(List.of(input + " of " + subtasks));
                            }
                        },
                        10,
                        TimeUnit.SECONDS)
                .addSink(seen);
        Jobs.run(env, "rich");

        assertThat(seen.values()).containsExactlyInAnyOrder("1 of 2", "2 of 2", "3 of 2", "4 of 2");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    @DisplayName("M14, M16: a loop does not end while an answer is awaited in it")
    @SuppressWarnings("deprecation") // loops are old, but programs have them
    void inALoop(int parallelism) throws Exception {
        StreamExecutionEnvironment env = Jobs.environment(parallelism);
        Collected<Long> seen = new Collected<>();
        IterativeStream<Long> loop =
                env.fromSource(
                                NumberSource.numbers(1, 30),
                                WatermarkStrategy.noWatermarks(),
                                "numbers")
                        .iterate();
        DataStream<Long> less =
                AsyncDataStream.unorderedWait(
                                loop,
                                (Long number, ResultFuture<Long> future) ->
                                        after(number % 5)
                                                .execute(
                                                        () -> future.complete(List.of(number - 1))),
                                10,
                                TimeUnit.SECONDS,
                                3)
                        .returns(Types.LONG);
        loop.closeWith(less.filter(number -> number > 0).rebalance());
        less.filter(number -> number == 0).addSink(seen);
        Jobs.run(env, "asking in circles");

        assertThat(seen.values()).hasSize(30).containsOnly(0L);
    }

    @Test
    @DisplayName("M14: with object reuse each record under way is its own object")
    void withObjectReuse() throws Exception {
        StreamExecutionEnvironment env = Jobs.environment(1);
        env.getConfig().enableObjectReuse();
        Collected<Long> seen = new Collected<>();
        List<Long> expected = new ArrayList<>();
        for (long i = 1; i <= 50; i++) {
            expected.add(i);
        }
        AsyncDataStream.orderedWait(
                        env.fromSource(
                                        NumberSource.numbers(1, 50),
                                        WatermarkStrategy.noWatermarks(),
                                        "numbers")
                                .flatMap(new OneObject())
                                .returns(
                                        io.millrace.api.common.typeinfo.PrimitiveArrayTypeInfo
                                                .LONG_PRIMITIVE_ARRAY_TYPE_INFO),
                        (long[] number, ResultFuture<Long> future) ->
                                after(1).execute(() -> future.complete(List.of(number[0]))),
                        10,
                        TimeUnit.SECONDS,
                        20)
                .addSink(seen);
        Jobs.run(env, "object reuse");

        assertThat(seen.values()).isEqualTo(expected);
    }

    private static final class OneObject implements FlatMapFunction<Long, long[]> {
        private static final long serialVersionUID = 1L;
        private final long[] reused = new long[1];

        @Override
        public void flatMap(Long number, Collector<long[]> out) {
            reused[0] = number;
            out.collect(reused);
        }
    }

    /** From its first record on one more per millisecond, by timers, while there are to be more. */
    private static final class EachMillisecond extends KeyedProcessFunction<String, Long, Long> {
        private static final long serialVersionUID = 1L;
        private final Shared<AtomicInteger> emitted;
        private final int all;

        EachMillisecond(Shared<AtomicInteger> emitted, int all) {
            this.emitted = emitted;
            this.all = all;
        }

        @Override
        public void processElement(Long value, Context ctx, Collector<Long> out) {
            if (value == 1) {
                ctx.timerService()
                        .registerProcessingTimeTimer(ctx.timerService().currentProcessingTime());
            }
        }

        @Override
        public void onTimer(long timestamp, OnTimerContext ctx, Collector<Long> out) {
            int number = emitted.get().incrementAndGet();
            out.collect((long) number);
            if (number < all) {
                ctx.timerService().registerProcessingTimeTimer(timestamp + 1);
            }
        }
    }

    @Test
    @DisplayName(
            "M14: timers before an asynchronous function bring no more than it has room for, and nothing is lost")
    void timersBeforeItWaitForRoom() throws Exception {
        Gate gate = new Gate();
        CheckpointLog log = new CheckpointLog();
        StreamExecutionEnvironment env = Jobs.environment(1);
        env.enableCheckpointing(20);
        Shared<AtomicInteger> emitted = Shared.of(new AtomicInteger());
        Shared<AtomicInteger> asked = Shared.of(new AtomicInteger());
        Shared<AtomicInteger> longest = Shared.of(new AtomicInteger());
        Collected<Long> seen = new Collected<>();
        AsyncDataStream.orderedWait(
                        env.fromSource(
                                        NumberSource.numbers(1, 2).paced(Pace.behind(gate)),
                                        WatermarkStrategy.noWatermarks(),
                                        "numbers")
                                .keyBy(number -> "one")
                                .process(new EachMillisecond(emitted, 300)),
                        (Long number, ResultFuture<Long> future) -> {
                            int line = emitted.get().get() - asked.get().getAndIncrement();
                            longest.get().accumulateAndGet(line, Math::max);
                            after(10).execute(() -> future.complete(List.of(number)));
                        },
                        60,
                        TimeUnit.SECONDS,
                        2)
                .returns(Types.LONG)
                .map(log.<Long>probe())
                .addSink(seen);
        RunningJob job = Jobs.start(env, "timers before it");
        gate.letReadUpTo(1);
        log.awaitFurtherCompleted(3); // while the timers bring more than there is room for
        assertThat(seen.size()).isLessThan(300);
        Await.until("all have come", () -> seen.size() == 300);
        gate.open();
        job.awaitFinished();

        assertThat(seen.values()).isEqualTo(LongStream.rangeClosed(1, 300).boxed().toList());
        assertThat(longest.get().get()).isLessThanOrEqualTo(3);
    }

    @Test
    @DisplayName("M14: senseless capacities and timeouts are refused when the program is built")
    void senselessSettingsAreRefused() {
        DataStream<Long> in = Jobs.environment(1).fromData(1L);
        AsyncFunction<Long, Long> function = new SlowFirst();
        assertThatThrownBy(() -> AsyncDataStream.orderedWait(in, function, 1, TimeUnit.SECONDS, 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("concurrent async operations");
        assertThatThrownBy(
                        () ->
                                AsyncDataStream.orderedWaitWithRetry(
                                        in,
                                        function,
                                        0,
                                        TimeUnit.SECONDS,
                                        new AsyncRetryStrategies.FixedDelayRetryStrategyBuilder<
                                                        Long>(1, 1)
                                                .build()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("Timeout should be configured");
    }
}
