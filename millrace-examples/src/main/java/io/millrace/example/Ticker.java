// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.example;

import io.millrace.api.common.state.ListState;
import io.millrace.api.common.state.ListStateDescriptor;
import io.millrace.runtime.state.FunctionInitializationContext;
import io.millrace.runtime.state.FunctionSnapshotContext;
import io.millrace.streaming.api.checkpoint.CheckpointedFunction;
import io.millrace.streaming.api.datastream.DataStream;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.api.functions.source.SourceFunction;
import java.util.List;

/**
 * Counts on and on: a source of one's own that remembers where it was. Stop it with Ctrl-C, and go
 * on with the command it prints; the next number follows.
 *
 * <pre>
 * millrace run -D execution.checkpointing.dir=file:///tmp/ticker examples/Ticker.jar
 * </pre>
 */
public final class Ticker {

    private Ticker() {}

    public static void main(String[] args) throws Exception {
        long everyMs = args.length == 0 ? 500 : Long.parseLong(args[0]);
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        env.enableCheckpointing(200);

        ticks(env, everyMs).print();

        env.execute("ticker");
    }

    static DataStream<Long> ticks(StreamExecutionEnvironment env, long everyMs) {
        return env.addSource(new Ticks(everyMs)).uid("ticks");
    }

    /**
     * Sends 1, 2, 3 and so on. What it changes and what it sends belong together, so both happen
     * under the lock.
     */
    private static final class Ticks implements SourceFunction<Long>, CheckpointedFunction {
        private static final long serialVersionUID = 1L;

        private final long everyMs;
        private volatile boolean running = true;
        private long last;
        private transient ListState<Long> saved;

        Ticks(long everyMs) {
            this.everyMs = everyMs;
        }

        @Override
        public void initializeState(FunctionInitializationContext context) throws Exception {
            saved =
                    context.getOperatorStateStore()
                            .getListState(new ListStateDescriptor<>("last", Long.class));
            for (long value : saved.get()) {
                last = value;
            }
        }

        @Override
        public void run(SourceContext<Long> context) throws Exception {
            while (running) {
                synchronized (context.getCheckpointLock()) {
                    last++;
                    context.collect(last);
                }
                Thread.sleep(everyMs);
            }
        }

        @Override
        public void snapshotState(FunctionSnapshotContext context) throws Exception {
            saved.update(List.of(last));
        }

        @Override
        public void cancel() {
            running = false;
        }
    }
}
