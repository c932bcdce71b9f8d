// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.cases.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.common.functions.FlatMapFunction;
import io.millrace.api.common.typeinfo.Types;
import io.millrace.api.java.tuple.Tuple2;
import io.millrace.streaming.api.datastream.SingleOutputStreamOperator;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.api.functions.KeyedProcessFunction;
import io.millrace.tests.kit.Collected;
import io.millrace.tests.kit.Jobs;
import io.millrace.util.Collector;
import java.util.function.Consumer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A lambda never needs a type hint just to run. */
@Timeout(180)
class LambdasTest {

    private final StreamExecutionEnvironment env = Jobs.environment(1);

    private int line;

    private SingleOutputStreamOperator<Tuple2<String, Integer>> words() {
        FlatMapFunction<String, Tuple2<String, Integer>> split =
                (text, out) -> {
                    for (String word : text.split(" ", -1)) {
                        out.collect(Tuple2.of(word, 1));
                    }
                };
        line = new Throwable().getStackTrace()[0].getLineNumber() + 1;
        return env.fromData("to be", "or not", "to be").flatMap(split);
    }

    private static final class Count
            extends KeyedProcessFunction<String, Tuple2<String, Integer>, String> {
        private static final long serialVersionUID = 1L;

        @Override
        public void processElement(
                Tuple2<String, Integer> value, Context context, Collector<String> out) {
            out.collect(context.getCurrentKey() + value.f1);
        }
    }

    @DisplayName(
            "A05 (a): a flatMap lambda runs through map, keyBy, process and a sink without a hint")
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void a05Runs(int parallelism) throws Exception {
        Collected<String> sink = new Collected<>();
        env.setParallelism(parallelism);
        words().map(pair -> Tuple2.of(pair.f0, pair.f1 + 1))
                .keyBy(pair -> pair.f0)
                .process(new Count())
                .addSink(sink);
        Jobs.run(env, "lambdas");

        assertThat(sink.values())
                .containsExactlyInAnyOrder("to2", "be2", "or2", "not2", "to2", "be2");
    }

    @DisplayName(
            "A05 (b): where a type is really needed the call is named with file, line and both ways out")
    @Test
    void a05Refused() {
        refused(words -> words.keyBy(pair -> pair.f0).sum(0));
        refused(words -> words.keyBy("f0"));
        refused(words -> words.getType());
    }

    private void refused(Consumer<SingleOutputStreamOperator<Tuple2<String, Integer>>> use) {
        SingleOutputStreamOperator<Tuple2<String, Integer>> words = words();
        assertThatThrownBy(() -> use.accept(words))
                .hasMessageContaining("LambdasTest.java:" + line)
                .hasMessageContaining("returns(")
                .hasMessageContaining("class");
    }

    @DisplayName("A05: with either of the two ways out it goes")
    @Test
    void a05WaysOut() throws Exception {
        Collected<Tuple2<String, Integer>> sink = new Collected<>();
        words().returns(Types.TUPLE(Types.STRING, Types.INT)).keyBy("f0").sum(1).addSink(sink);
        env.fromData("to be", "to be")
                .flatMap(
                        new FlatMapFunction<String, Tuple2<String, Integer>>() {
                            private static final long serialVersionUID = 1L;

                            @Override
                            public void flatMap(
                                    String text, Collector<Tuple2<String, Integer>> out) {
                                out.collect(Tuple2.of(text, 7));
                            }
                        })
                .keyBy("f0")
                .sum(1)
                .addSink(sink);
        Jobs.run(env, "with types");

        assertThat(sink.values()).contains(Tuple2.of("to", 2), Tuple2.of("to be", 14));
    }
}
