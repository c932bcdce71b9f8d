// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.example;

import io.millrace.api.common.functions.OpenContext;
import io.millrace.api.common.state.ValueState;
import io.millrace.api.common.state.ValueStateDescriptor;
import io.millrace.streaming.api.datastream.DataStream;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.api.functions.co.KeyedCoProcessFunction;
import io.millrace.util.Collector;

/**
 * Joins two streams by key: each taxi ride with its fare, whichever of the two comes first.
 *
 * <pre>
 * bin/millrace run examples/RidesAndFares.jar
 * </pre>
 */
public final class RidesAndFares {

    /** A ride that has ended. */
    public record Ride(long id, String driver, double kilometres) {

        static Ride numbered(long id) {
            return new Ride(id, "driver-" + id % 7, 1 + id * 37 % 200 / 10.0);
        }
    }

    /** What was paid for a ride. */
    public record Fare(long rideId, long cents) {

        static Fare ofRide(long id) {
            return new Fare(id, 300 + id * 211 % 4000);
        }
    }

    /** Both together. */
    public record PaidRide(long id, String driver, double kilometres, long cents) {}

    private RidesAndFares() {}

    public static void main(String[] args) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();

        DataStream<Ride> rides = env.fromSequence(1, 100).map(Ride::numbered);
        // The fares come in another order.
        DataStream<Fare> fares = env.fromSequence(1, 100).map(n -> Fare.ofRide(101 - n));
        join(rides, fares).print();

        env.execute("rides and fares");
    }

    static DataStream<PaidRide> join(DataStream<Ride> rides, DataStream<Fare> fares) {
        return rides.keyBy(Ride::id)
                .connect(fares.keyBy(Fare::rideId))
                .process(new WaitForTheOther())
                .uid("join");
    }

    /** Keeps what came first until the other is there. */
    private static final class WaitForTheOther
            extends KeyedCoProcessFunction<Long, Ride, Fare, PaidRide> {
        private static final long serialVersionUID = 1L;

        private transient ValueState<Ride> waitingRide;
        private transient ValueState<Fare> waitingFare;

        @Override
        public void open(OpenContext context) {
            waitingRide =
                    getRuntimeContext().getState(new ValueStateDescriptor<>("ride", Ride.class));
            waitingFare =
                    getRuntimeContext().getState(new ValueStateDescriptor<>("fare", Fare.class));
        }

        @Override
        public void processElement1(Ride ride, Context context, Collector<PaidRide> out)
                throws Exception {
            Fare fare = waitingFare.value();
            if (fare == null) {
                waitingRide.update(ride);
            } else {
                waitingFare.clear();
                out.collect(paid(ride, fare));
            }
        }

        @Override
        public void processElement2(Fare fare, Context context, Collector<PaidRide> out)
                throws Exception {
            Ride ride = waitingRide.value();
            if (ride == null) {
                waitingFare.update(fare);
            } else {
                waitingRide.clear();
                out.collect(paid(ride, fare));
            }
        }

        private static PaidRide paid(Ride ride, Fare fare) {
            return new PaidRide(ride.id(), ride.driver(), ride.kilometres(), fare.cents());
        }
    }
}
