// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.plan;

import io.millrace.engine.plan.Planner.Connection;
import io.millrace.spi.OperatorTransformation;
import io.millrace.spi.Partitioning;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * What functions see as the name of their task: as Flink makes it, {@code a -> (b, c -> d)}, of the
 * operators that are chained. Flink chains nothing behind a {@code keyBy}, so a name begins there,
 * also where operators before and behind it are one task here.
 */
final class TaskNames {

    private TaskNames() {}

    /**
     * The name of each operator's task.
     *
     * @param operators inputs before their receivers
     * @param chainedInput by which an operator is chained to the one before it; null if it is not
     */
    static Map<OperatorTransformation<?>, String> of(
            List<OperatorTransformation<?>> operators,
            Function<OperatorTransformation<?>, Connection> chainedInput) {
        Map<OperatorTransformation<?>, OperatorTransformation<?>> headOf = new IdentityHashMap<>();
        Map<OperatorTransformation<?>, List<OperatorTransformation<?>>> behind =
                new IdentityHashMap<>();
        for (OperatorTransformation<?> operator : operators) {
            behind.put(operator, new ArrayList<>());
            Connection joint = chainedInput.apply(operator);
            if (joint == null || joint.partitioning() instanceof Partitioning.Keyed) {
                headOf.put(operator, operator);
            } else {
                behind.get(joint.from()).add(operator);
                headOf.put(operator, headOf.get(joint.from()));
            }
        }
        Map<OperatorTransformation<?>, String> names = new IdentityHashMap<>();
        for (int i = operators.size() - 1; i >= 0; i--) {
            List<String> parts = new ArrayList<>();
            for (OperatorTransformation<?> next : behind.get(operators.get(i))) {
                parts.add(names.remove(next));
            }
            names.put(operators.get(i), name(operators.get(i).name(), parts));
        }
        Map<OperatorTransformation<?>, String> ofTasks = new IdentityHashMap<>();
        headOf.forEach((operator, head) -> ofTasks.put(operator, names.get(head)));
        return ofTasks;
    }

    private static String name(String own, List<String> behind) {
        return switch (behind.size()) {
            case 0 -> own;
            case 1 -> own + " -> " + behind.get(0);
            default -> own + " -> (" + String.join(", ", behind) + ")";
        };
    }
}
