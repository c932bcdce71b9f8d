// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.datastream;

import io.millrace.annotation.Public;
import io.millrace.annotation.PublicEvolving;
import io.millrace.api.common.functions.Function;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.java.functions.KeySelector;
import io.millrace.api.java.typeutils.TypeExtractor;
import io.millrace.spi.ChosenOperators;
import io.millrace.spi.GivenOperator;
import io.millrace.spi.OperatorSpec;
import io.millrace.spi.OperatorTransformation;
import io.millrace.spi.Programs;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.api.functions.co.CoFlatMapFunction;
import io.millrace.streaming.api.functions.co.CoMapFunction;
import io.millrace.streaming.api.functions.co.CoProcessFunction;
import io.millrace.streaming.api.functions.co.KeyedCoProcessFunction;
import io.millrace.streaming.api.operators.AbstractUdfStreamOperator;
import io.millrace.streaming.api.operators.TwoInputStreamOperator;
import io.millrace.streaming.api.operators.TwoInputStreamOperatorFactory;
import java.util.List;
import java.util.Objects;

/**
 * Two streams for functions with two inputs. Where both are keyed the function has state and timers
 * per key, shared by both inputs.
 */
@Public
public class ConnectedStreams<IN1, IN2> {

    protected final StreamExecutionEnvironment environment;
    protected final DataStream<IN1> inputStream1;
    protected final DataStream<IN2> inputStream2;

    protected ConnectedStreams(
            StreamExecutionEnvironment env, DataStream<IN1> input1, DataStream<IN2> input2) {
        this.environment = Objects.requireNonNull(env, "env");
        this.inputStream1 = Objects.requireNonNull(input1, "input1");
        this.inputStream2 = Objects.requireNonNull(input2, "input2");
    }

    public StreamExecutionEnvironment getExecutionEnvironment() {
        return environment;
    }

    public DataStream<IN1> getFirstInput() {
        return inputStream1;
    }

    public DataStream<IN2> getSecondInput() {
        return inputStream2;
    }

    public TypeInformation<IN1> getType1() {
        return inputStream1.getType();
    }

    public TypeInformation<IN2> getType2() {
        return inputStream2.getType();
    }

    /** Parts both streams by a field each. */
    public ConnectedStreams<IN1, IN2> keyBy(int keyPosition1, int keyPosition2) {
        return connected(inputStream1.keyBy(keyPosition1), inputStream2.keyBy(keyPosition2));
    }

    /** Parts both streams by fields. */
    public ConnectedStreams<IN1, IN2> keyBy(int[] keyPositions1, int[] keyPositions2) {
        return connected(inputStream1.keyBy(keyPositions1), inputStream2.keyBy(keyPositions2));
    }

    /** Parts both streams by a field each. */
    public ConnectedStreams<IN1, IN2> keyBy(String field1, String field2) {
        return connected(inputStream1.keyBy(field1), inputStream2.keyBy(field2));
    }

    /** Parts both streams by fields. */
    public ConnectedStreams<IN1, IN2> keyBy(String[] fields1, String[] fields2) {
        return connected(inputStream1.keyBy(fields1), inputStream2.keyBy(fields2));
    }

    /** Parts both streams by keys of the same type. */
    public <KEY> ConnectedStreams<IN1, IN2> keyBy(
            KeySelector<IN1, KEY> keySelector1, KeySelector<IN2, KEY> keySelector2) {
        return connected(inputStream1.keyBy(keySelector1), inputStream2.keyBy(keySelector2));
    }

    /** Parts both streams by keys of the same type. */
    public <KEY> ConnectedStreams<IN1, IN2> keyBy(
            KeySelector<IN1, KEY> keySelector1,
            KeySelector<IN2, KEY> keySelector2,
            TypeInformation<KEY> keyType) {
        return connected(
                inputStream1.keyBy(keySelector1, keyType),
                inputStream2.keyBy(keySelector2, keyType));
    }

