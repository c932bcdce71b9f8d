// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.benchmark.pipeline;

import io.millrace.core.execution.JobClient;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.api.functions.sink.SinkFunction;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;

/**
 * What a function that sleeps 100 ms per record costs an independent chain of the same job: the
 * chain's throughput alone and beside it, in turn, in one process. It must keep nine tenths of it.
 *
 * <p>Arguments: records per run (30,000,000), rounds (5), sleeping functions (1). Prints a line per
 * round and ends with {@code kept=...}; exit code 1 when the median is below 0.9.
 */
public final class BlockingNeighbour {

    private static volatile CountDownLatch done;
    private static long last;

    private BlockingNeighbour() {}

    private static final class Last implements SinkFunction<Long> {
        private final long expected;
        private long count;
        private long sum;

        Last(long expected) {
            this.expected = expected;
        }

        @Override
        public void invoke(Long value, Context context) {
            sum += value;
            if (++count == expected) {
                last = sum;
                done.countDown();
            }
        }
    }

    private static final class Nowhere implements SinkFunction<Long> {
        @Override
        public void invoke(Long value, Context context) {
            // What comes of the sleeping function does not matter.
        }
    }

    /** Records per second of the free chain. */
    private static double run(long records, int sleeping) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.createLocalEnvironment(1);
        env.enableCheckpointing(1000);
        env.fromSequence(1, records)
                .map(value -> value * 3)
                .keyBy(value -> value % 1000)
                .reduce(Long::sum)
                .disableChaining()
                .addSink(new Last(records));
        for (int i = 0; i < sleeping; i++) {
            env.fromSequence(1, Long.MAX_VALUE - 1)
                    .map(
                            value -> {
                                Thread.sleep(100);
                                return value;
                            })
                    .addSink(new Nowhere());
        }
        done = new CountDownLatch(1);
        long begin = System.nanoTime();
        JobClient client = env.executeAsync("blocking neighbour");
        done.await();
        double seconds = (System.nanoTime() - begin) / 1e9;
        client.cancel();
        client.getJobExecutionResult().handle((result, thrown) -> null).get();
        return records / seconds;
    }

    public static void main(String[] args) throws Exception {
        long records = args.length > 0 ? Long.parseLong(args[0]) : 30_000_000;
        int rounds = args.length > 1 ? Integer.parseInt(args[1]) : 5;
        int sleeping = args.length > 2 ? Integer.parseInt(args[2]) : 1;
        run(records, 0); // warm
        run(records, sleeping);
        double[] kept = new double[rounds];
        for (int i = 0; i < rounds; i++) {
            double alone = run(records, 0);
            double beside = run(records, sleeping);
            kept[i] = beside / alone;
            System.out.printf(
                    "alone %,.0f/s  beside %d sleeping %,.0f/s  kept %.3f%n",
                    alone, sleeping, beside, kept[i]);
        }
        Arrays.sort(kept);
        double median = kept[rounds / 2];
        System.out.printf("checksum=%d kept=%.3f%n", last, median);
        System.exit(median >= 0.9 ? 0 : 1);
    }
}
