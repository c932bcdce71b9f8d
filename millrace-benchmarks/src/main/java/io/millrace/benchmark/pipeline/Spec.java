// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.benchmark.pipeline;

import java.io.Serializable;

/** One run's parameters, from `name=value` arguments. */
public final class Spec implements Serializable {
    public String w, system = "?", variant = "default", dir = "work";
    public int p = 1, reps = 1; // reps: measured runs in this JVM
    public long n, warm, keys = 1_000_000, ckpt = 1000, rate = 100_000, failAt = -1, warmSecs = 15;

    /** W5: so many records make an interval, and touch so many keys at most. */
    public long each = 200_000, changed = 100_000;

    public static Spec parse(String[] args) {
        Spec s = new Spec();
        for (String a : args) {
            int eq = a.indexOf('=');
            String v = a.substring(eq + 1);
            switch (a.substring(0, eq)) {
                case "w":
                    s.w = v;
                    break;
                case "system":
                    s.system = v;
                    break;
                case "variant":
                    s.variant = v;
                    break;
                case "dir":
                    s.dir = v;
                    break;
                case "p":
                    s.p = Integer.parseInt(v);
                    break;
                case "reps":
                    s.reps = Integer.parseInt(v);
                    break;
                case "n":
                    s.n = Long.parseLong(v.replace("_", ""));
                    break;
                case "warm":
                    s.warm = Long.parseLong(v.replace("_", ""));
                    break;
                case "keys":
                    s.keys = Long.parseLong(v.replace("_", ""));
                    break;
                case "ckpt":
                    s.ckpt = Long.parseLong(v);
                    break;
                case "rate":
                    s.rate = Long.parseLong(v.replace("_", ""));
                    break;
                case "each":
                    s.each = Long.parseLong(v.replace("_", ""));
                    break;
                case "changed":
                    s.changed = Long.parseLong(v.replace("_", ""));
                    break;
                case "warmSecs":
                    s.warmSecs = Long.parseLong(v);
                    break;
                default:
                    throw new IllegalArgumentException(a);
            }
        }
        s.n -= s.n % 2; // so that p = 1 and p = 2 run the same records
        if (s.w.equals("W8")) s.failAt = s.n / 2;
        return s;
    }

    public Spec withN(long n) {
        Spec s = new Spec();
        s.w = w;
        s.system = system;
        s.variant = variant;
        s.dir = dir;
        s.p = p;
        s.n = n - n % 2;
        s.warm = warm;
        s.keys = keys;
        s.ckpt = ckpt;
        s.rate = rate;
        s.warmSecs = warmSecs;
        s.each = each;
        s.changed = changed;
        return s;
    }

    public boolean is(String flag) {
        return ("," + variant + ",").contains("," + flag + ",");
    }

    /** The record source of W2 and its relatives, with the marks the harness needs. */
    public Gen.Fn<Gen.Rec> recs() {
        final long n = this.n, keys = this.keys, nanos = 1_000_000_000L / rate;
        final long each = this.each, changed = this.changed;
        final int p = this.p;
        switch (w) {
            case "W5":
                return i -> {
                    long id = Gen.interleave(i, n, p);
                    if (id < keys) return Gen.rec(id);
                    if (id < keys + p) Marks.steady();
                    if (nanos > 0) Marks.await(Marks.t0() + (id - keys) * nanos);
                    return Gen.rec(id, keys, (id - keys) / each, changed);
                };
            case "W6":
                return i -> { // ts = the instant at which the record was due
                    long id = Gen.interleave(i, n, p);
                    Gen.Rec r = Gen.rec(id, keys);
                    r.ts = Marks.t0() + id * nanos;
                    return r;
                };
            default:
                return i -> Gen.rec(Gen.interleave(i, n, p), keys);
        }
    }
}
