// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.filesystem.gs;

import io.millrace.configuration.Configuration;
import io.millrace.configuration.IllegalConfigurationException;
import io.millrace.configuration.MemorySize;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.Locale;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How the store is reached and written to. Immutable; {@link #toString()} has no secret, and
 * neither has this: credentials are in a file, or found by the usual chain.
 *
 * @param credentials where they come from
 * @param keyFile of a service account; null but for {@link Credentials#KEY_FILE}
 * @param endpoint null for Google's own
 * @param projectId null for that of the credentials
 * @param connectTimeout until a connection stands
 * @param readTimeout until something comes over it
 * @param attempts how often a request is sent at most
 * @param totalTimeout after which it is not sent again
 * @param chunkSize bytes of one request of a large object, and of a piece of a pending one
 * @param temporaryBucket where pieces of pending objects lie; null for the object's own
 * @param entropy whether their names begin with something random
 */
record GsSettings(
        Credentials credentials,
        String keyFile,
        URI endpoint,
        String projectId,
        Duration connectTimeout,
        Duration readTimeout,
        int attempts,
        Duration totalTimeout,
        int chunkSize,
        String temporaryBucket,
        boolean entropy) {

    /** Of what a chunk of an upload must be a multiple, but for the last. */
    static final int CHUNK_UNIT = 256 * 1024;

    private static final int MAX_CHUNK_SIZE = 512 * 1024 * 1024;

    private static final Logger LOG = LoggerFactory.getLogger(GsSettings.class);

    /** Where credentials come from. */
    enum Credentials {
        /** The chain of Google's libraries: environment, gcloud's file, the machine. */
        USUAL_CHAIN,
        /** A key file of a service account. */
        KEY_FILE,
        /** Requests carry none: public buckets, and stand-ins. */
        NONE
    }

    /**
     * What the settings say that begin with {@code gs.}, {@code fs.gs.} or {@code
     * google.cloud.auth.}.
     *
     * @throws IllegalConfigurationException naming the key that is unknown, or cannot be followed
     */
    static GsSettings of(Configuration configuration) {
        GsKeys keys = GsKeys.read(configuration);
        String keyFile = keys.text("auth.service.account.json.keyfile");
        return new GsSettings(
                credentials(keys, keyFile),
                keyFile,
                endpoint(keys),
                keys.text("project.id"),
                keys.duration("http.connect-timeout", Duration.ofSeconds(20)),
                keys.duration("http.read-timeout", Duration.ofSeconds(20)),
                keys.number("retry.max-attempt", 10, 1),
                keys.duration("retry.total-timeout", Duration.ofMinutes(2)),
                chunkSize(keys),
                keys.text("writer.temporary.bucket.name"),
                entropy(keys));
    }

    private static Credentials credentials(GsKeys keys, String keyFile) {
        boolean serviceAccount = keys.flag("auth.service.account.enable", true);
        boolean none = keys.flag("auth.null.enable", false);
        if (none && keyFile != null) {
            throw new IllegalConfigurationException(
                    keys.asSet("auth.null.enable")
                            + " asks for requests without credentials, and "
                            + keys.asSet("auth.service.account.json.keyfile")
                            + " gives some. Leave one out.");
        }
        if (!serviceAccount) {
            if (!none) {
                throw new IllegalConfigurationException(
                        keys.asSet("auth.service.account.enable")
                                + " = false leaves no credentials. For requests without any set"
                                + " gs.auth.null.enable = true; else leave it out: then the usual chain of Google's"
                                + " libraries is asked (GOOGLE_APPLICATION_CREDENTIALS, gcloud's own file, the"
                                + " machine).");
            }
            return Credentials.NONE;
        }
        if (none) {
            return Credentials.NONE;
        }
        return keyFile == null ? Credentials.USUAL_CHAIN : Credentials.KEY_FILE;
    }

    private static URI endpoint(GsKeys keys) {
        String endpoint = keys.text("storage.root.url");
        if (endpoint == null) {
            return null;
        }
        String address =
                endpoint.endsWith("/") ? endpoint.substring(0, endpoint.length() - 1) : endpoint;
        try {
            URI uri = new URI(address);
            String scheme = String.valueOf(uri.getScheme()).toLowerCase(Locale.ROOT);
            if (uri.getHost() != null
                    && uri.getUserInfo() == null
                    && (scheme.equals("http") || scheme.equals("https"))) {
                return uri;
            }
        } catch (URISyntaxException e) {
            LOG.debug("no URI", e);
        }
        throw new IllegalConfigurationException(
                keys.asSet("storage.root.url")
                        + " is no address such as https://host:port (without user or password in it).");
    }

    private static int chunkSize(GsKeys keys) {
        String size = keys.text("writer.chunk.size");
        if (size == null) {
            return 8 * 1024 * 1024;
        }
        String right = "a multiple of 256 KiB up to 512 MiB, such as 16m";
        long bytes;
        try {
            bytes = MemorySize.parseBytes(size);
        } catch (IllegalArgumentException e) {
            throw keys.wrong("writer.chunk.size", right, e);
        }
        if (bytes <= 0 || bytes % CHUNK_UNIT != 0 || bytes > MAX_CHUNK_SIZE) {
            throw keys.wrong("writer.chunk.size", right, null);
        }
        return (int) bytes;
    }

    private static boolean entropy(GsKeys keys) {
        boolean entropy = keys.flag("filesink.entropy.enabled", false);
        if (entropy || keys.text("writer.temporary.bucket.name") != null) {
            LOG.info(
                    "Temporary objects of file sinks do not lie beside their files, where the next run of a job finds"
                            + " what a crash has left ({}). Give their bucket a rule that removes objects by age.",
                    entropy
                            ? keys.asSet("filesink.entropy.enabled")
                            : keys.asSet("writer.temporary.bucket.name"));
        }
        return entropy;
    }

    /** For people: where, and nothing else. */
    String where() {
        return endpoint == null ? "Google Cloud Storage" : "the store at " + endpoint;
    }

    /** Without secrets. */
    @Override
    public String toString() {
        return where()
                + ", credentials "
                + switch (credentials) {
                    case NONE -> "none";
                    case KEY_FILE -> "of a key file";
                    case USUAL_CHAIN -> "of the usual chain";
                };
    }
}
