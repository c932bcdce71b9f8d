// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.api.common.functions.RichMapFunction;
import io.millrace.api.common.state.ValueState;
import io.millrace.api.common.state.ValueStateDescriptor;
import io.millrace.api.common.typeinfo.Types;
import io.millrace.streaming.api.datastream.KeyedStream;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.api.functions.KeyedProcessFunction;
import io.millrace.util.Collector;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Trials tell a program that is exactly-once from one that is not. */
@Timeout(60)
class TrialsTest {

    private static ScriptedSource<Long> numbers() {
        ScriptedSource<Long> source = ScriptedSource.of(Types.LONG);
        for (long i = 0; i < 60; i++) {
            if (i == 30) {
                source = source.split();
            }
            source = source.at(i * 10, i);
        }
        return source;
    }

    private static KeyedStream<Long, Long> keyed(
            StreamExecutionEnvironment env, SimulatedWorld world) {
        env.setParallelism(2);
        return env.fromSource(
                        world.source(numbers()),
                        WatermarkStrategy.<Long>forMonotonousTimestamps(),
                        "numbers")
                .keyBy(number -> number % 3);
    }

    /** Sums per key, and tells the sum when time has passed. */
    private static final class Sums extends KeyedProcessFunction<Long, Long, String> {
        private static final long serialVersionUID = 1L;

        private ValueState<Long> sum() {
            return getRuntimeContext().getState(new ValueStateDescriptor<>("sum", Types.LONG));
        }

        @Override
        public void processElement(Long value, Context ctx, Collector<String> out)
                throws Exception {
            sum().update(sum().value() == null ? value : sum().value() + value);
            ctx.timerService().registerEventTimeTimer(1_000_000);
        }

        @Override
        public void onTimer(long timestamp, OnTimerContext ctx, Collector<String> out)
                throws Exception {
            out.collect(ctx.getCurrentKey() + "=" + sum().value());
        }
    }

    @Test
    void aJobWithStateAndTimersIsExactlyOnce() {
        Trials.Summary seen =
                Simulation.of(
                                (env, world) ->
                                        keyed(env, world)
                                                .process(new Sums())
                                                .sinkTo(world.results()))
                        .seeds(1, 40)
                        .expectExactlyOnce("0=570", "1=590", "2=610");
        assertThat(seen.seeds()).isEqualTo(40);
        assertThat(seen.mishaps()).isPositive();
        assertThat(seen.processes())
                .as("some died and went on from their checkpoints")
                .isGreaterThan(40);
        assertThat(seen.results()).containsExactly("0=570", "1=590", "2=610");
    }

    @Test
    void aSinkOfTheOlderKindIsExactlyOnceToo() {
        Simulation.of((env, world) -> keyed(env, world).addSink(world.resultsFunction()))
                .seeds(1, 20)
                .expectExactlyOnce(LongStream.range(0, 60).boxed().toList());
    }

    /** Counts in a field, which no checkpoint knows of. */
    private static final class Forgetful extends RichMapFunction<Long, String> {
        private static final long serialVersionUID = 1L;

        private transient Map<Long, Integer> counts;

        @Override
        public String map(Long value) {
            if (counts == null) {
                counts = new HashMap<>();
            }
            return value % 3 + " #" + counts.merge(value % 3, 1, Integer::sum);
        }
    }

    @Test
    void aJobThatForgetsIsFoundOutWithItsSeedAndTheWayToRunItAgain() {
        Trials trials =
                Simulation.of(
                                (env, world) ->
                                        keyed(env, world)
                                                .map(new Forgetful())
                                                .sinkTo(world.results("count")))
                        .seeds(1, 40);
        assertThatThrownBy(trials::expectExactlyOnce)
                .isInstanceOf(SimulationFailure.class)
                .hasMessageContaining("not exactly-once")
                .hasMessageContaining("count: ")
                .hasMessageContaining("-Dmillrace.seed=");
    }

    @Test
    void wrongResultsAreWrongAlsoWhenNothingGoesWrong() {
        Trials trials = Simulation.of((env, world) -> keyed(env, world).sinkTo(world.results()));
        assertThatThrownBy(() -> trials.expectExactlyOnce(List.of(1, 2, 3)))
                .isInstanceOf(SimulationFailure.class)
                .hasMessageContaining("nothing goes wrong")
                .hasMessageContaining("57 too many");
    }

    /** Counts each number until the second after it has passed. */
    private static final class Counts extends KeyedProcessFunction<Long, Long, String> {
        private static final long serialVersionUID = 1L;

        private ValueState<Long> count() {
            return getRuntimeContext().getState(new ValueStateDescriptor<>("count", Types.LONG));
        }

