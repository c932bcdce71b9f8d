// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.benchmark.pipeline;

import io.millrace.benchmark.pipeline.Gen.*;
import it.unimi.dsi.fastutil.longs.*;
import it.unimi.dsi.fastutil.objects.Object2LongOpenHashMap;
import java.util.*;
import java.util.concurrent.ArrayBlockingQueue;

/**
 * The physical-limit proxy: a hand-written loop with hash-map state and no fault tolerance. p = 2
 * is two threads, each generating half of the records and owning half of the keys, exchanging
 * batches of records by key.
 */
public final class Plain implements Harness.Peer {
    public static void main(String[] a) throws Exception {
        Harness.main(a, new Plain());
    }

    /**
     * Where gen() puts a record: into this thread's state, or into a batch for the other thread.
     */
    abstract static class Out {
        abstract void emit(Object rec, int hash);
    }

    abstract static class Logic {
        final Marks.Acc acc;

        Logic(Marks.Acc acc) {
            this.acc = acc;
        }

        abstract void gen(long i, Out out) throws Exception;

        abstract void process(Object rec);

        long watermark() {
            return Long.MIN_VALUE;
        } // of what this thread generated so far

        void advance(long wm) {} // event time of everything processed so far
    }

    static Logic logic(Spec s) {
        Marks.Acc acc = new Marks.Acc(s.w.equals("W6"));
        switch (s.w) {
            case "W1":
                return new Logic(acc) {
                    final Object2LongOpenHashMap<String> counts = new Object2LongOpenHashMap<>();

                    @Override
                    void gen(long i, Out out) throws Exception {
                        Gen.split(
                                Gen.line(Gen.interleave(i, s.n, s.p)),
                                w -> out.emit(w, w.hashCode()));
                    }

                    @Override
                    void process(Object o) {
                        String w = (String) o;
                        acc.add(Gen.mix(w.hashCode() * 31L + counts.addTo(w, 1) + 1));
                    }
                };
            case "W3":
            case "W3b":
                return new Windows(acc, s);
            case "W4":
                return new Logic(acc) {
                    final Gen.Fn<Rec> src = s.recs();

                    @Override
                    void gen(long i, Out out) {
                        Rec r = Gen.step1(src.at(i));
                        if (Gen.step2(r)) acc.add(Gen.step3(r).hash());
                    }

                    @Override
                    void process(Object o) {}
                };
            default:
                final Gen.Fn<Rec> src = s.recs();
                final boolean paced = s.w.equals("W6") && s.rate < 1_000_000_000;
                if (s.is("hashmap"))
                    return new Logic(acc) {
                        final HashMap<Long, long[]> sums = new HashMap<>();

                        @Override
                        void gen(long i, Out out) {
                            Rec r = src.at(i);
                            out.emit(r, (int) Gen.mix(r.key));
                        }

                        @Override
                        void process(Object o) {
                            Rec r = (Rec) o;
                            long[] v = sums.computeIfAbsent(r.key, k -> new long[1]);
                            acc.add(Gen.mix(r.key * 31 + (v[0] += r.value)));
                        }
                    };
                return new Logic(acc) {
                    final Long2LongOpenHashMap sums = new Long2LongOpenHashMap();

                    @Override
                    void gen(long i, Out out) {
                        Rec r = src.at(i);
                        if (paced) Marks.await(r.ts);
                        out.emit(r, (int) Gen.mix(r.key));
                    }

                    @Override
                    void process(Object o) {
                        Rec r = (Rec) o;
                        acc.add(Gen.mix(r.key * 31 + sums.addTo(r.key, r.value) + r.value));
                        if (paced) acc.lat(r.ts);
                    }
                };
        }
    }

    /** Tumbling or sliding windows from panes of one slide each. */
    static final class Windows extends Logic {
        final Spec s;
        final long slide;
        final int panesPerWindow;
        final TreeMap<Long, Long2ObjectOpenHashMap<long[]>> panes = new TreeMap<>(); // by pane end
        long maxTs = Long.MIN_VALUE / 2, cachedEnd = -1, nextFire = -1;
        Long2ObjectOpenHashMap<long[]> cached;

        Windows(Marks.Acc acc, Spec s) {
            super(acc);
            this.s = s;
            slide = s.w.equals("W3") ? Gen.WIN_MS : Gen.SLIDE_MS;
            panesPerWindow = (int) (Gen.WIN_MS / slide);
        }

        @Override
        void gen(long i, Out out) {
            Bid b = Gen.bid(Gen.interleave(i, s.n, s.p));
            if (b.ts > maxTs) maxTs = b.ts;
            out.emit(b, (int) Gen.mix(b.auction));
        }

        @Override
        long watermark() {
            return maxTs - Gen.LAG_MS;
        }

