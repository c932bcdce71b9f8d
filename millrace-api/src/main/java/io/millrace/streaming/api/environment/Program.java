// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.environment;

import io.millrace.spi.OperatorSpec;
import io.millrace.spi.OperatorTransformation;
import io.millrace.spi.Transformation;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Looks over what was recorded before it is handed on. */
final class Program {

    private static final Logger LOG = LoggerFactory.getLogger(StreamExecutionEnvironment.class);

    private Program() {}

    /**
     * The operators to run, with a sink among them.
     *
     * @throws IllegalStateException when there is nothing to run
     */
    static List<OperatorTransformation<?>> checked(List<OperatorTransformation<?>> recorded) {
        List<OperatorTransformation<?>> operators = complete(recorded);
        if (operators.stream().noneMatch(Program::isSink)) {
            Set<Integer> read = inputsOf(operators);
            String last =
                    operators.stream()
                            .filter(operator -> !read.contains(operator.id()))
                            .map(OperatorTransformation::toString)
                            .collect(Collectors.joining(", "));
            throw new IllegalStateException(
                    "The program has no sink, so nothing would come of it. The last operators are: "
                            + last
                            + ". End them with sinkTo(...), addSink(...) or print().");
        }
        return operators;
    }

    /**
     * The operators, without sources that nobody reads.
     *
     * @throws IllegalStateException when there are none
     */
    static List<OperatorTransformation<?>> complete(List<OperatorTransformation<?>> recorded) {
        Set<Integer> read = inputsOf(recorded);
        List<OperatorTransformation<?>> operators = new ArrayList<>();
        for (OperatorTransformation<?> operator : recorded) {
            if (!operator.inputs().isEmpty() || read.contains(operator.id())) {
                operators.add(operator);
            } else {
                LOG.warn("Source {} is left out of the job: nothing reads it.", operator);
            }
        }
        if (operators.isEmpty()) {
            throw new IllegalStateException(
                    "No operators defined in streaming topology: nothing was done with "
                            + (recorded.isEmpty() ? "any source" : "the sources")
                            + ", or the program was executed already.");
        }
        return operators;
    }

    private static boolean isSink(OperatorTransformation<?> operator) {
        return operator.spec() instanceof OperatorSpec.WriterSink
                || operator.spec() instanceof OperatorSpec.FunctionSink;
    }

    /**
     * Ids of all transformations that some operator reads, directly or through partitionings and
     * the like.
     */
    private static Set<Integer> inputsOf(List<OperatorTransformation<?>> operators) {
        Set<Integer> read = new HashSet<>();
        Deque<Transformation<?>> toVisit = new ArrayDeque<>();
        operators.forEach(operator -> toVisit.addAll(operator.inputs()));
        while (!toVisit.isEmpty()) {
            Transformation<?> input = toVisit.pop();
            if (read.add(input.id()) && !(input instanceof OperatorTransformation)) {
                toVisit.addAll(input.inputs());
            }
        }
        return read;
    }
}
