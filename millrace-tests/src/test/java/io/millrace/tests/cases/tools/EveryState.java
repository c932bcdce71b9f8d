// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.cases.tools;

import io.millrace.api.common.functions.AggregateFunction;
import io.millrace.api.common.functions.OpenContext;
import io.millrace.api.common.state.AggregatingState;
import io.millrace.api.common.state.AggregatingStateDescriptor;
import io.millrace.api.common.state.BroadcastState;
import io.millrace.api.common.state.CheckpointListener;
import io.millrace.api.common.state.ListState;
import io.millrace.api.common.state.ListStateDescriptor;
import io.millrace.api.common.state.MapState;
import io.millrace.api.common.state.MapStateDescriptor;
import io.millrace.api.common.state.ReducingState;
import io.millrace.api.common.state.ReducingStateDescriptor;
import io.millrace.api.common.state.StateTtlConfig;
import io.millrace.api.common.state.ValueState;
import io.millrace.api.common.state.ValueStateDescriptor;
import io.millrace.api.common.typeinfo.Types;
import io.millrace.api.java.tuple.Tuple2;
import io.millrace.formats.avro.typeutils.GenericRecordAvroTypeInfo;
import io.millrace.runtime.state.FunctionInitializationContext;
import io.millrace.runtime.state.FunctionSnapshotContext;
import io.millrace.streaming.api.checkpoint.CheckpointedFunction;
import io.millrace.streaming.api.datastream.SingleOutputStreamOperator;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.api.functions.KeyedProcessFunction;
import io.millrace.streaming.api.functions.sink.v2.DiscardingSink;
import io.millrace.streaming.api.functions.source.SourceFunction;
import io.millrace.streaming.api.functions.windowing.ProcessWindowFunction;
import io.millrace.streaming.api.windowing.assigners.TumblingEventTimeWindows;
import io.millrace.streaming.api.windowing.windows.TimeWindow;
import io.millrace.util.Collector;
import java.io.Serializable;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;

/** A job that keeps state of every kind and of many types for a number of keys. */
final class EveryState {

    static final int KEYS = 24;

    private static final Map<String, CompletableFuture<Void>> COMPLETE = new ConcurrentHashMap<>();

    private static final Schema AVRO =
            new Schema.Parser()
                    .parse(
                            "{\"type\":\"record\",\"name\":\"Song\",\"fields\":["
                                    + "{\"name\":\"title\",\"type\":\"string\"},"
                                    + "{\"name\":\"year\",\"type\":\"int\"}]}");

    private EveryState() {}

    /** A POJO, with another in it. */
    public static final class Account {
        public String owner;
        public long balance;
        public Integer limit;
        public Place place;
    }

    /** In an account. */
    public static final class Place {
        public String city;
    }

    /** A record. */
    public record Stock(String name, double price) {}

    /** Constants. */
    public enum Grade {
        LOW,
        HIGH
    }

    /** Nothing but Kryo writes it. */
    @SuppressWarnings("UnusedVariable") // what Kryo writes need not be read by anyone else
    public static final class Opaque {
        private final int number;

        Opaque(int number) {
            this.number = number;
        }
    }

    /** Adds the job; the future is complete when a checkpoint has all of it. */
    static CompletableFuture<Void> build(StreamExecutionEnvironment env, String name) {
        CompletableFuture<Void> complete = new CompletableFuture<>();
        COMPLETE.put(name, complete);
        SingleOutputStreamOperator<Tuple2<String, Long>> entries =
                env.addSource(new Entries(name))
                        .returns(Types.TUPLE(Types.STRING, Types.LONG))
                        .uid("entries")
                        .setParallelism(1);
        entries.keyBy(each -> each.f0)
                .process(new Keeper())
                .uid("keeper")
                .sinkTo(new DiscardingSink<>());
        entries.keyBy(each -> each.f0)
                .window(TumblingEventTimeWindows.of(Duration.ofSeconds(1)))
                .aggregate(new Sum())
                .uid("sums")
                .sinkTo(new DiscardingSink<>());
        entries.keyBy(each -> each.f0)
                .window(TumblingEventTimeWindows.of(Duration.ofSeconds(1)))
                .process(new Count())
                .uid("lists")
                .sinkTo(new DiscardingSink<>());
        return complete;
    }

    private static final class Entries
            implements SourceFunction<Tuple2<String, Long>>,
                    CheckpointedFunction,
                    CheckpointListener {
        private static final long serialVersionUID = 1L;
        private final String name;
        private final CompletableFuture<Void> stopped = new CompletableFuture<>();
        private int batches;
        private long complete = -1;
        private long emittedBefore = Long.MAX_VALUE;
        private transient ListState<Long> position;
        private transient ListState<String> own;
        private transient BroadcastState<String, Stock> stocks;

        Entries(String name) {
            this.name = name;
        }

        /** A future can't be serialized: each copy has its own. */
        private Object writeReplace() {
            return new Plain(name);
        }

        private record Plain(String name) implements Serializable {
            private Object readResolve() {
                return new Entries(name);
            }
        }

        /** In two halves, with a checkpoint between them: of layers there are at least two. */
        @Override
        public void run(SourceContext<Tuple2<String, Long>> context) throws Exception {
            Object lock = context.getCheckpointLock();
            synchronized (lock) {
                emit(context, 0, KEYS / 2);
                while (complete < emittedBefore && !stopped.isDone()) {
                    lock.wait(5);
                }
                emit(context, KEYS / 3, KEYS);
            }
            stopped.get();
        }

        private void emit(SourceContext<Tuple2<String, Long>> context, int from, int to) {
            for (int i = from; i < to; i++) {
                context.collectWithTimestamp(Tuple2.of("key-" + i, (long) i), 1000L * (i % 3));
            }
            batches++;
            emittedBefore = Long.MAX_VALUE;
        }

        @Override
        public void cancel() {
            stopped.complete(null);
        }

        @Override
        public void initializeState(FunctionInitializationContext context) throws Exception {
            var states = context.getOperatorStateStore();
            position = states.getUnionListState(new ListStateDescriptor<>("position", Long.class));
            own = states.getListState(new ListStateDescriptor<>("own", String.class));
            stocks =
                    states.getBroadcastState(
                            new MapStateDescriptor<>("stocks", String.class, Stock.class));
        }

        @Override
        public void snapshotState(FunctionSnapshotContext context) throws Exception {
            position.update(List.of(7L, 9L));
            own.update(List.of("a", "b"));
            stocks.put("tea", new Stock("green", 2.5));
            if (emittedBefore == Long.MAX_VALUE) {
                emittedBefore = context.getCheckpointId();
            }
        }

        @Override
        public void notifyCheckpointComplete(long checkpointId) {
            complete = checkpointId;
            if (batches == 2 && checkpointId >= emittedBefore) {
                COMPLETE.get(name).complete(null);
            }
        }
    }

