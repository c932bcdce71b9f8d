// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.connector.aws.config;

import io.millrace.annotation.PublicEvolving;

/**
 * Names of the settings that say how to reach AWS, and how to prove who one is.
 *
 * <p>Those for credentials hang below a prefix, {@value #AWS_CREDENTIALS_PROVIDER} at first; the
 * credentials by which a role is taken on hang below {@link #AWS_ROLE_CREDENTIALS_PROVIDER}.
 */
@PublicEvolving
public class AWSConfigConstants {

    /** Where credentials come from. */
    public enum CredentialProvider {

        /** The variables AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY of the environment. */
        ENV_VAR,

        /** The system properties aws.accessKeyId and aws.secretAccessKey. */
        SYS_PROP,

        /** A profile of a credentials file; the user's own and "default", if not told otherwise. */
        PROFILE,

        /** Key and secret are settings. Credentials in a program are read by who reads it. */
        BASIC,

        /** A role, taken on with the credentials of another provider. */
        ASSUME_ROLE,

        /** A role, taken on with a token that is in a file. */
        WEB_IDENTITY_TOKEN,

        /** A class of the user's, an {@code AwsCredentialsProvider} with a public constructor. */
        CUSTOM,

        /** All the places where the AWS SDK looks, in its order. */
        AUTO,
    }

    /** The region, such as {@code eu-central-1}. Without it, the region in the stream's ARN. */
    public static final String AWS_REGION = "aws.region";

    /**
     * One of {@link CredentialProvider}. Without it, BASIC if there is an access key among the
     * settings, and AUTO else.
     */
    public static final String AWS_CREDENTIALS_PROVIDER = "aws.credentials.provider";

    public static final String AWS_ACCESS_KEY_ID = accessKeyId(AWS_CREDENTIALS_PROVIDER);

    public static final String AWS_SECRET_ACCESS_KEY = secretKey(AWS_CREDENTIALS_PROVIDER);

    public static final String AWS_PROFILE_PATH = profilePath(AWS_CREDENTIALS_PROVIDER);

    public static final String AWS_PROFILE_NAME = profileName(AWS_CREDENTIALS_PROVIDER);

    public static final String AWS_ROLE_STS_ENDPOINT = roleStsEndpoint(AWS_CREDENTIALS_PROVIDER);

    public static final String CUSTOM_CREDENTIALS_PROVIDER_CLASS =
            customCredentialsProviderClass(AWS_CREDENTIALS_PROVIDER);

    public static final String AWS_ROLE_ARN = roleArn(AWS_CREDENTIALS_PROVIDER);

    public static final String AWS_ROLE_SESSION_NAME = roleSessionName(AWS_CREDENTIALS_PROVIDER);

    public static final String AWS_ROLE_EXTERNAL_ID = externalId(AWS_CREDENTIALS_PROVIDER);

    public static final String AWS_WEB_IDENTITY_TOKEN_FILE =
            webIdentityTokenFile(AWS_CREDENTIALS_PROVIDER);

    public static final String AWS_ROLE_CREDENTIALS_PROVIDER =
            roleCredentialsProvider(AWS_CREDENTIALS_PROVIDER);

    /** Another address than the region's, such as that of a VPC endpoint or an emulator. */
    public static final String AWS_ENDPOINT = "aws.endpoint";

    /** {@code true}: no certificate is checked. For tests. */
    public static final String TRUST_ALL_CERTIFICATES = "aws.trust.all.certificates";

    /** {@code HTTP2} or {@code HTTP1_1}. Without it, HTTP1_1 for an endpoint without TLS. */
    public static final String HTTP_PROTOCOL_VERSION = "aws.http.protocol.version";

    /** Requests at a time; 10,000 without it. */
    public static final String HTTP_CLIENT_MAX_CONCURRENCY = "aws.http-client.max-concurrency";

    /** Milliseconds that a connection may be silent within an answer; 6 minutes without it. */
    public static final String HTTP_CLIENT_READ_TIMEOUT_MILLIS = "aws.http-client.read-timeout";

    public static String accessKeyId(String prefix) {
        return prefix + ".basic.accesskeyid";
    }

    public static String secretKey(String prefix) {
        return prefix + ".basic.secretkey";
    }

    public static String profilePath(String prefix) {
        return prefix + ".profile.path";
    }

    public static String profileName(String prefix) {
        return prefix + ".profile.name";
    }

    public static String roleArn(String prefix) {
        return prefix + ".role.arn";
    }

    public static String roleSessionName(String prefix) {
        return prefix + ".role.sessionName";
    }

    public static String externalId(String prefix) {
        return prefix + ".role.externalId";
    }

    public static String roleCredentialsProvider(String prefix) {
        return prefix + ".role.provider";
    }

    public static String roleStsEndpoint(String prefix) {
        return prefix + ".role.stsEndpoint";
    }

    public static String customCredentialsProviderClass(String prefix) {
        return prefix + ".custom.class";
    }

    public static String webIdentityTokenFile(String prefix) {
        return prefix + ".webIdentityToken.file";
    }
}
