// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.simulation;

import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.common.typeinfo.Types;
import io.millrace.api.java.tuple.Tuple2;
import io.millrace.streaming.api.datastream.DataStream;
import io.millrace.streaming.api.datastream.KeyedStream;
import io.millrace.streaming.api.datastream.SingleOutputStreamOperator;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.api.operators.AbstractStreamOperator;
import io.millrace.streaming.api.operators.OneInputStreamOperator;
import io.millrace.streaming.api.watermark.Watermark;
import io.millrace.streaming.runtime.streamrecord.StreamRecord;
import io.millrace.testing.ManualClock;
import io.millrace.testing.SimulatedJob;
import io.millrace.testing.SimulatedWorld;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The program of a {@link StatePlan} that is drawn for each world; each process runs it as its
 * {@link Course} says.
 */
final class StateKindsJob implements SimulatedJob {

    private static final TypeInformation<Tuple2<Long, Integer>> STEPS =
            Types.TUPLE(Types.LONG, Types.INT);
    private static final int KEY_GROUPS = 5;
    private static final int PHASES = 4;

    /** Late enough for several processes to leave a checkpoint while steps are still to come. */
    private static final long HOLD_MS = ManualClock.BEGINNING_MS + 50;

    private final int percentInRocksDb;
    private final String localDirectory;
    private final Consumer<Course> ended;

    /**
     * @param percentInRocksDb of a hundred worlds so many begin in RocksDB
     * @param localDirectory where databases lie
     * @param ended takes the course of a world when it has ended
     */
    StateKindsJob(int percentInRocksDb, String localDirectory, Consumer<Course> ended) {
        this.percentInRocksDb = percentInRocksDb;
        this.localDirectory = localDirectory;
        this.ended = ended;
    }

    @Override
    public boolean isSteered() {
        return true;
    }

    /** What differs from the plain collections' rows: nothing, for each plan. */
    @Override
    public Object outcome(SimulatedWorld world) {
        Course course = Course.of(world);
        List<String> missing = new ArrayList<>(course.plan.rows());
        List<String> differences = new ArrayList<>();
        for (String row : Expected.outcome(world)) {
            if (!missing.remove(row)) {
                differences.add("not so: " + row);
            }
        }
        missing.forEach(row -> differences.add("missing: " + row));
        if (!differences.isEmpty()) {
            differences.add(course.toString());
        }
        ended.accept(course);
        return differences;
    }

    @Override
    public void program(StreamExecutionEnvironment env, SimulatedWorld world) {
        Course course = Course.next(world, percentInRocksDb);
        StatePlan plan = course.plan;
        env.configure(course.settings(world, localDirectory));
        env.setParallelism(1);
        SingleOutputStreamOperator<Tuple2<Long, Integer>> steps =
                env.fromSource(
                                new NumbersSource(
                                        world, 0, PHASES, StatePlan.STEPS / PHASES, HOLD_MS),
                                WatermarkStrategy.noWatermarks(),
                                "numbers")
                        .uid("numbers")
                        .transform("steps", STEPS, new Steps(world));
        DataStream<String> rows =
                plan.hasTextKeys()
                        ? states(steps.keyBy(step -> "key " + step.f0, Types.STRING), course, world)
                        : states(steps.keyBy(step -> step.f0, Types.LONG), course, world);
        rows.rebalance()
                .sinkTo(new LedgerSink(world, "writer"))
                .uid("sink")
                .setParallelism(course.sinks());
    }

    private static <K> DataStream<String> states(
            KeyedStream<Tuple2<Long, Integer>, K> keyed, Course course, SimulatedWorld world) {
        DataStream<String> rows =
                keyed.process(new StateDeeds<K>(world))
                        .uid("states")
                        .setParallelism(course.parallelism())
                        .setMaxParallelism(KEY_GROUPS)
                        .transform("keeper", Types.STRING, new Keeper(world))
                        .uid("keeper")
                        .setParallelism(course.parallelism())
                        .setMaxParallelism(KEY_GROUPS);
        if (course.plan.sessions() == null) {
            return rows;
        }
        return rows.union(
                Sessions.of(keyed, course.plan)
                        .uid("sessions")
                        .setParallelism(course.parallelism())
                        .setMaxParallelism(KEY_GROUPS));
    }

    /** Makes steps and watermarks of numbers; a restore does not change them. */
    private static final class Steps extends AbstractStreamOperator<Tuple2<Long, Integer>>
            implements OneInputStreamOperator<Long, Tuple2<Long, Integer>> {
        private static final long serialVersionUID = 1L;

        private final SimulatedWorld world;
        private transient Course course;

        Steps(SimulatedWorld world) {
            this.world = world;
        }

        @Override
        public void open() {
            course = Course.of(world);
            course.sends();
        }

        @Override
        public void processElement(StreamRecord<Long> element) {
            int number = element.getValue().intValue();
            StatePlan.Step step = course.plan.steps().get(number);
            course.sends(number);
            output.collect(new StreamRecord<>(Tuple2.of(step.key(), number), step.time()));
            if (step.watermark() != Long.MIN_VALUE) {
                output.emitWatermark(new Watermark(step.watermark()));
            }
        }
    }

    /** An object that is changed where it stands. */
    public static final class Account {
        public int balance;
        public String last = "";
        public List<Integer> history = new ArrayList<>();

        public Account() {}

        void change(int by) {
            balance += by;
            last = "by " + by;
            history.add(by);
        }

        @Override
        public String toString() {
            return balance + " " + last + " " + history;
        }
    }

    /** An object of which nothing is known but that it is one. */
    static final class Thing {
        private final List<String> changes = new ArrayList<>();
        private Object content;

        void change(int by) {
            changes.add("c" + by);
            content = by % 2 == 0 ? (Object) by : "odd " + by;
        }

        @Override
        public String toString() {
            return changes + " " + content;
        }
    }

    static String show(
            Long count,
            Account account,
            Thing thing,
            List<String> notes,
            Map<String, Long> fields,
            Long sum,
            Double mean,
            Long kept) {
        return count + "|" + account + "|" + thing + "|" + notes + "|" + fields + "|" + sum + "|"
                + mean + "|" + kept;
    }
}
