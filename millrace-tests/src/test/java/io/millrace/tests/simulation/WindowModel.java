// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.simulation;

import io.millrace.spi.Saturated;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * What windows mean, by plain loops: all windows of a key in one list, looked through for each
 * record and each watermark. Nothing is folded early, looked up, or moved.
 */
final class WindowModel {

    /** One window of one key. */
    private static final class Pane {
        final String key;
        final long start;
        final long end;
        final List<WindowPlan.Step> records = new ArrayList<>();

        /** When the trigger or the clean-up want to be called. */
        final TreeSet<Long> timers = new TreeSet<>();

        long count;
        Long nextFiring;
        int shown;

        Pane(String key, long start, long end) {
            this.key = key;
            this.start = start;
            this.end = end;
        }

        long last() {
            return end == Long.MAX_VALUE ? Long.MAX_VALUE : end - 1;
        }
    }

    private final WindowPlan plan;
    private final Map<String, List<Pane>> panes = new LinkedHashMap<>();
    private final List<String> rows = new ArrayList<>();
    private long watermark = Long.MIN_VALUE;

    private WindowModel(WindowPlan plan) {
        this.plan = plan;
    }

    /** What the program emits, in order of the alphabet. */
    static List<String> rows(WindowPlan plan) {
        WindowModel model = new WindowModel(plan);
        for (WindowPlan.Step step : plan.steps()) {
            model.advance(step.watermark());
            model.record(step);
        }
        model.advance(Long.MAX_VALUE);
        model.rows.sort(null);
        return model.rows;
    }

    private void record(WindowPlan.Step step) {
        List<Pane> all = panes.computeIfAbsent(step.key(), key -> new ArrayList<>());
        boolean taken = false;
        for (Pane pane : plan.merges() ? session(all, step) : aligned(all, step)) {
            taken = true;
            put(pane, step);
        }
        if (!taken
                && plan.kind() != WindowPlan.Kind.GLOBAL
                && Saturated.add(step.timestamp(), plan.lateness()) <= watermark) {
            rows.add("late " + step.key() + " " + step.value() + "@" + step.timestamp());
        }
    }

    /** Tries all windows far and wide. */
    private List<Pane> aligned(List<Pane> all, WindowPlan.Step step) {
        List<Pane> found = new ArrayList<>();
        if (plan.kind() == WindowPlan.Kind.GLOBAL) {
            found.add(pane(all, step.key(), Long.MIN_VALUE, Long.MAX_VALUE));
            return found;
        }
        for (long i = -500; i <= 500; i++) {
            long start = plan.offset() + i * plan.slide();
            long end = start + plan.size();
            if (start <= step.timestamp()
                    && step.timestamp() < end
                    && plan.cleanUp(end - 1) > watermark) {
                found.add(pane(all, step.key(), start, end));
            }
        }
        return found;
    }

    private static Pane pane(List<Pane> all, String key, long start, long end) {
        for (Pane pane : all) {
            if (pane.start == start && pane.end == end) {
                return pane;
            }
        }
        Pane fresh = new Pane(key, start, end);
        all.add(fresh);
        return fresh;
    }

    private List<Pane> session(List<Pane> all, WindowPlan.Step step) {
        long start = step.timestamp();
        long end = start + plan.gap(step.value());
        List<Pane> old = new ArrayList<>();
        for (boolean grown = true; grown; ) {
            grown = false;
            for (Pane pane : all) {
                if (!old.contains(pane) && pane.start <= end && start <= pane.end) {
                    old.add(pane);
                    start = Math.min(start, pane.start);
                    end = Math.max(end, pane.end);
                    grown = true;
                }
            }
        }
        if (plan.cleanUp(end - 1) <= watermark) {
            return List.of();
        }
        if (old.size() == 1 && old.get(0).start == start && old.get(0).end == end) {
            return old;
        }
        Pane merged = new Pane(step.key(), start, end);
        for (Pane pane : List.copyOf(all)) {
            if (old.contains(pane)) {
                all.remove(pane);
                merged.records.addAll(pane.records);
                merged.count += pane.count;
                if (pane.nextFiring != null
                        && (merged.nextFiring == null || pane.nextFiring < merged.nextFiring)) {
                    merged.nextFiring = pane.nextFiring;
                }
            }
        }
        if (merged.nextFiring != null) {
            merged.timers.add(merged.nextFiring);
        }
        all.add(merged);
        return List.of(merged);
    }

