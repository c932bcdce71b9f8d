// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package program;

import io.millrace.api.common.state.ListState;
import io.millrace.api.common.state.ListStateDescriptor;
import io.millrace.runtime.state.FunctionInitializationContext;
import io.millrace.runtime.state.FunctionSnapshotContext;
import io.millrace.streaming.api.checkpoint.CheckpointedFunction;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.api.functions.source.SourceFunction;
import java.util.List;

/** Counts for ever, and goes on where it was. */
public final class EndlessCount {

    private EndlessCount() {}

    public static void main(String[] args) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        env.enableCheckpointing(50);
        env.addSource(new Numbers()).uid("numbers").print();
        env.execute("endless count");
    }

    private static final class Numbers implements SourceFunction<Long>, CheckpointedFunction {
        private static final long serialVersionUID = 1L;

        private volatile boolean running = true;
        private long last;
        private transient ListState<Long> saved;

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
                Thread.sleep(1);
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
