// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.cases.ops;

import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.api.common.functions.OpenContext;
import io.millrace.api.common.restartstrategy.RestartStrategies;
import io.millrace.api.common.serialization.SimpleStringEncoder;
import io.millrace.api.common.state.ListState;
import io.millrace.api.common.state.ListStateDescriptor;
import io.millrace.api.common.state.ValueState;
import io.millrace.api.common.state.ValueStateDescriptor;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.connector.file.sink.FileSink;
import io.millrace.core.execution.JobClient;
import io.millrace.core.fs.Path;
import io.millrace.streaming.api.datastream.SingleOutputStreamOperator;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.api.functions.KeyedProcessFunction;
import io.millrace.streaming.api.functions.sink.SinkFunction;
import io.millrace.streaming.api.functions.source.SourceFunction;
import io.millrace.util.Collector;
import io.millrace.util.OutputTag;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;

/**
 * A small keyed job with checkpoints whose classes are all its own, so that it can be loaded by a
 * loader of its own. It ends as it is told: finish, fail or cancel.
 */
public final class LoadedJob {

    private static final CountDownLatch SEEN_TEN = new CountDownLatch(10);

    private LoadedJob() {}

    /** A POJO. */
    public static class Order {
        public int customer;
        public long amount;
        public Note note;
    }

    /** No POJO, so that it goes the generic way. */
    public static final class Note {
        private final String text;

        Note(String text) {
            this.text = text;
        }

        int length() {
            return text.length();
        }
    }

    private static final class Numbers implements SourceFunction<Long> {
        private static final long serialVersionUID = 1L;
        private final boolean ends;
        private volatile boolean running = true;

        Numbers(boolean ends) {
            this.ends = ends;
        }

        @Override
        public void run(SourceContext<Long> out) {
            for (long i = 0; running && (!ends || i < 50); i++) {
                synchronized (out.getCheckpointLock()) {
                    out.collectWithTimestamp(i, i);
                }
            }
        }

        @Override
        public void cancel() {
            running = false;
        }
    }

    private static final OutputTag<String> SIDE =
            new OutputTag<>("side") {
                private static final long serialVersionUID = 1L;
            };

    private static final class Totals extends KeyedProcessFunction<Integer, Order, String> {
        private static final long serialVersionUID = 1L;
        private final boolean fails;
        private transient ValueState<Order> last;
        private transient ListState<Note> notes;

        Totals(boolean fails) {
            this.fails = fails;
        }

        @Override
        public void open(OpenContext context) {
            last =
                    getRuntimeContext()
                            .getState(
                                    new ValueStateDescriptor<>(
                                            "last", TypeInformation.of(Order.class)));
            notes =
                    getRuntimeContext()
                            .getListState(
                                    new ListStateDescriptor<>(
                                            "notes", TypeInformation.of(Note.class)));
        }

        @Override
        public void processElement(Order order, Context context, Collector<String> out)
                throws Exception {
            if (fails && order.amount == 40) {
                throw new LoadedFailure(order);
            }
            Order before = last.value();
            last.update(order);
            if (order.amount < 50) {
                notes.add(order.note);
            }
            context.timerService().registerEventTimeTimer(order.amount + 5);
            context.output(SIDE, "note of " + order.note.length());
            out.collect(order.customer + " " + (before == null ? 0 : before.amount));
        }

        @Override
        public void onTimer(long timestamp, OnTimerContext context, Collector<String> out) {
            out.collect("timer");
        }
    }

    /** An exception of the job's own class. */
    public static final class LoadedFailure extends RuntimeException {
        private static final long serialVersionUID = 1L;
        private final transient Order order;

        LoadedFailure(Order order) {
            super("on purpose at " + order.amount);
            this.order = order;
        }

        Order order() {
            return order;
        }
    }

    private static final class Counted implements SinkFunction<String> {
        private static final long serialVersionUID = 1L;

        @Override
        public void invoke(String value, Context context) {
            SEEN_TEN.countDown();
        }
    }

    /**
     * Runs the job, with checkpoints in files or in memory; returns normally when it ended as it
     * was told.
     */
    @SuppressWarnings("deprecation") // what users of 1.20 write
    public static void run(String ending, String directory, boolean inFiles) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.createLocalEnvironment(2);
        env.enableCheckpointing(10);
        if (inFiles) {
            env.getCheckpointConfig().setCheckpointStorage("file://" + directory + "/checkpoints");
        }
        env.getConfig().setRestartStrategy(RestartStrategies.noRestart());
        SingleOutputStreamOperator<String> totals =
                env.addSource(new Numbers(!ending.equals("cancel")))
                        .assignTimestampsAndWatermarks(
                                WatermarkStrategy.<Long>forMonotonousTimestamps()
                                        .withTimestampAssigner((value, before) -> value))
                        .map(
                                value -> {
                                    Order order = new Order();
                                    order.customer = (int) (value % 7);
                                    order.amount = value;
                                    order.note = new Note("note " + value);
                                    return order;
                                })
                        .keyBy(order -> order.customer)
                        .process(new Totals(ending.equals("fail")));
        totals.addSink(new Counted());
        totals.getSideOutput(SIDE)
                .filter(note -> note.length() < 9)
                .sinkTo(
                        FileSink.<String>forRowFormat(
                                        new Path("file://" + directory + "/out"),
                                        new SimpleStringEncoder<>())
                                .build());
        JobClient client = env.executeAsync("loaded " + ending);
        try {
            if (ending.equals("cancel")) {
                SEEN_TEN.await();
                client.cancel();
            }
            client.getJobExecutionResult().get();
            if (!ending.equals("finish")) {
                throw new IllegalStateException("It finished, but was to " + ending);
            }
        } catch (ExecutionException e) {
            String status = client.getJobStatus().get().name();
            if (ending.equals("finish")
                    || !status.equals(ending.equals("fail") ? "FAILED" : "CANCELED")) {
                throw e;
            }
        }
    }
}
