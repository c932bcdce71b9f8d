// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.datastream;

import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.spi.OperatorSpec;
import io.millrace.spi.OperatorTransformation;
import io.millrace.spi.RunsAlone;
import io.millrace.spi.Transformation;
import java.util.regex.Pattern;

/** What operators and sinks let be set. */
final class Checks {

    private static final int LARGEST_MAX_PARALLELISM = 1 << 15;
    private static final Pattern HASH = Pattern.compile("[0-9A-Fa-f]{32}");

    private Checks() {}

    static void parallelism(OperatorTransformation<?> operator, int parallelism, boolean parallel) {
        if (parallelism < 1) {
            throw new IllegalArgumentException(
                    "The parallelism of operator "
                            + operator
                            + " must be at least 1, but is "
                            + parallelism
                            + '.');
        }
        if (!parallel && parallelism != 1) {
            throw new IllegalArgumentException(
                    "The parallelism of operator "
                            + operator
                            + " must be 1 and not "
                            + parallelism
                            + whyAlone(operator));
        }
    }

    private static String whyAlone(OperatorTransformation<?> operator) {
        String why =
                operator.spec() instanceof OperatorSpec.FunctionSource source
                        ? source.function() instanceof RunsAlone alone
                                ? alone.whyAlone()
                                : "its function is no ParallelSourceFunction"
                        : "it sees all records of a stream, or was forced to be non-parallel";
        return ", because "
                + why
                + ". Set no other here; the operators after it may have more subtasks.";
    }

    static void maxParallelism(
            OperatorTransformation<?> operator, int maxParallelism, boolean parallel) {
        if (maxParallelism < 1 || maxParallelism > LARGEST_MAX_PARALLELISM) {
            throw new IllegalArgumentException(
                    "The max parallelism of operator "
                            + operator
                            + " must be from 1 to "
                            + LARGEST_MAX_PARALLELISM
                            + ", but is "
                            + maxParallelism
                            + '.');
        }
        if (!parallel && maxParallelism != 1) {
            throw new IllegalArgumentException(
                    "The max parallelism of operator "
                            + operator
                            + " must be 1 and not "
                            + maxParallelism
                            + whyAlone(operator));
        }
    }

    static void uidHash(OperatorTransformation<?> operator, String uidHash) {
        if (uidHash == null || !HASH.matcher(uidHash).matches()) {
            throw new IllegalArgumentException(
                    "The uid hash of operator "
                            + operator
                            + " must be 32 hexadecimal digits, but is '"
                            + uidHash
                            + "'.");
        }
    }

    /** A job is built on one environment, and a stream belongs to the one it was built on. */
    static void sameEnvironment(String call, DataStream<?> one, DataStream<?> other) {
        if (one.environment != other.environment) {
            throw new IllegalArgumentException(
                    call
                            + "(...) of two streams that were built on two StreamExecutionEnvironments, "
                            + operator(one)
                            + " and "
                            + operator(other)
                            + ": each environment is a job of its own. Call getExecutionEnvironment() once and"
                            + " build both streams on what it returns.");
        }
    }

    /** The operator that a stream comes from, or the first of them. */
    private static Transformation<?> operator(DataStream<?> stream) {
        Transformation<?> from = stream.transformation;
        while (!(from instanceof OperatorTransformation)) {
            from = from.inputs().get(0);
        }
        return from;
    }

    /** Only a source can be told to wait. */
    static void noAlignment(WatermarkStrategy<?> strategy, String operator) {
        if (strategy.getAlignmentParameters().isEnabled()) {
            throw new UnsupportedOperationException(
                    "WatermarkStrategy.withWatermarkAlignment (group '"
                            + strategy.getAlignmentParameters().getWatermarkGroup()
                            + "') has no effect on operator '"
                            + operator
                            + "', for only sources can wait for each other. Give the strategy to"
                            + " fromSource(source, strategy, name) instead of"
                            + " assignTimestampsAndWatermarks(strategy)");
        }
    }
}
