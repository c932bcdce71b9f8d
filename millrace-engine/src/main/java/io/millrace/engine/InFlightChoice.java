// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine;

import io.millrace.configuration.CheckpointingOptions;
import io.millrace.configuration.Configuration;
import io.millrace.configuration.StateRecoveryOptions;
import io.millrace.core.execution.CheckpointingMode;
import io.millrace.engine.job.CheckpointSettings.InFlight;
import io.millrace.engine.state.SnapshotOrder;
import io.millrace.spi.FeedbackTransformation;
import io.millrace.spi.OperatorTransformation;
import io.millrace.spi.PartitionTransformation;
import io.millrace.spi.Partitioning;
import io.millrace.spi.Pipeline;
import io.millrace.spi.SideOutputTransformation;
import io.millrace.spi.Transformation;
import io.millrace.spi.UnionTransformation;
import java.util.List;

/** Concludes whether barriers may overtake what is on its way (CK-11 to CK-13). */
final class InFlightChoice {

    private InFlightChoice() {}

    /**
     * @param enabled whether checkpoints are taken
     * @throws IllegalArgumentException several checkpoints at once
     * @throws UnsupportedOperationException a loop, or a partitioner of the program's own, and it
     *     was not forced
     */
    static InFlight conclude(Pipeline pipeline, boolean enabled, List<Notice> notices) {
        Configuration configuration = pipeline.configuration();
        long ignoredOf =
                configuration.get(StateRecoveryOptions.CHECKPOINT_ID_OF_IGNORED_IN_FLIGHT_DATA);
        long timeoutMs =
                EngineSettings.millis(
                        configuration, CheckpointingOptions.ALIGNED_CHECKPOINT_TIMEOUT, 0);
        boolean wanted = configuration.get(CheckpointingOptions.ENABLE_UNALIGNED);
        if (!wanted && timeoutMs > 0) {
            notices.add(
                    Notice.info(
                            CheckpointingOptions.ALIGNED_CHECKPOINT_TIMEOUT.key()
                                    + " has no effect, because "
                                    + CheckpointingOptions.ENABLE_UNALIGNED.key()
                                    + " is not set: checkpoints stay aligned, however long it"
                                    + " takes."));
        }
        boolean betweenTimers =
                configuration.get(CheckpointingOptions.ENABLE_UNALIGNED_INTERRUPTIBLE_TIMERS);
        if (!wanted && betweenTimers) {
            notices.add(
                    Notice.info(
                            CheckpointingOptions.ENABLE_UNALIGNED_INTERRUPTIBLE_TIMERS.key()
                                    + " has no effect, because "
                                    + CheckpointingOptions.ENABLE_UNALIGNED.key()
                                    + " is not set: an aligned barrier stays behind the watermark"
                                    + " that came before it."));
        }
        if (!wanted || !enabled) {
            return new InFlight(SnapshotOrder.ALIGNED, ignoredOf, false);
        }
        if (configuration.get(CheckpointingOptions.CHECKPOINTING_CONSISTENCY_MODE)
                != CheckpointingMode.EXACTLY_ONCE) {
            notices.add(
                    Notice.warn(
                            CheckpointingOptions.ENABLE_UNALIGNED.key()
                                    + " has no effect, because "
                                    + CheckpointingOptions.CHECKPOINTING_CONSISTENCY_MODE.key()
                                    + " is AT_LEAST_ONCE: there no barrier waits, so none need"
                                    + " overtake."));
            return new InFlight(SnapshotOrder.ALIGNED, ignoredOf, false);
        }
        int concurrent = configuration.get(CheckpointingOptions.MAX_CONCURRENT_CHECKPOINTS);
        if (concurrent > 1) {
            throw new IllegalArgumentException(
                    "Unaligned checkpoints are taken one at a time, but "
                            + CheckpointingOptions.MAX_CONCURRENT_CHECKPOINTS.key()
                            + " is "
                            + concurrent
                            + ". Set it to 1, or switch "
                            + CheckpointingOptions.ENABLE_UNALIGNED.key()
                            + " off");
        }
        if (!configuration.get(CheckpointingOptions.FORCE_UNALIGNED)) {
            for (OperatorTransformation<?> operator : pipeline.operators()) {
                operator.inputs().forEach(input -> requireForce(operator, input, null));
            }
        }
        return new InFlight(timeoutMs, ignoredOf, betweenTimers);
    }

    /**
     * @param word how the records are dealt; the last before the receiver counts
     */
    private static void requireForce(
            OperatorTransformation<?> operator, Transformation<?> from, Partitioning word) {
        if (from instanceof PartitionTransformation<?> partition) {
            requireForce(
                    operator,
                    partition.inputs().get(0),
                    word == null ? partition.partitioning() : word);
        } else if (from instanceof UnionTransformation<?>
                || from instanceof SideOutputTransformation<?>) {
            from.inputs().forEach(each -> requireForce(operator, each, word));
        } else if (from instanceof FeedbackTransformation) {
            refuse(
                    "The job has a loop, at operator "
                            + operator
                            + "; programs written for Flink expect that to be refused unless it is"
                            + " forced. Forced, barriers overtake what enters the loop, and stay"
                            + " aligned within it. If that is what you want");
        } else if (word instanceof Partitioning.Custom) {
            refuse(
                    "The records before operator "
                            + operator
                            + " are dealt by a partitioner of the program's own (partitionCustom)."
                            + " Restored at another parallelism, what was on its way would be dealt"
                            + " by it a second time, which is right only if its answer depends on"
                            + " the key and the number of channels alone. If it does");
        }
    }

    private static void refuse(String why) {
        throw new UnsupportedOperationException(
                why
                        + ", force unaligned checkpoints by"
                        + " getCheckpointConfig().setForceUnalignedCheckpoints(true) or "
                        + CheckpointingOptions.FORCE_UNALIGNED.key()
                        + ": true; else switch "
                        + CheckpointingOptions.ENABLE_UNALIGNED.key()
                        + " off.");
    }
}
