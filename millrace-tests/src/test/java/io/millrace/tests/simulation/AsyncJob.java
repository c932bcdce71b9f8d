// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.simulation;

import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.api.common.functions.FlatMapFunction;
import io.millrace.api.common.functions.MapFunction;
import io.millrace.api.common.state.ListState;
import io.millrace.api.common.state.ListStateDescriptor;
import io.millrace.api.common.typeinfo.Types;
import io.millrace.api.java.tuple.Tuple2;
import io.millrace.runtime.state.FunctionInitializationContext;
import io.millrace.runtime.state.FunctionSnapshotContext;
import io.millrace.streaming.api.checkpoint.CheckpointedFunction;
import io.millrace.streaming.api.datastream.AsyncDataStream;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.api.functions.async.AsyncFunction;
import io.millrace.streaming.api.functions.async.AsyncRetryStrategy;
import io.millrace.streaming.api.functions.async.ResultFuture;
import io.millrace.streaming.util.retryable.AsyncRetryStrategies;
import io.millrace.streaming.util.retryable.RetryPredicates;
import io.millrace.testing.SimulatedWorld;
import io.millrace.util.Collector;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Asks a system that answers when it likes, twice, with an error, with nothing, or never. On one
 * side in any order and before windows, which come out wrong when an answer passes a watermark, and
 * with another parallelism in every process; on the other in order, in one chain with the source,
 * between a function that numbers and one that looks whether a number is missing.
 */
final class AsyncJob implements Shape.Job {

    private static final int SPLITS = 6;
    private static final int PER_SPLIT = 5;
    private static final int ORDERED_FROM = 1000;
    private static final int ORDERED_SPLITS = 6;
    private static final int ORDERED_PER_SPLIT = 3;
    private static final int TIMES = 3;
    private static final int MOST = 3;
    private static final int CAPACITY = 4;
    private static final int TIMEOUT_MS = 12;
    private static final int SLOWEST_MS = 8;

    @Override
    public void program(StreamExecutionEnvironment env, SimulatedWorld world) {
        env.setParallelism(2);
        AsyncDataStream.unorderedWaitWithRetry(
                        env.fromSource(
                                        new NumbersSource(
                                                world, 0, SPLITS, PER_SPLIT, Expected.HOLD_MS),
                                        WatermarkStrategy.forMonotonousTimestamps(),
                                        "numbers")
                                .uid("numbers")
                                .rebalance(),
                        new Asking<Long>(world),
                        TIMEOUT_MS,
                        TimeUnit.MILLISECONDS,
                        1 + world.draw(CAPACITY),
                        AsyncJob.<Long>patient())
                .returns(Types.LONG)
                .uid("unordered")
                .setParallelism(1 + world.draw(MOST))
                .keyBy(Expected::key)
                .process(new KeyedCounts(world))
                .uid("counts")
                .sinkTo(new LedgerSink(world, "writer"))
                .uid("sink");
        AsyncDataStream.orderedWaitWithRetry(
                        env.fromSource(
                                        new NumbersSource(
                                                world,
                                                ORDERED_FROM,
                                                ORDERED_SPLITS,
                                                ORDERED_PER_SPLIT,
                                                Expected.HOLD_MS),
                                        WatermarkStrategy.noWatermarks(),
                                        "ordered numbers")
                                .uid("ordered numbers")
                                .flatMap(new Numbering())
                                .uid("numbering"),
                        new Asking<Tuple2<Long, Long>>(world),
                        TIMEOUT_MS,
                        TimeUnit.MILLISECONDS,
                        1 + world.draw(CAPACITY),
                        AsyncJob.<Tuple2<Long, Long>>patient())
                .returns(Types.TUPLE(Types.LONG, Types.LONG))
                .uid("ordered")
                .map(new NoneMissing())
                .uid("none missing")
                .sinkTo(new LedgerSink(world, "ordered writer"))
                .uid("ordered sink");
    }