        @Override
        void process(Object o) {
            Bid b = (Bid) o;
            if (b.ts >= cachedEnd || b.ts < cachedEnd - slide) {
                cachedEnd = b.ts / slide * slide + slide;
                cached = panes.computeIfAbsent(cachedEnd, e -> new Long2ObjectOpenHashMap<>());
                if (nextFire < 0) nextFire = cachedEnd;
            }
            long[] a = cached.get(b.auction);
            if (a == null) cached.put(b.auction, a = new long[2]);
            a[0]++;
            if (b.price > a[1]) a[1] = b.price;
        }

        @Override
        void advance(long wm) {
            while (!panes.isEmpty() && nextFire <= wm) {
                long end = nextFire;
                nextFire += slide;
                Collection<Long2ObjectOpenHashMap<long[]>> in =
                        panes.subMap(end - Gen.WIN_MS + slide, true, end, true).values();
                Long2ObjectOpenHashMap<long[]> all;
                if (panesPerWindow == 1) {
                    if (in.isEmpty()) continue;
                    all = in.iterator().next();
                } else {
                    all = new Long2ObjectOpenHashMap<>();
                    for (Long2ObjectOpenHashMap<long[]> pane : in) {
                        for (Long2ObjectMap.Entry<long[]> e : Long2ObjectMaps.fastIterable(pane)) {
                            long[] a = all.get(e.getLongKey()), v = e.getValue();
                            if (a == null) all.put(e.getLongKey(), v.clone());
                            else {
                                a[0] += v[0];
                                a[1] = Math.max(a[1], v[1]);
                            }
                        }
                    }
                }
                for (Long2ObjectMap.Entry<long[]> e : Long2ObjectMaps.fastIterable(all))
                    acc.add(
                            new WinOut(e.getLongKey(), end, e.getValue()[0], e.getValue()[1])
                                    .hash());
                panes.headMap(end - Gen.WIN_MS + slide, true).clear();
                cachedEnd = -1;
            }
        }
    }

    @Override
    public Map<String, Object> run(Spec s) throws Exception {
        Marks.first();
        if (s.p == 1) one(s);
        else two(s);
        return Map.of();
    }

    private static void one(Spec s) throws Exception {
        Logic l = logic(s);
        Out direct =
                new Out() {
                    @Override
                    void emit(Object rec, int hash) {
                        l.process(rec);
                    }
                };
        for (long i = 0; i < s.n; ) {
            for (long to = Math.min(s.n, i + 1024); i < to; i++) l.gen(i, direct);
            l.advance(l.watermark());
        }
        l.advance(Long.MAX_VALUE);
        l.acc.publish();
    }

    private static final class Batch {
        final Object[] recs = new Object[1024];
        int size;
        long wm;
        boolean last;
    }

    private static void two(Spec s) throws Exception {
        @SuppressWarnings({"unchecked", "rawtypes"}) // Java has no arrays of a generic type
        ArrayBlockingQueue<Batch>[] in =
                new ArrayBlockingQueue[] {
                    new ArrayBlockingQueue<Batch>(16), new ArrayBlockingQueue<Batch>(16)
                };
        Thread[] ts = new Thread[2];
        for (int t = 0; t < 2; t++) {
            final int me = t;
            ts[t] =
                    new Thread(
                            () -> {
                                try {
                                    new Worker(s, me, in[me], in[1 - me]).go();
                                } catch (Exception e) {
                                    e.printStackTrace();
                                    System.exit(1);
                                }
                            });
            ts[t].start();
        }
        for (Thread t : ts) t.join();
    }

    private static final class Worker extends Out {
        final Spec s;
        final int me;
        final Logic l;
        final ArrayBlockingQueue<Batch> in, out;
        Batch b = new Batch();
        long otherWm = Long.MIN_VALUE;
        boolean otherDone;

        Worker(Spec s, int me, ArrayBlockingQueue<Batch> in, ArrayBlockingQueue<Batch> out) {
            this.s = s;
            this.me = me;
            this.in = in;
            this.out = out;
            this.l = logic(s);
        }

        @Override
        void emit(Object rec, int hash) {
            if ((hash & 1) == me) l.process(rec);
            else {
                b.recs[b.size++] = rec;
                if (b.size == b.recs.length) flush();
            }
        }

        void flush() {
            b.wm = l.watermark();
            while (!out.offer(b)) drain();
            b = new Batch();
        }

        void drain() {
            for (Batch x; (x = in.poll()) != null; ) take(x);
        }

        void take(Batch x) {
            for (int k = 0; k < x.size; k++) l.process(x.recs[k]);
            otherWm = x.wm;
            otherDone |= x.last;
        }

        void go() throws Exception {
            long i = me * (s.n / 2), end = i + s.n / 2;
            int flushEvery = s.w.equals("W6") ? 1 : 1024;
            while (i < end) {
                for (long to = Math.min(end, i + flushEvery); i < to; i++) l.gen(i, this);
                if (flushEvery == 1 && b.size > 0) flush();
                drain();
                l.advance(Math.min(l.watermark(), otherWm));
            }
            b.last = true;
            flush();
            while (!otherDone) take(in.take());
            l.advance(Long.MAX_VALUE);
            l.acc.publish();
        }
    }
}