    private void put(Pane pane, WindowPlan.Step step) {
        pane.records.add(step);
        if (plan.cleanUp(pane.last()) < Long.MAX_VALUE) {
            pane.timers.add(plan.cleanUp(pane.last()));
        }
        switch (plan.firing()) {
            case COUNT -> {
                if (++pane.count >= plan.every()) {
                    pane.count = 0;
                    show(pane);
                }
            }
            case DEFAULT -> {
                if (pane.last() <= watermark) {
                    show(pane);
                } else {
                    pane.timers.add(pane.last());
                }
            }
            case CONTINUOUS -> {
                if (pane.last() <= watermark) {
                    show(pane);
                } else {
                    pane.timers.add(pane.last());
                    if (pane.nextFiring == null) {
                        long after =
                                Math.floorDiv(step.timestamp(), plan.every()) * plan.every()
                                        + plan.every();
                        fireNext(pane, after);
                    }
                }
            }
        }
    }

    private static void fireNext(Pane pane, long time) {
        pane.nextFiring = Math.min(time, pane.last());
        pane.timers.add(pane.nextFiring);
    }

    private void advance(long to) {
        if (to <= watermark) {
            return;
        }
        watermark = to;
        for (Pane next = earliest(); next != null && next.timers.first() <= to; next = earliest()) {
            timer(next, next.timers.pollFirst());
        }
    }

    private Pane earliest() {
        Pane earliest = null;
        for (List<Pane> all : panes.values()) {
            for (Pane pane : all) {
                if (!pane.timers.isEmpty()
                        && (earliest == null || pane.timers.first() < earliest.timers.first())) {
                    earliest = pane;
                }
            }
        }
        return earliest;
    }

    private void timer(Pane pane, long time) {
        if (plan.firing() != WindowPlan.Firing.COUNT && time == pane.last()) {
            pane.nextFiring = null;
            show(pane);
        } else if (pane.nextFiring != null && pane.nextFiring == time) {
            fireNext(pane, time + plan.every());
            show(pane);
        }
        if (time == plan.cleanUp(pane.last()) && plan.kind() != WindowPlan.Kind.GLOBAL) {
            panes.get(pane.key).remove(pane);
            rows.add("gone " + name("", pane.start, pane.end));
        }
    }

    private void show(Pane pane) {
        if (pane.records.isEmpty()) {
            return;
        }
        if (!plan.evictsAfter()) {
            evict(pane);
        }
        if (plan.keeping() != WindowPlan.Keeping.REDUCED || !pane.records.isEmpty()) {
            pane.shown++;
            rows.add(
                    name(pane)
                            + (plan.merges() ? "" : " no " + pane.shown)
                            + ": "
                            + contents(pane.records));
        }
        if (plan.evictsAfter()) {
            evict(pane);
        }
        if (plan.purging() || isEndOfStream()) {
            pane.records.clear();
        }
    }

    /** The global window's own trigger purges. */
    private boolean isEndOfStream() {
        return plan.kind() == WindowPlan.Kind.GLOBAL && plan.firing() == WindowPlan.Firing.DEFAULT;
    }

    private void evict(Pane pane) {
        switch (plan.evicting()) {
            case NOTHING -> {}
            case BY_COUNT -> {
                while (pane.records.size() > plan.keeps()) {
                    pane.records.remove(0);
                }
            }
            case BY_TIME -> {
                long latest = Long.MIN_VALUE;
                for (WindowPlan.Step record : pane.records) {
                    latest = Math.max(latest, record.timestamp());
                }
                long cut = latest - plan.keeps();
                pane.records.removeIf(record -> record.timestamp() <= cut);
            }
        }
    }

    private String contents(List<WindowPlan.Step> records) {
        long sum = 0;
        StringBuilder values = new StringBuilder();
        for (WindowPlan.Step record : records) {
            sum += record.value();
            values.append(' ').append(record.value());
        }
        return switch (plan.keeping()) {
            case RECORDS -> values.toString();
            case REDUCED -> "sum " + sum;
            case AGGREGATED -> records.size() + " of sum " + sum;
        };
    }

    private static String name(Pane pane) {
        return name(pane.key, pane.start, pane.end);
    }

    static String name(String key, long start, long end) {
        return key + (end == Long.MAX_VALUE ? "" : "[" + start + "," + end + ")");
    }
}
