// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.kinesis;

import io.millrace.connector.aws.config.AWSConfigConstants;
import io.millrace.connector.aws.config.AWSConfigConstants.CredentialProvider;
import java.lang.reflect.Constructor;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.DefaultCredentialsProvider;
import software.amazon.awssdk.auth.credentials.EnvironmentVariableCredentialsProvider;
import software.amazon.awssdk.auth.credentials.ProfileCredentialsProvider;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.auth.credentials.SystemPropertyCredentialsProvider;
import software.amazon.awssdk.auth.credentials.WebIdentityTokenFileCredentialsProvider;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.core.client.config.SdkAdvancedClientOption;
import software.amazon.awssdk.http.Protocol;
import software.amazon.awssdk.http.SdkHttpConfigurationOption;
import software.amazon.awssdk.http.async.SdkAsyncHttpClient;
import software.amazon.awssdk.http.nio.netty.NettyNioAsyncHttpClient;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.profiles.ProfileFile;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.kinesis.KinesisAsyncClient;
import software.amazon.awssdk.services.kinesis.KinesisAsyncClientBuilder;
import software.amazon.awssdk.services.sts.StsClient;
import software.amazon.awssdk.services.sts.StsClientBuilder;
import software.amazon.awssdk.services.sts.auth.StsAssumeRoleCredentialsProvider;
import software.amazon.awssdk.utils.AttributeMap;

/**
 * Makes clients of the settings in {@link AWSConfigConstants}. No message names the value of a
 * setting that may be secret.
 */
public final class KinesisClients {

    private static final String PREFIX = AWSConfigConstants.AWS_CREDENTIALS_PROVIDER;

    private static final Set<String> CONNECTION =
            Set.of(
                    AWSConfigConstants.AWS_REGION,
                    AWSConfigConstants.AWS_ENDPOINT,
                    AWSConfigConstants.TRUST_ALL_CERTIFICATES,
                    AWSConfigConstants.HTTP_PROTOCOL_VERSION,
                    AWSConfigConstants.HTTP_CLIENT_MAX_CONCURRENCY,
                    AWSConfigConstants.HTTP_CLIENT_READ_TIMEOUT_MILLIS);

    /** What comes after the prefix; without {@code .role.provider}, which is a prefix too. */
    private static final Set<String> CREDENTIALS =
            Set.of(
                    "",
                    AWSConfigConstants.accessKeyId(""),
                    AWSConfigConstants.secretKey(""),
                    AWSConfigConstants.profilePath(""),
                    AWSConfigConstants.profileName(""),
                    AWSConfigConstants.roleArn(""),
                    AWSConfigConstants.roleSessionName(""),
                    AWSConfigConstants.externalId(""),
                    AWSConfigConstants.roleStsEndpoint(""),
                    AWSConfigConstants.customCredentialsProviderClass(""),
                    AWSConfigConstants.webIdentityTokenFile(""));

    private KinesisClients() {}

    /** A client and its connections. */
    static final class Client implements AutoCloseable {
        private final KinesisAsyncClient kinesis;
        private final SdkAsyncHttpClient http;
        private final AutoCloseable credentials;

        private Client(
                KinesisAsyncClient kinesis, SdkAsyncHttpClient http, AutoCloseable credentials) {
            this.kinesis = kinesis;
            this.http = http;
            this.credentials = credentials;
        }

        KinesisAsyncClient kinesis() {
            return kinesis;
        }

        @Override
        public void close() {
            kinesis.close();
            http.close();
            if (credentials != null) {
                try {
                    credentials.close();
                } catch (Exception e) {
                    throw new IllegalStateException("The credentials provider can't be closed", e);
                }
            }
        }
    }

    /**
     * Refuses what would fail later: unknown names, values that can't be, credentials that are not
     * complete.
     *
     * @param further names that are known beside those of the client
     * @throws IllegalArgumentException names the setting
     */
    public static void check(Map<String, String> settings, Set<String> further, String streamArn) {
        for (String key : settings.keySet()) {
            if (!CONNECTION.contains(key) && !further.contains(key) && !isOfCredentials(key)) {
                Set<String> known = new TreeSet<>(CONNECTION);
                known.addAll(further);
                CREDENTIALS.forEach(name -> known.add(PREFIX + name));
                known.add(AWSConfigConstants.AWS_ROLE_CREDENTIALS_PROVIDER);
                throw new IllegalArgumentException(
                        "The Kinesis connector has no setting '"
                                + key
                                + "'. It has "
                                + String.join(", ", known)
                                + ". What it does not know it does not ignore");
            }
        }
        checkArn(streamArn);
        region(settings, streamArn);
        endpoint(settings);
        protocol(settings);
        number(settings, AWSConfigConstants.HTTP_CLIENT_MAX_CONCURRENCY, 1);
        number(settings, AWSConfigConstants.HTTP_CLIENT_READ_TIMEOUT_MILLIS, 1);
        trustsAll(settings);
        checkCredentials(settings, PREFIX);
    }

