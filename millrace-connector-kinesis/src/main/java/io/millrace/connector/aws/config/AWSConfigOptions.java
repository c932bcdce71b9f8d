// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.connector.aws.config;

import io.millrace.annotation.PublicEvolving;
import io.millrace.configuration.ConfigOption;
import io.millrace.configuration.ConfigOptions;
import java.time.Duration;

/** The settings of {@link AWSConfigConstants} as options, and how calls that fail are repeated. */
@PublicEvolving
public class AWSConfigOptions {

    public static final ConfigOption<String> AWS_REGION_OPTION =
            ConfigOptions.key(AWSConfigConstants.AWS_REGION)
                    .stringType()
                    .noDefaultValue()
                    .withDescription("The region; that of the stream's ARN if not set.");

    public static final ConfigOption<AWSConfigConstants.CredentialProvider>
            AWS_CREDENTIALS_PROVIDER_OPTION =
                    ConfigOptions.key(AWSConfigConstants.AWS_CREDENTIALS_PROVIDER)
                            .enumType(AWSConfigConstants.CredentialProvider.class)
                            .defaultValue(AWSConfigConstants.CredentialProvider.BASIC)
                            .withDescription("Where credentials come from.");

    public static final ConfigOption<String> AWS_ACCESS_KEY_ID_OPTION =
            ConfigOptions.key(AWSConfigConstants.AWS_ACCESS_KEY_ID)
                    .stringType()
                    .noDefaultValue()
                    .withDescription("The access key of BASIC.");

    public static final ConfigOption<String> AWS_SECRET_ACCESS_KEY_OPTION =
            ConfigOptions.key(AWSConfigConstants.AWS_SECRET_ACCESS_KEY)
                    .stringType()
                    .noDefaultValue()
                    .withDescription("The secret of BASIC.");

    public static final ConfigOption<String> AWS_PROFILE_PATH_OPTION =
            ConfigOptions.key(AWSConfigConstants.AWS_PROFILE_PATH)
                    .stringType()
                    .noDefaultValue()
                    .withDescription("The file of PROFILE.");

    public static final ConfigOption<String> AWS_PROFILE_NAME_OPTION =
            ConfigOptions.key(AWSConfigConstants.AWS_PROFILE_NAME)
                    .stringType()
                    .noDefaultValue()
                    .withDescription("The profile of PROFILE.");

    public static final ConfigOption<String> AWS_ROLE_STS_ENDPOINT_OPTION =
            ConfigOptions.key(AWSConfigConstants.AWS_ROLE_STS_ENDPOINT)
                    .stringType()
                    .noDefaultValue()
                    .withDescription("Another address of the token service of ASSUME_ROLE.");

    public static final ConfigOption<String> CUSTOM_CREDENTIALS_PROVIDER_CLASS_OPTION =
            ConfigOptions.key(AWSConfigConstants.CUSTOM_CREDENTIALS_PROVIDER_CLASS)
                    .stringType()
                    .noDefaultValue()
                    .withDescription("The class of CUSTOM.");

    public static final ConfigOption<String> AWS_ROLE_ARN_OPTION =
            ConfigOptions.key(AWSConfigConstants.AWS_ROLE_ARN)
                    .stringType()
                    .noDefaultValue()
                    .withDescription("The role of ASSUME_ROLE and WEB_IDENTITY_TOKEN.");

    public static final ConfigOption<String> AWS_ROLE_SESSION_NAME =
            ConfigOptions.key(AWSConfigConstants.AWS_ROLE_SESSION_NAME)
                    .stringType()
                    .noDefaultValue()
                    .withDescription("The session's name of ASSUME_ROLE and WEB_IDENTITY_TOKEN.");

    public static final ConfigOption<String> AWS_ROLE_EXTERNAL_ID_OPTION =
            ConfigOptions.key(AWSConfigConstants.AWS_ROLE_EXTERNAL_ID)
                    .stringType()
                    .noDefaultValue()
                    .withDescription("The external id of ASSUME_ROLE.");

    public static final ConfigOption<String> AWS_WEB_IDENTITY_TOKEN_FILE =
            ConfigOptions.key(AWSConfigConstants.AWS_WEB_IDENTITY_TOKEN_FILE)
                    .stringType()
                    .noDefaultValue()
                    .withDescription("The file of WEB_IDENTITY_TOKEN.");

    public static final ConfigOption<String> AWS_ROLE_CREDENTIALS_PROVIDER_OPTION =
            ConfigOptions.key(AWSConfigConstants.AWS_ROLE_CREDENTIALS_PROVIDER)
                    .stringType()
                    .noDefaultValue()
                    .withDescription(
                            "Where the credentials come from with which ASSUME_ROLE takes on its role.");

    public static final ConfigOption<String> AWS_ENDPOINT_OPTION =
            ConfigOptions.key(AWSConfigConstants.AWS_ENDPOINT)
                    .stringType()
                    .noDefaultValue()
                    .withDescription("Another address than the region's.");

    public static final ConfigOption<String> TRUST_ALL_CERTIFICATES_OPTION =
            ConfigOptions.key(AWSConfigConstants.TRUST_ALL_CERTIFICATES)
                    .stringType()
                    .noDefaultValue()
                    .withDescription("Whether no certificate is checked; for tests.");

    public static final ConfigOption<String> HTTP_PROTOCOL_VERSION_OPTION =
            ConfigOptions.key(AWSConfigConstants.HTTP_PROTOCOL_VERSION)
                    .stringType()
                    .noDefaultValue()
                    .withDescription("HTTP2 or HTTP1_1.");

    public static final ConfigOption<String> HTTP_CLIENT_MAX_CONCURRENCY_OPTION =
            ConfigOptions.key(AWSConfigConstants.HTTP_CLIENT_MAX_CONCURRENCY)
                    .stringType()
                    .noDefaultValue()
                    .withDescription("Requests at a time.");

    public static final ConfigOption<String> HTTP_CLIENT_READ_TIMEOUT_MILLIS_OPTION =
            ConfigOptions.key(AWSConfigConstants.HTTP_CLIENT_READ_TIMEOUT_MILLIS)
                    .stringType()
                    .noDefaultValue()
                    .withDescription(
                            "Milliseconds that a connection may be silent within an answer.");

    public static final ConfigOption<Duration> RETRY_STRATEGY_MIN_DELAY_OPTION =
            ConfigOptions.key("retry-strategy.delay.min")
                    .durationType()
                    .defaultValue(Duration.ofMillis(300))
                    .withDescription("The first pause after a call that failed; it doubles.");

    public static final ConfigOption<Duration> RETRY_STRATEGY_MAX_DELAY_OPTION =
            ConfigOptions.key("retry-strategy.delay.max")
                    .durationType()
                    .defaultValue(Duration.ofMillis(1000))
                    .withDescription("The longest pause after a call that failed.");

    public static final ConfigOption<Integer> RETRY_STRATEGY_MAX_ATTEMPTS_OPTION =
            ConfigOptions.key("retry-strategy.attempts.max")
                    .intType()
                    .defaultValue(50)
                    .withDescription("So many failures in a row fail the job.");
}
