// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.configuration;

import static io.millrace.configuration.ConfigOptions.key;

import io.millrace.annotation.PublicEvolving;

/** The coordinator: those settings that programs name. */
@PublicEvolving
public class JobManagerOptions {

    /** The address of the coordinator of a cluster. */
    public static final ConfigOption<String> ADDRESS =
            key("jobmanager.rpc.address")
                    .stringType()
                    .noDefaultValue()
                    .withDescription("The address of the coordinator of a cluster.");

    /** The port of the coordinator of a cluster. */
    public static final ConfigOption<Integer> PORT =
            key("jobmanager.rpc.port")
                    .intType()
                    .defaultValue(6123)
                    .withDescription("The port of the coordinator of a cluster.");

    /** Which tasks are restarted with a failed one. */
    public static final ConfigOption<String> EXECUTION_FAILOVER_STRATEGY =
            key("jobmanager.execution.failover-strategy")
                    .stringType()
                    .defaultValue("region")
                    .withDescription("Which tasks are restarted with a failed one.");

    private JobManagerOptions() {
        throw new UnsupportedOperationException("This class holds constants only.");
    }
}
