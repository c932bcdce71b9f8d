// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.simulation;

import io.millrace.api.common.functions.RuntimeContext;
import io.millrace.api.common.state.AggregatingState;
import io.millrace.api.common.state.AggregatingStateDescriptor;
import io.millrace.api.common.state.ListState;
import io.millrace.api.common.state.ListStateDescriptor;
import io.millrace.api.common.state.MapState;
import io.millrace.api.common.state.MapStateDescriptor;
import io.millrace.api.common.state.ReducingState;
import io.millrace.api.common.state.ReducingStateDescriptor;
import io.millrace.api.common.state.StateDescriptor;
import io.millrace.api.common.state.StateTtlConfig;
import io.millrace.api.common.state.ValueState;
import io.millrace.api.common.state.ValueStateDescriptor;
import io.millrace.api.common.typeinfo.Types;
import io.millrace.testing.SimulatedWorld;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * State that expires, of each kind, held against what is known of it: beside it, in state that does
 * not expire, stands what was written and when.
 *
 * <p>When a step is done depends on the order of everything, so its row can't show what there is;
 * it shows what is wrong. An entry must be there as long as the clock has never shown the end of
 * its life, and must not from its end on; after a clock was set back it may be either.
 */
final class Mortals {

    private static final long NULL = Long.MIN_VALUE;

    /** An entry that is known: what it is, and when it was written or read. */
    private record Known(long value, long at) {}

    private final SimulatedWorld world;
    private final StatePlan.Lives lives;
    private final ValueState<Long> value;
    private final ListState<Long> list;
    private final MapState<String, Long> map;
    private final ReducingState<Long> sum;
    private final AggregatingState<Integer, Double> mean;

    /**
     * Texts of kind, name, value and time. The name of an element of a list is its place; that of a
     * mean has sum and number.
     */
    private final ValueState<String> known;

    Mortals(SimulatedWorld world, StatePlan.Lives lives, RuntimeContext context) {
        this.world = world;
        this.lives = lives;
        value =
                lives.kind() != 0
                        ? null
                        : context.getState(
                                mortal(new ValueStateDescriptor<>("mortal value", Types.LONG)));
        list =
                lives.kind() != 1
                        ? null
                        : context.getListState(
                                mortal(new ListStateDescriptor<>("mortal list", Types.LONG)));
        map =
                lives.kind() != 2
                        ? null
                        : context.getMapState(
                                mortal(
                                        new MapStateDescriptor<>(
                                                "mortal map", Types.STRING, Types.LONG)));
        sum =
                lives.kind() != 3
                        ? null
                        : context.getReducingState(
                                mortal(
                                        new ReducingStateDescriptor<>(
                                                "mortal sum", Long::sum, Types.LONG)));
        mean =
                lives.kind() != 4
                        ? null
                        : context.getAggregatingState(
                                mortal(
                                        new AggregatingStateDescriptor<>(
                                                "mortal mean",
                                                new Mean(),
                                                Types.TUPLE(Types.INT, Types.INT))));
        known = context.getState(new ValueStateDescriptor<>("known", Types.STRING));
    }

    private <D extends StateDescriptor<?, ?>> D mortal(D descriptor) {
        StateTtlConfig.Builder config = StateTtlConfig.newBuilder(Duration.ofMillis(lives.ms()));
        if (lives.renewedByReads()) {
            config.updateTtlOnReadAndWrite();
        }
        if (lives.showsExpired()) {
            config.returnExpiredIfNotCleanedUp();
        }
        switch (lives.cleaning()) {
            case 0 -> config.cleanupIncrementally(2, true);
            case 1 -> config.cleanupFullSnapshot();
            default -> config.disableCleanupInBackground();
        }
        descriptor.enableTimeToLive(config.build());
        return descriptor;
    }

    /** Looks at the state of one kind, and changes it; empty, or what is wrong. */
    String lookAndChange(int step, int argument) throws Exception {
        int kind = lives.kind();
        int deed = argument % 4;
        TreeMap<String, Known> all = read();
        Map<String, Known> before = new LinkedHashMap<>();
        all.forEach(
                (name, each) -> {
                    if (name.charAt(0) == '0' + kind) {
                        before.put(name, each);
                    }
                });
        Map<String, Long> shown = shown(kind, before);
        String wrong = judge(kind, before, shown);
        before.keySet().forEach(all::remove);
        Map<String, Known> left = new LinkedHashMap<>();
        before.forEach(
                (name, each) -> {
                    // Who is shown what has expired is shown it for the last time.
                    if (shown.containsKey(name) && !hasExpired(each)) {
                        long at = lives.renewedByReads() ? world.millis() : each.at();
                        left.put(name, new Known(each.value(), at));
                    }
                });
        if (deed < 2) {
            write(kind, step, argument, left);
        } else if (deed == 3) {
            clear(kind);
            left.clear();
        }
        all.putAll(left);
        write(all);
        return wrong;
    }

    private boolean hasExpired(Known each) {
        return each.at() + lives.ms() <= world.millis();
    }