    /** One record in, one out. */
    public <R> SingleOutputStreamOperator<R> map(CoMapFunction<IN1, IN2, R> coMapper) {
        return map(coMapper, null);
    }

    /**
     * One record in, one out.
     *
     * @param outputType null to find it out
     */
    public <R> SingleOutputStreamOperator<R> map(
            CoMapFunction<IN1, IN2, R> coMapper, TypeInformation<R> outputType) {
        return recorded(
                "Co-Map",
                new OperatorSpec.CoMap(inputStream1.cleanFor("Co-Map", coMapper)),
                outputType(outputType, "map", coMapper, CoMapFunction.class, 0));
    }

    /** One record in, any number out. */
    public <R> SingleOutputStreamOperator<R> flatMap(CoFlatMapFunction<IN1, IN2, R> coFlatMapper) {
        return flatMap(coFlatMapper, null);
    }

    /**
     * One record in, any number out.
     *
     * @param outputType null to find it out
     */
    public <R> SingleOutputStreamOperator<R> flatMap(
            CoFlatMapFunction<IN1, IN2, R> coFlatMapper, TypeInformation<R> outputType) {
        return recorded(
                "Co-Flat Map",
                new OperatorSpec.CoFlatMap(inputStream1.cleanFor("Co-Flat Map", coFlatMapper)),
                outputType(outputType, "flatMap", coFlatMapper, CoFlatMapFunction.class, 0));
    }

    /** One record in, any number out, with timestamps, side outputs and a life cycle. */
    public <R> SingleOutputStreamOperator<R> process(
            CoProcessFunction<IN1, IN2, R> coProcessFunction) {
        return process(coProcessFunction, null);
    }

    /**
     * One record in, any number out, with timestamps, side outputs and a life cycle.
     *
     * @param outputType null to find it out
     */
    public <R> SingleOutputStreamOperator<R> process(
            CoProcessFunction<IN1, IN2, R> coProcessFunction, TypeInformation<R> outputType) {
        return recorded(
                "Co-Process",
                new OperatorSpec.CoProcess(inputStream1.cleanFor("Co-Process", coProcessFunction)),
                outputType(outputType, "process", coProcessFunction, CoProcessFunction.class, 0));
    }

    /** With state and timers per key. */
    public <K, R> SingleOutputStreamOperator<R> process(
            KeyedCoProcessFunction<K, IN1, IN2, R> keyedCoProcessFunction) {
        return process(keyedCoProcessFunction, null);
    }

    /**
     * With state and timers per key.
     *
     * @param outputType null to find it out
     * @throws UnsupportedOperationException when not both streams are keyed
     */
    public <K, R> SingleOutputStreamOperator<R> process(
            KeyedCoProcessFunction<K, IN1, IN2, R> keyedCoProcessFunction,
            TypeInformation<R> outputType) {
        if (!isKeyed()) {
            throw new UnsupportedOperationException(
                    "A KeyedCoProcessFunction needs both of its streams keyed: call keyBy(...) on the connected streams first.");
        }
        return recorded(
                "Co-Keyed-Process",
                new OperatorSpec.KeyedCoProcess(
                        inputStream1.cleanFor("Co-Keyed-Process", keyedCoProcessFunction)),
                outputType(
                        outputType,
                        "process",
                        keyedCoProcessFunction,
                        KeyedCoProcessFunction.class,
                        1));
    }