    private static boolean isOfCredentials(String key) {
        String left = key;
        if (!left.startsWith(PREFIX)) {
            return false;
        }
        left = left.substring(PREFIX.length());
        String role = AWSConfigConstants.roleCredentialsProvider("");
        while (left.startsWith(role)) {
            left = left.substring(role.length());
        }
        return CREDENTIALS.contains(left);
    }

    static void checkArn(String streamArn) {
        String[] parts = streamArn == null ? new String[0] : streamArn.split(":", 6);
        if (parts.length != 6
                || !parts[0].equals("arn")
                || !parts[2].equals("kinesis")
                || !parts[5].startsWith("stream/")
                || parts[5].length() == "stream/".length()) {
            throw new IllegalArgumentException(
                    "'"
                            + streamArn
                            + "' is no ARN of a Kinesis stream, such as"
                            + " arn:aws:kinesis:eu-central-1:123456789012:stream/orders");
        }
    }

    /** Enough of an ARN for a client, where only the stream's name is known. */
    public static String arnOfName(String streamName, Map<String, String> settings) {
        String region = settings.get(AWSConfigConstants.AWS_REGION);
        if (region == null) {
            throw new IllegalArgumentException(
                    "With a stream's name the setting "
                            + AWSConfigConstants.AWS_REGION
                            + " is needed; an ARN has the region in it");
        }
        return "arn:aws:kinesis:" + region + "::stream/" + streamName;
    }

    private static Region region(Map<String, String> settings, String streamArn) {
        String name = settings.getOrDefault(AWSConfigConstants.AWS_REGION, regionOf(streamArn));
        if (!name.matches("[a-z]{2,}(-[a-z0-9]+)+")) {
            throw new IllegalArgumentException(
                    AWSConfigConstants.AWS_REGION + ": '" + name + "' is no region of AWS");
        }
        return Region.of(name);
    }

    private static String regionOf(String streamArn) {
        return streamArn.split(":", 6)[3];
    }

    private static URI endpoint(Map<String, String> settings) {
        String value = settings.get(AWSConfigConstants.AWS_ENDPOINT);
        if (value == null) {
            return null;
        }
        try {
            URI uri = URI.create(value);
            if (uri.getHost() != null
                    && ("http".equals(uri.getScheme()) || "https".equals(uri.getScheme()))) {
                return uri;
            }
        } catch (IllegalArgumentException e) {
            // said below
        }
        throw new IllegalArgumentException(
                AWSConfigConstants.AWS_ENDPOINT
                        + ": not an address with http:// or https:// and a host");
    }

    private static Protocol protocol(Map<String, String> settings) {
        String value = settings.get(AWSConfigConstants.HTTP_PROTOCOL_VERSION);
        if (value == null) {
            // The SDK speaks HTTP/2 only where TLS has agreed on it.
            URI endpoint = endpoint(settings);
            return endpoint != null && "http".equals(endpoint.getScheme())
                    ? Protocol.HTTP1_1
                    : Protocol.HTTP2;
        }
        return oneOf(Protocol.class, AWSConfigConstants.HTTP_PROTOCOL_VERSION, value);
    }

    private static int number(Map<String, String> settings, String key, int least) {
        String value = settings.get(key);
        if (value == null) {
            return -1;
        }
        try {
            int number = Integer.parseInt(value.trim());
            if (number >= least) {
                return number;
            }
        } catch (NumberFormatException e) {
            // said below
        }
        throw new IllegalArgumentException(
                key + ": '" + value + "' is no whole number of at least " + least);
    }

