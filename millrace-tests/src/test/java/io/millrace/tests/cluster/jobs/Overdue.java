// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.cluster.jobs;

import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.api.common.functions.OpenContext;
import io.millrace.api.common.state.ValueState;
import io.millrace.api.common.state.ValueStateDescriptor;
import io.millrace.api.java.utils.ParameterTool;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.api.functions.KeyedProcessFunction;
import io.millrace.util.Collector;

/** Timers: orders that are not paid in time, and those that are. */
public final class Overdue {

    private static final long PATIENCE = 1_000;

    /** An order, or its payment. */
    public record Event(long order, boolean payment, long time) {}

    private Overdue() {}

    public static void main(String[] args) throws Exception {
        ParameterTool arguments = ParameterTool.fromArgs(args);
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        env.enableCheckpointing(200);
        Lines.write(
                Lines.numbers(env, arguments)
                        .flatMap(Overdue::events)
                        .returns(Event.class)
                        .assignTimestampsAndWatermarks(
                                WatermarkStrategy.<Event>forMonotonousTimestamps()
                                        .withTimestampAssigner((event, before) -> event.time()))
                        .keyBy(Event::order)
                        .process(new Watch())
                        .uid("watch"),
                arguments);
        env.execute("overdue");
    }

    /** Each tenth is paid too late, each third not at all. */
    private static void events(long number, Collector<Event> out) {
        long time = number * 10;
        if (number >= 500 && (number - 500) % 10 == 0) {
            out.collect(new Event(number - 500, true, time));
        }
        out.collect(new Event(number, false, time));
        if (number % 10 != 0 && number % 3 != 0) {
            out.collect(new Event(number, true, time + 5));
        }
    }

    private static final class Watch extends KeyedProcessFunction<Long, Event, String> {
        private transient ValueState<Long> due;

        @Override
        public void open(OpenContext context) {
            due = getRuntimeContext().getState(new ValueStateDescriptor<>("due", Long.class));
        }

        @Override
        public void processElement(Event event, Context context, Collector<String> out)
                throws Exception {
            if (!event.payment()) {
                due.update(event.time() + PATIENCE);
                context.timerService().registerEventTimeTimer(event.time() + PATIENCE);
            } else if (due.value() == null || event.time() > due.value()) {
                // By the times alone, for a watermark may be far behind the records.
                out.collect(event.order() + " paid too late");
            } else {
                context.timerService().deleteEventTimeTimer(due.value());
                due.clear();
                out.collect(event.order() + " paid");
            }
        }

        @Override
        public void onTimer(long time, OnTimerContext context, Collector<String> out)
                throws Exception {
            due.clear();
            out.collect(context.getCurrentKey() + " overdue at " + time);
        }
    }
}
