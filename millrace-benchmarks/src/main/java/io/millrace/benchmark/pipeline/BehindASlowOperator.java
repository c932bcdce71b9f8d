// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.benchmark.pipeline;

import io.millrace.api.common.functions.MapFunction;
import io.millrace.api.common.state.CheckpointListener;
import io.millrace.core.execution.JobClient;
import io.millrace.runtime.state.FunctionInitializationContext;
import io.millrace.runtime.state.FunctionSnapshotContext;
import io.millrace.streaming.api.checkpoint.CheckpointedFunction;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.api.functions.sink.SinkFunction;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * How long checkpoints take, from their trigger to the news that they are complete, when all
 * channels to an operator that takes 20 ms per record are full: aligned, and unaligned.
 *
 * <p>Arguments: aligned checkpoints to wait for (3), unaligned ones (200), senders (40). Prints a
 * line for each kind and ends with {@code p99=...} of the unaligned ones in milliseconds; exit code
 * 1 when that is a second or more.
 */
public final class BehindASlowOperator {

    private static final Map<Long, Long> TOOK_MS = new ConcurrentHashMap<>();

    private BehindASlowOperator() {}

    /** Beside each source: hears of checkpoints as soon as anybody. */
    private static final class Timed
            implements MapFunction<Long, Long>, CheckpointedFunction, CheckpointListener {
        private static final long serialVersionUID = 1L;
        private final Map<Long, Long> triggeredMs = new ConcurrentHashMap<>();

        @Override
        public Long map(Long value) {
            return value;
        }

        @Override
        public void snapshotState(FunctionSnapshotContext context) {
            triggeredMs.put(context.getCheckpointId(), context.getCheckpointTimestamp());
        }

        @Override
        public void initializeState(FunctionInitializationContext context) {
            // Nothing is kept.
        }

        @Override
        public void notifyCheckpointComplete(long checkpointId) {
            Long began = triggeredMs.remove(checkpointId);
            if (began != null) {
                TOOK_MS.merge(checkpointId, System.currentTimeMillis() - began, Math::min);
            }
        }
    }

    private static final class Nowhere implements SinkFunction<Long> {
        private static final long serialVersionUID = 1L;

        @Override
        public void invoke(Long value, Context context) {
            // What comes of the slow operator does not matter.
        }
    }

    /** Durations in milliseconds, in order. */
    private static long[] run(boolean unaligned, int checkpoints, int senders) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.createLocalEnvironment(1);
        env.enableCheckpointing(200);
        env.getCheckpointConfig().enableUnalignedCheckpoints(unaligned);
        TOOK_MS.clear();
        env.fromSequence(1, Long.MAX_VALUE - 1)
                .setParallelism(senders)
                .map(new Timed())
                .setParallelism(senders)
                .keyBy(value -> value % 1000)
                .map(
                        value -> {
                            Thread.sleep(20);
                            return value;
                        })
                .setParallelism(1)
                .addSink(new Nowhere());
        JobClient client = env.executeAsync("behind a slow operator");
        // The first is triggered before the channels are full.
        while (TOOK_MS.size() < checkpoints + 1) {
            Thread.sleep(50);
        }
        client.cancel();
        client.getJobExecutionResult().handle((result, thrown) -> null).get();
        long[] all =
                TOOK_MS.entrySet().stream()
                        .filter(entry -> entry.getKey() > 1)
                        .mapToLong(Map.Entry::getValue)
                        .toArray();
        Arrays.sort(all);
        return all;
    }

    private static long tell(String kind, long[] durations) {
        long p99 = durations[(int) Math.ceil(durations.length * 0.99) - 1];
        System.out.printf(
                "%-9s %d checkpoints: least %d ms, median %d ms, p99 %d ms, most %d ms%n",
                kind,
                durations.length,
                durations[0],
                durations[durations.length / 2],
                p99,
                durations[durations.length - 1]);
        return p99;
    }

    /** Measures. */
    public static void main(String[] args) throws Exception {
        int aligned = args.length > 0 ? Integer.parseInt(args[0]) : 3;
        int unaligned = args.length > 1 ? Integer.parseInt(args[1]) : 200;
        int senders = args.length > 2 ? Integer.parseInt(args[2]) : 40;
        tell("aligned", run(false, aligned, senders));
        long p99 = tell("unaligned", run(true, unaligned, senders));
        System.out.println("p99=" + p99);
        System.exit(p99 < 1000 ? 0 : 1);
    }
}
