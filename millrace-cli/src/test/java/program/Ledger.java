// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package program;

import io.millrace.api.common.functions.OpenContext;
import io.millrace.api.common.state.CheckpointListener;
import io.millrace.api.common.state.ListState;
import io.millrace.api.common.state.ListStateDescriptor;
import io.millrace.api.common.state.MapState;
import io.millrace.api.common.state.MapStateDescriptor;
import io.millrace.api.common.state.ValueState;
import io.millrace.api.common.state.ValueStateDescriptor;
import io.millrace.api.common.typeinfo.TypeHint;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.common.typeinfo.Types;
import io.millrace.api.java.tuple.Tuple2;
import io.millrace.configuration.Configuration;
import io.millrace.configuration.ExternalizedCheckpointRetention;
import io.millrace.core.execution.JobClient;
import io.millrace.runtime.state.FunctionInitializationContext;
import io.millrace.runtime.state.FunctionSnapshotContext;
import io.millrace.streaming.api.checkpoint.CheckpointedFunction;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.api.functions.KeyedProcessFunction;
import io.millrace.streaming.api.functions.sink.v2.DiscardingSink;
import io.millrace.streaming.api.functions.source.SourceFunction;
import io.millrace.util.Collector;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Keeps one state of every kind for a number of owners, until it is cancelled; each run knows when
 * a checkpoint has all of it.
 */
public final class Ledger {

    private static final Map<String, CompletableFuture<Void>> COMPLETE = new ConcurrentHashMap<>();

    private Ledger() {}

    /** What a value state holds. */
    public static final class Account {
        public String owner;
        public long balance;
        public Integer limit;
        public List<String> tags;
        public Opaque opaque;
    }

    /** No POJO: only Kryo writes it. */
    public static final class Opaque {
        private final int number;

        public Opaque(int number) {
            this.number = number;
        }

        @Override
        public String toString() {
            return "opaque " + number;
        }
    }