    @SuppressWarnings("unchecked") // the predicate serves all types
    private static <T> AsyncRetryStrategy<T> patient() {
        return new AsyncRetryStrategies.ExponentialBackoffDelayRetryStrategyBuilder<T>(
                        1_000, 1, 4, 1.5)
                .ifException(RetryPredicates.HAS_EXCEPTION_PREDICATE)
                .ifResult(RetryPredicates.EMPTY_RESULT_PREDICATE)
                .build();
    }

    @Override
    public List<String> rows() {
        List<String> rows = new ArrayList<>(KeyedCounts.rows(0, SPLITS * PER_SPLIT));
        rows.removeIf(row -> row.startsWith("side "));
        for (int i = 0; i < ORDERED_SPLITS * ORDERED_PER_SPLIT * TIMES; i++) {
            rows.add("ordered " + (ORDERED_FROM + i / TIMES));
        }
        rows.sort(null);
        return rows;
    }

    /** Gets back what it asks about. */
    private static final class Asking<T> implements AsyncFunction<T, T> {
        private static final long serialVersionUID = 1L;

        private final SimulatedWorld world;

        Asking(SimulatedWorld world) {
            this.world = world;
        }

        @Override
        public void asyncInvoke(T question, ResultFuture<T> future) {
            world.userCode("asking");
            switch (world.draw(10)) {
                case 0:
                    future.complete(List.of(question));
                    break;
                case 1:
                    break; // until the time is up
                case 2:
                    world.later(
                            SLOWEST_MS,
                            () -> future.completeExceptionally(new IllegalStateException("busy")));
                    break;
                case 3:
                    world.later(SLOWEST_MS, () -> future.complete(List.of()));
                    break;
                case 4:
                    world.later(SLOWEST_MS, () -> future.complete(List.of(question)));
                    world.later(SLOWEST_MS, () -> future.complete(List.of(question)));
                    break;
                default:
                    world.later(SLOWEST_MS, () -> future.complete(List.of(question)));
            }
        }

        @Override
        public void timeout(T question, ResultFuture<T> future) {
            world.userCode("time is up");
            future.complete(List.of(question));
        }
    }

    /** Numbers from 1 in each subtask. */
    private static final class Numbering
            implements FlatMapFunction<Long, Tuple2<Long, Long>>, CheckpointedFunction {
        private static final long serialVersionUID = 1L;

        private long given;
        private transient ListState<Long> state;

        @Override
        public void flatMap(Long number, Collector<Tuple2<Long, Long>> out) {
            for (int i = 0; i < TIMES; i++) {
                out.collect(Tuple2.of(number, ++given));
            }
        }

        @Override
        public void snapshotState(FunctionSnapshotContext context) throws Exception {
            state.update(List.of(given));
        }

        @Override
        public void initializeState(FunctionInitializationContext context) throws Exception {
            state =
                    context.getOperatorStateStore()
                            .getListState(new ListStateDescriptor<>("given", Long.class));
            given = 0;
            for (long restored : state.get()) {
                given = restored;
            }
        }
    }

    private static final class NoneMissing
            implements MapFunction<Tuple2<Long, Long>, String>, CheckpointedFunction {
        private static final long serialVersionUID = 1L;

        private long last;
        private transient ListState<Long> state;

        @Override
        public String map(Tuple2<Long, Long> numbered) {
            boolean next = numbered.f1 == last + 1;
            String row =
                    next
                            ? "ordered " + numbered.f0
                            : "number " + numbered.f1 + " came after " + last;
            last = numbered.f1;
            return row;
        }

        @Override
        public void snapshotState(FunctionSnapshotContext context) throws Exception {
            state.update(List.of(last));
        }

        @Override
        public void initializeState(FunctionInitializationContext context) throws Exception {
            state =
                    context.getOperatorStateStore()
                            .getListState(new ListStateDescriptor<>("last", Long.class));
            last = 0;
            for (long restored : state.get()) {
                last = restored;
            }
        }
    }
}
