// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.spi;

import io.millrace.streaming.api.datastream.DataStream;
import io.millrace.streaming.api.datastream.SingleOutputStreamOperator;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import java.lang.invoke.MethodHandles;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;

/**
 * Reaches into programs while they are built. Streams and environment live in two packages, as they
 * do in Flink, and the recorded graph must not be part of their public face: so each of the two
 * leaves a key here, and whoever may see this package can use it.
 */
public final class Programs {

    private static volatile EnvironmentKey environmentKey;
    private static volatile StreamKey streamKey;

    private Programs() {}

    /** What an environment lets be done to it. */
    public interface EnvironmentKey {

        void record(StreamExecutionEnvironment environment, OperatorTransformation<?> operator);

        Pipeline pipeline(StreamExecutionEnvironment environment, String jobName);

        <R> R alone(
                StreamExecutionEnvironment environment,
                List<OperatorTransformation<?>> operators,
                Callable<R> action)
                throws Exception;
    }

    /** What streams let be done to them. */
    public interface StreamKey {

        <T> SingleOutputStreamOperator<T> stream(
                StreamExecutionEnvironment environment, OperatorTransformation<T> operator);

        <T> Transformation<T> transformation(DataStream<T> stream);

        <T> DataStream<T> stream(
                StreamExecutionEnvironment environment, Transformation<T> transformation);
    }

    /** Left by the environment. */
    public static void leave(EnvironmentKey key) {
        environmentKey = Objects.requireNonNull(key, "key");
    }

    /** Left by the streams. */
    public static void leave(StreamKey key) {
        streamKey = Objects.requireNonNull(key, "key");
    }

    /** Adds an operator to a program. */
    public static void record(
            StreamExecutionEnvironment environment, OperatorTransformation<?> operator) {
        environmentKey().record(environment, operator);
    }

    /**
     * What {@code execute} would hand over; the program stays as it is.
     *
     * @param jobName null for the configured or default name
     * @throws IllegalStateException when the program has no operators or no sink
     */
    public static Pipeline pipeline(StreamExecutionEnvironment environment, String jobName) {
        return environmentKey().pipeline(environment, jobName);
    }

    /**
     * Does something with an environment as if nothing were recorded in it but what this stream is
     * made of; what is recorded stays as it is.
     */
    public static <R> R alone(
            StreamExecutionEnvironment environment, DataStream<?> stream, Callable<R> action)
            throws Exception {
        Set<Transformation<?>> found = new HashSet<>();
        Deque<Transformation<?>> left = new ArrayDeque<>(List.of(transformation(stream)));
        while (!left.isEmpty()) {
            Transformation<?> next = left.poll();
            if (found.add(next)) {
                left.addAll(next.inputs());
            }
        }
        List<OperatorTransformation<?>> operators = new ArrayList<>();
        found.stream()
                .sorted(Comparator.comparingInt(Transformation::id)) // as they were recorded
                .forEach(
                        each -> {
                            if (each instanceof OperatorTransformation<?> operator) {
                                operators.add(operator);
                            }
                        });
        return environmentKey().alone(environment, operators, action);
    }

    /** The stream of what an operator emits. */
    public static <T> SingleOutputStreamOperator<T> stream(
            StreamExecutionEnvironment environment, OperatorTransformation<T> operator) {
        return streamKey().stream(environment, operator);
    }

    /** The stream of what comes from anywhere. */
    public static <T> DataStream<T> stream(
            StreamExecutionEnvironment environment, Transformation<T> transformation) {
        return streamKey().stream(environment, transformation);
    }

    /** What a stream recorded. */
    public static <T> Transformation<T> transformation(DataStream<T> stream) {
        return streamKey().transformation(stream);
    }

    private static EnvironmentKey environmentKey() {
        if (environmentKey == null) {
            initialize(StreamExecutionEnvironment.class);
        }
        return environmentKey;
    }

    private static StreamKey streamKey() {
        if (streamKey == null) {
            initialize(DataStream.class);
        }
        return streamKey;
    }

    private static void initialize(Class<?> keeper) {
        try {
            MethodHandles.lookup().ensureInitialized(keeper);
        } catch (IllegalAccessException e) {
            throw new AssertionError(keeper + " is public and of this module", e);
        }
    }
}
