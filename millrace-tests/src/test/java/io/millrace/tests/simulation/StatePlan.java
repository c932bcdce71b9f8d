// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.simulation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What is to be done with state, step by step, drawn from a number; and what comes of it, by plain
 * collections.
 *
 * <p>What comes of it must not depend on when a watermark arrives, so long as it does not come
 * early: at another parallelism those that were on their way are left out, and the next one says as
 * much. So no step speaks of a time that event time has reached.
 *
 * @param steps in this order for each key
 * @param kinds which states it has; few, so that much is done with each
 * @param hasTextKeys whether keys are texts; else they are numbers
 * @param lives how long what a {@link Deed#LIVE_AND_DIE} writes is to live
 * @param sessions how sessions keep their records; null for no sessions
 * @param gap of sessions
 */
record StatePlan(
        long number,
        List<Step> steps,
        Set<Kind> kinds,
        boolean hasTextKeys,
        Lives lives,
        Sessions sessions,
        int gap) {

    static final int KEYS = 5;
    static final int STEPS = 60;

    /** All processing-time timers ring by then; the end of the input waits for it, and longer. */
    static final int LAST_ALARM_MS = 20;

    /** Later than all records. */
    static final long END = 1_000_000;

    private static final int FIELDS = 4;
    private static final int TIMES = 30;

    /** What there may be of a key: all states but the timers are open only if they are wanted. */
    enum Kind {
        NUMBER,
        ACCOUNT,
        THING,
        NOTES,
        FIELDS,
        SUM,
        MEAN,
        LASTING,
        MORTAL,
        WAKES,
        ALARMS
    }

    /** What a step does. */
    enum Deed {
        COUNT(Kind.NUMBER),
        FORGET_COUNT(Kind.NUMBER),
        CHANGE_ACCOUNT(Kind.ACCOUNT),
        FORGET_ACCOUNT(Kind.ACCOUNT),
        CHANGE_THING(Kind.THING),
        FORGET_THING(Kind.THING),
        ADD_NOTE(Kind.NOTES),
        REPLACE_NOTES(Kind.NOTES),
        FORGET_NOTES(Kind.NOTES),
        PUT_FIELD(Kind.FIELDS),
        PUT_NULL(Kind.FIELDS),
        REMOVE_FIELD(Kind.FIELDS),
        FORGET_FIELDS(Kind.FIELDS),
        ADD_TO_SUM(Kind.SUM),
        FORGET_SUM(Kind.SUM),
        ADD_TO_MEAN(Kind.MEAN),
        FORGET_MEAN(Kind.MEAN),
        KEEP_LONG(Kind.LASTING),
        LIVE_AND_DIE(Kind.MORTAL),
        WAKE_AT(Kind.WAKES),
        DONT_WAKE_AT(Kind.WAKES),
        ALARM_AT(Kind.ALARMS),
        NOTHING(null);

        private final Kind kind;

        Deed(Kind kind) {
            this.kind = kind;
        }
    }

    private static final int MOST_KINDS = 4;

    /** How sessions keep their records. */
    enum Sessions {
        LISTED,
        REDUCED,
        AGGREGATED
    }

    /**
     * What is said of state that expires.
     *
     * @param kind 0 value, 1 list, 2 map, 3 reducing, 4 aggregating
     * @param cleaning 0 by steps, 1 in whole snapshots, 2 not in the background
     */
    record Lives(int kind, int ms, boolean renewedByReads, boolean showsExpired, int cleaning) {}

    /**
     * One record.
     *
     * @param key whose state
     * @param argument a number for the deed; of {@code WAKE_AT} the time
     * @param time of the record
     * @param watermark what follows the step, {@code Long.MIN_VALUE} for nothing
     */
    record Step(long key, Deed deed, int argument, long time, long watermark) {}

    /** State of one key, held in one way or another. */
    interface Held {
        /** Does it, and shows what the deed has changed. */
        String apply(Deed deed, int argument) throws Exception;

        /** All there is. */
        String all() throws Exception;
    }

    static StatePlan draw(long number) {
        Random random = new Random(number * 0x9E3779B97F4A7C15L);
        random.nextLong();
        List<Kind> kinds = new ArrayList<>(List.of(Kind.values()));
        Collections.shuffle(kinds, random);
        kinds = kinds.subList(0, 2 + random.nextInt(MOST_KINDS - 1));
        List<Deed> deeds = new ArrayList<>();
        for (Kind kind : kinds) {
            List<Deed> its =
                    Arrays.stream(Deed.values()).filter(deed -> deed.kind == kind).toList();
            for (int i = 0; i < 12; i++) {
                deeds.add(its.get(i % its.size())); // of each kind as many
            }
        }
        List<Step> steps = new ArrayList<>();
        Map<Long, List<Integer>> waking = new TreeMap<>();
        Set<List<Long>> alarms = new HashSet<>();
        long watermark = 0;
        for (int i = 0; i < STEPS; i++) {
            long key = random.nextInt(KEYS);
            Deed deed = deeds.get(random.nextInt(deeds.size()));
            List<Integer> set = waking.computeIfAbsent(key, k -> new ArrayList<>());
            long reached = watermark;
            set.removeIf(at -> at <= reached);
            int argument =
                    switch (deed) {
                        case WAKE_AT -> (int) watermark + 1 + random.nextInt(TIMES);
                        case DONT_WAKE_AT ->
                                set.isEmpty()
                                        ? (int) watermark + 1 + random.nextInt(TIMES)
                                        : set.get(random.nextInt(set.size()));
                        case ALARM_AT -> random.nextInt(LAST_ALARM_MS);
                        case PUT_FIELD, PUT_NULL, REMOVE_FIELD -> random.nextInt(FIELDS);
                        default -> random.nextInt(1000);
                    };
            if (deed == Deed.WAKE_AT) {
                set.add(argument);
            } else if (deed == Deed.ALARM_AT && !alarms.add(List.of(key, (long) argument))) {
                deed = Deed.NOTHING; // whether the first had rung is not for us to say
            }
            long time = watermark + 2 + random.nextInt(40);
            long after = Long.MIN_VALUE;
            if (random.nextInt(8) == 0) {
                watermark += 1 + random.nextInt(6);
                after = watermark;
            }
            steps.add(new Step(key, deed, argument, time, after));
        }
        return new StatePlan(
                number,
                List.copyOf(steps),
                EnumSet.copyOf(kinds),
                random.nextBoolean(),
                new Lives(
                        random.nextInt(5),
                        4 + random.nextInt(40),
                        random.nextInt(3) == 0,
                        random.nextInt(4) == 0,
                        random.nextInt(3)),
                random.nextInt(3) == 0 ? Sessions.values()[random.nextInt(3)] : null,
                2 + random.nextInt(6));
    }

    /** How a row begins. */
    static String label(Object what, long key) {
        return what + " of " + key + ": ";
    }

    /** What the program must show, in order of the texts. */
    List<String> rows() {
        Map<Long, Held> states = new TreeMap<>();
        Map<Long, TreeSet<Long>> timers = new TreeMap<>();
        List<String> rows = new ArrayList<>();
        try {
            for (int i = 0; i < steps.size(); i++) {
                Step step = steps.get(i);
                Held held = states.computeIfAbsent(step.key, key -> new PlainState());
                TreeSet<Long> mine = timers.computeIfAbsent(step.key, key -> new TreeSet<>());
                if (step.deed == Deed.WAKE_AT) {
                    mine.add((long) step.argument);
                } else if (step.deed == Deed.DONT_WAKE_AT) {
                    mine.remove((long) step.argument);
                } else if (step.deed == Deed.ALARM_AT) {
                    rows.add(label("alarm", step.key) + step.argument);
                }
                rows.add(label(i, step.key) + held.apply(step.deed, step.argument));
                if (step.watermark != Long.MIN_VALUE) {
                    ring(step.watermark, timers, rows);
                }
            }
            ring(Long.MAX_VALUE, timers, rows);
            for (Map.Entry<Long, Held> state : states.entrySet()) {
                rows.add(label("end", state.getKey()) + state.getValue().all());
            }
        } catch (Exception e) {
            throw new AssertionError("Plain collections do not fail", e);
        }
        for (int i = 0; i < steps.size(); i++) {
            for (String list : Keeper.LISTS) {
                rows.add(list + " " + i);
            }
        }
        if (sessions != null) {
            sessions(rows);
        }
        rows.sort(null);
        return rows;
    }

    private static void ring(long watermark, Map<Long, TreeSet<Long>> timers, List<String> rows) {
        for (Map.Entry<Long, TreeSet<Long>> of : timers.entrySet()) {
            while (!of.getValue().isEmpty() && of.getValue().first() <= watermark) {
                rows.add(label("ring", of.getKey()) + of.getValue().pollFirst());
            }
        }
    }

    /** A session that is open. */
    private record Session(long key, long start, long end, List<Integer> numbers) {}

    private void sessions(List<String> rows) {
        List<Session> open = new ArrayList<>();
        for (int i = 0; i < steps.size(); i++) {
            Step step = steps.get(i);
            long start = step.time;
            long end = step.time + gap;
            List<Integer> numbers = new ArrayList<>(List.of(i));
            for (Session other : List.copyOf(open)) {
                if (other.key == step.key && other.start <= end && start <= other.end) {
                    start = Math.min(start, other.start);
                    end = Math.max(end, other.end);
                    numbers.addAll(other.numbers);
                    open.remove(other);
                }
            }
            open.add(new Session(step.key, start, end, numbers));
            close(step.watermark, open, rows);
        }
        close(Long.MAX_VALUE, open, rows);
    }

    private void close(long watermark, List<Session> open, List<String> rows) {
        open.removeIf(
                session -> {
                    if (session.end - 1 > watermark) {
                        return false;
                    }
                    int sum = session.numbers.stream().mapToInt(Integer::intValue).sum();
                    rows.add(
                            session(
                                    session.key,
                                    session.start,
                                    session.end,
                                    switch (sessions) {
                                        case LISTED ->
                                                session.numbers.stream()
                                                        .sorted()
                                                        .toList()
                                                        .toString();
                                        case REDUCED -> "sum " + sum;
                                        case AGGREGATED -> sum + "/" + session.numbers.size();
                                    }));
                    return true;
                });
    }

    /** How a session is shown. */
    static String session(long key, long start, long end, String content) {
        return label("session", key) + start + " to " + end + " has " + content;
    }

    /** By plain collections. */
    private static final class PlainState implements Held {
        private Long count;
        private StateKindsJob.Account account;
        private StateKindsJob.Thing thing;
        private List<String> notes = new ArrayList<>();
        private final Map<String, Long> fields = new TreeMap<>();
        private Long sum;
        private List<Integer> mean;
        private Long kept;

        @Override
        public String apply(Deed deed, int argument) {
            switch (deed) {
                case COUNT -> {
                    count = count == null ? 1 : count + 1;
                    return "count " + count;
                }
                case FORGET_COUNT -> count = null;
                case CHANGE_ACCOUNT -> {
                    account = account == null ? new StateKindsJob.Account() : account;
                    account.change(argument);
                    return "account " + account;
                }
                case FORGET_ACCOUNT -> account = null;
                case CHANGE_THING -> {
                    thing = thing == null ? new StateKindsJob.Thing() : thing;
                    thing.change(argument);
                }
                case FORGET_THING -> thing = null;
                case ADD_NOTE -> notes.add("n" + argument);
                case REPLACE_NOTES ->
                        notes = new ArrayList<>(List.of("r" + argument, "s" + argument));
                case FORGET_NOTES -> notes.clear();
                case PUT_FIELD -> fields.put("f" + argument, argument * 3L);
                case PUT_NULL -> fields.put("f" + argument, null);
                case REMOVE_FIELD -> fields.remove("f" + argument);
                case FORGET_FIELDS -> fields.clear();
                case ADD_TO_SUM -> sum = sum == null ? argument : sum + argument;
                case FORGET_SUM -> sum = null;
                case ADD_TO_MEAN -> {
                    mean = mean == null ? new ArrayList<>() : mean;
                    mean.add(argument);
                }
                case FORGET_MEAN -> mean = null;
                case KEEP_LONG -> kept = (long) argument;
                case WAKE_AT, DONT_WAKE_AT, ALARM_AT -> {
                    return "timer";
                }
                case LIVE_AND_DIE -> {
                    return "lives";
                }
                case NOTHING -> {}
            }
            return all();
        }

        @Override
        public String all() {
            Double average =
                    mean == null
                            ? null
                            : mean.stream().mapToInt(Integer::intValue).sum()
                                    / (double) mean.size();
            return StateKindsJob.show(count, account, thing, notes, fields, sum, average, kept);
        }
    }
}
