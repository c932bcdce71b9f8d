// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.benchmark.pipeline;

import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.api.common.functions.AggregateFunction;
import io.millrace.api.common.functions.FlatMapFunction;
import io.millrace.api.common.functions.MapFunction;
import io.millrace.api.common.functions.OpenContext;
import io.millrace.api.common.functions.RichMapFunction;
import io.millrace.api.common.state.CheckpointListener;
import io.millrace.api.common.state.ListState;
import io.millrace.api.common.state.ListStateDescriptor;
import io.millrace.api.common.state.ValueState;
import io.millrace.api.common.state.ValueStateDescriptor;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.java.tuple.Tuple2;
import io.millrace.benchmark.pipeline.Gen.*;
import io.millrace.runtime.state.FunctionInitializationContext;
import io.millrace.runtime.state.FunctionSnapshotContext;
import io.millrace.streaming.api.checkpoint.CheckpointedFunction;
import io.millrace.streaming.api.datastream.DataStream;
import io.millrace.streaming.api.datastream.KeyedStream;
import io.millrace.streaming.api.datastream.WindowedStream;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.api.functions.sink.RichSinkFunction;
import io.millrace.streaming.api.functions.windowing.ProcessWindowFunction;
import io.millrace.streaming.api.windowing.assigners.SlidingEventTimeWindows;
import io.millrace.streaming.api.windowing.assigners.TumblingEventTimeWindows;
import io.millrace.streaming.api.windowing.windows.TimeWindow;
import io.millrace.util.Collector;
import java.time.Duration;

/** The workloads as plain DataStream jobs. Only the imports tie this class to its engine. */
public final class MillraceJobs {

    public static void build(StreamExecutionEnvironment env, Spec s) {
        final long n = s.n;
        final int p = s.p;
        switch (s.w) {
            case "W1":
                source(env, s, i -> Gen.line(Gen.interleave(i, n, p)), String.class)
                        .flatMap(new Split())
                        .keyBy(w -> w)
                        .map(new CountWords())
                        .addSink(new CheckSink<>(false));
                break;
            case "W3":
            case "W3b":
                KeyedStream<Bid, Long> bids =
                        source(env, s, i -> Gen.bid(Gen.interleave(i, n, p)), Bid.class)
                                .assignTimestampsAndWatermarks(
                                        WatermarkStrategy.<Bid>forBoundedOutOfOrderness(
                                                        Duration.ofMillis(Gen.LAG_MS))
                                                .withTimestampAssigner((b, t) -> b.ts))
                                .keyBy(b -> b.auction);
                WindowedStream<Bid, Long, TimeWindow> windows =
                        s.w.equals("W3")
                                ? bids.window(
                                        TumblingEventTimeWindows.of(Duration.ofMillis(Gen.WIN_MS)))
                                : bids.window(
                                        SlidingEventTimeWindows.of(
                                                Duration.ofMillis(Gen.WIN_MS),
                                                Duration.ofMillis(Gen.SLIDE_MS)));
                windows.aggregate(new CountMax(), new ToWinOut()).addSink(new CheckSink<>(false));
                break;
            case "W4":
                source(env, s, s.recs(), Rec.class)
                        .map(Gen::step1)
                        .filter(Gen::step2)
                        .map(Gen::step3)
                        .addSink(new CheckSink<>(false));
                break;
            default: // W2, W7, W8
                source(env, s, s.recs(), Rec.class)
                        .keyBy(r -> r.key)
                        .map(new SumByKey(s.failAt))
                        .addSink(new CheckSink<>(false));
        }
    }

    private static <T> DataStream<T> source(
            StreamExecutionEnvironment env, Spec s, Gen.Fn<T> gen, Class<T> type) {
        return env.fromSequence(0, s.n - 1)
                .map(new FromIndex<>(gen))
                .returns(TypeInformation.of(type));
    }

    static final class FromIndex<T> implements MapFunction<Long, T> {
        private final Gen.Fn<T> gen;
        private boolean started;

        FromIndex(Gen.Fn<T> gen) {
            this.gen = gen;
        }

        @Override
        public T map(Long i) {
            if (!started) {
                started = true;
                Marks.first();
            }
            return gen.at(i);
        }
    }

    static final class Split implements FlatMapFunction<String, String> {
        @Override
        public void flatMap(String line, Collector<String> out) throws Exception {
            Gen.split(line, out::collect);
        }
    }

