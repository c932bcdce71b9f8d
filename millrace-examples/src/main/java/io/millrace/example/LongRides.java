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

/**
 * Warns of taxi rides that last longer than two hours: at the moment when they do, not when they
 * end. A timer of event time is set when a ride starts and taken back when it ends in time.
 *
 * <pre>
 * bin/millrace run examples/LongRides.jar
 * </pre>
 */
public final class LongRides {

    static final Duration LONG = Duration.ofHours(2);

    /** How much later than its neighbours an event may come. */
    private static final Duration DISORDER = Duration.ofMinutes(1);

    /** The start or the end of a ride. */
    public record RideEvent(long rideId, boolean start, long timeMs) {}

    private LongRides() {}

    public static void main(String[] args) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();

        DataStream<RideEvent> events = env.fromSequence(0, 999).map(LongRides::numbered);
        warn(events).map(id -> "ride " + id + " lasts longer than " + LONG).print();

        env.execute("long rides");
    }

    /** A new ride every two minutes, which ends after 96 minutes; one in 20 does not for long. */
    static RideEvent numbered(long n) {
        long ride = n / 2;
        long startMs = ride * 120_000;
        long endsAtRide = ride - 48;
        if (n % 2 == 0) {
            return new RideEvent(ride, true, startMs);
        }
        return endsAtRide < 0 || endsAtRide % 20 == 0
                ? new RideEvent(-1 - ride, false, startMs)
                : new RideEvent(endsAtRide, false, startMs);
    }

    static DataStream<Long> warn(DataStream<RideEvent> events) {
        return events.assignTimestampsAndWatermarks(
                        WatermarkStrategy.<RideEvent>forBoundedOutOfOrderness(DISORDER)
                                .withTimestampAssigner((event, ignored) -> event.timeMs()))
                .keyBy(RideEvent::rideId)
                .process(new WarnAfterTwoHours())
                .uid("warn");
    }

    /** Start and end may come in either order; the state is empty when both have. */
    private static final class WarnAfterTwoHours
            extends KeyedProcessFunction<Long, RideEvent, Long> {
        private static final long serialVersionUID = 1L;

        private transient ValueState<RideEvent> first;

        @Override
        public void open(OpenContext context) {
            first =
                    getRuntimeContext()
                            .getState(new ValueStateDescriptor<>("first", RideEvent.class));
        }

        @Override
        public void processElement(RideEvent event, Context context, Collector<Long> out)
                throws Exception {
            RideEvent before = first.value();
            if (before == null) {
                first.update(event);
                if (event.start()) {
                    context.timerService().registerEventTimeTimer(event.timeMs() + LONG.toMillis());
                }
                return;
            }
            first.clear();
            if (before.start()) {
                context.timerService().deleteEventTimeTimer(before.timeMs() + LONG.toMillis());
            }
            RideEvent start = before.start() ? before : event;
            RideEvent end = before.start() ? event : before;
            if (end.timeMs() - start.timeMs() > LONG.toMillis()) {
                out.collect(event.rideId());
            }
        }

        @Override
        public void onTimer(long time, OnTimerContext context, Collector<Long> out) {
            first.clear();
            out.collect(context.getCurrentKey());
        }
    }
}
