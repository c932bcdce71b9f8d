// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.cases.flow;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.Engine;
import io.millrace.engine.job.EngineJobClient;
import io.millrace.engine.worker.SourceFeeder;
import io.millrace.engine.worker.Workers;
import io.millrace.spi.Programs;
import io.millrace.streaming.api.datastream.DataStream;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.api.functions.sink.SinkFunction;
import io.millrace.testing.ManualClock;
import io.millrace.testing.SimulatedWorkers;
import io.millrace.tests.kit.Jobs;
import io.millrace.tests.kit.Shared;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A sink that is slower than the source, in a whole job on one thread under a clock that only the
 * sink turns: how many records are between the two? Each of them could be large.
 */
class SlowSinkTest {

    private static final int RECORDS = 60_000;
    private static final long MAX_TURNS = 10_000_000;

    /** What is on the road from source to sink. */
    private static final class Road {
        final ManualClock clock = new ManualClock();
        final long sinkNanos;
        long length;
        long longest;
        long longestLater;
        long arrived;

        Road(long sinkNanos) {
            this.sinkNanos = sinkNanos;
        }

        void begin() {
            length++;
            longest = Math.max(longest, length);
            if (arrived > RECORDS / 2) {
                longestLater = Math.max(longestLater, length);
            }
        }

        void end() {
            length--;
            arrived++;
            clock.advanceNanos(sinkNanos);
        }
    }

    private static final class Home implements Engine.Home {
        private final SimulatedWorkers workers;
        private boolean left;

        Home(SimulatedWorkers workers) {
            this.workers = workers;
        }

        @Override
        public Workers workers() {
            return workers;
        }

        @Override
        public SourceFeeder.Mode feeding() {
            return SourceFeeder.Mode.STEPPED;
        }

        @Override
        public void leave() {
            left = true;
        }
    }

    /**
     * Source, exchange, then {@code hops} times a map that passes on and an exchange, and the sink.
     */
    private static Road drive(int parallelism, long sinkNanos, int hops) throws Exception {
        Road road = new Road(sinkNanos);
        Shared<Road> shared = Shared.of(road);
        StreamExecutionEnvironment env = Jobs.environment(parallelism);
        DataStream<Long> numbers =
                env.fromSequence(1, RECORDS)
                        .map(
                                number -> {
                                    shared.get().begin();
                                    return number;
                                });
        for (int hop = 0; hop < hops; hop++) {
            numbers = numbers.rebalance().map(number -> number);
        }
        numbers.rebalance()
                .addSink(
                        new SinkFunction<>() {
                            private static final long serialVersionUID = 1L;

                            @Override
                            public void invoke(Long value, Context context) {
                                shared.get().end();
                            }
                        });
        Home home = new Home(new SimulatedWorkers(parallelism, road.clock));
        try {
            EngineJobClient client =
                    new Engine(Programs.pipeline(env, "slow sink"), () -> 0.5)
                            .start((name, loader) -> home);
            home.workers.run(() -> home.left, MAX_TURNS);
            client.getJobExecutionResult().get();
        } finally {
            home.workers.close();
        }
        assertThat(road.arrived).isEqualTo(RECORDS);
        assertThat(road.length).isZero();
        return road;
    }

    @DisplayName(
            "A sink that takes 1 ms for a record has no more of them waiting than it takes in a tenth of a second")
    @ParameterizedTest(name = "parallelism {0}")
    @ValueSource(ints = {1, 2, 4})
    void slowSink(int parallelism) throws Exception {
        Road road = drive(parallelism, 1_000_000, 0);

        assertThat(road.longest).as("before anybody knew it").isLessThan(400L * parallelism);
        // One thread steps them all, so that each of them takes its share of the tenth only.
        assertThat(road.longestLater).isLessThan(100 + 50L * parallelism * parallelism);
    }

    @DisplayName("The same holds for what waits before tasks that themselves wait for the sink")
    @Test
    void slowSinkBehindOthers() throws Exception {
        Road road = drive(2, 1_000_000, 3);

        assertThat(road.longestLater).isLessThan(4 * 300);
    }

    @DisplayName("A quick sink may have much waiting")
    @Test
    void quickSink() throws Exception {
        assertThat(drive(2, 100, 0).longest).isGreaterThan(3_000);
    }
}
