// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.filesystem.s3;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import software.amazon.awssdk.auth.credentials.AnonymousCredentialsProvider;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.AwsSessionCredentials;
import software.amazon.awssdk.auth.credentials.DefaultCredentialsProvider;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.core.checksums.RequestChecksumCalculation;
import software.amazon.awssdk.core.checksums.ResponseChecksumValidation;
import software.amazon.awssdk.core.client.config.ClientOverrideConfiguration;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.apache5.Apache5HttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.regions.providers.DefaultAwsRegionProviderChain;
import software.amazon.awssdk.services.s3.LegacyMd5Plugin;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.S3ClientBuilder;

/**
 * Makes clients, and shares them among all who reach their stores in the same way: they hold the
 * connections.
 *
 * @param client repeats a request that fails
 * @param once does not, for requests of which another attempt must be thought about
 */
record S3Clients(S3Client client, S3Client once) {

    private static final Map<S3Settings, S3Clients> CLIENTS = new ConcurrentHashMap<>();

    static S3Clients with(S3Settings settings) {
        return CLIENTS.computeIfAbsent(settings, S3Clients::make);
    }

    private static S3Clients make(S3Settings settings) {
        SdkHttpClient connections =
                Apache5HttpClient.builder()
                        .maxConnections(settings.maxConnections())
                        .connectionTimeout(settings.connectTimeout())
                        .socketTimeout(settings.socketTimeout())
                        .build();
        AwsCredentialsProvider credentials = credentials(settings);
        return new S3Clients(
                make(settings, connections, credentials, settings.attempts()),
                make(settings, connections, credentials, 1));
    }

    private static S3Client make(
            S3Settings settings,
            SdkHttpClient connections,
            AwsCredentialsProvider credentials,
            int attempts) {
        S3ClientBuilder builder =
                S3Client.builder()
                        .httpClient(connections)
                        .credentialsProvider(credentials)
                        .forcePathStyle(settings.pathStyle())
                        // Ceph's gateway takes no empty body that is signed in chunks.
                        .serviceConfiguration(how -> how.chunkedEncodingEnabled(false))
                        // It and others know neither the checksums that the SDK would
                        // send of itself nor their framing; deleting many at once needs one, and
                        // there MD5 is what all know.
                        .requestChecksumCalculation(RequestChecksumCalculation.WHEN_REQUIRED)
                        .responseChecksumValidation(ResponseChecksumValidation.WHEN_REQUIRED)
                        .addPlugin(LegacyMd5Plugin.create())
                        .overrideConfiguration(override(settings, attempts));
        if (settings.endpoint() != null) {
            builder.endpointOverride(settings.endpoint())
                    .region(
                            settings.region() == null
                                    ? Region.US_EAST_1
                                    : Region.of(settings.region()));
        } else {
            // Who does not say a region is led to that of the bucket.
            builder.region(amazonsRegion(settings)).crossRegionAccessEnabled(true);
        }
        return builder.build();
    }

    private static Region amazonsRegion(S3Settings settings) {
        if (settings.region() != null) {
            return Region.of(settings.region());
        }
        try {
            return DefaultAwsRegionProviderChain.builder().build().getRegion();
        } catch (SdkClientException e) {
            return Region.US_EAST_1;
        }
    }

    private static ClientOverrideConfiguration override(S3Settings settings, int attempts) {
        ClientOverrideConfiguration.Builder builder =
                ClientOverrideConfiguration.builder()
                        .retryStrategy(
                                AwsRetryStrategy.standardRetryStrategy().toBuilder()
                                        .maxAttempts(attempts)
                                        .build());
        Duration call = settings.callTimeout();
        if (!call.isZero()) {
            builder.apiCallTimeout(call);
        }
        return builder.build();
    }

    private static AwsCredentialsProvider credentials(S3Settings settings) {
        if (settings.anonymous()) {
            return AnonymousCredentialsProvider.create();
        }
        if (settings.accessKey() == null) {
            return DefaultCredentialsProvider.builder().build();
        }
        return StaticCredentialsProvider.create(
                settings.sessionToken() == null
                        ? AwsBasicCredentials.create(settings.accessKey(), settings.secretKey())
                        : AwsSessionCredentials.create(
                                settings.accessKey(),
                                settings.secretKey(),
                                settings.sessionToken()));
    }
}
