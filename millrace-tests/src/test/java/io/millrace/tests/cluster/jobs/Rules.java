// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.cluster.jobs;

import io.millrace.api.common.state.ListState;
import io.millrace.api.common.state.ListStateDescriptor;
import io.millrace.api.common.state.MapStateDescriptor;
import io.millrace.api.common.typeinfo.Types;
import io.millrace.api.java.utils.ParameterTool;
import io.millrace.configuration.Configuration;
import io.millrace.runtime.state.FunctionInitializationContext;
import io.millrace.runtime.state.FunctionSnapshotContext;
import io.millrace.streaming.api.checkpoint.CheckpointedFunction;
import io.millrace.streaming.api.datastream.DataStream;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.api.functions.co.KeyedBroadcastProcessFunction;
import io.millrace.streaming.api.functions.source.RichSourceFunction;
import io.millrace.util.Collector;
import java.util.ArrayList;
import java.util.List;

/** Broadcast state: rules that come one after the other, for records that wait for theirs. */
public final class Rules {

    private static final int RULES = 7;

    private static final MapStateDescriptor<Long, String> BY_REST =
            new MapStateDescriptor<>("rules", Types.LONG, Types.STRING);

    private Rules() {}

    public static void main(String[] args) throws Exception {
        ParameterTool arguments = ParameterTool.fromArgs(args);
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        env.enableCheckpointing(200);
        DataStream<Long> rules = env.addSource(new Slowly()).uid("rules");
        Lines.write(
                Lines.numbers(env, arguments)
                        .keyBy(number -> number % RULES)
                        .connect(rules.broadcast(BY_REST))
                        .process(new Apply())
                        .uid("apply"),
                arguments);
        env.execute("rules");
    }

    /** A source of the first kind. */
    private static final class Slowly extends RichSourceFunction<Long>
            implements CheckpointedFunction {
        private volatile boolean running = true;
        private long next;
        private transient ListState<Long> saved;

        @Override
        public void open(Configuration parameters) {
            running = true;
        }

        @Override
        public void initializeState(FunctionInitializationContext context) throws Exception {
            saved =
                    context.getOperatorStateStore()
                            .getListState(new ListStateDescriptor<>("next", Long.class));
            for (long value : saved.get()) {
                next = value;
            }
        }

        @Override
        public void snapshotState(FunctionSnapshotContext context) throws Exception {
            saved.update(List.of(next));
        }

        @Override
        public void run(SourceContext<Long> context) throws Exception {
            while (running && next < RULES) {
                synchronized (context.getCheckpointLock()) {
                    context.collect(next);
                    next++;
                }
                Thread.sleep(100);
            }
        }

        @Override
        public void cancel() {
            running = false;
        }
    }

    private static final class Apply
            extends KeyedBroadcastProcessFunction<Long, Long, Long, String> {
        private final ListStateDescriptor<Long> waiting =
                new ListStateDescriptor<>("waiting", Types.LONG);

        @Override
        public void processElement(Long number, ReadOnlyContext context, Collector<String> out)
                throws Exception {
            String rule = context.getBroadcastState(BY_REST).get(number % RULES);
            if (rule == null) {
                getRuntimeContext().getListState(waiting).add(number);
            } else {
                out.collect(number + " " + rule);
            }
        }

        @Override
        public void processBroadcastElement(Long rest, Context context, Collector<String> out)
                throws Exception {
            String rule = "rule " + rest;
            context.getBroadcastState(BY_REST).put(rest, rule);
            context.applyToKeyedState(
                    waiting,
                    (key, state) -> {
                        if (!key.equals(rest)) {
                            return;
                        }
                        List<Long> numbers = new ArrayList<>();
                        state.get().forEach(numbers::add);
                        state.clear();
                        numbers.forEach(number -> out.collect(number + " " + rule));
                    });
        }
    }
}
