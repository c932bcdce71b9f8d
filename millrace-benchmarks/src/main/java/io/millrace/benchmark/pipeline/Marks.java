// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.benchmark.pipeline;

import java.lang.management.ManagementFactory;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;

/** Process-wide instants and sums of the run in progress; all systems run inside this JVM. */
public final class Marks {
    private static final AtomicLong first = new AtomicLong(),
            steady = new AtomicLong(),
            firstOut = new AtomicLong(),
            last = new AtomicLong(),
            t0 = new AtomicLong(),
            failed = new AtomicLong(),
            recovered = new AtomicLong();
    public static volatile long warmUntil; // W6: do not record latency of records due before
    private static long count, sum, maxGap;
    private static Histogram hist;
    static long warmNanos;

    static synchronized void reset() {
        for (AtomicLong a : new AtomicLong[] {first, steady, firstOut, last, t0, failed, recovered})
            a.set(0);
        checkpoints.clear();
        count = sum = maxGap = 0;
        hist = new Histogram(3);
    }

    private static volatile long cpuFrom,
            cpuTo; // process CPU time at first() or steady(), and at the last publish()

    static long cpu() {
        return ((com.sun.management.OperatingSystemMXBean)
                        ManagementFactory.getOperatingSystemMXBean())
                .getProcessCpuTime();
    }

    static long cpuNs() {
        return cpuTo - cpuFrom;
    }

    public static void first() {
        if (first.compareAndSet(0, System.nanoTime())) cpuFrom = cpu();
    }

    /** W5: the preload is over; the measurement starts here. */
    public static void steady() {
        long now = System.nanoTime();
        steady.accumulateAndGet(now, Math::max);
        cpuFrom = cpu();
        writtenFrom = Harness.writtenByCalls();
    }

    private static final Map<Long, Long> checkpoints = new ConcurrentHashMap<>();
    private static volatile long writtenFrom, writtenTo;

    /** W5: a checkpoint that began in the measured time is complete, this long after its begin. */
    public static void checkpointed(long id, long millis) {
        checkpoints.merge(id, millis, Math::max);
    }

    /** In milliseconds, in no order. */
    static long[] checkpointDurations() {
        return checkpoints.values().stream().mapToLong(Long::longValue).toArray();
    }

    /** Bytes that the process wrote into whatever, in the measured time. */
    static long writtenBytes() {
        return writtenTo - writtenFrom;
    }

    public static void firstOut() {
        firstOut.compareAndSet(0, System.nanoTime());
    }

    public static boolean isSteady() {
        return steady.get() != 0;
    }

    /** W6 time base, fixed by the first caller. */
    public static long t0() {
        long t = t0.get();
        if (t != 0) return t;
        if (t0.compareAndSet(0, System.nanoTime() + 100_000_000)) warmUntil = t0.get() + warmNanos;
        return t0.get();
    }

    /** W6: block until the record is due (for systems whose sources may block). */
    public static void await(long due) {
        for (long d; (d = due - System.nanoTime()) > 0; ) LockSupport.parkNanos(d);
    }

    /** W8: true exactly once. */
    public static boolean failOnce() {
        return failed.compareAndSet(0, System.nanoTime());
    }

    public static boolean hasFailed() {
        return failed.get() != 0;
    }

    public static void recovered() {
        recovered.compareAndSet(0, System.nanoTime());
    }

    public static void recoveredIfFailed() {
        if (hasFailed()) recovered();
    }

    /** Per-sink-instance accumulator; not shared between threads until publish(). */
    public static final class Acc {
        public long count, sum;
        private long lastNs, maxGap;
        private final boolean latency;
        private final Histogram h = new Histogram(3);

        public Acc(boolean latency) {
            this.latency = latency;
        }

        public void add(Gen.Hashed v) {
            add(v.hash());
            if (latency) lat(((Gen.Rec) v).ts);
        }

        public void add(long hash) {
            sum += hash;
            if ((++count & 255) == 1) tick();
        }

        public void lat(long due) {
            if (due > warmUntil) h.recordValue(Math.max(0, System.nanoTime() - due));
        }

        private void tick() {
            long now = System.nanoTime();
            if (lastNs == 0) firstOut();
            else if (isSteady()) maxGap = Math.max(maxGap, now - lastNs);
            lastNs = now;
        }

        public void publish() {
            synchronized (Marks.class) {
                Marks.count += count;
                Marks.sum += sum;
                Marks.maxGap = Math.max(Marks.maxGap, maxGap);
                Marks.hist.add(h);
                last.accumulateAndGet(System.nanoTime(), Math::max);
                cpuTo = cpu();
                writtenTo = Harness.writtenByCalls();
            }
        }
    }

    static long firstNs() {
        return first.get();
    }

    static long steadyNs() {
        return steady.get();
    }

    static long firstOutNs() {
        return firstOut.get();
    }

    static long lastNs() {
        return last.get();
    }

    static long recoveryNs() {
        return recovered.get() == 0 ? -1 : recovered.get() - failed.get();
    }

    static synchronized long count() {
        return count;
    }

    static synchronized long sum() {
        return sum;
    }

    static synchronized long maxGap() {
        return maxGap;
    }

    static synchronized Histogram hist() {
        return hist;
    }

    private Marks() {}
}
