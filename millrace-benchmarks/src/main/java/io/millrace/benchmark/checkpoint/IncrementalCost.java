// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.benchmark.checkpoint;

import io.millrace.api.common.ExecutionConfig;
import io.millrace.api.common.state.ValueState;
import io.millrace.api.common.state.ValueStateDescriptor;
import io.millrace.api.common.typeutils.base.LongSerializer;
import io.millrace.core.fs.Path;
import io.millrace.engine.keys.KeyGroupRange;
import io.millrace.engine.state.FrozenState;
import io.millrace.engine.state.KeyedStateBackend;
import io.millrace.engine.state.KeyedStateRequest;
import io.millrace.engine.state.OperatorId;
import io.millrace.engine.state.RestoredState;
import io.millrace.engine.state.SharedFile;
import io.millrace.engine.state.SnapshotOrder;
import io.millrace.engine.state.SnapshotWriter;
import io.millrace.engine.state.StateCompression;
import io.millrace.engine.state.StateHandle;
import io.millrace.engine.state.heap.HeapKeyedStateBackendFactory;
import io.millrace.engine.storage.CheckpointPaths;
import io.millrace.engine.storage.FileCheckpointStorage;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;

/**
 * What an incremental checkpoint of state on the heap costs: a running sum per key, of which a
 * limited number changes between two checkpoints. It is the state backend, the writer and the
 * storage of the engine, without a job around them: one thread updates, another writes meanwhile,
 * and both are at it all the time. All rewriting of what did not change is in the figures.
 *
 * <pre>
 *   IncrementalCost [keys=10_000_000] [changed=100_000] [updates=300_000] [checkpoints=250]
 *                   [dir=...] [gate=true]
 * </pre>
 *
 * With {@code gate=true} the process ends with 1 unless a checkpoint has 3 % of the full size at
 * most, on the average, and the part on the task's own thread takes 5 ms at most, at p99.
 */
public final class IncrementalCost {

    private static final KeyGroupRange ALL = new KeyGroupRange(0, 127);
    private static final OperatorId OPERATOR = new OperatorId("0123456789abcdef0123456789abcdef");

    private final int keys;
    private final int changed;
    private final int updates;
    private final int checkpoints;
    private final Path directory;
    private final FileCheckpointStorage storage;
    private final SnapshotWriter writer;
    private final SplittableRandom random = new SplittableRandom(1);

    private IncrementalCost(Map<String, String> options, java.nio.file.Path directory)
            throws IOException {
        keys = number(options, "keys", 10_000_000);
        changed = number(options, "changed", 100_000);
        updates = number(options, "updates", 300_000);
        checkpoints = number(options, "checkpoints", 250);
        this.directory = new Path(directory.toUri());
        storage = new FileCheckpointStorage(CheckpointPaths.withoutJobLevel(this.directory), 0);
        writer = new SnapshotWriter(storage, StateCompression.NONE, System::nanoTime);
    }

    public static void main(String[] args) throws Exception {
        Map<String, String> options = new HashMap<>();
        for (String arg : args) {
            int equals = arg.indexOf('=');
            if (equals < 0) {
                throw new IllegalArgumentException(arg + " is not of the form name=value");
            }
            options.put(arg.substring(0, equals), arg.substring(equals + 1));
        }
        java.nio.file.Path given =
                options.containsKey("dir")
                        ? java.nio.file.Path.of(options.get("dir"))
                        : java.nio.file.Path.of(System.getProperty("java.io.tmpdir"));
        java.nio.file.Path directory = Files.createTempDirectory(given, "incremental-cost");
        boolean kept;
        try {
            kept = new IncrementalCost(options, directory).run();
        } finally {
            remove(directory);
        }
        if (options.getOrDefault("gate", "false").equals("true") && !kept) {
            System.exit(1);
        }
    }

    private static int number(Map<String, String> options, String name, int usual) {
        String given = options.get(name);
        return given == null ? usual : Integer.parseInt(given.replace("_", ""));
    }

