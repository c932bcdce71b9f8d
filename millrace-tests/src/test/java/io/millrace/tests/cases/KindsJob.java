// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.cases;

import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.api.common.functions.AggregateFunction;
import io.millrace.api.common.functions.OpenContext;
import io.millrace.api.common.state.AggregatingState;
import io.millrace.api.common.state.AggregatingStateDescriptor;
import io.millrace.api.common.state.BroadcastState;
import io.millrace.api.common.state.ListState;
import io.millrace.api.common.state.ListStateDescriptor;
import io.millrace.api.common.state.MapState;
import io.millrace.api.common.state.MapStateDescriptor;
import io.millrace.api.common.state.ReducingState;
import io.millrace.api.common.state.ReducingStateDescriptor;
import io.millrace.api.common.state.ValueState;
import io.millrace.api.common.state.ValueStateDescriptor;
import io.millrace.api.common.typeinfo.Types;
import io.millrace.api.java.tuple.Tuple2;
import io.millrace.configuration.Configuration;
import io.millrace.configuration.ExternalizedCheckpointRetention;
import io.millrace.runtime.state.FunctionInitializationContext;
import io.millrace.runtime.state.FunctionSnapshotContext;
import io.millrace.streaming.api.checkpoint.CheckpointedFunction;
import io.millrace.streaming.api.datastream.KeyedStream;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.api.functions.KeyedProcessFunction;
import io.millrace.streaming.api.windowing.assigners.EventTimeSessionWindows;
import io.millrace.streaming.api.windowing.assigners.SlidingEventTimeWindows;
import io.millrace.tests.components.Await;
import io.millrace.tests.kit.CheckpointLog;
import io.millrace.tests.kit.Collected;
import io.millrace.tests.kit.Fault;
import io.millrace.tests.kit.Gate;
import io.millrace.tests.kit.Jobs;
import io.millrace.tests.kit.NumberSource;
import io.millrace.tests.kit.Pace;
import io.millrace.tests.kit.RunningJob;
import io.millrace.util.Collector;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.LongStream;

/**
 * The numbers 1 to {@link #LAST}, each put into state of every kind under its remainder by {@link
 * #KEYS}, into windows and behind a timer; what each step finds is told, so that one number too
 * many, too few or in the wrong place shows. {@link #expected} is what plain collections hold.
 */
public final class KindsJob {

    public static final long LAST = 80;
    private static final long KEYS = 5;
    private static final long ALARM = 1_000;

    public final CheckpointLog log = new CheckpointLog();
    public final Gate gate = new Gate();
    public final Collected<String> told = new Collected<>();
    public final Collected<Tuple2<Long, Long>> windows = new Collected<>();
    public int parallelism = 1;
    public boolean unaligned;
    public long intervalMs = 20;

    /** Strikes behind the state. */
    public final Fault fault = Fault.onDemand();

    public int restarts;

    /** Whether there is another source beside the numbers, which ends after its only record. */
    public boolean withAFinishedPart;

    public final Collected<Long> ofTheFinishedPart = new Collected<>();

    private final Configuration configuration;

    /** The job under a configuration; its checkpoints stay when it is cancelled. */
    public KindsJob(Configuration configuration) {
        this.configuration = configuration;
    }