    static final class CountWords extends RichMapFunction<String, WordCount> {
        private transient ValueState<Long> count;

        @Override
        public void open(OpenContext c) {
            count = getRuntimeContext().getState(new ValueStateDescriptor<>("count", Long.class));
        }

        @Override
        public WordCount map(String word) throws Exception {
            Long old = count.value();
            long now = old == null ? 1 : old + 1;
            count.update(now);
            return new WordCount(word, now);
        }
    }

    static final class CountMax
            implements AggregateFunction<Bid, Tuple2<Long, Long>, Tuple2<Long, Long>> {
        @Override
        public Tuple2<Long, Long> createAccumulator() {
            return new Tuple2<>(0L, 0L);
        }

        @Override
        public Tuple2<Long, Long> add(Bid b, Tuple2<Long, Long> a) {
            a.f0++;
            if (b.price > a.f1) a.f1 = b.price;
            return a;
        }

        @Override
        public Tuple2<Long, Long> getResult(Tuple2<Long, Long> a) {
            return a;
        }

        @Override
        public Tuple2<Long, Long> merge(Tuple2<Long, Long> a, Tuple2<Long, Long> b) {
            return new Tuple2<>(a.f0 + b.f0, Math.max(a.f1, b.f1));
        }
    }

    static final class ToWinOut
            extends ProcessWindowFunction<Tuple2<Long, Long>, WinOut, Long, TimeWindow> {
        @Override
        public void process(
                Long auction, Context c, Iterable<Tuple2<Long, Long>> in, Collector<WinOut> out) {
            Tuple2<Long, Long> a = in.iterator().next();
            out.collect(new WinOut(auction, c.window().getEnd(), a.f0, a.f1));
        }
    }

    static final class SumByKey extends RichMapFunction<Rec, Rec> {
        private final long failAt;
        private transient ValueState<Long> sum;
        private transient boolean afterFailure;

        SumByKey(long failAt) {
            this.failAt = failAt;
        }

        @Override
        public void open(OpenContext c) {
            sum = getRuntimeContext().getState(new ValueStateDescriptor<>("sum", Long.class));
            afterFailure = Marks.hasFailed();
        }

        @Override
        public Rec map(Rec r) throws Exception {
            if (afterFailure) {
                afterFailure = false;
                Marks.recovered();
            }
            if (r.ts == failAt && Marks.failOnce())
                throw new IllegalStateException("planned failure");
            Long old = sum.value();
            long now = old == null ? r.value : old + r.value;
            sum.update(now);
            return new Rec(r.key, now, r.ts);
        }
    }

    /**
     * Discards records into a checksum that is itself checkpointed, so it stays exact across a
     * restore.
     */
    static final class CheckSink<T extends Hashed> extends RichSinkFunction<T>
            implements CheckpointedFunction, CheckpointListener {
        private final boolean latency;
        private transient java.util.Map<Long, Long> begun;
        private transient Marks.Acc acc;
        private transient ListState<Tuple2<Long, Long>> state;

        CheckSink(boolean latency) {
            this.latency = latency;
        }

        @Override
        public void initializeState(FunctionInitializationContext c) throws Exception {
            acc = new Marks.Acc(latency);
            begun = new java.util.HashMap<>();
            state =
                    c.getOperatorStateStore()
                            .getListState(
                                    new ListStateDescriptor<>(
                                            "acc",
                                            TypeInformation.of(
                                                    new io.millrace.api.common.typeinfo.TypeHint<
                                                            Tuple2<Long, Long>>() {})));
            for (Tuple2<Long, Long> t : state.get()) {
                acc.count += t.f0;
                acc.sum += t.f1;
            }
        }

        @Override
        public void snapshotState(FunctionSnapshotContext c) throws Exception {
            state.update(java.util.List.of(new Tuple2<>(acc.count, acc.sum)));
            if (Marks.isSteady()) {
                begun.put(c.getCheckpointId(), c.getCheckpointTimestamp());
            }
        }

        @Override
        public void notifyCheckpointComplete(long id) {
            Long begin = begun.remove(id);
            if (begin != null) {
                Marks.checkpointed(id, System.currentTimeMillis() - begin);
            }
        }

        @Override
        public void invoke(T v, Context c) {
            acc.add(v);
        }

        @Override
        public void finish() {
            acc.publish();
        }
    }

    private MillraceJobs() {}
}
