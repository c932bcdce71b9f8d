// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.benchmark.pipeline;

import java.io.Serializable;
import java.util.Arrays;
import java.util.Random;

/**
 * Deterministic record generators and record types shared by every system. No engine dependency.
 */
public final class Gen {
    public static final long SEED = 42;

    /** Anything a sink can fold into the order-independent checksum. */
    public interface Hashed {
        long hash();
    }

    /** index -> record; Serializable so that engines can ship it. */
    public interface Fn<T> extends Serializable {
        T at(long i);
    }

    /**
     * W2, W4, W5, W6, W8. As input: (key, value, ts); as output of the keyed sum: (key, running
     * sum, ts).
     */
    public static class Rec implements Hashed, Serializable {
        public long key, value, ts;

        public Rec() {}

        public Rec(long key, long value, long ts) {
            this.key = key;
            this.value = value;
            this.ts = ts;
        }

        @Override
        public long hash() {
            return mix(key * 31 + value);
        }
    }

    /** W1 output. */
    public static class WordCount implements Hashed, Serializable {
        public String word;
        public long count;

        public WordCount() {}

        public WordCount(String word, long count) {
            this.word = word;
            this.count = count;
        }

        @Override
        public long hash() {
            return mix(word.hashCode() * 31L + count);
        }
    }

    /** W3 input. */
    public static class Bid implements Serializable {
        public long auction, bidder, price, ts;
        public String extra;

        public Bid() {}

        public Bid(long auction, long bidder, long price, long ts, String extra) {
            this.auction = auction;
            this.bidder = bidder;
            this.price = price;
            this.ts = ts;
            this.extra = extra;
        }
    }

    /** W3 output: one per auction and window. */
    public static class WinOut implements Hashed, Serializable {
        public long auction, end, count, max;

        public WinOut() {}

        public WinOut(long auction, long end, long count, long max) {
            this.auction = auction;
            this.end = end;
            this.count = count;
            this.max = max;
        }

        @Override
        public long hash() {
            return mix(mix(mix(auction * 31 + end) + count) + max);
        }
    }

    public static long mix(long z) { // splitmix64 finalizer
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }

    static long rnd(long i) {
        return mix(i * 0x9E3779B97F4A7C15L + SEED);
    }

    static long below(long bits32, long bound) {
        return (bits32 & 0xFFFFFFFFL) * bound >>> 32;
    }

    /**
     * Source subtask s of p owns the contiguous index range [s*n/p, (s+1)*n/p); this maps such an
     * index to the id of the record it emits, so that all subtasks advance through ids (hence event
     * time) together. p must divide n.
     */
    public static long interleave(long i, long n, int p) {
        if (p == 1) return i;
        if (p == 2) { // three divisions a record would outweigh the work that is measured
            long half = n >>> 1;
            return i < half ? i << 1 : ((i - half) << 1) + 1;
        }
        long per = n / p;
        return (i % per) * p + i / per;
    }

    // ---- W2/W4/W6/W8: uniform keys. A key's value is constant, so running sums do not depend on
    // arrival order.
    public static long valueOf(long key) {
        return (key * 0x9E3779B97F4A7C15L >>> 48) | 1;
    }

    public static Rec rec(long id, long keys) {
        long key = below(rnd(id), keys);
        return new Rec(key, valueOf(key), id);
    }

    /** W5, at first: every key once. */
    public static Rec rec(long id) {
        return new Rec(id, valueOf(id), id);
    }

    /** W5, from then on: one of the keys of an interval, which are `changed` of all, uniform. */
    public static Rec rec(long id, long keys, long interval, long changed) {
        long one = below(rnd(id), changed);
        long key = below(mix(rnd(interval) + one), keys);
        return new Rec(key, valueOf(key), id);
    }

    // ---- W1: lines of 10 words, Zipf(1.0) over 100k words, drawn from a pool of 131072 prebuilt
    // lines.
    public static final int WORDS_PER_LINE = 10;

    private static final class Lines {
        static final String[] POOL = new String[1 << 17];

        static {
            Random r = new Random(SEED);
            String[] vocab = new String[100_000];
            double[] cum = new double[vocab.length];
            double sum = 0;
            for (int w = 0; w < vocab.length; w++) {
                vocab[w] =
                        Long.toString(
                                26L * 26 * 26 + w * 7919L,
                                26 + w % 10); // distinct within a radix, 4..6 letters
                cum[w] = sum += 1.0 / (w + 1);
            }
            StringBuilder b = new StringBuilder();
            for (int l = 0; l < POOL.length; l++) {
                b.setLength(0);
                for (int k = 0; k < WORDS_PER_LINE; k++) {
                    int w = Arrays.binarySearch(cum, r.nextDouble() * sum);
                    if (k > 0) b.append(' ');
                    b.append(vocab[Math.min(w < 0 ? -w - 1 : w, vocab.length - 1)]);
                }
                POOL[l] = b.toString();
            }
        }
    }

    public static String line(long id) {
        return Lines.POOL[(int) (rnd(id) & (Lines.POOL.length - 1))];
    }

    public interface WordSink {
        void word(String w) throws Exception;
    }

    /** The splitter every system uses. */
    public static void split(String line, WordSink out) throws Exception {
        int from = 0;
        for (int to; (to = line.indexOf(' ', from)) >= 0; from = to + 1)
            out.word(line.substring(from, to));
        out.word(line.substring(from));
    }

    // ---- W3: 100k bids per second of event time over 10k auctions, out of order by less than 512
    // ms.
    public static final long LAG_MS = 1000, WIN_MS = 10_000, SLIDE_MS = 2_000;
    private static final String[] EXTRA = new String[1024];

    static {
        for (int k = 0; k < EXTRA.length; k++)
            EXTRA[k] =
                    Long.toString(mix(k) | Long.MIN_VALUE, 16)
                            + mix(k + 7)
                            + "https://auction/"
                            + k;
    }

    public static Bid bid(long id) {
        long r = rnd(id), q = mix(r);
        return new Bid(
                below(r, 10_000),
                below(q, 100_000),
                q >>> 44,
                id / 100 + (r >>> 55),
                EXTRA[(int) (q & 1023)]);
    }

    // ---- W4: the three stateless steps.
    public static Rec step1(Rec r) {
        return new Rec(r.key ^ (r.key >>> 7), r.value, r.ts);
    }

    public static boolean step2(Rec r) {
        return (r.key & 3) != 0;
    }

    public static Rec step3(Rec r) {
        return new Rec(r.key, r.value * 31 + r.key, r.ts);
    }

    private Gen() {}
}
