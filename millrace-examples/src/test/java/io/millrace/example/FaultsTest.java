// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.example;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.streaming.api.datastream.DataStream;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.testing.Simulation;
import io.millrace.testing.Trials;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Examples in the simulation: processes are killed, files fail, user code throws, and what they
 * write in the end must be what they write when nothing goes wrong.
 */
@Timeout(300)
class FaultsTest {

    private static final int SEEDS = 6;

    @Test
    void ridesMeetTheirFaresOnce() {
        assertExactlyOnce(
                env ->
                        RidesAndFares.join(
                                env.fromSequence(0, 60).map(RidesAndFares.Ride::numbered),
                                env.fromSequence(0, 60)
                                        .map(n -> RidesAndFares.Fare.ofRide(60 - n))));
    }

    @Test
    void longRidesAreWarnedOfOnce() {
        assertExactlyOnce(env -> LongRides.warn(env.fromSequence(0, 250).map(LongRides::numbered)));
    }

    @Test
    void theBestOfAnHourIsToldOnce() {
        assertExactlyOnce(
                env -> HourlyTips.best(env.fromSequence(0, 400).map(HourlyTips.Tip::numbered)));
    }

    @Test
    void sessionsAreCutOnce() {
        assertExactlyOnce(
                env -> Sessions.sessions(env.fromSequence(0, 200).map(Sessions.Click::numbered)));
    }

    @Test
    void averagesAreMadeOnce() {
        assertExactlyOnce(
                env ->
                        SensorAlerts.alerts(
                                env.fromSequence(0, 600).map(SensorAlerts.Reading::numbered)));
    }

    @Test
    void rulesAreAppliedOnce() {
        assertExactlyOnce(
                env ->
                        DynamicRules.alerts(
                                env.fromSequence(0, 60).map(DynamicRules.Spending::numbered),
                                env.fromData(new DynamicRules.Rule("some", 15_000))));
    }

    private static void assertExactlyOnce(
            Function<StreamExecutionEnvironment, DataStream<?>> program) {
        Trials.Summary seen =
                Simulation.of(
                                (env, world) -> {
                                    env.setParallelism(2);
                                    program.apply(env).map(String::valueOf).sinkTo(world.results());
                                })
                        .seeds(1, SEEDS)
                        .expectExactlyOnce();
        assertThat(seen.mishaps()).isPositive();
    }
}
