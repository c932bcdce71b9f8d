// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.filesystem.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.configuration.Configuration;
import io.millrace.configuration.IllegalConfigurationException;
import io.millrace.core.fs.FileSystem;
import io.millrace.core.fs.Path;
import io.millrace.spi.OpenFileSystems;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class S3SettingsTest {

    private static Configuration of(String... pairs) {
        Configuration configuration = new Configuration();
        for (int i = 0; i < pairs.length; i += 2) {
            configuration.setString(pairs[i], pairs[i + 1]);
        }
        return configuration;
    }

    private static S3Settings settings(String... pairs) {
        return S3Settings.of(of(pairs));
    }

    @AfterEach
    void forget() {
        FileSystem.initialize(new Configuration());
    }

    @Test
    void withoutSettingsItIsAmazonWithTheUsualChain() {
        S3Settings settings = settings("execution.checkpointing.interval", "1 s");
        assertThat(settings.endpoint()).isNull();
        assertThat(settings.accessKey()).isNull();
        assertThat(settings.partSize()).isEqualTo(5 * 1024 * 1024);
        assertThat(settings.attempts()).isEqualTo(10);
        assertThat(settings).hasToString("Amazon S3, credentials of the usual chain");
    }

    @ParameterizedTest
    @ValueSource(strings = {"s3.", "s3a.", "fs.s3a."})
    void keysAreThoseOfFlink(String prefix) {
        S3Settings settings =
                settings(
                        prefix + "access.key", "AK",
                        prefix + "secret-key", "SK",
                        prefix + "endpoint", "http://here:1",
                        prefix + "path-style-access", "true",
                        prefix + "endpoint.region", "r",
                        prefix + "connection.maximum", "7",
                        prefix + "connection.timeout", "5000",
                        prefix + "connection.establish.timeout", "2 s",
                        prefix + "max-client-retries", "3",
                        prefix + "upload.min.part.size", "8388608",
                        prefix + "upload.max.concurrent.uploads", "2",
                        prefix + "server-side-encryption-algorithm", "AES256");
        assertThat(settings.accessKey()).isEqualTo("AK");
        assertThat(settings.secretKey()).isEqualTo("SK");
        assertThat(settings.endpoint()).isEqualTo(URI.create("http://here:1"));
        assertThat(settings.pathStyle()).isTrue();
        assertThat(settings.region()).isEqualTo("r");
        assertThat(settings.maxConnections()).isEqualTo(7);
        assertThat(settings.socketTimeout()).isEqualTo(Duration.ofSeconds(5));
        assertThat(settings.connectTimeout()).isEqualTo(Duration.ofSeconds(2));
        assertThat(settings.attempts()).isEqualTo(4);
        assertThat(settings.partSize()).isEqualTo(8 * 1024 * 1024);
        assertThat(settings.concurrentUploads()).isEqualTo(2);
        assertThat(settings.encryption()).isEqualTo("AES256");
    }

    @Test
    void secretsAreInNoText() {
        S3Settings settings =
                settings(
                        "s3.access-key", "ACCESS",
                        "s3.secret-key", "HUSH",
                        "s3.session-token", "TOKEN",
                        "s3.endpoint", "https://here");
        assertThat(settings.toString()).doesNotContain("ACCESS", "HUSH", "TOKEN").contains("here");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "s3.acces-key | x | not known; did you mean 's3.access-key'?",
                "fs.s3a.endpont | x | not known; did you mean 'fs.s3a.endpoint'?",
                "s3.colour | x | 'not known. Settings of S3 are: s3.access-key, '",
                "s3.upload.part.size | x | s3.upload.min.part.size",
                "s3.access-key | x | only one",
                "s3.session-token | x | s3.access-key",
                "s3.path.style.access | yes | true or false",
                "s3.connection.maximum | 0 | at least 1",
                "s3.connection.timeout | soon | milliseconds",
                "s3.upload.min.part.size | 4m | 5 MiB",
                "s3.entropy.key | a#b | entropy.key",
                "s3.server-side-encryption-algorithm | SSE-C | not supported",
                "s3.encryption.key | k | SSE-KMS",
                "s3.aws.credentials.provider | com.example.Mine | usual chain",
                "s3.endpoint | https://user:pw@host | without user or password",
                "s3.connection.ssl.enabled | false | s3.endpoint"
            })
    void whatCannotBeFollowedIsRefused(String key, String value, String says) {
        assertThatThrownBy(() -> settings(key, value))
                .isInstanceOf(IllegalConfigurationException.class)
                .hasMessageContaining(says)
                .hasMessageNotContaining("pw@");
    }

    @Test
    void twoSpellingsMustNotContradict() {
        assertThat(settings("s3.region", "a", "fs.s3a.endpoint.region", "a").region())
                .isEqualTo("a");
        assertThatThrownBy(() -> settings("s3.region", "a", "fs.s3a.endpoint.region", "b"))
                .hasMessageContaining("s3.region")
                .hasMessageContaining("fs.s3a.endpoint.region");
        assertThatThrownBy(() -> settings("s3.attempts.maximum", "3", "s3.max-client-retries", "3"))
                .hasMessageContaining("contradict");
    }

    @Test
    void whatMeansNothingHereIsTold() {
        S3Keys keys =
                S3Keys.read(
                        of(
                                "s3.s5cmd.path", "/bin/s5cmd",
                                "s3.entropy.length", "4",
                                "fs.s3a.fast.upload.buffer", "bytebuffer"));
        assertThat(keys.withoutEffect())
                .hasSize(3)
                .anySatisfy(said -> assertThat(said).startsWith("s3.s5cmd.path has no effect: "));
    }

    @Test
    void anEndpointWithoutSchemeIsSpokenToByTls() {
        assertThat(settings("s3.endpoint", "host:9000").endpoint())
                .isEqualTo(URI.create("https://host:9000"));
        assertThat(settings("s3.endpoint", "host:9000", "s3.ssl.enabled", "false").endpoint())
                .isEqualTo(URI.create("http://host:9000"));
    }

    @Test
    void partsGrowSoThatTenThousandHoldAlmostAnything() {
        S3Settings settings = settings();
        assertThat(settings.partSize(1)).isEqualTo(5 << 20);
        assertThat(settings.partSize(499)).isEqualTo(5 << 20);
        assertThat(settings.partSize(500)).isEqualTo(10 << 20);
        long all = 0;
        for (int number = 1; number <= 10_000; number++) {
            all += settings.partSize(number);
        }
        assertThat(all).isGreaterThan(500L << 30);
    }

    @Test
    void bothSchemesAreServedAndTheEntropyKeyIsTakenOutOfPaths() throws Exception {
        FileSystem.initialize(
                of(
                        "s3.endpoint", "http://127.0.0.1:1",
                        "s3.access-key", "a",
                        "s3.secret-key", "b",
                        "s3.entropy.key", "_entropy_"));
        for (String scheme : new String[] {"s3", "s3a"}) {
            Path path = new Path(scheme + "://some_bucket/_entropy_/checkpoints/x");
            S3FileSystem fs = (S3FileSystem) path.getFileSystem();
            assertThat(fs.getUri()).isEqualTo(URI.create(scheme + "://some_bucket/"));
            assertThat(fs.fileKey(path)).isEqualTo("checkpoints/x");
            assertThat(fs.fileKey(new Path("/relative/../y"))).isEqualTo("y");
            assertThatThrownBy(() -> fs.fileKey(new Path("s3://other/x")))
                    .hasMessageContaining("another bucket");
            assertThatThrownBy(() -> fs.fileKey(new Path(scheme + "://some_bucket/")))
                    .hasMessageContaining("no file");
        }
    }

    @Test
    void whatIsMisspeltIsKnownToBeBeforeTheStoreIsOpened() {
        S3FileSystemFactory factory = new S3FileSystemFactory();

        assertThat(factory.settings()).contains("s3.secret-key").allMatch(factory::knows);
        assertThat(factory.knows("fs.s3a.access.key")).isTrue();
        assertThat(factory.knows("s3.threads.max")).isTrue();
        assertThat(factory.knows("s3.sekret-key")).isFalse();
        assertThat(OpenFileSystems.namesOfSettings()).containsKeys("s3", "s3a");
    }

    @Test
    void anAddressWithoutBucketOrWithCredentialsIsRefused() {
        assertThatThrownBy(() -> FileSystem.get(URI.create("s3:///path")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("bucket");
        assertThatThrownBy(() -> FileSystem.get(URI.create("s3://AK:SK@bucket/path")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("credentials")
                .hasMessageNotContaining("SK");
        // Many secrets have a slash, and what is before that looks like a port.
        assertThatThrownBy(() -> FileSystem.get(URI.create("s3://AK:S/K@bucket/path")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("credentials")
                .hasMessageNotContaining("AK:");
        FileSystem.initialize(of("s3.unknown", "x"));
        assertThatThrownBy(() -> FileSystem.get(URI.create("s3://bucket/path")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("s3.unknown");
    }
}