    /**
     * The same program, to be looked at.
     *
     * @param args {@code other-key} for keys of another type, {@code other-uid} for another name
     */
    public static void main(String[] args) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        List<String> changes = List.of(args);
        var owners =
                env.addSource(new Owners("main", 1, 0))
                        .returns(Types.TUPLE(Types.STRING, Types.LONG))
                        .uid("owners");
        if (changes.contains("other-key")) {
            owners.keyBy(entry -> entry.f1)
                    .process(new ByNumber())
                    .uid("ledger")
                    .sinkTo(new DiscardingSink<>());
        } else {
            owners.keyBy(entry -> entry.f0)
                    .process(new Keeper())
                    .uid(changes.contains("other-uid") ? "book" : "ledger")
                    .name("keeps the ledger")
                    .sinkTo(new DiscardingSink<>());
        }
        env.execute("ledger");
    }

    private static final class ByNumber
            extends KeyedProcessFunction<Long, Tuple2<String, Long>, String> {
        private static final long serialVersionUID = 1L;

        @Override
        public void processElement(
                Tuple2<String, Long> entry, Context context, Collector<String> out) {}
    }

    /**
     * Runs until a checkpoint holds all and the job is cancelled; the checkpoint stays.
     *
     * @param count number of owners, {@code owner-0} and so on
     * @param more is added to each balance
     */
    public static void run(Configuration settings, String name, int count, int more)
            throws Exception {
        JobClient job = start(settings, name, count, more);
        job.cancel().get();
    }

    /** The same, but the job goes on; at least one checkpoint holds all. */
    public static JobClient start(Configuration settings, String name, int count, int more)
            throws Exception {
        CompletableFuture<Void> complete = new CompletableFuture<>();
        COMPLETE.put(name, complete);
        settings.setString("restart-strategy.type", "none");
        StreamExecutionEnvironment env =
                StreamExecutionEnvironment.getExecutionEnvironment(settings);
        env.enableCheckpointing(20);
        env.getCheckpointConfig()
                .setExternalizedCheckpointRetention(
                        ExternalizedCheckpointRetention.RETAIN_ON_CANCELLATION);
        env.addSource(new Owners(name, count, more))
                .returns(Types.TUPLE(Types.STRING, Types.LONG))
                .uid("owners")
                .setParallelism(1)
                .keyBy(entry -> entry.f0)
                .process(new Keeper())
                .uid("ledger")
                .name("keeps the ledger")
                .sinkTo(new DiscardingSink<>());
        JobClient job = env.executeAsync(name);
        CompletableFuture.anyOf(complete, job.getJobExecutionResult()).get();
        return job;
    }

    private static final class Owners
            implements SourceFunction<Tuple2<String, Long>>,
                    CheckpointedFunction,
                    CheckpointListener {
        private static final long serialVersionUID = 1L;

        private final String name;
        private final int count;
        private final int more;
        private volatile boolean running = true;
        private volatile boolean emitted;
        private volatile long complete = Long.MAX_VALUE;
        private transient ListState<Long> position;

        Owners(String name, int count, int more) {
            this.name = name;
            this.count = count;
            this.more = more;
        }

        @Override
        public void run(SourceContext<Tuple2<String, Long>> context) throws Exception {
            synchronized (context.getCheckpointLock()) {
                for (int i = 0; i < count; i++) {
                    context.collect(new Tuple2<>("owner-" + i, (long) i + more));
                }
                emitted = true;
            }
            while (running) {
                Thread.sleep(1);
            }
        }

        @Override
        public void cancel() {
            running = false;
        }

        @Override
        public void snapshotState(FunctionSnapshotContext context) throws Exception {
            position.update(List.of((long) count));
            if (emitted && complete == Long.MAX_VALUE) {
                complete = context.getCheckpointId();
            }
        }

        @Override
        public void initializeState(FunctionInitializationContext context) throws Exception {
            position =
                    context.getOperatorStateStore()
                            .getUnionListState(new ListStateDescriptor<>("position", Long.class));
        }

        @Override
        public void notifyCheckpointComplete(long checkpointId) {
            if (checkpointId >= complete) {
                COMPLETE.get(name).complete(null);
            }
        }
    }

    private static final class Keeper
            extends KeyedProcessFunction<String, Tuple2<String, Long>, String> {
        private static final long serialVersionUID = 1L;

        private transient ValueState<Account> account;
        private transient MapState<String, Long> visits;
        private transient ListState<Tuple2<Long, String>> log;
        private transient ValueState<Opaque> opaque;

        @Override
        public void open(OpenContext context) {
            account =
                    getRuntimeContext()
                            .getState(new ValueStateDescriptor<>("account", Account.class));
            visits =
                    getRuntimeContext()
                            .getMapState(
                                    new MapStateDescriptor<>("visits", String.class, Long.class));
            log =
                    getRuntimeContext()
                            .getListState(
                                    new ListStateDescriptor<>(
                                            "log",
                                            TypeInformation.of(
                                                    new TypeHint<Tuple2<Long, String>>() {})));
            opaque =
                    getRuntimeContext()
                            .getState(new ValueStateDescriptor<>("opaque", Opaque.class));
        }

        @Override
        public void processElement(
                Tuple2<String, Long> entry, Context context, Collector<String> out)
                throws Exception {
            Account kept = new Account();
            kept.owner = entry.f0;
            kept.balance = entry.f1;
            kept.limit = entry.f1 % 2 == 0 ? null : 100;
            kept.tags = List.of("a", "b\tc");
            account.update(kept);
            visits.put("home", entry.f1);
            visits.put("away", 1L);
            log.add(new Tuple2<>(entry.f1, "in"));
            opaque.update(new Opaque(entry.f1.intValue()));
            context.timerService().registerEventTimeTimer(1_000_000 + entry.f1);
        }
    }
}