    private boolean mayHaveExpired(Known each) {
        return each.at() + lives.ms() <= world.latestMillis();
    }

    /** What the state has; elements of a list have the names of those they must be. */
    private Map<String, Long> shown(int kind, Map<String, Known> before) throws Exception {
        Map<String, Long> shown = new LinkedHashMap<>();
        switch (kind) {
            case 0 -> put(shown, "0", value.value());
            case 1 -> {
                // Those that are left are in order, and no two are equal.
                List<String> names = new ArrayList<>(before.keySet());
                int next = 0;
                for (Long each : list.get()) {
                    while (next < names.size() && before.get(names.get(next)).value() != each) {
                        next++;
                    }
                    shown.put(next < names.size() ? names.get(next) : "1 unknown " + each, each);
                    next++;
                }
            }
            case 2 -> {
                for (Map.Entry<String, Long> entry : map.entries()) {
                    shown.put(
                            "2" + entry.getKey(),
                            entry.getValue() == null ? NULL : entry.getValue());
                }
            }
            case 3 -> put(shown, "3", sum.get());
            default -> {
                Double is = mean.get();
                put(shown, "4", is == null ? null : Math.round(is * 1000));
            }
        }
        return shown;
    }

    private static void put(Map<String, Long> shown, String name, Long is) {
        if (is != null) {
            shown.put(name, is);
        }
    }

    private String judge(int kind, Map<String, Known> before, Map<String, Long> shown) {
        StringBuilder wrong = new StringBuilder();
        Course course = Course.of(world);
        before.forEach(
                (name, each) -> {
                    Long is = shown.get(name);
                    if (is == null && !mayHaveExpired(each)) {
                        wrong.append("; lost before its time: ").append(name).append(each);
                    } else if (is != null && hasExpired(each) && !lives.showsExpired()) {
                        wrong.append("; shown after its time: ").append(name).append(each);
                    } else if (is != null && shownAs(kind, each) != is) {
                        wrong.append("; ").append(name).append(each).append(" is ").append(is);
                    }
                    course.count(
                            is == null
                                    ? Course.Event.READ_THE_EXPIRED
                                    : Course.Event.READ_THE_LIVING);
                });
        shown.keySet().stream()
                .filter(name -> !before.containsKey(name))
                .forEach(name -> wrong.append("; never written: ").append(name));
        return wrong.isEmpty() ? "" : wrong + " at " + world.millis() + " with " + lives;
    }

    /** Sum and number of a mean are known as one number. */
    private static long shownAs(int kind, Known each) {
        if (kind != 4) {
            return each.value();
        }
        long total = each.value() / 1000;
        long number = each.value() % 1000;
        return Math.round(total / (double) number * 1000);
    }

    private void write(int kind, int step, int argument, Map<String, Known> left) throws Exception {
        long now = world.millis();
        switch (kind) {
            case 0 -> {
                value.update((long) argument);
                left.put("0", new Known(argument, now));
            }
            case 1 -> {
                long element = 1000L * step + argument;
                list.add(element);
                int place =
                        left.keySet().stream()
                                .mapToInt(name -> Integer.parseInt(name.substring(1)) + 1)
                                .max()
                                .orElse(100);
                left.put("1" + place, new Known(element, now));
            }
            case 2 -> {
                String field = "f" + argument % 3;
                Long content = argument % 4 == 0 ? null : (long) argument;
                map.put(field, content);
                left.put("2" + field, new Known(content == null ? NULL : content, now));
            }
            case 3 -> {
                sum.add((long) argument);
                Known is = left.get("3");
                left.put("3", new Known((is == null ? 0 : is.value()) + argument, later(is, now)));
            }
            default -> {
                mean.add(argument);
                Known is = left.get("4");
                left.put(
                        "4",
                        new Known(
                                (is == null ? 0 : is.value()) + argument * 1000L + 1,
                                later(is, now)));
            }
        }
    }

    /** What is folded into one lives as long as the younger of both: a clock may be set back. */
    private static long later(Known before, long now) {
        return before == null ? now : Math.max(before.at(), now);
    }

    private void clear(int kind) {
        switch (kind) {
            case 0 -> value.clear();
            case 1 -> list.clear();
            case 2 -> map.clear();
            case 3 -> sum.clear();
            default -> mean.clear();
        }
    }

    private TreeMap<String, Known> read() throws Exception {
        TreeMap<String, Known> all = new TreeMap<>();
        String text = known.value();
        for (String entry : text == null ? new String[0] : text.split(" ", -1)) {
            String[] parts = entry.split(",", -1);
            all.put(parts[0], new Known(Long.parseLong(parts[1]), Long.parseLong(parts[2])));
        }
        return all;
    }

    private void write(TreeMap<String, Known> all) throws Exception {
        StringBuilder text = new StringBuilder();
        all.forEach(
                (name, each) ->
                        text.append(text.isEmpty() ? "" : " ")
                                .append(name + "," + each.value() + "," + each.at()));
        if (text.isEmpty()) {
            known.clear();
        } else {
            known.update(text.toString());
        }
    }
}
