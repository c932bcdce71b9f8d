// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.testing;

import io.millrace.testing.Mishap.Kind;
import io.millrace.testing.Mishap.Occasion;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * What a seed has in store: a few mishaps and when they strike. When depends on how often each
 * {@link Occasion} came in a run without mishaps, so that none is wasted after the end.
 */
final class Fate {

    /** Kinds in the proportion in which they are drawn: what kills is the heart of it. */
    private static final Kind[] KINDS = {
        Kind.USER_CODE,
        Kind.USER_CODE,
        Kind.USER_CODE,
        Kind.LEDGER,
        Kind.LEDGER,
        Kind.FILE,
        Kind.FILE,
        Kind.FILE,
        Kind.FILE_OUTAGE,
        Kind.DISK_FULL,
        Kind.POWER,
        Kind.POWER,
        Kind.POWER,
        Kind.POWER,
        Kind.KILL,
        Kind.KILL,
        Kind.KILL,
        Kind.KILL_BETWEEN,
        Kind.CANCEL,
        Kind.SUSPEND,
        Kind.SLOW_IO,
        Kind.SLOW_IO,
        Kind.SLUGGISH_IO,
        Kind.LOST_NOTICE,
        Kind.LOST_NOTICE,
        Kind.CLOCK_JUMP
    };

    /** What ends a process. */
    private static final Kind[] ENDS = {
        Kind.POWER, Kind.KILL, Kind.KILL_BETWEEN, Kind.CANCEL, Kind.SUSPEND, Kind.SUSPEND
    };

    /** What a user asks for. */
    private static final Kind[] WISHES = {Kind.SAVEPOINT, Kind.STOP, Kind.STOP};

    private static final int MAX_WISHES = 3;
    private static final int MAX_MISHAPS = 5;
    private static final int MAX_ENDS = 4;

    private final List<Mishap> ahead;
    private final List<Mishap> plan;
    private final Map<Occasion, Long> counts = new EnumMap<>(Occasion.class);

    private Fate(List<Mishap> plan) {
        this.plan = List.copyOf(plan);
        this.ahead = new ArrayList<>(plan);
        for (Occasion occasion : Occasion.values()) {
            counts.put(occasion, 0L);
        }
    }

    /** Nothing goes wrong. */
    static Fate kind() {
        return new Fate(List.of());
    }

    /**
     * Draws what goes wrong.
     *
     * @param usual how often each occasion comes in a run without mishaps
     * @param restless whether more processes than usual are to end early
     * @param steered whether a user asks for savepoints
     */
    static Fate draw(Random random, Map<Occasion, Long> usual, boolean restless, boolean steered) {
        int number = 1 + random.nextInt(MAX_MISHAPS);
        List<Mishap> plan = new ArrayList<>();
        Mishap last = null;
        while (plan.size() < number) {
            Kind kind = KINDS[random.nextInt(KINDS.length)];
            long expected = usual.get(kind.occasion);
            if (expected == 0) {
                continue;
            }
            long at = 1 + (long) (random.nextDouble() * expected);
            if (last != null && random.nextInt(3) == 0) {
                // Soon after the last one: trouble strikes those who are just getting up.
                kind = random.nextBoolean() ? last.kind() : kind;
                at =
                        kind.occasion == last.kind().occasion
                                ? last.at() + 1 + random.nextInt(8)
                                : 1
                                        + (long)
                                                (expected
                                                        * ((double) last.at()
                                                                / usual.get(last.kind().occasion)));
            }
            last = new Mishap(kind, at, size(kind, random));
            plan.add(last);
        }
        for (int more = restless ? 1 + random.nextInt(MAX_ENDS) : 0; more > 0; more--) {
            Kind kind = ENDS[random.nextInt(ENDS.length)];
            long expected = usual.get(kind.occasion);
            plan.add(new Mishap(kind, 1 + (long) (random.nextDouble() * expected), 0));
        }
        for (int more = steered ? 1 + random.nextInt(MAX_WISHES) : 0; more > 0; more--) {
            Kind kind = WISHES[random.nextInt(WISHES.length)];
            long expected = usual.get(kind.occasion);
            plan.add(new Mishap(kind, 1 + (long) (random.nextDouble() * expected), 0));
        }
        return new Fate(plan);
    }

    private static long size(Kind kind, Random random) {
        return switch (kind) {
            case FILE_OUTAGE, DISK_FULL -> 1 + random.nextInt(12);
            case SLUGGISH_IO, LOST_NOTICE -> 1 + random.nextInt(6);
            case SLOW_IO -> 1 + random.nextInt(600);
            case CLOCK_JUMP ->
                    random.nextBoolean() ? 1 + random.nextInt(100_000) : -1 - random.nextInt(60);
            default -> 0;
        };
    }

    /** An occasion has come: what strikes now, null for nothing. */
    Mishap meet(Occasion occasion) {
        long count = counts.merge(occasion, 1L, Long::sum);
        for (int i = 0; i < ahead.size(); i++) {
            Mishap mishap = ahead.get(i);
            if (mishap.kind().occasion == occasion && mishap.at() <= count) {
                ahead.remove(i);
                return mishap;
            }
        }
        return null;
    }

    /** How often each occasion has come. */
    Map<Occasion, Long> counts() {
        return new EnumMap<>(counts);
    }

    /** All that was drawn. */
    List<Mishap> plan() {
        return plan;
    }
}
