// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.common.InvalidProgramException;
import io.millrace.api.common.functions.MapFunction;
import io.millrace.api.common.functions.ReduceFunction;
import io.millrace.api.common.typeinfo.Types;
import io.millrace.api.java.functions.KeySelector;
import io.millrace.configuration.Configuration;
import io.millrace.engine.chain.Input;
import io.millrace.engine.chain.Operator;
import io.millrace.engine.worker.SourceFeeder;
import io.millrace.spi.OperatorSpec;
import io.millrace.spi.OperatorTransformation;
import io.millrace.spi.Transformation;
import io.millrace.streaming.api.functions.source.SourceFunction;
import java.util.List;
import org.junit.jupiter.api.Test;

class OperatorsTest {

    private final Recorder<Object> out = new Recorder<>();
    private final OperatorSettings settings =
            new OperatorSettings(new Configuration(), 10, SourceFeeder.Mode.STEPPED, true, null);

    private static OperatorTransformation<Integer> transformation(
            OperatorSpec spec, List<KeySelector<?, ?>> selectors) {
        OperatorTransformation<Integer> source =
                new OperatorTransformation<>(
                        "numbers",
                        new OperatorSpec.FunctionSource(new Numbers()),
                        List.of(),
                        List.of(),
                        null,
                        Types.INT,
                        1);
        List<Transformation<?>> inputs = List.of(source);
        return new OperatorTransformation<>("op", spec, inputs, selectors, Types.INT, Types.INT, 1);
    }

    private Operator create(OperatorTransformation<?> transformation, FakeContext context)
            throws Exception {
        return FakeContext.start(Operators.create(transformation, context, out, settings));
    }

    @SuppressWarnings("unchecked") // the test knows its input
    private static void element(Operator operator, int value) throws Exception {
        ((Input<Object>) operator.inputs().get(0)).element(value, 1);
    }

    @Test
    void eachSubtaskHasItsOwnInstanceOfTheFunction() throws Exception {
        var transformation = transformation(new OperatorSpec.Map(new CountsCalls()), List.of());
        Operator first = create(transformation, new FakeContext());
        Operator second = create(transformation, new FakeContext());
        element(first, 0);
        element(first, 0);
        element(second, 0);
        assertThat(out.take()).containsExactly("1@1", "2@1", "1@1");
    }

    private static final class CountsCalls implements MapFunction<Integer, Integer> {
        private static final long serialVersionUID = 1L;
        private int calls;

        @Override
        public Integer map(Integer value) {
            return ++calls;
        }
    }

    @Test
    void lambdasAreClonedToo() throws Exception {
        int captured = 5;
        ReduceFunction<Integer> add = (a, b) -> a + b + captured;
        KeySelector<Integer, Integer> key = x -> x % 2;
        Operator reduce =
                create(
                        transformation(new OperatorSpec.Reduce(add), List.of(key)),
                        FakeContext.keyed());
        element(reduce, 1);
        element(reduce, 3);
        assertThat(out.take()).containsExactly("1@1", "9@1");
    }

    @Test
    void aFunctionThatHoldsSomethingUnserializableIsRefusedWithTheOperatorsName() {
        Object unserializable = new Object();
        MapFunction<Integer, Integer> function = x -> unserializable.hashCode() == 0 ? 0 : x;
        assertThatThrownBy(
                        () ->
                                create(
                                        transformation(new OperatorSpec.Map(function), List.of()),
                                        new FakeContext()))
                .isInstanceOf(InvalidProgramException.class)
                .hasMessageContaining("'op'")
                .hasMessageContaining("java.lang.Object")
                .hasMessageContaining("transient");
    }

    @Test
    void anArrayIsRefusedAsAKeyWhenItComes() throws Exception {
        KeySelector<Integer, Object> key = x -> new int[] {x};
        Operator map =
                create(
                        transformation(new OperatorSpec.Map(new CountsCalls()), List.of(key)),
                        FakeContext.keyed());
        assertThatThrownBy(() -> element(map, 1))
                .isInstanceOf(InvalidProgramException.class)
                .hasMessageContaining("int[]")
                .hasMessageContaining("cannot be a key");
    }

    @Test
    void aLegacySourceRunsThroughItsFeeder() throws Exception {
        FunctionSourceOperator<?> source =
                (FunctionSourceOperator<?>)
                        create(
                                new OperatorTransformation<>(
                                        "numbers",
                                        new OperatorSpec.FunctionSource(new Numbers()),
                                        List.of(),
                                        List.of(),
                                        null,
                                        Types.INT,
                                        1),
                                new FakeContext());
        for (int i = 0; i < 4; i++) {
            source.emitNext();
        }
        source.close();
        assertThat(out.take()).containsExactly("0", "1", "2");
    }

    private static final class Numbers implements SourceFunction<Integer> {
        private static final long serialVersionUID = 1L;

        @Override
        public void run(SourceContext<Integer> ctx) {
            for (int i = 0; i < 3; i++) {
                ctx.collect(i);
            }
        }

        @Override
        public void cancel() {}
    }
}
