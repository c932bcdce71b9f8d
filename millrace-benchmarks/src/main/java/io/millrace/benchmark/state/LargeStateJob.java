// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.benchmark.state;

import io.millrace.api.common.functions.OpenContext;
import io.millrace.api.common.state.ValueState;
import io.millrace.api.common.state.ValueStateDescriptor;
import io.millrace.api.common.typeinfo.PrimitiveArrayTypeInfo;
import io.millrace.configuration.Configuration;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.api.functions.KeyedProcessFunction;
import io.millrace.streaming.api.functions.sink.SinkFunction;
import io.millrace.util.Collector;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The process that is watched. It prints, each on a line of its own, {@code OPENED ms} when all
 * state is restored and {@code FIRST ms} when a record has passed, both since {@code main} began;
 * each second {@code PROGRESS written writingMs read readingMs}; and at its end {@code DONE} with
 * the same four numbers.
 */
final class LargeStateJob {

    private static final long BEGIN = System.nanoTime();

    /** Subtasks whose state is there. */
    private static final AtomicInteger OPENED = new AtomicInteger();

    private LargeStateJob() {}

    static void run(Map<String, String> options) throws Exception {
        Path directory = Path.of(options.get("directory"));
        Configuration settings = new Configuration();
        settings.setString("state.backend.type", "rocksdb");
        settings.setString("state.backend.rocksdb.localdir", directory.resolve("local").toString());
        settings.setString(
                "state.backend.rocksdb.memory.fixed-per-tm", options.get("budget") + "mb");
        settings.setString("execution.checkpointing.incremental", "true");
        settings.setString(
                "execution.checkpointing.dir", directory.resolve("checkpoints").toUri().toString());
        settings.setString(
                "execution.checkpointing.interval",
                (long) (Double.parseDouble(options.get("interval")) * 1000) + " ms");
        settings.setString("execution.checkpointing.timeout", "30 min");
        settings.setString(
                "execution.checkpointing.externalized-checkpoint-retention",
                "RETAIN_ON_CANCELLATION");
        settings.setString("execution.state-recovery.path", "latest");
        StreamExecutionEnvironment env =
                StreamExecutionEnvironment.getExecutionEnvironment(settings);
        int parallelism = Integer.parseInt(options.get("parallelism"));
        env.setParallelism(parallelism);
        long keys = LargeState.keys(options);
        env.fromSequence(0, 2 * keys - 1)
                .setParallelism(1)
                .keyBy(number -> number % keys)
                .process(
                        new WriteThenRead(
                                keys, Integer.parseInt(options.get("value")), parallelism))
                .uid("state")
                .addSink(new Counts());
        Thread reports = new Thread(LargeStateJob::report, "reports");
        reports.setDaemon(true);
        reports.start();
        env.execute("large-state");
        System.out.println("DONE " + counts());
    }

    private static String counts() {
        return Counts.WRITTEN + " " + Counts.READ;
    }

    private static void report() {
        try {
            while (true) {
                Thread.sleep(1000);
                System.out.println("PROGRESS " + counts());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static long sinceBegin() {
        return (System.nanoTime() - BEGIN) / 1_000_000;
    }

    /** The first number of a key writes its value, the second compares it. */
    private static final class WriteThenRead extends KeyedProcessFunction<Long, Long, Long> {
        private final long keys;
        private final int bytes;
        private final int subtasks;
        private transient ValueState<byte[]> value;

        WriteThenRead(long keys, int bytes, int subtasks) {
            this.keys = keys;
            this.bytes = bytes;
            this.subtasks = subtasks;
        }

        @Override
        public void open(OpenContext context) {
            value =
                    getRuntimeContext()
                            .getState(
                                    new ValueStateDescriptor<>(
                                            "value",
                                            PrimitiveArrayTypeInfo.BYTE_PRIMITIVE_ARRAY_TYPE_INFO));
            if (OPENED.incrementAndGet() == subtasks) {
                System.out.println("OPENED " + sinceBegin());
            }
        }

        @Override
        public void processElement(Long number, Context context, Collector<Long> out)
                throws Exception {
            long key = number % keys;
            byte[] kept = value.value();
            if (number < keys) {
                if (kept != null) {
                    throw new IllegalStateException("Key " + key + " is written twice");
                }
                value.update(content(key, bytes));
            } else if (kept == null || !Arrays.equals(kept, content(key, bytes))) {
                throw new IllegalStateException(
                        "Key " + key + (kept == null ? " is lost" : " has another value"));
            }
            out.collect(number - keys);
        }
    }

    private static byte[] content(long key, int bytes) {
        SplittableRandom random = new SplittableRandom(key);
        ByteBuffer content = ByteBuffer.allocate(bytes);
        while (content.remaining() >= Long.BYTES) {
            content.putLong(random.nextLong());
        }
        return content.array();
    }

    /** How many records, and from when to when they came. */
    private static final class Count {
        private final AtomicLong records = new AtomicLong();
        private volatile long first;
        private volatile long last;

        /** True for the first. */
        boolean add() {
            long now = System.nanoTime();
            boolean first = records.getAndIncrement() == 0;
            if (first) {
                this.first = now;
            }
            last = now;
            return first;
        }

        @Override
        public String toString() {
            long counted = records.get();
            return counted + " " + (counted < 2 ? 0 : Math.max(1, (last - first) / 1_000_000));
        }
    }

    private static final class Counts implements SinkFunction<Long> {
        static final Count WRITTEN = new Count();
        static final Count READ = new Count();

        @Override
        public void invoke(Long number, Context context) {
            boolean first = (number < 0 ? WRITTEN : READ).add();
            if (first && (number < 0 || WRITTEN.records.get() == 0)) {
                System.out.println("FIRST " + sinceBegin());
            }
        }
    }
}