    private static boolean trustsAll(Map<String, String> settings) {
        String value = settings.getOrDefault(AWSConfigConstants.TRUST_ALL_CERTIFICATES, "false");
        if (!value.equalsIgnoreCase("true") && !value.equalsIgnoreCase("false")) {
            throw new IllegalArgumentException(
                    AWSConfigConstants.TRUST_ALL_CERTIFICATES
                            + ": '"
                            + value
                            + "' is neither true nor false");
        }
        return Boolean.parseBoolean(value);
    }

    private static <E extends Enum<E>> E oneOf(Class<E> type, String key, String value) {
        for (E constant : type.getEnumConstants()) {
            if (constant.name().equals(value.trim().toUpperCase(Locale.ROOT))) {
                return constant;
            }
        }
        throw new IllegalArgumentException(
                key + ": '" + value + "' is none of " + Arrays.toString(type.getEnumConstants()));
    }

    // ------------------------------------------------------------------ credentials

    private static CredentialProvider providerOf(Map<String, String> settings, String prefix) {
        String value = settings.get(prefix);
        if (value == null) {
            return settings.containsKey(AWSConfigConstants.accessKeyId(prefix))
                    ? CredentialProvider.BASIC
                    : CredentialProvider.AUTO;
        }
        return oneOf(CredentialProvider.class, prefix, value);
    }

    private static void checkCredentials(Map<String, String> settings, String prefix) {
        CredentialProvider provider = providerOf(settings, prefix);
        switch (provider) {
            case BASIC -> {
                needs(settings, provider, AWSConfigConstants.accessKeyId(prefix));
                needs(settings, provider, AWSConfigConstants.secretKey(prefix));
            }
            case ASSUME_ROLE -> {
                needs(settings, provider, AWSConfigConstants.roleArn(prefix));
                needs(settings, provider, AWSConfigConstants.roleSessionName(prefix));
                checkCredentials(settings, AWSConfigConstants.roleCredentialsProvider(prefix));
            }
            case CUSTOM ->
                    needs(
                            settings,
                            provider,
                            AWSConfigConstants.customCredentialsProviderClass(prefix));
            default -> {
                // all that is missing the SDK looks for
            }
        }
    }

    private static void needs(
            Map<String, String> settings, CredentialProvider provider, String key) {
        String value = settings.get(key);
        if (value == null || value.isEmpty()) {
            throw new IllegalArgumentException(
                    "Credentials by " + provider + " need the setting '" + key + "'");
        }
    }

    private static AwsCredentialsProvider credentials(
            Map<String, String> settings, String prefix, Region region) {
        return switch (providerOf(settings, prefix)) {
            case ENV_VAR -> EnvironmentVariableCredentialsProvider.create();
            case SYS_PROP -> SystemPropertyCredentialsProvider.create();
            case PROFILE -> profile(settings, prefix);
            case BASIC ->
                    StaticCredentialsProvider.create(
                            AwsBasicCredentials.create(
                                    settings.get(AWSConfigConstants.accessKeyId(prefix)),
                                    settings.get(AWSConfigConstants.secretKey(prefix))));
            case ASSUME_ROLE -> role(settings, prefix, region);
            case WEB_IDENTITY_TOKEN -> token(settings, prefix);
            case CUSTOM -> custom(settings, prefix);
            case AUTO -> DefaultCredentialsProvider.builder().build();
        };
    }

    private static AwsCredentialsProvider profile(Map<String, String> settings, String prefix) {
        ProfileCredentialsProvider.Builder builder = ProfileCredentialsProvider.builder();
        String name = settings.get(AWSConfigConstants.profileName(prefix));
        if (name != null) {
            builder.profileName(name);
        }
        String path = settings.get(AWSConfigConstants.profilePath(prefix));
        if (path != null) {
            builder.profileFile(
                    ProfileFile.builder()
                            .type(ProfileFile.Type.CREDENTIALS)
                            .content(Path.of(path))
                            .build());
        }
        return builder.build();
    }

    private static AwsCredentialsProvider token(Map<String, String> settings, String prefix) {
        WebIdentityTokenFileCredentialsProvider.Builder builder =
                WebIdentityTokenFileCredentialsProvider.builder();
        String role = settings.get(AWSConfigConstants.roleArn(prefix));
        if (role != null) {
            builder.roleArn(role);
        }
        String session = settings.get(AWSConfigConstants.roleSessionName(prefix));
        if (session != null) {
            builder.roleSessionName(session);
        }
        String file = settings.get(AWSConfigConstants.webIdentityTokenFile(prefix));
        if (file != null) {
            builder.webIdentityTokenFile(Path.of(file));
        }
        return builder.build();
    }

