// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.filesystem.gs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.configuration.Configuration;
import io.millrace.configuration.IllegalConfigurationException;
import io.millrace.core.fs.FileSystem;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GsSettingsTest {

    private static Configuration configuration(String... keysAndValues) {
        Configuration configuration = new Configuration();
        for (int i = 0; i < keysAndValues.length; i += 2) {
            configuration.setString(keysAndValues[i], keysAndValues[i + 1]);
        }
        return configuration;
    }

    private static GsSettings of(String... keysAndValues) {
        return GsSettings.of(configuration(keysAndValues));
    }

    @AfterEach
    void forget() {
        FileSystem.initialize(new Configuration());
    }

    @Test
    void withoutSettingsItIsGooglesOwnByTheUsualChain() {
        GsSettings settings = of("unrelated", "x");
        assertThat(settings.endpoint()).isNull();
        assertThat(settings.credentials()).isEqualTo(GsSettings.Credentials.USUAL_CHAIN);
        assertThat(settings.attempts()).isEqualTo(10);
        assertThat(settings.connectTimeout()).isEqualTo(Duration.ofSeconds(20));
        assertThat(settings.readTimeout()).isEqualTo(Duration.ofSeconds(20));
        assertThat(settings.totalTimeout()).isEqualTo(Duration.ofMinutes(2));
        assertThat(settings.chunkSize()).isEqualTo(8 << 20);
        assertThat(settings.temporaryBucket()).isNull();
        assertThat(settings.entropy()).isFalse();
        assertThat(settings).hasToString("Google Cloud Storage, credentials of the usual chain");
    }

    @Test
    void whatIsMisspeltIsKnownToBeBeforeTheStoreIsOpened() {
        GsFileSystemFactory factory = new GsFileSystemFactory();

        assertThat(factory.settings()).contains("gs.project.id").allMatch(factory::knows);
        assertThat(factory.knows("google.cloud.auth.null.enable")).isTrue();
        assertThat(factory.knows("gs.retry.rpc-timeout-multiplier")).isTrue();
        assertThat(factory.knows("gs.projekt.id")).isFalse();
    }

    @Test
    void theKeysOfFlinkAreFollowed() {
        GsSettings settings =
                of(
                        "gs.writer.temporary.bucket.name", "other",
                        "gs.writer.chunk.size", "16m",
                        "gs.filesink.entropy.enabled", "true",
                        "gs.http.connect-timeout", "1500",
                        "gs.http.read-timeout", "7 s",
                        "gs.retry.max-attempt", "4",
                        "gs.retry.total-timeout", "30 s",
                        "gs.project.id", "project",
                        "fs.gs.storage.root.url", "https://proxy.example:8443/",
                        "google.cloud.auth.service.account.enable", "true",
                        "google.cloud.auth.service.account.json.keyfile", "/etc/key.json");
        assertThat(settings)
                .isEqualTo(
                        new GsSettings(
                                GsSettings.Credentials.KEY_FILE,
                                "/etc/key.json",
                                URI.create("https://proxy.example:8443"),
                                "project",
                                Duration.ofMillis(1500),
                                Duration.ofSeconds(7),
                                4,
                                Duration.ofSeconds(30),
                                16 << 20,
                                "other",
                                true));
        assertThat(settings.toString())
                .isEqualTo("the store at https://proxy.example:8443, credentials of a key file");
    }

    @ParameterizedTest
    @ValueSource(strings = {"gs.", "fs.gs."})
    void bothBeginningsMeanTheSame(String prefix) {
        assertThat(of(prefix + "retry.max-attempt", "3").attempts()).isEqualTo(3);
        assertThat(of(prefix + "auth.null.enable", "true").credentials())
                .isEqualTo(GsSettings.Credentials.NONE);
    }

    @Test
    void twoSpellingsWithTwoValuesAreRefused() {
        assertThat(of("gs.retry.max-attempt", "3", "fs.gs.retry.max-attempt", "3").attempts())
                .isEqualTo(3);
        assertThatThrownBy(() -> of("gs.retry.max-attempt", "3", "fs.gs.retry.max-attempt", "4"))
                .isInstanceOf(IllegalConfigurationException.class)
                .hasMessageContaining("gs.retry.max-attempt")
                .hasMessageContaining("fs.gs.retry.max-attempt");
    }

    @ParameterizedTest
    @CsvSource({
        "gs.writer.chunk.sise, 1m, not known; did you mean 'gs.writer.chunk.size'?",
        "google.cloud.auth.null.enabled, 1m, not known; did you mean 'google.cloud.auth.null.enable'?",
        "gs.colour, x, not known. Settings of Google Cloud Storage are: gs.",
        "fs.gs.inputstream.fadvise, AUTO, not known",
        "google.cloud.auth.type, X, not known",
        "gs.retry.initial-rpc-timeout, 1 s, gs.http.read-timeout",
        "gs.retry.rpc-timeout-multiplier, 2, gs.http.read-timeout",
        "gs.retry.max-rpc-timeout, 1 s, gs.http.read-timeout",
        "gs.writer.chunk.size, 300k, multiple of 256 KiB",
        "gs.writer.chunk.size, 0, multiple of 256 KiB",
        "gs.writer.chunk.size, 1g, multiple of 256 KiB",
        "gs.writer.chunk.size, much, multiple of 256 KiB",
        "gs.retry.max-attempt, 0, at least 1",
        "gs.retry.max-attempt, few, at least 1",
        "gs.retry.total-timeout, soon, a time",
        "gs.http.read-timeout, 0, a time",
        "gs.filesink.entropy.enabled, maybe, true or false",
        "gs.storage.root.url, somewhere, no address",
        "gs.storage.root.url, ftp://host, no address",
        "gs.storage.root.url, http://user:pass@host, no address",
        "google.cloud.auth.service.account.enable, false, gs.auth.null.enable"
    })
    void whatCannotBeFollowedIsRefusedByItsKey(String key, String value, String said) {
        assertThatThrownBy(() -> of(key, value))
                .isInstanceOf(IllegalConfigurationException.class)
                .hasMessageContaining(key)
                .hasMessageContaining(said)
                .hasMessageNotContaining("user:pass@");
    }

    @Test
    void aKeyFileAndNoCredentialsExcludeEachOther() {
        assertThatThrownBy(
                        () ->
                                of(
                                        "gs.auth.null.enable",
                                        "true",
                                        "gs.auth.service.account.json.keyfile",
                                        "/etc/key.json"))
                .isInstanceOf(IllegalConfigurationException.class)
                .hasMessageContaining("gs.auth.null.enable")
                .hasMessageContaining("gs.auth.service.account.json.keyfile");
    }

    @Test
    void theFileSystemIsFoundByItsScheme() throws Exception {
        FileSystem.initialize(configuration("gs.auth.null.enable", "true"));
        FileSystem files = FileSystem.get(URI.create("gs://bucket/path"));
        assertThat(files).isInstanceOf(GsFileSystem.class);
        assertThat(files.getUri()).isEqualTo(URI.create("gs://bucket/"));
        FileSystem.initialize(configuration("gs.unheard-of", "true"));
        assertThatThrownBy(() -> FileSystem.get(URI.create("gs://bucket/path")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("gs.unheard-of");
    }

    @Test
    void anAddressNamesABucketAndNoCredentials() {
        GsSettings settings = of("gs.auth.null.enable", "true");
        assertThatThrownBy(() -> GsFileSystem.of(URI.create("gs:///path"), settings))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("names no bucket");
        assertThatThrownBy(() -> GsFileSystem.of(URI.create("gs://key:secret@bucket/"), settings))
                .isInstanceOf(IOException.class)
                .hasMessageNotContaining("secret");
    }
}
