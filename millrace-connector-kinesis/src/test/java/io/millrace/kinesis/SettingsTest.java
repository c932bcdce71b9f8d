// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.kinesis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.common.serialization.SimpleStringSchema;
import io.millrace.configuration.Configuration;
import io.millrace.connector.aws.config.AWSConfigConstants;
import io.millrace.connector.kinesis.sink.KinesisStreamsSink;
import io.millrace.connector.kinesis.sink.KinesisStreamsSinkBuilder;
import io.millrace.connector.kinesis.source.KinesisStreamsSource;
import io.millrace.connector.kinesis.source.KinesisStreamsSourceBuilder;
import java.io.ByteArrayOutputStream;
import java.io.ObjectOutputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;

class SettingsTest {

    private static KinesisStreamsSourceBuilder<String> source(String... keysAndValues) {
        Configuration configuration = new Configuration();
        for (int i = 0; i < keysAndValues.length; i += 2) {
            configuration.setString(keysAndValues[i], keysAndValues[i + 1]);
        }
        return KinesisStreamsSource.<String>builder()
                .setStreamArn(Fetching.ARN)
                .setSourceConfig(configuration)
                .setDeserializationSchema(new SimpleStringSchema());
    }

    private static KinesisStreamsSinkBuilder<String> sink(Map<String, String> settings) {
        Properties properties = new Properties();
        properties.putAll(settings);
        return KinesisStreamsSink.<String>builder()
                .setStreamArn(Fetching.ARN)
                .setSerializationSchema(new SimpleStringSchema())
                .setPartitionKeyGenerator(text -> text)
                .setKinesisClientProperties(properties);
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            value = {
                "source.init.positon, LATEST, has no setting 'source.init.positon'",
                "aws.credentials.provider.basic.secret, x, has no setting",
                "aws.endpoint, localhost:4567, aws.endpoint",
                "aws.region, no_region, aws.region",
                "aws.http.protocol.version, HTTP3, aws.http.protocol.version",
                "aws.http-client.max-concurrency, none, aws.http-client.max-concurrency",
                "aws.trust.all.certificates, yes, neither true nor false",
                "aws.credentials.provider, MAGIC, is none of",
                "aws.credentials.provider, BASIC, need the setting",
                "aws.credentials.provider, ASSUME_ROLE, aws.credentials.provider.role.arn",
                "aws.credentials.provider, CUSTOM, aws.credentials.provider.custom.class",
                "source.shard.get-records.max-record-count, 10001, 1 to 10`,`000",
                "source.shard.discovery.interval, 0 ms, must be positive",
                "source.init.position, AT_TIMESTAMP, source.init.timestamp is not set",
                "source.init.timestamp, 5, set source.init.position to AT_TIMESTAMP",
                "source.reader.type, EFO, source.efo.consumer.name",
                "retry-strategy.attempts.max, 0, at least one attempt"
            })
    void whatCannotBeIsRefusedWhenTheSourceIsBuilt(String key, String value, String said) {
        assertThatThrownBy(() -> source(key, value).build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(said.replace("`", ""));
    }

    @Test
    void timesAreReadByTheirFormatOrAsSeconds() {
        assertThat(
                        Fetching.settings(
                                        "source.init.position",
                                        "AT_TIMESTAMP",
                                        "source.init.timestamp",
                                        "2026-11-30T12:00:00.000+01:00")
                                .initialTime())
                .isEqualTo(Instant.parse("2026-11-30T11:00:00Z"));
        assertThat(
                        Fetching.settings(
                                        "source.init.position",
                                        "AT_TIMESTAMP",
                                        "source.init.timestamp",
                                        "1459799926.480")
                                .initialTime())
                .isEqualTo(Instant.ofEpochMilli(1459799926480L));
        assertThat(
                        Fetching.settings(
                                        "source.init.position",
                                        "AT_TIMESTAMP",
                                        "source.init.timestamp",
                                        "2026",
                                        "source.init.timestamp.format",
                                        "yyyy")
                                .initialTime())
                .isBefore(Instant.parse("2026-01-02T00:00:00Z"));
        assertThatThrownBy(
                        () ->
                                Fetching.settings(
                                        "source.init.position",
                                        "AT_TIMESTAMP",
                                        "source.init.timestamp",
                                        "yesterday"))
                .hasMessageContaining("neither a time by the format");
    }

    @Test
    void theBuildersRetriesWinOverTheConfiguration() throws Exception {
        KinesisStreamsSource<String> built =
                source("retry-strategy.attempts.max", "7")
                        .setRetryStrategyMinDelay(Duration.ofMillis(2))
                        .setRetryStrategyMaxDelay(Duration.ofMillis(3))
                        .setRetryStrategyMaxAttempts(9)
                        .build();
        // It travels with the program.
        new ObjectOutputStream(new ByteArrayOutputStream()).writeObject(built);
        assertThat(built.getProducedType().getTypeClass()).isEqualTo(String.class);
    }

    @Test
    void sourcesAndSinksNeedAStreamAndASchema() {
        assertThatThrownBy(() -> KinesisStreamsSource.builder().build())
                .hasMessageContaining("setStreamArn");
        assertThatThrownBy(() -> source().setStreamArn("arn:aws:s3:::bucket").build())
                .hasMessageContaining("is no ARN of a Kinesis stream");
        assertThatThrownBy(() -> KinesisStreamsSink.builder().build())
                .hasMessageContaining("setSerializationSchema");
        assertThatThrownBy(() -> sink(Map.of()).setStreamArn(null).build())
                .hasMessageContaining("setStreamName");
        assertThatThrownBy(() -> byName(Map.of())).hasMessageContaining("aws.region");
        assertThat(byName(Map.of("aws.region", "eu-central-1"))).isNotNull();
    }

    @SuppressWarnings("deprecation") // it is the older way, and works
    private static KinesisStreamsSink<String> byName(Map<String, String> settings) {
        return sink(settings).setStreamArn(null).setStreamName("s").build();
    }

    @Test
    void theSinksLimitsAreThoseOfKinesis() {
        assertThat(sink(Map.of()).build()).isNotNull();
        assertThatThrownBy(() -> sink(Map.of()).setMaxBatchSize(501).build())
                .hasMessageContaining("at most 500");
        assertThatThrownBy(() -> sink(Map.of()).setMaxBatchSizeInBytes(6_000_000).build())
                .hasMessageContaining("at most 5242880");
        assertThatThrownBy(() -> sink(Map.of()).setMaxRecordSizeInBytes(1_048_577).build())
                .hasMessageContaining("at most 1048576");
        assertThatThrownBy(() -> sink(Map.of("aws.kinesis.agent", "x")).build())
                .hasMessageContaining("has no setting 'aws.kinesis.agent'");
        assertThat(sink(Map.of("aws.kinesis.client.user-agent-prefix", "mill")).build())
                .isNotNull();
    }

    @Test
    void noMessageShowsASecret() {
        String secret = "do-not-show";
        for (String key :
                new String[] {
                    AWSConfigConstants.AWS_SECRET_ACCESS_KEY,
                    AWSConfigConstants.AWS_SECRET_ACCESS_KEY + "s",
                    AWSConfigConstants.roleCredentialsProvider("aws.credentials.provider")
                            + ".basic.secretkey"
                }) {
            assertThatThrownBy(
                            () -> source("aws.credentials.provider", "BASIC", key, secret).build())
                    .hasMessageNotContaining(secret);
        }
        assertThat(
                        source(
                                        "aws.credentials.provider.basic.accesskeyid",
                                        "a",
                                        "aws.credentials.provider.basic.secretkey",
                                        secret)
                                .build()
                                .toString())
                .doesNotContain(secret);
    }

    /** A user's own. */
    public static final class OwnCredentials implements AwsCredentialsProvider {
        private final Properties properties;

        public OwnCredentials(Properties properties) {
            this.properties = properties;
        }

        @Override
        public AwsCredentials resolveCredentials() {
            return AwsBasicCredentials.create("own", properties.getProperty("aws.region"));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "ENV_VAR",
        "SYS_PROP",
        "PROFILE",
        "AUTO",
        "WEB_IDENTITY_TOKEN",
        "CUSTOM",
        "ASSUME_ROLE"
    })
    void clientsAreMadeWithEachKindOfCredentials(String provider) {
        Map<String, String> settings =
                new java.util.TreeMap<>(
                        Map.of(
                                "aws.region", "us-east-1",
                                "aws.credentials.provider", provider,
                                "aws.credentials.provider.custom.class",
                                        OwnCredentials.class.getName(),
                                "aws.credentials.provider.role.arn", "arn:aws:iam::1:role/r",
                                "aws.credentials.provider.role.sessionName", "s",
                                "aws.credentials.provider.webIdentityToken.file", "/nowhere",
                                "aws.credentials.provider.role.provider", "BASIC",
                                "aws.credentials.provider.role.provider.basic.accesskeyid", "a",
                                "aws.credentials.provider.role.provider.basic.secretkey", "b"));
        KinesisClients.check(settings, java.util.Set.of(), Fetching.ARN);
        try (KinesisClients.Client client = KinesisClients.create(settings, Fetching.ARN, null)) {
            assertThat(client.kinesis()).isNotNull();
        }
    }
}
