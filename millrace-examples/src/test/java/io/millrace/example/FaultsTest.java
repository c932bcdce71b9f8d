// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.example;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.common.typeutils.base.StringSerializer;
import io.millrace.api.common.typeutils.base.VoidSerializer;
import io.millrace.streaming.api.datastream.DataStream;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.api.functions.sink.TwoPhaseCommitSinkFunction;
import io.millrace.testing.SimulatedJob;
import io.millrace.testing.SimulatedWorld;
import io.millrace.testing.Simulation;
import java.util.List;
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
        Simulation simulation =
                Simulation.of(
                        new SimulatedJob() {
                            @Override
                            public void program(
                                    StreamExecutionEnvironment env, SimulatedWorld world) {
                                env.setParallelism(2);
                                program.apply(env)
                                        .map(String::valueOf)
                                        .addSink(new LedgerSink(world))
                                        .uid("ledger");
                            }

                            @Override
                            public List<String> outcome(SimulatedWorld world) {
                                return world.ledger().committed().stream().sorted().toList();
                            }
                        });
        assertThat((List<?>) simulation.expected()).isNotEmpty();
        for (long seed = 0; seed < SEEDS; seed++) {
            simulation.run(seed);
        }
    }

    /** Writes rows in transactions. */
    private static final class LedgerSink extends TwoPhaseCommitSinkFunction<String, String, Void> {
        private static final long serialVersionUID = 1L;

        private final SimulatedWorld world;

        LedgerSink(SimulatedWorld world) {
            super(StringSerializer.INSTANCE, VoidSerializer.INSTANCE);
            this.world = world;
        }

        @Override
        protected String beginTransaction() {
            return world.ledger().begin();
        }

        @Override
        protected void invoke(String transaction, String row, Context context) {
            world.userCode("sink");
            world.ledger().append(transaction, row);
        }

        @Override
        protected void preCommit(String transaction) {
            world.ledger().prepare(transaction);
        }

        @Override
        protected void commit(String transaction) {
            world.ledger().commit(transaction);
        }

        @Override
        protected void abort(String transaction) {
            world.ledger().abort(transaction);
        }
    }
}
