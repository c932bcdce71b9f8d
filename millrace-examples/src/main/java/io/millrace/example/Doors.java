// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.example;

import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.api.common.functions.OpenContext;
import io.millrace.api.common.state.ValueState;
import io.millrace.api.common.state.ValueStateDescriptor;
import io.millrace.streaming.api.datastream.DataStream;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.api.functions.KeyedProcessFunction;
import io.millrace.util.Collector;
import java.time.Duration;
import java.util.SplittableRandom;

/**
 * Follows a pattern of events with a state machine: a door that is opened with a badge must be
 * passed and then closed, in this order and within a minute. What breaks the pattern is reported.
 *
 * <pre>
 * bin/millrace run examples/Doors.jar
 * </pre>
 */
public final class Doors {

    private static final Duration LIMIT = Duration.ofMinutes(1);

    /** What can happen at a door. */
    public enum What {
        BADGE,
        PASS,
        CLOSE
    }

    /** Something has happened at a door. */
    public record Event(String door, What what, long timeMs) {}

    /** Something that should not be. */
    public record Alarm(String door, String why, long timeMs) {}

    /** Where a door is in the pattern, and how it goes on. */
    private enum State {
        CLOSED,
        OPENED,
        PASSED;

        /** The state after an event; null if the event must not come now. */
        State after(What what) {
            return switch (this) {
                case CLOSED -> what == What.BADGE ? OPENED : null;
                case OPENED -> what == What.PASS ? PASSED : what == What.CLOSE ? CLOSED : null;
                case PASSED -> what == What.CLOSE ? CLOSED : null;
            };
        }
    }

    private Doors() {}

    public static void main(String[] args) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();

        alarms(env.fromSequence(0, 599).map(Doors::numbered)).print();

        env.execute("doors");
    }

    /** An event every four seconds, mostly in order; sometimes one is left out. */
    static Event numbered(long n) {
        boolean odd = new SplittableRandom(n).nextInt(12) == 0;
        What what = What.values()[(int) ((n / 4 + (odd ? 1 : 0)) % 3)];
        return new Event("door-" + n % 4, what, n * 4_000);
    }

    static DataStream<Alarm> alarms(DataStream<Event> events) {
        return events.assignTimestampsAndWatermarks(
                        WatermarkStrategy.<Event>forMonotonousTimestamps()
                                .withTimestampAssigner((event, ignored) -> event.timeMs()))
                .keyBy(Event::door)
                .process(new FollowThePattern())
                .uid("pattern");
    }

    private static final class FollowThePattern extends KeyedProcessFunction<String, Event, Alarm> {
        private static final long serialVersionUID = 1L;

        private transient ValueState<State> state;
        private transient ValueState<Long> deadline;

        @Override
        public void open(OpenContext context) {
            state = getRuntimeContext().getState(new ValueStateDescriptor<>("state", State.class));
            deadline =
                    getRuntimeContext()
                            .getState(new ValueStateDescriptor<>("deadline", Long.class));
        }

        @Override
        public void processElement(Event event, Context context, Collector<Alarm> out)
                throws Exception {
            if (deadline.value() != null && event.timeMs() >= deadline.value()) {
                // It is over, though the watermark has not come to say so.
                context.timerService().deleteEventTimeTimer(deadline.value());
                onDeadline(event.door(), out);
            }
            State before = state.value() == null ? State.CLOSED : state.value();
            State after = before.after(event.what());
            if (after == null) {
                String why = event.what() + " while " + before;
                out.collect(new Alarm(event.door(), why, event.timeMs()));
                return;
            }
            if (before == State.CLOSED) {
                deadline.update(event.timeMs() + LIMIT.toMillis());
                context.timerService().registerEventTimeTimer(deadline.value());
            }
            if (after != State.CLOSED) {
                state.update(after);
                return;
            }
            state.clear();
            if (deadline.value() != null) {
                context.timerService().deleteEventTimeTimer(deadline.value());
                deadline.clear();
            }
        }

        @Override
        public void onTimer(long time, OnTimerContext context, Collector<Alarm> out)
                throws Exception {
            onDeadline(context.getCurrentKey(), out);
        }

        private void onDeadline(String door, Collector<Alarm> out) throws Exception {
            out.collect(new Alarm(door, "still open", deadline.value()));
            deadline.clear();
        }
    }
}
