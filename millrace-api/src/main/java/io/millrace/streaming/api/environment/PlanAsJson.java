// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.environment;

import io.millrace.spi.FeedbackTransformation;
import io.millrace.spi.OperatorSpec;
import io.millrace.spi.OperatorTransformation;
import io.millrace.spi.PartitionTransformation;
import io.millrace.spi.Partitioning;
import io.millrace.spi.SideOutputTransformation;
import io.millrace.spi.Transformation;
import io.millrace.spi.UnionTransformation;
import java.util.List;

/** Writes a recorded graph as JSON, in the form that viewers of Flink's plans read. */
final class PlanAsJson {

    private final StringBuilder json = new StringBuilder();

    private PlanAsJson() {}

    static String of(List<OperatorTransformation<?>> operators) {
        PlanAsJson plan = new PlanAsJson();
        plan.json.append("{\n  \"nodes\" : [");
        String separator = " ";
        for (OperatorTransformation<?> operator : operators) {
            plan.json.append(separator);
            plan.node(operator);
            separator = ", ";
        }
        return plan.json.append(" ]\n}").toString();
    }

    private void node(OperatorTransformation<?> operator) {
        json.append("{\n    \"id\" : ").append(operator.id());
        field("type", operator.name());
        field("pact", pact(operator));
        field("contents", operator.description());
        json.append(",\n    \"parallelism\" : ").append(operator.parallelism());
        if (!operator.inputs().isEmpty()) {
            json.append(",\n    \"predecessors\" : [");
            String separator = " ";
            int input = 0;
            for (Transformation<?> transformation : operator.inputs()) {
                input++;
                separator =
                        predecessors(
                                transformation,
                                null,
                                operator.inputs().size() == 1
                                        ? null
                                        : input == 1 ? "first" : "second",
                                operator.parallelism(),
                                separator);
            }
            json.append(" ]");
        }
        json.append("\n  }");
    }

    private String predecessors(
            Transformation<?> from,
            String strategy,
            String side,
            int parallelism,
            String separator) {
        if (from instanceof OperatorTransformation) {
            String given =
                    strategy != null
                            ? strategy
                            : from.parallelism() == parallelism ? "FORWARD" : "REBALANCE";
            json.append(separator)
                    .append("{\n      \"id\" : ")
                    .append(from.id())
                    .append(",\n      \"ship_strategy\" : \"")
                    .append(given)
                    .append('"');
            if (side != null) {
                json.append(",\n      \"side\" : \"").append(side).append('"');
            }
            json.append("\n    }");
            return ", ";
        }
        String inner = strategy;
        if (from instanceof PartitionTransformation<?> partition && strategy == null) {
            inner = name(partition.partitioning());
        }
        if (from instanceof FeedbackTransformation<?> feedback) {
            String next = separator;
            for (Transformation<?> stream : feedback.streams()) {
                next = predecessors(stream, inner, side, parallelism, next);
            }
            return next;
        }
        if (from instanceof PartitionTransformation
                || from instanceof UnionTransformation
                || from instanceof SideOutputTransformation) {
            String next = separator;
            for (Transformation<?> input : from.inputs()) {
                next = predecessors(input, inner, side, parallelism, next);
            }
            return next;
        }
        throw new IllegalStateException("Unknown kind of transformation: " + from);
    }

    private static String pact(OperatorTransformation<?> operator) {
        OperatorSpec spec = operator.spec();
        if (spec instanceof OperatorSpec.Source || spec instanceof OperatorSpec.FunctionSource) {
            return "Data Source";
        }
        return spec instanceof OperatorSpec.WriterSink || spec instanceof OperatorSpec.FunctionSink
                ? "Data Sink"
                : "Operator";
    }

    private static String name(Partitioning partitioning) {
        if (partitioning instanceof Partitioning.Keyed) {
            return "HASH";
        }
        return partitioning.getClass().getSimpleName().toUpperCase(java.util.Locale.ROOT);
    }

    private void field(String name, String value) {
        json.append(",\n    \"").append(name).append("\" : \"");
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c == '"' || c == '\\') {
                json.append('\\').append(c);
            } else if (c < ' ') {
                json.append(String.format("\\u%04x", (int) c));
            } else {
                json.append(c);
            }
        }
        json.append('"');
    }
}