    private static AwsCredentialsProvider role(
            Map<String, String> settings, String prefix, Region region) {
        StsClientBuilder sts =
                StsClient.builder()
                        .region(region)
                        .httpClient(UrlConnectionHttpClient.create())
                        .credentialsProvider(
                                credentials(
                                        settings,
                                        AWSConfigConstants.roleCredentialsProvider(prefix),
                                        region));
        String endpoint = settings.get(AWSConfigConstants.roleStsEndpoint(prefix));
        if (endpoint != null) {
            sts.endpointOverride(URI.create(endpoint));
        }
        return StsAssumeRoleCredentialsProvider.builder()
                .stsClient(sts.build())
                .refreshRequest(
                        request -> {
                            request.roleArn(settings.get(AWSConfigConstants.roleArn(prefix)))
                                    .roleSessionName(
                                            settings.get(
                                                    AWSConfigConstants.roleSessionName(prefix)));
                            String external = settings.get(AWSConfigConstants.externalId(prefix));
                            if (external != null) {
                                request.externalId(external);
                            }
                        })
                .build();
    }

    /** By a constructor that takes the settings, or one that takes nothing. */
    private static AwsCredentialsProvider custom(Map<String, String> settings, String prefix) {
        String name = settings.get(AWSConfigConstants.customCredentialsProviderClass(prefix));
        try {
            Class<?> type =
                    Class.forName(name, true, Thread.currentThread().getContextClassLoader());
            for (Constructor<?> constructor : type.getConstructors()) {
                if (Arrays.equals(
                        constructor.getParameterTypes(), new Class<?>[] {Properties.class})) {
                    Properties properties = new Properties();
                    properties.putAll(settings);
                    return (AwsCredentialsProvider) constructor.newInstance(properties);
                }
            }
            return (AwsCredentialsProvider) type.getConstructor().newInstance();
        } catch (ReflectiveOperationException | ClassCastException e) {
            throw new IllegalArgumentException(
                    "The credentials provider "
                            + name
                            + " can't be made: it must be a public class that implements"
                            + " AwsCredentialsProvider, with a public constructor that takes"
                            + " Properties or nothing",
                    e);
        }
    }

    // ------------------------------------------------------------------ clients

    /** One that repeats no call by itself. */
    static Client create(Map<String, String> settings, String streamArn, String agentPrefix) {
        Region region = region(settings, streamArn);
        AttributeMap.Builder attributes =
                AttributeMap.builder().put(SdkHttpConfigurationOption.PROTOCOL, protocol(settings));
        if (trustsAll(settings)) {
            attributes.put(SdkHttpConfigurationOption.TRUST_ALL_CERTIFICATES, true);
        }
        int concurrency = number(settings, AWSConfigConstants.HTTP_CLIENT_MAX_CONCURRENCY, 1);
        attributes.put(
                SdkHttpConfigurationOption.MAX_CONNECTIONS, concurrency < 0 ? 10_000 : concurrency);
        int readTimeout = number(settings, AWSConfigConstants.HTTP_CLIENT_READ_TIMEOUT_MILLIS, 1);
        attributes.put(
                SdkHttpConfigurationOption.READ_TIMEOUT,
                readTimeout < 0 ? Duration.ofMinutes(6) : Duration.ofMillis(readTimeout));
        SdkAsyncHttpClient http =
                NettyNioAsyncHttpClient.builder().buildWithDefaults(attributes.build());
        AwsCredentialsProvider credentials = credentials(settings, PREFIX, region);
        KinesisAsyncClientBuilder builder =
                KinesisAsyncClient.builder()
                        .region(region)
                        .credentialsProvider(credentials)
                        .httpClient(http)
                        .overrideConfiguration(
                                configuration -> {
                                    configuration.retryStrategy(AwsRetryStrategy.doNotRetry());
                                    if (agentPrefix != null) {
                                        configuration.putAdvancedOption(
                                                SdkAdvancedClientOption.USER_AGENT_PREFIX,
                                                agentPrefix);
                                    }
                                });
        URI endpoint = endpoint(settings);
        if (endpoint != null) {
            builder.endpointOverride(endpoint);
        }
        return new Client(
                builder.build(),
                http,
                credentials instanceof AutoCloseable closeable ? closeable : null);
    }
}
