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
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

/**
 * State larger than memory: fills keyed state on RocksDB with values that can't be compressed, in a
 * process with a small heap; kills that process (SIGKILL) when half of it is there; starts another
 * that goes on from the last checkpoint; and has it read every value once more and compare it.
 *
 * <pre>
 * LargeState directory=/data/large gigabytes=20 budget=512 heap=1g value=4000 parallelism=2
 *     interval=30
 * </pre>
 *
 * <p>{@code budget} is in MiB ({@code state.backend.rocksdb.memory.fixed-per-tm}), {@code interval}
 * between checkpoints in seconds. It prints, each ten seconds, records, records per second and the
 * resident set of the process without its heap and the JVM's own; at the end the greatest of them,
 * and how long the restore took. It fails if a value is wrong, missing, or was written twice.
 */
public final class LargeState {

    private static final int REPORT_SECONDS = 10;

    private LargeState() {}

    public static void main(String[] args) throws Exception {
        Map<String, String> options = new HashMap<>();
        options.putAll(
                Map.of(
                        "gigabytes",
                        "1",
                        "budget",
                        "256",
                        "heap",
                        "1g",
                        "value",
                        "4000",
                        "parallelism",
                        "2",
                        "interval",
                        "10"));
        for (String arg : args) {
            int equals = arg.indexOf('=');
            if (equals < 0) {
                throw new IllegalArgumentException("Not name=value: " + arg);
            }
            options.put(arg.substring(0, equals), arg.substring(equals + 1));
        }
        if (options.containsKey("child")) {
            work(options);
        } else {
            watch(options);
        }
    }

    private static long keys(Map<String, String> options) {
        double bytes = Double.parseDouble(options.get("gigabytes")) * (1L << 30);
        return (long) (bytes / Integer.parseInt(options.get("value")));
    }

    // ---- the process that is watched
    // -------------------------------------------------------------

    private static void work(Map<String, String> options) throws Exception {
        Configuration settings = new Configuration();
        Path directory = Path.of(options.get("directory"));
        settings.setString("state.backend.type", "rocksdb");
        settings.setString("state.backend.rocksdb.localdir", directory.resolve("local").toString());
        settings.setString(
                "state.backend.rocksdb.memory.fixed-per-tm", options.get("budget") + "mb");
        settings.setString("execution.checkpointing.incremental", "true");
        settings.setString(
                "execution.checkpointing.dir", directory.resolve("checkpoints").toUri().toString());
        settings.setString("execution.checkpointing.interval", options.get("interval") + " s");
        settings.setString("execution.checkpointing.timeout", "30 min");
        settings.setString(
                "execution.checkpointing.externalized-checkpoint-retention",
                "RETAIN_ON_CANCELLATION");
        settings.setString("execution.state-recovery.path", "latest");
        StreamExecutionEnvironment env =
                StreamExecutionEnvironment.getExecutionEnvironment(settings);
        env.setParallelism(Integer.parseInt(options.get("parallelism")));
        long keys = keys(options);
        int bytes = Integer.parseInt(options.get("value"));
        env.fromSequence(0, 2 * keys - 1)
                .setParallelism(1)
                .keyBy(number -> number % keys)
                .process(new WriteThenRead(keys, bytes))
                .uid("state")
                .addSink(new Counts());
        Thread reports = new Thread(() -> report(keys), "reports");
        reports.setDaemon(true);
        reports.start();
        env.execute("large-state");
        System.out.println("DONE read " + Counts.READ.get());
    }

