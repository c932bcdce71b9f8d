// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.simulation;

import io.millrace.testing.ManualClock;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What is to be done with state, step by step, drawn from a number; and what comes of it, by plain
 * collections.
 *
 * @param steps in this order for each key
 */
record StatePlan(long number, List<Step> steps) implements Serializable {

    static final int KEYS = 7;

    /** A timer shows what its key has. */
    static final int RING = -1;

    private static final int STEPS = 60;
    private static final int FIELDS = 4;
    private static final int TIMES = 30;

    /** What a step does. */
    enum Deed {
        COUNT,
        FORGET_COUNT,
        CHANGE_ACCOUNT,
        FORGET_ACCOUNT,
        ADD_NOTE,
        REPLACE_NOTES,
        FORGET_NOTES,
        PUT_FIELD,
        PUT_NULL,
        REMOVE_FIELD,
        FORGET_FIELDS,
        ADD_TO_SUM,
        FORGET_SUM,
        ADD_TO_MEAN,
        FORGET_MEAN,
        KEEP_LONG,
        WAKE_AT,
        DONT_WAKE_AT
    }

    /**
     * One record, or one timer.
     *
     * @param key whose state
     * @param argument a number for the deed; of {@code WAKE_AT} the time
     * @param watermark what follows the step, {@code Long.MIN_VALUE} for nothing
     */
    record Step(long key, Deed deed, int argument, long watermark) implements Serializable {}

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
        Deed[] deeds = Deed.values();
        List<Step> steps = new ArrayList<>();
        long watermark = 0;
        for (int i = 0; i < STEPS; i++) {
            Deed deed = deeds[random.nextInt(deeds.length)];
            int argument =
                    switch (deed) {
                        case WAKE_AT, DONT_WAKE_AT -> random.nextInt(TIMES);
                        case PUT_FIELD, PUT_NULL, REMOVE_FIELD -> random.nextInt(FIELDS);
                        default -> random.nextInt(1000);
                    };
            long after = Long.MIN_VALUE;
            if (random.nextInt(8) == 0) {
                watermark += 1 + random.nextInt(6);
                after = watermark;
            }
            steps.add(new Step(random.nextInt(KEYS), deed, argument, after));
        }
        return new StatePlan(number, List.copyOf(steps));
    }

    /** Late enough for several processes to leave a checkpoint while steps are still to come. */
    static long holdMs() {
        return ManualClock.BEGINNING_MS + 80;
    }

    /** How a row begins. */
    static String label(int step, long key) {
        return (step == RING ? "ring" : Integer.toString(step)) + " of " + key + ": ";
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
                }
                rows.add(label(i, step.key) + held.apply(step.deed, step.argument));
                if (step.watermark != Long.MIN_VALUE) {
                    ring(step.watermark, states, timers, rows);
                }
            }
            ring(Long.MAX_VALUE, states, timers, rows);
        } catch (Exception e) {
            throw new AssertionError("Plain collections do not fail", e);
        }
        rows.sort(null);
        return rows;
    }

    private static void ring(
            long watermark,
            Map<Long, Held> states,
            Map<Long, TreeSet<Long>> timers,
            List<String> rows)
            throws Exception {
        for (Map.Entry<Long, TreeSet<Long>> of : timers.entrySet()) {
            while (!of.getValue().isEmpty() && of.getValue().first() <= watermark) {
                long at = of.getValue().pollFirst();
                rows.add(label(RING, of.getKey()) + at + " " + states.get(of.getKey()).all());
            }
        }
    }

    /** By plain collections. */
    private static final class PlainState implements Held {
        private Long count;
        private StateKindsJob.Account account;
        private List<String> notes = new ArrayList<>();
        private final Map<String, Long> fields =
                new TreeMap<>(Comparator.nullsFirst(Comparator.naturalOrder()));
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
                    if (account == null) {
                        account = new StateKindsJob.Account();
                    }
                    account.change(argument);
                    return "account " + account;
                }
                case FORGET_ACCOUNT -> account = null;
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
                    if (mean == null) {
                        mean = new ArrayList<>();
                    }
                    mean.add(argument);
                }
                case FORGET_MEAN -> mean = null;
                case KEEP_LONG -> kept = (long) argument;
                case WAKE_AT, DONT_WAKE_AT -> {
                    return "timer";
                }
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
            return StateKindsJob.show(count, account, notes, fields, sum, average, kept);
        }
    }
}
