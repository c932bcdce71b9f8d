// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.benchmark.pipeline;

import java.io.File;
import java.lang.management.ManagementFactory;
import java.nio.file.*;
import java.util.*;
import org.HdrHistogram.Histogram;

/** Warm-up run, measured run, verification against the plain loop, one JSON line on stdout. */
public final class Harness {
    public interface Peer {
        /** Runs the workload to completion; returns extra result fields (checkpoint statistics). */
        Map<String, Object> run(Spec s) throws Exception;
    }

    public static void main(String[] args, Peer peer) throws Exception {
        long main = System.nanoTime();
        long jvmStart = ManagementFactory.getRuntimeMXBean().getStartTime(),
                mainMs = System.currentTimeMillis();
        Spec s = Spec.parse(args);
        if (s.warm > 0) once(s.withN(s.warm), peer);
        List<Map<String, Object>> results = new ArrayList<>();
        for (int i = 0; i < s.reps; i++) results.add(measure(s, peer, main, mainMs - jvmStart));
        boolean isReference = s.system.equals("plain") && s.p == 1 && s.variant.equals("default");
        if (!isReference) {
            Spec ref = s.withN(s.n);
            ref.p = 1;
            // W7 weighs the process: nothing large is loaded only to check ten records.
            ref.variant = s.w.equals("W7") ? "hashmap" : "default";
            ref.rate = 1_000_000_000; // unpaced
            once(ref, new Plain());
        }
        for (Map<String, Object> r : results) {
            r.put(
                    "verified",
                    r.get("count").equals(Marks.count())
                            && r.get("checksum").equals(Long.toHexString(Marks.sum())));
            System.out.println(json(r));
        }
        System.out.flush();
        System.exit(0);
    }

    private static Map<String, Object> measure(Spec s, Peer peer, long main, long jvmToMain)
            throws Exception {
        Map<String, Object> r = new LinkedHashMap<>();
        r.put("workload", s.w);
        r.put("system", s.system);
        r.put("variant", s.variant);
        r.put("p", s.p);
        r.put("n", s.n);
        r.put("ckptMs", s.ckpt);
        double load = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
        long gc = gc(), wb = writeBytes();
        Map<String, Object> extra = once(s, peer);
        long done = System.nanoTime();
        gc = gc() - gc;
        wb = writeBytes() - wb;
        double cpu = Marks.cpuNs() / 1e9;
        boolean w5 = s.w.equals("W5");
        double secs = (Marks.lastNs() - (w5 ? Marks.steadyNs() : Marks.firstNs())) / 1e9;
        long recs = w5 ? s.n - s.keys : s.w.equals("W1") ? s.n * Gen.WORDS_PER_LINE : s.n;
        r.put("secs", round(secs));
        r.put("recsPerSec", Math.round(recs / secs));
        r.put("cpuSecs", round(cpu));
        r.put("recsPerCpuSec", Math.round(recs / cpu));
        r.put("gcMs", gc);
        r.put("writeMB", wb >> 20);
        if (w5) {
            long[] took = Marks.checkpointDurations();
            Arrays.sort(took);
            r.put("maxGapMs", round(Marks.maxGap() / 1e6));
            r.put("taken", took.length);
            if (took.length > 0) {
                r.put("writtenEachKB", Marks.writtenBytes() / took.length >> 10);
                r.put("tookMs_p50", took[took.length / 2]);
                r.put("tookMs_p99", took[took.length * 99 / 100]);
                r.put("tookMs_max", took[took.length - 1]);
            }
        }
        if (s.w.equals("W6")) {
            Histogram h = Marks.hist();
            r.put("lat_n", h.getTotalCount());
            for (double q : new double[] {50, 99, 99.9, 99.99, 100})
                r.put(
                        "p" + (q == (long) q ? "" + (long) q : "" + q) + "_us",
                        h.getValueAtPercentile(q) / 1000);
        }
        if (s.w.equals("W7")) {
            r.put("jvmToMainMs", jvmToMain);
            r.put("firstOutMs", round((Marks.firstOutNs() - main) / 1e6));
            r.put("finishedMs", round((done - main) / 1e6));
        }
        if (s.w.equals("W8"))
            r.put("recoveryMs", Marks.recoveryNs() < 0 ? -1 : round(Marks.recoveryNs() / 1e6));
        r.putAll(extra);
        r.put("count", Marks.count());
        r.put("checksum", Long.toHexString(Marks.sum()));
        r.put("rssMB", vmHwm() >> 10);
        r.put("load1", load);
        return r;
    }

    private static Map<String, Object> once(Spec s, Peer peer) throws Exception {
        Marks.reset();
        Marks.warmNanos = s.warmSecs * 1_000_000_000L;
        delete(new File(s.dir));
        System.gc();
        Map<String, Object> m = peer.run(s);
        delete(new File(s.dir));
        return m;
    }

    private static void delete(File f) {
        File[] kids = f.listFiles();
        if (kids != null) for (File k : kids) delete(k);
        f.delete();
    }

    static double round(double v) {
        return Math.round(v * 1000) / 1000.0;
    }

    private static long gc() {
        return ManagementFactory.getGarbageCollectorMXBeans().stream()
                .mapToLong(b -> b.getCollectionTime())
                .sum();
    }

    private static long proc(String file, String key) {
        try {
            for (String l : Files.readAllLines(Paths.get(file)))
                if (l.startsWith(key)) return Long.parseLong(l.replaceAll("[^0-9]", ""));
        } catch (Exception e) {
            /* not on Linux */
        }
        return 0;
    }

    private static long vmHwm() {
        return proc("/proc/self/status", "VmHWM:");
    }

    static long writtenByCalls() {
        return proc("/proc/self/io", "wchar:");
    }

    private static long writeBytes() {
        return proc("/proc/self/io", "write_bytes:");
    }

    private static String json(Map<String, Object> m) {
        StringJoiner j = new StringJoiner(",", "{", "}");
        m.forEach(
                (k, v) ->
                        j.add(
                                '"'
                                        + k
                                        + "\":"
                                        + (v instanceof String ? '"' + (String) v + '"' : v)));
        return j.toString();
    }

    /** min / median / max of a list of numbers, under three names. */
    public static void stats(Map<String, Object> out, String name, List<? extends Number> xs) {
        if (xs.isEmpty()) return;
        double[] a = xs.stream().mapToDouble(Number::doubleValue).sorted().toArray();
        out.put(name + "_min", round(a[0]));
        out.put(name + "_med", round(a[a.length / 2]));
        out.put(name + "_max", round(a[a.length - 1]));
    }

    private Harness() {}
}