    /**
     * Has an operator of the program's own done with the records of both streams. Where both are
     * keyed it has state and timers per key.
     *
     * @param operator extends {@link io.millrace.streaming.api.operators.AbstractStreamOperator};
     *     each subtask works on a copy
     */
    @PublicEvolving
    public <R> SingleOutputStreamOperator<R> transform(
            String functionName,
            TypeInformation<R> outTypeInfo,
            TwoInputStreamOperator<IN1, IN2, R> operator) {
        OperatorSpec chosen = ChosenOperators.specOf(operator);
        if (chosen != null) {
            inputStream1.cleanFor(
                    functionName, ((AbstractUdfStreamOperator<?, ?>) operator).getUserFunction());
            return recorded(
                            functionName,
                            chosen,
                            Objects.requireNonNull(outTypeInfo, "outTypeInfo"))
                    .chained(((AbstractUdfStreamOperator<?, ?>) operator).getChainingStrategy());
        }
        return transformed(
                functionName, outTypeInfo, new GivenOperator<IN1, IN2, R>(functionName, operator));
    }

    /**
     * The same, for an operator that is made where it is to run.
     *
     * @param operatorFactory each subtask asks a copy of it
     */
    @PublicEvolving
    public <R> SingleOutputStreamOperator<R> transform(
            String functionName,
            TypeInformation<R> outTypeInfo,
            TwoInputStreamOperatorFactory<IN1, IN2, R> operatorFactory) {
        return transformed(functionName, outTypeInfo, operatorFactory);
    }

    private <R> SingleOutputStreamOperator<R> transformed(
            String name,
            TypeInformation<R> type,
            TwoInputStreamOperatorFactory<IN1, IN2, R> factory) {
        return recorded(
                        name,
                        new OperatorSpec.Custom(inputStream1.cleanFor(name, factory)),
                        Objects.requireNonNull(type, "outTypeInfo"))
                .chained(factory.getChainingStrategy());
    }

    private boolean isKeyed() {
        return inputStream1 instanceof KeyedStream && inputStream2 instanceof KeyedStream;
    }

    private ConnectedStreams<IN1, IN2> connected(DataStream<IN1> first, DataStream<IN2> second) {
        return new ConnectedStreams<>(environment, first, second);
    }

    /**
     * The type of the function's last parameter; its inputs are those from {@code firstInput} on.
     */
    private <R> TypeInformation<R> outputType(
            TypeInformation<R> given,
            String call,
            Function function,
            Class<?> baseClass,
            int firstInput) {
        return OutputTypes.of(
                given,
                call,
                () ->
                        TypeExtractor.getBinaryOperatorReturnType(
                                function,
                                baseClass,
                                firstInput,
                                firstInput + 1,
                                firstInput + 2,
                                TypeExtractor.NO_INDEX,
                                inputStream1.transformation.outputType(),
                                inputStream2.transformation.outputType(),
                                call,
                                false));
    }

    final <R> SingleOutputStreamOperator<R> recorded(
            String name, OperatorSpec spec, TypeInformation<R> type) {
        List<KeySelector<?, ?>> keySelectors = List.of();
        TypeInformation<?> keyType = null;
        if (isKeyed()) {
            KeyedStream<IN1, ?> keyed1 = (KeyedStream<IN1, ?>) inputStream1;
            KeyedStream<IN2, ?> keyed2 = (KeyedStream<IN2, ?>) inputStream2;
            keySelectors = List.of(keyed1.getKeySelector(), keyed2.getKeySelector());
            keyType = keyed1.keyTypeOrNull();
            TypeInformation<?> other = keyed2.keyTypeOrNull();
            if (OutputTypes.isMissing(keyType)) {
                keyType = other;
            } else if (!OutputTypes.isMissing(other) && !keyType.equals(other)) {
                throw new UnsupportedOperationException(
                        "The keys of connected streams must be of one type, but are "
                                + keyType
                                + " and "
                                + other
                                + '.');
            }
        }
        OperatorTransformation<R> operator =
                new OperatorTransformation<>(
                        name,
                        spec,
                        List.of(inputStream1.input(), inputStream2.input()),
                        keySelectors,
                        keyType,
                        type,
                        environment.getParallelism());
        Programs.record(environment, operator);
        return new SingleOutputStreamOperator<>(environment, operator);
    }
}