    public RunningJob start() throws Exception {
        Fault fault = this.fault; // so that the function has this only
        StreamExecutionEnvironment env = Jobs.environment(parallelism, configuration);
        env.setMaxParallelism(8);
        env.enableCheckpointing(intervalMs);
        if (restarts > 0) {
            Jobs.restarts(env, restarts);
        }
        env.getCheckpointConfig()
                .setExternalizedCheckpointRetention(
                        ExternalizedCheckpointRetention.RETAIN_ON_CANCELLATION);
        if (unaligned) {
            env.getCheckpointConfig().enableUnalignedCheckpoints();
        }
        if (withAFinishedPart) {
            env.fromSource(NumberSource.numbers(1, 1), WatermarkStrategy.noWatermarks(), "short")
                    .uid("short")
                    .setParallelism(1)
                    .addSink(ofTheFinishedPart)
                    .uid("short sink")
                    .setParallelism(1);
        }
        KeyedStream<Long, Long> numbers =
                env.fromSource(
                                NumberSource.numbers(1, LAST).paced(Pace.behind(gate)),
                                WatermarkStrategy.<Long>forMonotonousTimestamps()
                                        .withTimestampAssigner((number, before) -> number),
                                "numbers")
                        .uid("numbers")
                        .setParallelism(1)
                        .keyBy(number -> number % KEYS);
        numbers.process(new Keeps())
                .uid("keeps")
                .map(log.<String>probe())
                .uid("log")
                .map(
                        line -> {
                            fault.strike("behind the state");
                            return line;
                        })
                .uid("fault")
                .addSink(told)
                .uid("told");
        numbers.window(SlidingEventTimeWindows.of(Duration.ofSeconds(10), Duration.ofSeconds(5)))
                .reduce(Long::sum)
                .uid("sliding")
                .map(sum -> Tuple2.of(-1L, sum))
                .returns(Types.TUPLE(Types.LONG, Types.LONG))
                .uid("named")
                .addSink(windows)
                .uid("windows");
        numbers.window(EventTimeSessionWindows.withGap(Duration.ofSeconds(1)))
                .aggregate(new Mean())
                .uid("sessions")
                .setParallelism(1) // each of its subtasks may be a database
                .map(mean -> Tuple2.of(-2L, mean))
                .returns(Types.TUPLE(Types.LONG, Types.LONG))
                .uid("named too")
                .addSink(windows)
                .uid("sessions sink");
        return Jobs.start(env, "kinds");
    }

    /** Lets the numbers up to this one through, and waits for a checkpoint that has them. */
    public void read(long upTo, long before) {
        gate.letReadUpTo(upTo);
        Await.until(upTo + " were kept", () -> told.size() == upTo - before);
        log.awaitFurtherCompleted(3 * parallelism);
    }

    /** What is told of the numbers behind {@code from}, and of the alarms if they are the last. */
    public static List<String> expected(long from, long to) {
        Map<Long, Model> models = new TreeMap<>();
        List<String> lines = new ArrayList<>();
        for (long number = 1; number <= to; number++) {
            Model model = models.computeIfAbsent(number % KEYS, key -> new Model());
            model.add(number);
            if (number > from) {
                lines.add(number % KEYS + " " + model);
            }
        }
        if (to == LAST) {
            models.forEach((key, model) -> lines.add("alarm " + key + " " + model));
        }
        return lines;
    }

    /** Sums of the sliding windows and means of the sessions, when all numbers have come. */
    public static List<Tuple2<Long, Long>> expectedWindows() {
        List<Tuple2<Long, Long>> all = new ArrayList<>();
        for (long key = 0; key < KEYS; key++) {
            long mine = key;
            long sum = LongStream.rangeClosed(1, LAST).filter(n -> n % KEYS == mine).sum();
            all.add(Tuple2.of(-1L, sum)); // begins five seconds before zero
            all.add(Tuple2.of(-1L, sum));
            all.add(Tuple2.of(-2L, sum / (LAST / KEYS)));
        }
        return all;
    }

    /** A POJO. */
    public static final class Kept {
        public String last = "";
        public List<Long> all = new ArrayList<>();
        public long[] pair = new long[2];
    }

    private static final class Model {
        private long count;
        private long sum;
        private final List<Long> list = new ArrayList<>();
        private final Map<String, Long> map = new TreeMap<>();

        void add(long number) {
            count++;
            sum += number;
            list.add(number);
            map.put("m" + number % 3, number);
        }

        @Override
        public String toString() {
            return line(count, list, map, sum, sum / count, "n" + list.get(list.size() - 1), list);
        }
    }

    private static String line(
            long count,
            List<Long> list,
            Map<String, Long> map,
            long sum,
            long mean,
            String last,
            List<Long> all) {
        return count + " " + list + " " + map + " " + sum + " " + mean + " " + last + " " + all;
    }

    private static final class Mean implements AggregateFunction<Long, Tuple2<Long, Long>, Long> {
        private static final long serialVersionUID = 1L;

        @Override
        public Tuple2<Long, Long> createAccumulator() {
            return Tuple2.of(0L, 0L);
        }

        @Override
        public Tuple2<Long, Long> add(Long value, Tuple2<Long, Long> so) {
            return Tuple2.of(so.f0 + value, so.f1 + 1);
        }

