// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.simulation;

import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.streaming.api.datastream.DataStream;
import io.millrace.streaming.api.datastream.SingleOutputStreamOperator;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.api.functions.co.ProcessJoinFunction;
import io.millrace.streaming.api.windowing.assigners.TumblingEventTimeWindows;
import io.millrace.testing.SimulatedWorld;
import io.millrace.util.Collector;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * Two streams joined by windows, grouped by windows, and joined by intervals; every process has
 * other parallelisms.
 */
final class JoinsJob implements Shape.Job {

    private static final int SPLITS = 6;
    private static final int PER_SPLIT = 6;
    private static final int RIGHT_FROM = 1000;
    private static final int RIGHT_SPLITS = 4;
    private static final int RIGHT_PER_SPLIT = 7;
    private static final long LOWER_MS = -110;
    private static final long UPPER_MS = 60;
    private static final int KEY_GROUPS = 6;
    private static final int MOST = 3;

    @Override
    public void program(StreamExecutionEnvironment env, SimulatedWorld world) {
        env.setParallelism(2);
        DataStream<Long> left = numbers(env, world, "left", 0, SPLITS, PER_SPLIT);
        DataStream<Long> right =
                numbers(env, world, "right", RIGHT_FROM, RIGHT_SPLITS, RIGHT_PER_SPLIT);
        DataStream<String> pairs =
                tuned(
                        world,
                        "window join",
                        left.join(right)
                                .where(Expected::key)
                                .equalTo(Expected::key)
                                .window(windows())
                                .apply(
                                        (Long one, Long two) -> {
                                            world.userCode("join");
                                            return "window pair " + one + " " + two;
                                        }));
        DataStream<String> groups =
                tuned(
                        world,
                        "groups",
                        left.coGroup(right)
                                .where(Expected::key)
                                .equalTo(Expected::key)
                                .window(windows())
                                .apply(
                                        (Iterable<Long> ones,
                                                Iterable<Long> twos,
                                                Collector<String> out) -> {
                                            world.userCode("group");
                                            out.collect(group(ones, twos));
                                        }));
        DataStream<String> near =
                tuned(
                        world,
                        "interval join",
                        left.keyBy(Expected::key)
                                .intervalJoin(right.keyBy(Expected::key))
                                .between(Duration.ofMillis(LOWER_MS), Duration.ofMillis(UPPER_MS))
                                .upperBoundExclusive()
                                .process(new Near(world)));
        pairs.union(groups, near).sinkTo(new LedgerSink(world, "writer")).uid("sink");
    }

    private static DataStream<Long> numbers(
            StreamExecutionEnvironment env,
            SimulatedWorld world,
            String name,
            long from,
            int splits,
            int perSplit) {
        return env.fromSource(
                        new NumbersSource(world, from, splits, perSplit, Expected.HOLD_MS),
                        WatermarkStrategy.forMonotonousTimestamps(),
                        name)
                .uid(name);
    }

    private static TumblingEventTimeWindows windows() {
        return TumblingEventTimeWindows.of(Duration.ofMillis(Expected.WINDOW_MS));
    }

    private static DataStream<String> tuned(
            SimulatedWorld world, String uid, DataStream<String> made) {
        return ((SingleOutputStreamOperator<String>) made)
                .uid(uid)
                .setParallelism(1 + world.draw(MOST))
                .setMaxParallelism(KEY_GROUPS);
    }

    private static String group(Iterable<Long> ones, Iterable<Long> twos) {
        return "group " + sorted(ones) + " " + sorted(twos);
    }

    private static List<Long> sorted(Iterable<Long> numbers) {
        List<Long> sorted = new ArrayList<>();
        numbers.forEach(sorted::add);
        sorted.sort(null);
        return sorted;
    }

    private static final class Near extends ProcessJoinFunction<Long, Long, String> {
        private static final long serialVersionUID = 1L;

        private final SimulatedWorld world;

        Near(SimulatedWorld world) {
            this.world = world;
        }

        @Override
        public void processElement(Long left, Long right, Context ctx, Collector<String> out) {
            world.userCode("interval join");
            out.collect(near(left, right, ctx.getTimestamp()));
        }
    }

    private static String near(long left, long right, long timestamp) {
        return "near " + left + " " + right + " at " + timestamp;
    }

    @Override
    public List<String> rows() {
        List<String> rows = new ArrayList<>();
        TreeMap<String, List<List<Long>>> groups = new TreeMap<>();
        for (long left = 0; left < SPLITS * PER_SPLIT; left++) {
            grouped(groups, left).get(0).add(left);
            for (long right = RIGHT_FROM;
                    right < RIGHT_FROM + RIGHT_SPLITS * RIGHT_PER_SPLIT;
                    right++) {
                if (Expected.key(left) != Expected.key(right)) {
                    continue;
                }
                if (Expected.windowOf(left) == Expected.windowOf(right)) {
                    rows.add("window pair " + left + " " + right);
                }
                long distance = Expected.timestamp(right) - Expected.timestamp(left);
                if (LOWER_MS <= distance && distance < UPPER_MS) {
                    rows.add(
                            near(
                                    left,
                                    right,
                                    Math.max(Expected.timestamp(left), Expected.timestamp(right))));
                }
            }
        }
        for (long right = RIGHT_FROM;
                right < RIGHT_FROM + RIGHT_SPLITS * RIGHT_PER_SPLIT;
                right++) {
            grouped(groups, right).get(1).add(right);
        }
        groups.values().forEach(both -> rows.add(group(both.get(0), both.get(1))));
        rows.sort(null);
        return rows;
    }

    private static List<List<Long>> grouped(TreeMap<String, List<List<Long>>> groups, long number) {
        return groups.computeIfAbsent(
                Expected.key(number) + " " + Expected.windowOf(number),
                x -> List.of(new ArrayList<>(), new ArrayList<>()));
    }
}
