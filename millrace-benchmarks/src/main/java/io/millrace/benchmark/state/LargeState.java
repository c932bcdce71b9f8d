// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.benchmark.state;

import java.util.Map;
import java.util.TreeMap;

/**
 * State larger than memory: fills keyed state on RocksDB with values that can't be compressed, in a
 * process with a small heap; kills that process (SIGKILL) when half of it is there; starts another
 * that goes on from the last checkpoint; and has it read every value once more and compare it.
 *
 * <pre>
 * LargeState directory=/data/large gigabytes=20 budget=512 heap=1g jvm=256 value=4000
 *     parallelism=2 interval=30
 * </pre>
 *
 * <p>{@code directory} must not hold an earlier run. {@code budget} is in MiB ({@code
 * state.backend.rocksdb.memory.fixed-per-tm}), {@code interval} between checkpoints in seconds, a
 * fraction if need be.
 *
 * <p>At the end it prints records and megabytes per second while state was written and while it was
 * read; how many checkpoints there were, how long they took, what was written for each and how
 * large the state in it was; how long the restore took; and the most memory that the processes had,
 * against the bound
 *
 * <pre>
 * resident ≤ heap + 1.2 · budget + jvm
 * </pre>
 *
 * <p>with {@code jvm} MiB (256 unless given) for what a JVM has beside its heap and whatever it
 * runs: classes, compiled code, threads' stacks, the collector's own tables, mapped libraries. The
 * process ends with 1 if that bound does not hold; and fails if a value is wrong, missing, or was
 * written twice.
 */
public final class LargeState {

    private LargeState() {}

    public static void main(String[] args) throws Exception {
        Map<String, String> options = new TreeMap<>();
        options.putAll(
                Map.of(
                        "gigabytes", "1",
                        "budget", "256",
                        "heap", "1g",
                        "jvm", "256",
                        "value", "4000",
                        "parallelism", "2",
                        "interval", "10"));
        for (String arg : args) {
            int equals = arg.indexOf('=');
            if (equals < 0) {
                throw new IllegalArgumentException("Not name=value: " + arg);
            }
            options.put(arg.substring(0, equals), arg.substring(equals + 1));
        }
        if (!options.containsKey("directory")) {
            throw new IllegalArgumentException(
                    "directory=... is missing: where databases and checkpoints go");
        }
        if (options.containsKey("child")) {
            LargeStateJob.run(options);
        } else if (!new LargeStateWatch(options).run()) {
            System.exit(1);
        }
    }

    /** How many keys make the state as large as is asked. */
    static long keys(Map<String, String> options) {
        double bytes = Double.parseDouble(options.get("gigabytes")) * (1L << 30);
        return (long) (bytes / Integer.parseInt(options.get("value")));
    }
}