    private static final class Keeper
            extends KeyedProcessFunction<String, Tuple2<String, Long>, String> {
        private static final long serialVersionUID = 1L;
        private transient ValueState<Account> account;
        private transient ValueState<Stock> stock;
        private transient ValueState<Grade> grade;
        private transient ValueState<Opaque> opaque;
        private transient ValueState<GenericRecord> song;
        private transient ValueState<Tuple2<Long, String>> pair;
        private transient ValueState<Long> fresh;
        private transient ListState<Stock> list;
        private transient MapState<String, Long> visits;
        private transient MapState<String, Long> freshVisits;
        private transient ReducingState<Long> sum;
        private transient AggregatingState<Tuple2<String, Long>, Long> mean;

        @Override
        public void open(OpenContext context) {
            var runtime = getRuntimeContext();
            StateTtlConfig day = StateTtlConfig.newBuilder(Duration.ofDays(1)).build();
            account = runtime.getState(new ValueStateDescriptor<>("account", Account.class));
            stock = runtime.getState(new ValueStateDescriptor<>("stock", Stock.class));
            grade = runtime.getState(new ValueStateDescriptor<>("grade", Grade.class));
            opaque = runtime.getState(new ValueStateDescriptor<>("opaque", Opaque.class));
            song =
                    runtime.getState(
                            new ValueStateDescriptor<>(
                                    "song", new GenericRecordAvroTypeInfo(AVRO)));
            pair =
                    runtime.getState(
                            new ValueStateDescriptor<>(
                                    "pair", Types.TUPLE(Types.LONG, Types.STRING)));
            ValueStateDescriptor<Long> timed = new ValueStateDescriptor<>("fresh", Long.class);
            timed.enableTimeToLive(day);
            fresh = runtime.getState(timed);
            list = runtime.getListState(new ListStateDescriptor<>("list", Stock.class));
            visits =
                    runtime.getMapState(
                            new MapStateDescriptor<>("visits", String.class, Long.class));
            MapStateDescriptor<String, Long> timedMap =
                    new MapStateDescriptor<>("fresh visits", String.class, Long.class);
            timedMap.enableTimeToLive(day);
            freshVisits = runtime.getMapState(timedMap);
            sum =
                    runtime.getReducingState(
                            new ReducingStateDescriptor<>("sum", Long::sum, Long.class));
            mean =
                    runtime.getAggregatingState(
                            new AggregatingStateDescriptor<>("mean", new Sum(), Long.class));
        }

        @Override
        public void processElement(
                Tuple2<String, Long> entry, Context context, Collector<String> out)
                throws Exception {
            long number = entry.f1;
            Account kept = new Account();
            kept.owner = entry.f0;
            kept.balance = number;
            kept.limit = number % 2 == 0 ? null : 100;
            kept.place = new Place();
            kept.place.city = "city " + number;
            account.update(kept);
            stock.update(new Stock("share, \"" + number + "\"", number / 2.0));
            grade.update(number < 5 ? Grade.LOW : Grade.HIGH);
            opaque.update(new Opaque((int) number));
            GenericData.Record record = new GenericData.Record(AVRO);
            record.put("title", "song " + number);
            record.put("year", 1900 + (int) number);
            song.update(record);
            pair.update(Tuple2.of(number, "p"));
            fresh.update(number);
            list.update(List.of(new Stock("one", 1), new Stock("two", 2)));
            visits.put("home", number);
            visits.put("away", 1L);
            freshVisits.put("home", number);
            sum.clear();
            sum.add(number);
            mean.clear();
            mean.add(entry);
            context.timerService().registerEventTimeTimer(1_000_000 + number);
            context.timerService().registerProcessingTimeTimer(9_000_000_000_000L + number);
        }
    }

    private static final class Sum implements AggregateFunction<Tuple2<String, Long>, Long, Long> {
        private static final long serialVersionUID = 1L;

        @Override
        public Long createAccumulator() {
            return 0L;
        }

        @Override
        public Long add(Tuple2<String, Long> value, Long sum) {
            return Math.max(sum, value.f1); // the same whether a key came once or twice
        }

        @Override
        public Long getResult(Long sum) {
            return sum;
        }

        @Override
        public Long merge(Long a, Long b) {
            return Math.max(a, b);
        }
    }

    private static final class Count
            extends ProcessWindowFunction<Tuple2<String, Long>, Long, String, TimeWindow> {
        private static final long serialVersionUID = 1L;

        @Override
        public void process(
                String key,
                Context context,
                Iterable<Tuple2<String, Long>> values,
                Collector<Long> out) {
            values.forEach(value -> out.collect(1L));
        }
    }
}