        @Override
        public void processElement(Long value, Context ctx, Collector<String> out)
                throws Exception {
            count().update(count().value() == null ? 1 : count().value() + 1);
            ctx.timerService().registerEventTimeTimer(ctx.timestamp() + 1000);
            out.collect(value + ": " + count().value());
        }

        @Override
        public void onTimer(long timestamp, OnTimerContext ctx, Collector<String> out)
                throws Exception {
            count().clear();
        }
    }

    private static Trials oneScriptReadBy(int readers) {
        ScriptedSource<Long> script =
                ScriptedSource.of(Types.LONG)
                        .at(10, 1L)
                        .at(20, 2L)
                        .watermark(1500)
                        .at(1600, 1L)
                        .at(1700, 2L)
                        .at(1800, 3L);
        return Simulation.of(
                        (env, world) -> {
                            env.setParallelism(2);
                            env.fromSource(
                                            world.source(script),
                                            WatermarkStrategy.noWatermarks(),
                                            "numbers")
                                    .setParallelism(readers)
                                    .keyBy(number -> number)
                                    .process(new Counts())
                                    .sinkTo(world.results());
                        })
                .seeds(1, 100);
    }

    @Test
    void aResultThatDependsOnTheOrderOfThingsIsNotBlamedOnMishaps() {
        // The second reader has no script. When its end arrives is anybody's guess, and until then
        // it holds up the first one's watermark.
        assertThatThrownBy(() -> oneScriptReadBy(2).expectExactlyOnce())
                .isInstanceOf(SimulationFailure.class)
                .hasMessageContaining("depends on the order of things")
                .message()
                .doesNotContain("not exactly-once");
    }

    @Test
    void withOneReaderAScriptsWatermarksComeWhereTheyStand() {
        assertThat(
                        oneScriptReadBy(1)
                                .expectExactlyOnce("1: 1", "2: 1", "1: 1", "2: 1", "3: 1")
                                .seeds())
                .isEqualTo(100);
    }

    @Test
    void aProgramWithoutResultsProvesNothing() {
        Trials trials = Simulation.of((env, world) -> keyed(env, world).print());
        assertThatThrownBy(trials::expectExactlyOnce)
                .isInstanceOf(SimulationFailure.class)
                .hasMessageContaining("world.results()");
    }

    @Test
    void collectedResultsAreExactlyOnceWhateverGoesWrong() {
        Trials.Summary seen =
                Simulation.of(
                                (env, world) -> {
                                    KeyedStream<Long, Long> numbers = keyed(env, world);
                                    numbers.map(number -> "number " + number).collectAsync();
                                    numbers.process(new Sums()).collectAsync();
                                })
                        .seeds(1, 60)
                        .expectExactlyOnce(
                                Stream.concat(
                                                LongStream.range(0, 60)
                                                        .mapToObj(number -> "number " + number),
                                                Stream.of("0=570", "1=590", "2=610"))
                                        .toList());
        assertThat(seen.processes()).as("some died and went on").isGreaterThan(80);
        assertThat(seen.mishaps()).isPositive();
    }

    @Test
    void whatIsCollectedOfAStreamThatEndsBeforeTheJobIsExactlyOnceToo() {
        List<String> rows =
                LongStream.range(0, 60)
                        .mapToObj(number -> number < 5 ? "early " + number : "late " + number)
                        .toList();
        ScriptedSource<Long> early = ScriptedSource.of(Types.LONG);
        for (long i = 0; i < 5; i++) {
            early = early.at(i, i);
        }
        ScriptedSource<Long> script = early;
        Simulation.of(
                        (env, world) -> {
                            env.fromSource(
                                            world.source(script),
                                            WatermarkStrategy.<Long>noWatermarks(),
                                            "early")
                                    .map(number -> "early " + number)
                                    .collectAsync();
                            keyed(env, world)
                                    .filter(number -> number >= 5)
                                    .map(number -> "late " + number)
                                    .sinkTo(world.results());
                        })
                .seeds(1, 60)
                .expectExactlyOnce(rows);
    }

    @Test
    void collectedResultsOfAJobThatForgetsAreFoundOut() {
        Trials trials =
                Simulation.of((env, world) -> keyed(env, world).map(new Forgetful()).collectAsync())
                        .seeds(1, 40);
        assertThatThrownBy(trials::expectExactlyOnce)
                .isInstanceOf(SimulationFailure.class)
                .hasMessageContaining("not exactly-once");
    }

    @Test
    void aSimulatedProgramThatRunsItselfIsToldWhatToDoInstead() {
        Trials trials =
                Simulation.of((env, world) -> keyed(env, world).executeAndCollect().close());
        assertThatThrownBy(trials::expectExactlyOnce)
                .isInstanceOf(SimulationFailure.class)
                .hasMessageContaining("only describes its job")
                .hasMessageContaining("collectAsync()");
    }
}