    private static void report(long keys) {
        long before = 0;
        try {
            while (true) {
                long now = Counts.WRITTEN.get() + Counts.READ.get();
                System.out.println(
                        "PROGRESS "
                                + Counts.WRITTEN.get()
                                + " "
                                + Counts.READ.get()
                                + " of "
                                + keys
                                + ", "
                                + (now - before) / REPORT_SECONDS
                                + " records/s");
                before = now;
                Thread.sleep(REPORT_SECONDS * 1000L);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The first number of a key writes its value, the second compares it. */
    private static final class WriteThenRead extends KeyedProcessFunction<Long, Long, Long> {
        private final long keys;
        private final int bytes;
        private transient ValueState<byte[]> value;

        WriteThenRead(long keys, int bytes) {
            this.keys = keys;
            this.bytes = bytes;
        }

        @Override
        public void open(OpenContext context) {
            value =
                    getRuntimeContext()
                            .getState(
                                    new ValueStateDescriptor<>(
                                            "value",
                                            PrimitiveArrayTypeInfo.BYTE_PRIMITIVE_ARRAY_TYPE_INFO));
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
            } else if (kept == null || !java.util.Arrays.equals(kept, content(key, bytes))) {
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

    private static final class Counts implements SinkFunction<Long> {
        static final AtomicLong WRITTEN = new AtomicLong();
        static final AtomicLong READ = new AtomicLong();

        @Override
        public void invoke(Long number, Context context) {
            (number < 0 ? WRITTEN : READ).incrementAndGet();
        }
    }

    // ---- the process that watches
    // ----------------------------------------------------------------

    private static void watch(Map<String, String> options) throws Exception {
        Path directory = Path.of(options.get("directory"));
        Files.createDirectories(directory);
        long keys = keys(options);
        System.out.println(keys + " keys of " + options.get("value") + " bytes in " + directory);
        long killed = System.nanoTime();
        long greatest = child(options, keys / 2);
        System.out.println(
                "killed when half was there; checkpoints " + size(directory, "checkpoints"));
        greatest = Math.max(greatest, child(options, Long.MAX_VALUE));
        System.out.println(
                "whole run took "
                        + (System.nanoTime() - killed) / 1_000_000_000
                        + " s; greatest resident set "
                        + (greatest >> 10)
                        + " MiB; checkpoints "
                        + size(directory, "checkpoints"));
    }

    /**
     * Runs the job in a process of its own, and kills that when so much was written.
     *
     * @return the greatest resident set, in KiB
     */
    private static long child(Map<String, String> options, long killAt) throws Exception {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-Xmx" + options.get("heap"));
        command.add("-cp");
        command.add(System.getProperty("java.class.path"));
        command.add("-Dorg.slf4j.simpleLogger.log.io.millrace.engine.job.Checkpointing=debug");
        command.add(LargeState.class.getName());
        command.add("child=true");
        options.forEach((name, value) -> command.add(name + "=" + value));
        long begin = System.nanoTime();
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        long greatest = 0;
        boolean first = true;
        boolean done = false;
        try (BufferedReader lines =
                new BufferedReader(
                        new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                long resident = resident(process.pid());
                greatest = Math.max(greatest, resident);
                System.out.println(
                        line.startsWith("PROGRESS")
                                ? line + "; resident " + (resident >> 10) + " MiB"
                                : line);
                done |= line.startsWith("DONE");
                if (line.startsWith("PROGRESS")) {
                    String[] words = line.split(" ", -1);
                    long records = Long.parseLong(words[1]) + Long.parseLong(words[2]);
                    if (first && records > 0) {
                        first = false;
                        System.out.println(
                                "first records after "
                                        + (System.nanoTime() - begin) / 1_000_000
                                        + " ms at most");
                    }
                    if (Long.parseLong(words[1]) >= killAt) {
                        process.destroyForcibly();
                        break;
                    }
                }
            }
        }
        int code = process.waitFor();
        if (killAt == Long.MAX_VALUE && (code != 0 || !done)) {
            throw new IllegalStateException("The job failed; exit code " + code);
        }
        return greatest;
    }

    private static long resident(long pid) {
        try (Stream<String> lines = Files.lines(Path.of("/proc/" + pid + "/status"))) {
            return lines.filter(line -> line.startsWith("VmRSS:"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")))
                    .findFirst()
                    .orElse(0);
        } catch (IOException e) {
            return 0; // it has just ended
        }
    }

    private static String size(Path directory, String name) throws IOException {
        long sum = 0;
        try (Stream<Path> all = Files.walk(directory.resolve(name))) {
            for (Path file : all.filter(Files::isRegularFile).toList()) {
                sum += Files.size(file);
            }
        }
        return (sum >> 20) + " MiB";
    }
}