        @Override
        public Long getResult(Tuple2<Long, Long> so) {
            return so.f0 / so.f1;
        }

        @Override
        public Tuple2<Long, Long> merge(Tuple2<Long, Long> a, Tuple2<Long, Long> b) {
            return Tuple2.of(a.f0 + b.f0, a.f1 + b.f1);
        }
    }

    private static final class Keeps extends KeyedProcessFunction<Long, Long, String>
            implements CheckpointedFunction {
        private static final long serialVersionUID = 1L;

        private transient ValueState<Long> count;
        private transient ListState<Long> list;
        private transient MapState<String, Long> map;
        private transient ReducingState<Long> sum;
        private transient AggregatingState<Long, Long> mean;
        private transient ValueState<Kept> kept;
        private transient ListState<Long> dealt;
        private transient ListState<String> union;
        private transient BroadcastState<String, Long> broadcast;

        @Override
        public void initializeState(FunctionInitializationContext context) throws Exception {
            dealt =
                    context.getOperatorStateStore()
                            .getListState(new ListStateDescriptor<>("dealt", Types.LONG));
            union =
                    context.getOperatorStateStore()
                            .getUnionListState(new ListStateDescriptor<>("union", Types.STRING));
            broadcast =
                    context.getOperatorStateStore()
                            .getBroadcastState(
                                    new MapStateDescriptor<>(
                                            "broadcast", Types.STRING, Types.LONG));
            if (context.isRestored()) {
                if (!union.get().iterator().hasNext()
                        || !Long.valueOf(42).equals(broadcast.get("r"))) {
                    throw new IllegalStateException("union or broadcast state is lost");
                }
            }
            union.update(List.of("one"));
            broadcast.put("r", 42L);
        }

        @Override
        public void snapshotState(FunctionSnapshotContext context) throws Exception {
            dealt.update(List.of(1L, 2L));
        }

        @Override
        public void open(OpenContext context) {
            count = getRuntimeContext().getState(new ValueStateDescriptor<>("count", Types.LONG));
            list = getRuntimeContext().getListState(new ListStateDescriptor<>("list", Types.LONG));
            map =
                    getRuntimeContext()
                            .getMapState(new MapStateDescriptor<>("map", Types.STRING, Types.LONG));
            sum =
                    getRuntimeContext()
                            .getReducingState(
                                    new ReducingStateDescriptor<>("sum", Long::sum, Types.LONG));
            mean =
                    getRuntimeContext()
                            .getAggregatingState(
                                    new AggregatingStateDescriptor<>(
                                            "mean",
                                            new Mean(),
                                            Types.TUPLE(Types.LONG, Types.LONG)));
            kept = getRuntimeContext().getState(new ValueStateDescriptor<>("kept", Kept.class));
        }

        @Override
        public void processElement(Long number, Context context, Collector<String> out)
                throws Exception {
            count.update(count.value() == null ? 1 : count.value() + 1);
            list.add(number);
            map.put("m" + number % 3, number);
            sum.add(number);
            mean.add(number);
            Kept mine = kept.value() == null ? new Kept() : kept.value();
            mine.last = "n" + number;
            mine.all.add(number);
            mine.pair[0]++;
            mine.pair[1] += number;
            kept.update(mine);
            context.timerService().registerEventTimeTimer(ALARM + context.getCurrentKey());
            out.collect(context.getCurrentKey() + " " + all());
        }

        @Override
        public void onTimer(long timestamp, OnTimerContext context, Collector<String> out)
                throws Exception {
            out.collect("alarm " + context.getCurrentKey() + " " + all());
        }

        private String all() throws Exception {
            List<Long> numbers = new ArrayList<>();
            list.get().forEach(numbers::add);
            Map<String, Long> entries = new TreeMap<>();
            for (Map.Entry<String, Long> entry : map.entries()) {
                entries.put(entry.getKey(), entry.getValue());
            }
            Kept mine = kept.value();
            if (mine.pair[0] != count.value() || mine.pair[1] != sum.get()) {
                throw new IllegalStateException("the array is not what the others are");
            }
            return line(
                    count.value(), numbers, entries, sum.get(), mean.get(), mine.last, mine.all);
        }
    }
}
