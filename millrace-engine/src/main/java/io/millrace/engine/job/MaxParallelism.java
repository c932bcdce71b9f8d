// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.job;

import io.millrace.engine.checkpoint.CheckpointManifest;
import io.millrace.engine.checkpoint.CompletedCheckpoint;
import io.millrace.engine.plan.ExecutionPlan;
import io.millrace.engine.plan.ExecutionPlan.PlannedOperator;
import io.millrace.engine.plan.ExecutionPlan.Vertex;
import io.millrace.engine.state.OperatorId;
import java.util.HashMap;
import java.util.Map;

/**
 * Into how many key groups the state of a program is divided, when it begins from a checkpoint
 * (CK-89). The number is fixed with the first snapshot of an operator's state, for which group a
 * key is in depends on it; so what the program does not say itself is taken over from there, and
 * what it says must agree. An operator without any state in the checkpoint is free. Pure.
 */
final class MaxParallelism {

    private MaxParallelism() {}

    /**
     * What operators for which nobody has said a number take over.
     *
     * @param plan made without it
     * @param ofJob what the settings say for operators that say nothing themselves; -1 for nothing
     * @throws IllegalStateException an operator with state is to have a parallelism greater than
     *     the number its state was written with, or is said to have another such number
     */
    static Map<OperatorId, Integer> adopted(
            CompletedCheckpoint checkpoint, ExecutionPlan plan, int ofJob) {
        Map<OperatorId, CheckpointManifest.Operator> before = new HashMap<>();
        for (CheckpointManifest.Operator operator : checkpoint.manifest().operators()) {
            before.put(operator.id(), operator);
        }
        Map<OperatorId, Integer> adopted = new HashMap<>();
        for (Vertex vertex : plan.vertices()) {
            for (PlannedOperator planned : vertex.operators()) {
                CheckpointManifest.Operator old = before.get(planned.id());
                if (old != null) {
                    boolean said = planned.transformation().maxParallelism() > 0 || ofJob > 0;
                    if (said) {
                        check(checkpoint, old, planned);
                    } else if (fits(checkpoint, old, vertex.parallelism())) {
                        adopted.put(planned.id(), old.maxParallelism());
                    }
                }
            }
        }
        return adopted;
    }

    private static boolean fits(
            CompletedCheckpoint checkpoint, CheckpointManifest.Operator old, int parallelism) {
        if (parallelism <= old.maxParallelism()) {
            return true;
        }
        if (old.hasState()) {
            throw new IllegalStateException(
                    beginning(checkpoint, old)
                            + ", and the program runs it with parallelism "
                            + parallelism
                            + ", which is more: some subtasks would have no part of it. Run it with a"
                            + " parallelism of "
                            + old.maxParallelism()
                            + " at most (setParallelism, or parallelism.default), or give it another uid"
                            + " to begin with empty state. `millrace checkpoint rescale` writes the"
                            + " checkpoint anew with another maximum; a new job is given room to grow by setMaxParallelism or"
                            + " pipeline.max-parallelism");
        }
        return false;
    }

    /**
     * The state of an operator goes by the number it was written with.
     *
     * @throws IllegalStateException it has state, and the plan goes by another number
     */
    static void check(
            CompletedCheckpoint checkpoint,
            CheckpointManifest.Operator old,
            PlannedOperator planned) {
        if (old.hasState() && old.maxParallelism() != planned.maxParallelism()) {
            throw new IllegalStateException(
                    beginning(checkpoint, old)
                            + ", and the program says that it has maximum parallelism "
                            + planned.maxParallelism()
                            + ". Set it to "
                            + old.maxParallelism()
                            + " (setMaxParallelism, or pipeline.max-parallelism for the whole job), or say"
                            + " nothing: then what the state was written with is taken over. No job can"
                            + " change it, since the place of each key depends on it: `millrace checkpoint"
                            + " rescale` writes the checkpoint anew with another maximum. With another uid"
                            + " the operator begins with empty state and any maximum");
        }
    }

    private static String beginning(
            CompletedCheckpoint checkpoint, CheckpointManifest.Operator old) {
        return "The state of operator "
                + RestorePlan.describe(old)
                + " in checkpoint "
                + checkpoint.pointer()
                + " was written with maximum parallelism "
                + old.maxParallelism();
    }
}