    private KeyedStateBackend<Long> backend(List<RestoredState> restored) throws Exception {
        return new HeapKeyedStateBackendFactory(System::currentTimeMillis, true, 64 * 1024)
                .create(
                        new KeyedStateRequest<>(
                                "sum",
                                "sum",
                                OPERATOR,
                                0,
                                LongSerializer.INSTANCE,
                                128,
                                ALL,
                                new ExecutionConfig(),
                                restored));
    }

    private static ValueState<Long> sums(KeyedStateBackend<Long> backend) throws Exception {
        return backend.state(new ValueStateDescriptor<>("sum", LongSerializer.INSTANCE));
    }

    private static void add(KeyedStateBackend<Long> backend, ValueState<Long> sum, long key)
            throws Exception {
        backend.setCurrentKey(key, Long.hashCode(key));
        Long before = sum.value();
        sum.update(before == null ? key : before + 1);
    }

    private boolean run() throws Exception {
        storage.open("incremental cost");
        KeyedStateBackend<Long> backend = backend(List.of());
        ValueState<Long> sum = sums(backend);
        for (long key = 0; key < keys; key++) {
            add(backend, sum, key);
        }
        SnapshotOrder savepoint =
                new SnapshotOrder(
                        1, 0, SnapshotOrder.Form.CANONICAL_SAVEPOINT, SnapshotOrder.ALIGNED, false);
        long begin = System.nanoTime();
        StateHandle whole = write(backend.freeze(savepoint), savepoint);
        long wholeNanos = System.nanoTime() - begin;
        storage.discard(1);
        StateHandle last = write(backend.freeze(order(2)), order(2));

        long[] sync = new long[checkpoints];
        long[] busy = new long[checkpoints];
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long bytes = 0;
        long most = 0;
        long asyncNanos = 0;
        int files = 0;
        int newest = 2;
        long[] some = interval();
        ExecutorService io = Executors.newSingleThreadExecutor();
        try {
            for (int i = 0; i < checkpoints; i++) {
                update(backend, sum, some);
                newest++;
                SnapshotOrder order = order(newest);
                long busyStart = threads.getCurrentThreadCpuTime();
                long start = System.nanoTime();
                FrozenState frozen = backend.freeze(order);
                sync[i] = System.nanoTime() - start;
                busy[i] = threads.getCurrentThreadCpuTime() - busyStart;
                Future<StateHandle> writing = io.submit(() -> write(frozen, order));
                // What is updated meanwhile belongs to the next interval.
                some = interval();
                while (!writing.isDone()) {
                    for (int n = 0; n < 1_000; n++) {
                        add(backend, sum, some[random.nextInt(changed)]);
                    }
                }
                last = writing.get();
                asyncNanos += System.nanoTime() - start;
                long written = last.writtenFor(newest);
                bytes += written;
                most = Math.max(most, written);
                files = Math.max(files, last.files().size());
                removeUnused(last, newest);
                storage.discard(newest - 1);
            }
        } finally {
            io.shutdown();
        }
        Arrays.sort(sync);
        Arrays.sort(busy);
        double share = 100.0 * bytes / checkpoints / whole.length();
        int at99 = (int) Math.min(checkpoints - 1L, checkpoints * 99L / 100);
        long p99 = sync[at99];
        print(
                "keys %,d, changed between two checkpoints %,d, checkpoints %d",
                keys, changed, checkpoints);
        print("a whole one          %,d bytes in %,d ms", whole.length(), wholeNanos / 1_000_000);
        print(
                "an incremental one   %,d bytes on the average: %.2f %%; the largest %,d",
                bytes / checkpoints, share, most);
        print("  written in         %,d ms on the average", asyncNanos / checkpoints / 1_000_000);
        print(
                "  synchronous part   p50 %,d us, p99 %,d us, longest %,d us",
                sync[checkpoints / 2] / 1_000, p99 / 1_000, sync[checkpoints - 1] / 1_000);
        print(
                "  of it on the CPU   p50 %,d us, p99 %,d us, longest %,d us: the rest is waiting for one",
                busy[checkpoints / 2] / 1_000, busy[at99] / 1_000, busy[checkpoints - 1] / 1_000);
        print(
                "files                %d at most; the last snapshot has %,d bytes, %.2f of a whole one",
                files, last.length(), 1.0 * last.length() / whole.length());
        restore(backend, sum, newest);
        return share <= 3 && p99 <= 5_000_000;
    }

