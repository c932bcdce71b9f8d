// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.configuration;

import static io.millrace.configuration.ConfigOptions.key;

import io.millrace.annotation.PublicEvolving;
import io.millrace.core.execution.RestoreMode;

/** What a job starts from. */
@PublicEvolving
public class StateRecoveryOptions {

    /**
     * The checkpoint or savepoint to start from: its directory, its manifest, or {@code latest}.
     */
    public static final ConfigOption<String> SAVEPOINT_PATH =
            key("execution.state-recovery.path")
                    .stringType()
                    .noDefaultValue()
                    .withDeprecatedKeys("execution.savepoint.path")
                    .withDescription(
                            "The checkpoint to start from: its directory, its manifest, or "
                                    + "latest.");

    /** Whether state of operators that the program no longer has may be left behind. */
    public static final ConfigOption<Boolean> SAVEPOINT_IGNORE_UNCLAIMED_STATE =
            key("execution.state-recovery.ignore-unclaimed-state")
                    .booleanType()
                    .defaultValue(false)
                    .withDeprecatedKeys("execution.savepoint.ignore-unclaimed-state")
                    .withDescription(
                            "Whether state of operators that the program no longer has may be left "
                                    + "behind.");

    /** Who owns the snapshot that the job starts from. */
    public static final ConfigOption<RestoreMode> RESTORE_MODE =
            key("execution.state-recovery.claim-mode")
                    .enumType(RestoreMode.class)
                    .defaultValue(RestoreMode.DEFAULT)
                    .withDeprecatedKeys("execution.savepoint-restore-mode")
                    .withDescription(
                            "Who owns the checkpoint that the job starts from, and may remove it. "
                                    + "With latest it is the job, whatever is said here.");

    /** Whether a failed task alone is restarted, at the price of lost records. */
    public static final ConfigOption<Boolean> APPROXIMATE_LOCAL_RECOVERY =
            key("execution.state-recovery.approximate-local-recovery")
                    .booleanType()
                    .defaultValue(false)
                    .withDeprecatedKeys("execution.checkpointing.approximate-local-recovery")
                    .withDescription(
                            "Whether a failed task alone is restarted, at the price of lost "
                                    + "records.");

    /** Records in flight are dropped when the checkpoint of this id is restored. */
    public static final ConfigOption<Long> CHECKPOINT_ID_OF_IGNORED_IN_FLIGHT_DATA =
            key("execution.state-recovery.without-channel-state.checkpoint-id")
                    .longType()
                    .defaultValue(-1L)
                    .withDeprecatedKeys(
                            "execution.checkpointing.recover-without-channel-state.checkpoint-id")
                    .withDescription(
                            "Records in flight are dropped when the checkpoint of this id is "
                                    + "restored.");

    /** Whether state is restored from its copy on local disk where there is one. */
    public static final ConfigOption<Boolean> LOCAL_RECOVERY =
            key("execution.state-recovery.from-local")
                    .booleanType()
                    .defaultValue(false)
                    .withDeprecatedKeys("state.backend.local-recovery")
                    .withDescription(
                            "Whether state is restored from its copy on local disk where there is "
                                    + "one.");
}
