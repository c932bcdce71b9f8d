// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.simulation;

import io.millrace.api.common.functions.OpenContext;
import io.millrace.api.common.functions.RuntimeContext;
import io.millrace.api.common.state.AggregatingState;
import io.millrace.api.common.state.AggregatingStateDescriptor;
import io.millrace.api.common.state.ListState;
import io.millrace.api.common.state.ListStateDescriptor;
import io.millrace.api.common.state.MapState;
import io.millrace.api.common.state.MapStateDescriptor;
import io.millrace.api.common.state.ReducingState;
import io.millrace.api.common.state.ReducingStateDescriptor;
import io.millrace.api.common.state.StateTtlConfig;
import io.millrace.api.common.state.ValueState;
import io.millrace.api.common.state.ValueStateDescriptor;
import io.millrace.api.common.typeinfo.Types;
import io.millrace.api.java.tuple.Tuple2;
import io.millrace.streaming.api.TimeDomain;
import io.millrace.streaming.api.functions.KeyedProcessFunction;
import io.millrace.testing.ManualClock;
import io.millrace.testing.SimulatedWorld;
import io.millrace.util.Collector;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Carries the steps of a {@link StatePlan} out in the engine's state. */
final class StateDeeds<K> extends KeyedProcessFunction<K, Tuple2<Long, Integer>, String>
        implements StatePlan.Held {
    private static final long serialVersionUID = 1L;

    private final SimulatedWorld world;
    private transient ValueState<Long> count;
    private transient Course course;
    private transient ValueState<StateKindsJob.Account> account;
    private transient ValueState<StateKindsJob.Thing> thing;
    private transient Mortals mortals;
    private transient ListState<String> notes;
    private transient MapState<String, Long> fields;
    private transient ReducingState<Long> sum;
    private transient AggregatingState<Integer, Double> mean;
    private transient ValueState<Long> kept;

    StateDeeds(SimulatedWorld world) {
        this.world = world;
    }

    @Override
    public void open(OpenContext context) {
        course = Course.of(world);
        RuntimeContext states = getRuntimeContext();
        for (StatePlan.Kind kind : course.plan.kinds()) {
            open(kind, states);
        }
    }

    private void open(StatePlan.Kind kind, RuntimeContext states) {
        switch (kind) {
            case NUMBER -> count = states.getState(new ValueStateDescriptor<>("count", Types.LONG));
            case ACCOUNT ->
                    account =
                            states.getState(
                                    new ValueStateDescriptor<>(
                                            "account", StateKindsJob.Account.class));
            case THING ->
                    thing =
                            states.getState(
                                    new ValueStateDescriptor<>(
                                            "thing", Types.GENERIC(StateKindsJob.Thing.class)));
            case NOTES ->
                    notes = states.getListState(new ListStateDescriptor<>("notes", Types.STRING));
            case FIELDS ->
                    fields =
                            states.getMapState(
                                    new MapStateDescriptor<>("fields", Types.STRING, Types.LONG));
            case SUM ->
                    sum =
                            states.getReducingState(
                                    new ReducingStateDescriptor<>("sum", Long::sum, Types.LONG));
            case MEAN ->
                    mean =
                            states.getAggregatingState(
                                    new AggregatingStateDescriptor<>(
                                            "mean", new Mean(), Types.TUPLE(Types.INT, Types.INT)));
            case LASTING -> {
                ValueStateDescriptor<Long> lasting =
                        new ValueStateDescriptor<>("lasting", Types.LONG);
                // Longer than any run: what matters is that it is kept with its times.
                lasting.enableTimeToLive(StateTtlConfig.newBuilder(Duration.ofDays(9)).build());
                kept = states.getState(lasting);
            }
            case MORTAL -> mortals = new Mortals(world, course.plan.lives(), states);
            case WAKES, ALARMS -> {
                // timers are there without being asked for
            }
        }
    }

    @Override
    public void processElement(Tuple2<Long, Integer> record, Context context, Collector<String> out)
            throws Exception {
        world.userCode("deed");
        course.arrives(record.f1);
        StatePlan.Step step = course.plan.steps().get(record.f1);
        context.timerService().registerEventTimeTimer(StatePlan.END);
        String row = StatePlan.label(record.f1, step.key());
        switch (step.deed()) {
            case WAKE_AT -> context.timerService().registerEventTimeTimer(step.argument());
            case DONT_WAKE_AT -> context.timerService().deleteEventTimeTimer(step.argument());
            case ALARM_AT ->
                    context.timerService()
                            .registerProcessingTimeTimer(
                                    ManualClock.BEGINNING_MS + step.argument());
            case LIVE_AND_DIE -> row += mortals.lookAndChange(record.f1, step.argument());
            default -> {
                // in state alone
            }
        }
        out.collect(row + apply(step.deed(), step.argument()));
    }

    @Override
    public void onTimer(long timestamp, OnTimerContext context, Collector<String> out)
            throws Exception {
        String name = context.getCurrentKey().toString();
        int key = name.charAt(name.length() - 1) - '0';
        if (context.timeDomain() == TimeDomain.PROCESSING_TIME) {
            out.collect(StatePlan.label("alarm", key) + (timestamp - ManualClock.BEGINNING_MS));
        } else if (timestamp == StatePlan.END) {
            out.collect(StatePlan.label("end", key) + all());
        } else {
            out.collect(StatePlan.label("ring", key) + timestamp);
        }
    }

    @Override
    public String apply(StatePlan.Deed deed, int argument) throws Exception {
        switch (deed) {
            case COUNT -> {
                count.update(count.value() == null ? 1 : count.value() + 1);
                return "count " + count.value();
            }
            case FORGET_COUNT -> count.clear();
            case CHANGE_ACCOUNT -> {
                StateKindsJob.Account mine = account.value();
                mine = mine == null ? new StateKindsJob.Account() : mine;
                mine.change(argument);
                account.update(mine);
                return "account " + account.value();
            }
            case FORGET_ACCOUNT -> account.clear();
            case CHANGE_THING -> {
                StateKindsJob.Thing mine = thing.value();
                mine = mine == null ? new StateKindsJob.Thing() : mine;
                mine.change(argument);
                thing.update(mine);
            }
            case FORGET_THING -> thing.clear();
            case ADD_NOTE -> notes.add("n" + argument);
            case REPLACE_NOTES -> notes.update(List.of("r" + argument, "s" + argument));
            case FORGET_NOTES -> notes.clear();
            case PUT_FIELD -> fields.put("f" + argument, argument * 3L);
            case PUT_NULL -> fields.put("f" + argument, null);
            case REMOVE_FIELD -> fields.remove("f" + argument);
            case FORGET_FIELDS -> fields.clear();
            case ADD_TO_SUM -> sum.add((long) argument);
            case FORGET_SUM -> sum.clear();
            case ADD_TO_MEAN -> mean.add(argument);
            case FORGET_MEAN -> mean.clear();
            case KEEP_LONG -> kept.update((long) argument);
            case WAKE_AT, DONT_WAKE_AT, ALARM_AT -> {
                return "timer";
            }
            case LIVE_AND_DIE -> {
                return "lives";
            }
            case NOTHING -> {
                // shows what there is
            }
        }
        return all();
    }

    @Override
    public String all() throws Exception {
        List<String> list = new ArrayList<>();
        if (notes != null) {
            notes.get().forEach(list::add);
        }
        Map<String, Long> map = new TreeMap<>();
        if (fields != null) {
            for (Map.Entry<String, Long> entry : fields.entries()) {
                map.put(entry.getKey(), entry.getValue());
            }
        }
        return StateKindsJob.show(
                count == null ? null : count.value(),
                account == null ? null : account.value(),
                thing == null ? null : thing.value(),
                list,
                map,
                sum == null ? null : sum.get(),
                mean == null ? null : mean.get(),
                kept == null ? null : kept.value());
    }
}