    /** The keys of one interval. */
    private long[] interval() {
        long[] some = new long[changed];
        for (int i = 0; i < changed; i++) {
            some[i] = random.nextLong(keys);
        }
        return some;
    }

    private void update(KeyedStateBackend<Long> backend, ValueState<Long> sum, long[] some)
            throws Exception {
        for (int i = 0; i < updates; i++) {
            add(backend, sum, some[i % changed]);
        }
    }

    private void restore(KeyedStateBackend<Long> backend, ValueState<Long> sum, int newest)
            throws Exception {
        SnapshotOrder order = order(newest + 1);
        StateHandle last = write(backend.freeze(order), order);
        long begin = System.nanoTime();
        KeyedStateBackend<Long> restored =
                backend(
                        List.of(
                                new RestoredState(
                                        last,
                                        () -> storage.read(last.bytes(), pointer(newest + 1)),
                                        files(newest + 1))));
        ValueState<Long> again = sums(restored);
        long nanos = System.nanoTime() - begin;
        for (long key = 0; key < keys; key++) {
            backend.setCurrentKey(key, Long.hashCode(key));
            restored.setCurrentKey(key, Long.hashCode(key));
            if (!sum.value().equals(again.value())) {
                throw new IllegalStateException(
                        "Key " + key + " was restored as " + again.value() + ": " + sum.value());
            }
        }
        print("restored in          %,d ms, all keys equal", nanos / 1_000_000);
    }

    private RestoredState.Files files(int checkpoint) {
        return new RestoredState.Files() {
            @Override
            public InputStream open(SharedFile file) throws IOException {
                return storage.read(file.place(), pointer(checkpoint));
            }

            @Override
            public Optional<java.nio.file.Path> local(SharedFile file) {
                return Optional.empty();
            }
        };
    }

    private String pointer(int checkpoint) {
        return CheckpointPaths.pointer(new Path(directory, "chk-" + checkpoint));
    }

    private static SnapshotOrder order(int id) {
        return SnapshotOrder.checkpoint(id, 0);
    }

    private StateHandle write(FrozenState frozen, SnapshotOrder order) throws IOException {
        SnapshotWriter.Part part = new SnapshotWriter.Part(OPERATOR, "sum", List.of(frozen));
        return writer.write(order, 0, 0, List.of(part), 0, new SnapshotWriter.Stop())
                .operators()
                .get(0)
                .handles()
                .get(0);
    }

    /** As the engine does when a checkpoint is complete. */
    private void removeUnused(StateHandle kept, int checkpoint) throws IOException {
        Set<String> needed = new HashSet<>();
        for (SharedFile file : kept.files()) {
            needed.add(storage.sharedName(file.place(), pointer(checkpoint)));
        }
        for (String name : storage.sharedFiles().keySet()) {
            if (!needed.contains(name)) {
                storage.discardShared(name);
            }
        }
    }

    private static void print(String format, Object... args) {
        System.out.println(String.format(Locale.ROOT, format, args));
    }

    private static void remove(java.nio.file.Path directory) throws IOException {
        List<java.nio.file.Path> all = new ArrayList<>();
        try (Stream<java.nio.file.Path> walk = Files.walk(directory)) {
            walk.sorted(Comparator.reverseOrder()).forEach(all::add);
        }
        for (java.nio.file.Path each : all) {
            Files.delete(each);
        }
    }
}
