// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.benchmark.pipeline;

import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The clock of a job over Kafka, in the process of the engine: it runs from the first record that a
 * function sees to the job's end, when the last transaction is committed. A first, smaller run in
 * the same process warms both up.
 */
public final class KafkaWatch {

    private static final AtomicLong FROM = new AtomicLong();
    private static volatile long cpuFrom;

    private KafkaWatch() {}

    /** A job over Kafka, from one topic to another. */
    interface Job {
        void run(Map<String, String> options, String in, String out) throws Exception;
    }

    /** Called for each record. */
    static void record() {
        if (FROM.getPlain() == 0 && FROM.compareAndSet(0, System.nanoTime())) {
            cpuFrom = Marks.cpu();
        }
    }

    /** The main method of an engine: warms up, runs, prints what {@link FreshJvm} reads. */
    static void main(String[] args, String system, Job job) throws Exception {
        Map<String, String> options =
                Stream.of(args)
                        .map(arg -> arg.split("=", 2))
                        .collect(Collectors.toMap(pair -> pair[0], pair -> pair[1]));
        job.run(options, options.get("warm"), options.get("warm") + "-" + options.get("out"));
        FROM.set(0);
        job.run(options, options.get("in"), options.get("out"));
        double seconds = (System.nanoTime() - FROM.get()) / 1e9;
        double cpu = (Marks.cpu() - cpuFrom) / 1e9;
        long records = Long.parseLong(options.get("n"));
        System.out.printf(
                Locale.ROOT,
                "{\"system\":\"%s\",\"secs\":%.3f,\"recsPerSec\":%d,\"cpuSecs\":%.2f,\"recsPerCpuSec\":%d}%n",
                system,
                seconds,
                Math.round(records / seconds),
                cpu,
                Math.round(records / cpu));
        System.out.flush();
        System.exit(0);
    }
}
