// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.filesystem.gs;

import com.google.api.gax.retrying.RetrySettings;
import com.google.auth.Credentials;
import com.google.auth.oauth2.GoogleCredentials;
import com.google.auth.oauth2.ServiceAccountCredentials;
import com.google.cloud.NoCredentials;
import com.google.cloud.http.HttpTransportOptions;
import com.google.cloud.storage.HttpStorageOptions;
import com.google.cloud.storage.Storage;
import com.google.cloud.storage.StorageOptions;
import com.google.cloud.storage.StorageRetryStrategy;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/** Makes clients, and shares them among all who reach the store in the same way. */
final class GsClients {

    private static final Map<GsSettings, Storage> CLIENTS = new HashMap<>();

    private GsClients() {}

    /**
     * @throws IOException when there are no credentials
     */
    static synchronized Storage with(GsSettings settings) throws IOException {
        Storage client = CLIENTS.get(settings);
        if (client == null) {
            client = make(settings);
            CLIENTS.put(settings, client);
        }
        return client;
    }

    private static Storage make(GsSettings settings) throws IOException {
        Credentials credentials = credentials(settings);
        HttpStorageOptions.Builder options =
                StorageOptions.http()
                        .setCredentials(credentials)
                        .setTransportOptions(
                                HttpTransportOptions.newBuilder()
                                        .setConnectTimeout(
                                                (int) settings.connectTimeout().toMillis())
                                        .setReadTimeout((int) settings.readTimeout().toMillis())
                                        .build())
                        .setRetrySettings(
                                RetrySettings.newBuilder()
                                        .setMaxAttempts(settings.attempts())
                                        .setInitialRetryDelayDuration(Duration.ofMillis(200))
                                        .setRetryDelayMultiplier(2)
                                        .setMaxRetryDelayDuration(Duration.ofSeconds(10))
                                        .setTotalTimeoutDuration(settings.totalTimeout())
                                        .build())
                        // Each request of ours may be sent twice: it says what must be there
                        // before,
                        // or leaves the same behind.
                        .setStorageRetryStrategy(
                                StorageRetryStrategy.getUniformStorageRetryStrategy());
        String project = project(settings, credentials);
        if (project != null) {
            options.setProjectId(project);
        }
        if (settings.endpoint() != null) {
            options.setHost(settings.endpoint().toString());
        }
        return options.build().getService();
    }

    /** Null lets the library ask the machine. */
    private static String project(GsSettings settings, Credentials credentials) {
        if (settings.projectId() != null) {
            return settings.projectId();
        }
        if (credentials instanceof ServiceAccountCredentials account) {
            return account.getProjectId();
        }
        return settings.credentials() == GsSettings.Credentials.NONE ? "none" : null;
    }

    private static Credentials credentials(GsSettings settings) throws IOException {
        return switch (settings.credentials()) {
            case NONE -> NoCredentials.getInstance();
            case KEY_FILE -> ofFile(settings.keyFile());
            case USUAL_CHAIN -> ofUsualChain();
        };
    }

    private static Credentials ofUsualChain() throws IOException {
        try {
            return GoogleCredentials.getApplicationDefault();
        } catch (IOException e) {
            throw new IOException(
                    "No credentials for Google Cloud Storage were found by the usual chain of Google's libraries. Name a"
                            + " key file in GOOGLE_APPLICATION_CREDENTIALS or in"
                            + " google.cloud.auth.service.account.json.keyfile, log in by 'gcloud auth"
                            + " application-default login', run on a machine with a service account, or, for a public"
                            + " bucket, set gs.auth.null.enable = true.",
                    e);
        }
    }

    /** What goes wrong is told without its cause, which may have read from the file. */
    private static Credentials ofFile(String name) throws IOException {
        Path file;
        try {
            file = Path.of(name);
        } catch (InvalidPathException e) {
            throw new IOException("The key file of the service account is no path.", e);
        }
        if (!Files.isReadable(file)) {
            throw new IOException(
                    "The key file "
                            + file
                            + " of the service account is missing, or may not be read.");
        }
        try (InputStream in = Files.newInputStream(file)) {
            return ServiceAccountCredentials.fromStream(in);
        } catch (IOException | RuntimeException e) {
            throw new IOException(
                    "The key file "
                            + file
                            + " is none of a service account in JSON ("
                            + e.getClass().getSimpleName()
                            + "). Make one in Google's console, or correct"
                            + " google.cloud.auth.service.account.json.keyfile.");
        }
    }
}
