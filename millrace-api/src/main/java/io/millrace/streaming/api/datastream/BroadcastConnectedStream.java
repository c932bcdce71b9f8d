// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.datastream;

import io.millrace.annotation.PublicEvolving;
import io.millrace.api.common.functions.Function;
import io.millrace.api.common.state.MapStateDescriptor;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.java.functions.KeySelector;
import io.millrace.api.java.typeutils.TypeExtractor;
import io.millrace.spi.OperatorSpec;
import io.millrace.spi.OperatorTransformation;
import io.millrace.spi.Programs;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.api.functions.co.BroadcastProcessFunction;
import io.millrace.streaming.api.functions.co.KeyedBroadcastProcessFunction;
import java.util.List;
import java.util.Objects;

/**
 * A stream, keyed or not, and a broadcast stream, for functions that use the elements of the latter
 * on the records of the former.
 *
 * @param <IN1> records of the stream that is not broadcast
 * @param <IN2> elements of the broadcast stream
 */
@PublicEvolving
public class BroadcastConnectedStream<IN1, IN2> {

    private final StreamExecutionEnvironment environment;
    private final DataStream<IN1> nonBroadcastStream;
    private final BroadcastStream<IN2> broadcastStream;
    private final List<MapStateDescriptor<?, ?>> broadcastStateDescriptors;

    protected BroadcastConnectedStream(
            StreamExecutionEnvironment env,
            DataStream<IN1> input1,
            BroadcastStream<IN2> input2,
            List<MapStateDescriptor<?, ?>> broadcastStateDescriptors) {
        this.environment = Objects.requireNonNull(env, "env");
        this.nonBroadcastStream = Objects.requireNonNull(input1, "input1");
        this.broadcastStream = Objects.requireNonNull(input2, "input2");
        this.broadcastStateDescriptors = List.copyOf(broadcastStateDescriptors);
    }

    public StreamExecutionEnvironment getExecutionEnvironment() {
        return environment;
    }

    /** The stream that is not broadcast. */
    public DataStream<IN1> getFirstInput() {
        return nonBroadcastStream;
    }

    /** The broadcast stream. */
    public BroadcastStream<IN2> getSecondInput() {
        return broadcastStream;
    }

    public TypeInformation<IN1> getType1() {
        return nonBroadcastStream.getType();
    }

    public TypeInformation<IN2> getType2() {
        return broadcastStream.getType();
    }

    /**
     * With state and timers per key.
     *
     * @throws IllegalArgumentException when the stream that is not broadcast is not keyed
     */
    @PublicEvolving
    public <KEY, OUT> SingleOutputStreamOperator<OUT> process(
            KeyedBroadcastProcessFunction<KEY, IN1, IN2, OUT> function) {
        return process(function, null);
    }

    /**
     * With state and timers per key.
     *
     * @param outTypeInfo null to find it out
     * @throws IllegalArgumentException when the stream that is not broadcast is not keyed
     */
    @PublicEvolving
    public <KEY, OUT> SingleOutputStreamOperator<OUT> process(
            KeyedBroadcastProcessFunction<KEY, IN1, IN2, OUT> function,
            TypeInformation<OUT> outTypeInfo) {
        if (!(nonBroadcastStream instanceof KeyedStream<IN1, ?> keyed)) {
            throw new IllegalArgumentException(
                    "A KeyedBroadcastProcessFunction can only be used on a keyed stream: call keyBy(...) on the"
                            + " stream before connecting it, or use a BroadcastProcessFunction.");
        }
        String name = "Co-Process-Broadcast-Keyed";
        return recorded(
                name,
                new OperatorSpec.KeyedBroadcastProcess(
                        cleanFor(name, function), broadcastStateDescriptors),
                List.of(keyed.getKeySelector()),
                keyed.keyTypeOrNull(),
                outputType(outTypeInfo, function, KeyedBroadcastProcessFunction.class, 1));
    }

    /**
     * One record in, any number out, with timestamps, side outputs and a life cycle.
     *
     * @throws IllegalArgumentException when the stream that is not broadcast is keyed
     */
    @PublicEvolving
    public <OUT> SingleOutputStreamOperator<OUT> process(
            BroadcastProcessFunction<IN1, IN2, OUT> function) {
        return process(function, null);
    }

    /**
     * One record in, any number out, with timestamps, side outputs and a life cycle.
     *
     * @param outTypeInfo null to find it out
     * @throws IllegalArgumentException when the stream that is not broadcast is keyed
     */
    @PublicEvolving
    public <OUT> SingleOutputStreamOperator<OUT> process(
            BroadcastProcessFunction<IN1, IN2, OUT> function, TypeInformation<OUT> outTypeInfo) {
        if (nonBroadcastStream instanceof KeyedStream) {
            throw new IllegalArgumentException(
                    "A BroadcastProcessFunction can only be used on a non-keyed stream: leave out keyBy(...), or use"
                            + " a KeyedBroadcastProcessFunction.");
        }
        String name = "Co-Process-Broadcast";
        return recorded(
                name,
                new OperatorSpec.BroadcastProcess(
                        cleanFor(name, function), broadcastStateDescriptors),
                List.of(),
                null,
                outputType(outTypeInfo, function, BroadcastProcessFunction.class, 0));
    }

    protected <F> F clean(F f) {
        return environment.clean(f);
    }

    private <F> F cleanFor(String operator, F function) {
        return nonBroadcastStream.cleanFor(operator, function);
    }

    /** The type of the function's last parameter. */
    private <OUT> TypeInformation<OUT> outputType(
            TypeInformation<OUT> given, Function function, Class<?> baseClass, int firstInput) {
        return OutputTypes.of(
                given,
                "process",
                () ->
                        TypeExtractor.getBinaryOperatorReturnType(
                                function,
                                baseClass,
                                firstInput,
                                firstInput + 1,
                                firstInput + 2,
                                TypeExtractor.NO_INDEX,
                                nonBroadcastStream.transformation.outputType(),
                                broadcastStream.stream().transformation.outputType(),
                                "process",
                                false));
    }

    private <OUT> SingleOutputStreamOperator<OUT> recorded(
            String name,
            OperatorSpec spec,
            List<KeySelector<?, ?>> keySelectors,
            TypeInformation<?> keyType,
            TypeInformation<OUT> type) {
        OperatorTransformation<OUT> operator =
                new OperatorTransformation<>(
                        name,
                        spec,
                        List.of(nonBroadcastStream.input(), broadcastStream.stream().input()),
                        keySelectors,
                        keyType,
                        type,
                        environment.getParallelism());
        Programs.record(environment, operator);
        return new SingleOutputStreamOperator<>(environment, operator);
    }
}
