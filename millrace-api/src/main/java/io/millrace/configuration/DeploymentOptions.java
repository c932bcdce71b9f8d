// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.configuration;

import static io.millrace.configuration.ConfigOptions.key;

import io.millrace.annotation.PublicEvolving;
import java.util.List;

/** How a program is handed over. */
@PublicEvolving
public class DeploymentOptions {

    /** Where the program runs. */
    public static final ConfigOption<String> TARGET =
            key("execution.target")
                    .stringType()
                    .noDefaultValue()
                    .withDescription("Where the program runs.");

    /** Whether the caller waits for the end of the job. */
    public static final ConfigOption<Boolean> ATTACHED =
            key("execution.attached")
                    .booleanType()
                    .defaultValue(false)
                    .withDescription("Whether the caller waits for the end of the job.");

    /** Whether the job is cancelled when the waiting caller ends. */
    public static final ConfigOption<Boolean> SHUTDOWN_IF_ATTACHED =
            key("execution.shutdown-on-attached-exit")
                    .booleanType()
                    .defaultValue(false)
                    .withDescription("Whether the job is cancelled when the waiting caller ends.");

    /** Classes that hear of jobs being started and ending. */
    public static final ConfigOption<List<String>> JOB_LISTENERS =
            key("execution.job-listeners")
                    .stringType()
                    .asList()
                    .noDefaultValue()
                    .withDescription("Classes that hear of jobs being started and ending.");

    /** Whether everything ends with the program. */
    public static final ConfigOption<Boolean> SHUTDOWN_ON_APPLICATION_FINISH =
            key("execution.shutdown-on-application-finish")
                    .booleanType()
                    .defaultValue(true)
                    .withDescription("Whether everything ends with the program.");

    /** Keys that the program may set though it may set no others. */
    public static final ConfigOption<List<String>> PROGRAM_CONFIG_WILDCARDS =
            key("execution.program-config.wildcards")
                    .stringType()
                    .asList()
                    .defaultValues()
                    .withDescription("Keys that the program may set though it may set no others.");

    /** Whether the program may set what is set from outside. */
    public static final ConfigOption<Boolean> PROGRAM_CONFIG_ENABLED =
            key("execution.program-config.enabled")
                    .booleanType()
                    .defaultValue(true)
                    .withDeprecatedKeys("execution.allow-client-job-configurations")
                    .withDescription("Whether the program may set what is set from outside.");
}
