// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.filesystem.s3;

import io.millrace.configuration.Configuration;
import io.millrace.configuration.IllegalConfigurationException;
import io.millrace.configuration.MemorySize;
import io.millrace.util.TimeUtils;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How a store is reached and written to. Immutable; {@link #toString()} has no secret.
 *
 * @param accessKey null for the usual chain of the AWS SDK
 * @param secretKey given with {@code accessKey}
 * @param sessionToken null for none
 * @param anonymous whether requests are not signed
 * @param endpoint null for Amazon's own
 * @param region null for what the AWS SDK finds
 * @param pathStyle whether the bucket stands in the path, and not in the host's name
 * @param maxConnections at once, over all streams
 * @param connectTimeout until a connection stands
 * @param socketTimeout until something comes over it
 * @param callTimeout for a request with all its repetitions; zero for none
 * @param attempts how often a request is sent at most
 * @param partSize bytes of the first parts of a multipart upload
 * @param concurrentUploads parts of one stream that are on their way at once
 * @param entropyKey taken out of paths; null for none
 * @param encryption {@code AES256}, {@code aws:kms}, or null for what the bucket says
 * @param encryptionKey of the key service; null for the bucket's
 */
record S3Settings(
        String accessKey,
        String secretKey,
        String sessionToken,
        boolean anonymous,
        URI endpoint,
        String region,
        boolean pathStyle,
        int maxConnections,
        Duration connectTimeout,
        Duration socketTimeout,
        Duration callTimeout,
        int attempts,
        int partSize,
        int concurrentUploads,
        String entropyKey,
        String encryption,
        String encryptionKey) {

    /** The smallest part that S3 takes, but for the last of an upload. */
    static final int MIN_PART_SIZE = 5 * 1024 * 1024;

    private static final int MAX_PART_SIZE = 512 * 1024 * 1024;

    private static final Logger LOG = LoggerFactory.getLogger(S3Settings.class);

    /** As Flink's: these characters mean something to tools that are given such a path. */
    private static final Pattern ILLEGAL_IN_ENTROPY_KEY =
            Pattern.compile("[~#@*+%{}<>\\[\\]|\"\\\\]");

    /**
     * What the settings say that begin with {@code s3.}, {@code s3a.} or {@code fs.s3a.}.
     *
     * @throws IllegalConfigurationException naming the key that is unknown, or cannot be followed
     */
    static S3Settings of(Configuration configuration) {
        S3Keys keys = S3Keys.read(configuration);
        keys.withoutEffect().forEach(said -> LOG.info("{}", said));
        String accessKey = keys.text("access-key");
        String secretKey = keys.text("secret-key");
        if ((accessKey == null) != (secretKey == null)) {
            throw new IllegalConfigurationException(
                    "Of s3.access-key and s3.secret-key only one is set. Set both, or none: then the usual"
                            + " chain of the AWS SDK looks for credentials.");
        }
        String sessionToken = keys.text("session-token");
        if (sessionToken != null && accessKey == null) {
            throw new IllegalConfigurationException(
                    "s3.session-token is set without s3.access-key and s3.secret-key, to which it belongs.");
        }
        int partSize = partSize(keys);
        return new S3Settings(
                accessKey,
                secretKey,
                sessionToken,
                anonymous(keys, accessKey != null),
                endpoint(keys),
                keys.text("region"),
                keys.flag("path.style.access", false),
                keys.number("connection.maximum", 128, 1),
                keys.duration("connection.establish.timeout", Duration.ofSeconds(5)),
                keys.duration("connection.timeout", Duration.ofSeconds(30)),
                keys.duration("connection.request.timeout", Duration.ZERO),
                attempts(keys),
                partSize,
                keys.number(
                        "upload.max.concurrent.uploads",
                        Runtime.getRuntime().availableProcessors(),
                        1),
                entropyKey(keys),
                encryption(keys),
                encryptionKey(keys));
    }

    private static boolean anonymous(S3Keys keys, boolean withKey) {
        String provider = keys.text("aws.credentials.provider");
        if (provider == null) {
            return false;
        }
        String name = provider.substring(provider.lastIndexOf('.') + 1);
        if (!name.equals("AnonymousAWSCredentialsProvider")
                && !name.equals("AnonymousCredentialsProvider")) {
            throw new IllegalConfigurationException(
                    keys.asSet("aws.credentials.provider")
                            + " = "
                            + provider
                            + " can't be followed: it names a class of another program. Leave it out: the usual chain"
                            + " of the AWS SDK asks system properties, the environment, web identity tokens, profiles,"
                            + " the container and the machine. AnonymousAWSCredentialsProvider is understood.");
        }
        if (withKey) {
            throw new IllegalConfigurationException(
                    keys.asSet("aws.credentials.provider")
                            + " asks for requests without credentials, and s3.access-key gives some.");
        }
        return true;
    }

    private static URI endpoint(S3Keys keys) {
        String endpoint = keys.text("endpoint");
        String ssl = keys.text("connection.ssl.enabled");
        if (endpoint == null) {
            if (ssl != null && !keys.flag("connection.ssl.enabled", true)) {
                throw new IllegalConfigurationException(
                        keys.asSet("connection.ssl.enabled")
                                + " = false needs an s3.endpoint: Amazon's own is spoken to by TLS.");
            }
            return null;
        }
        String address =
                endpoint.contains("://")
                        ? endpoint
                        : (keys.flag("connection.ssl.enabled", true) ? "https://" : "http://")
                                + endpoint;
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
                "s3.endpoint is no address such as https://host:port (without user or password in it).");
    }

    private static int attempts(S3Keys keys) {
        int attempts = keys.number("attempts.maximum", 10, 1);
        String retries = keys.text("max-client-retries");
        if (retries == null) {
            return attempts;
        }
        int byRetries = keys.number("max-client-retries", 0, 0) + 1;
        if (keys.text("attempts.maximum") != null && attempts != byRetries) {
            throw new IllegalConfigurationException(
                    "s3.attempts.maximum and s3.max-client-retries (attempts less one) contradict each other.");
        }
        return byRetries;
    }

    private static int partSize(S3Keys keys) {
        String size = keys.text("upload.min.part.size");
        if (size == null) {
            return MIN_PART_SIZE;
        }
        long bytes;
        try {
            bytes = MemorySize.parseBytes(size);
        } catch (IllegalArgumentException e) {
            throw keys.wrong("upload.min.part.size", "a number of bytes, such as 16m", e);
        }
        if (bytes < MIN_PART_SIZE || bytes > MAX_PART_SIZE) {
            throw keys.wrong(
                    "upload.min.part.size",
                    "between 5 MiB, the least that S3 takes, and 512 MiB, which a stream can hold",
                    null);
        }
        return (int) bytes;
    }

    private static String entropyKey(S3Keys keys) {
        String key = keys.text("entropy.key");
        if (key == null) {
            return null;
        }
        if (ILLEGAL_IN_ENTROPY_KEY.matcher(key).find()) {
            throw keys.wrong("entropy.key", "a text without any of ~#@*+%{}<>[]|\"\\", null);
        }
        LOG.warn(
                "s3.entropy.key: '{}' is taken out of paths, as it is from those of manifests, and nothing random is"
                        + " put in its place: a checkpoint's files lie beside its manifest, and S3 splits busy"
                        + " prefixes by itself.",
                key);
        return key;
    }

    private static String encryption(S3Keys keys) {
        String algorithm = keys.text("encryption.algorithm");
        if (algorithm == null) {
            return null;
        }
        return switch (algorithm.toUpperCase(Locale.ROOT)) {
            case "AES256", "SSE-S3" -> "AES256";
            case "SSE-KMS", "AWS:KMS" -> "aws:kms";
            default ->
                    throw keys.wrong(
                            "encryption.algorithm",
                            "AES256 or SSE-KMS (keys of the client's own, SSE-C and CSE, are not supported)",
                            null);
        };
    }

    private static String encryptionKey(S3Keys keys) {
        String key = keys.text("encryption.key");
        if (key != null && !"aws:kms".equals(encryption(keys))) {
            throw new IllegalConfigurationException(
                    keys.asSet("encryption.key")
                            + " is set, and s3.encryption.algorithm is not SSE-KMS.");
        }
        return key;
    }

    /** Bytes of the part with this number: they grow, so that 10,000 parts hold 500 GiB. */
    int partSize(int number) {
        long size = partSize * (1L + number / 500);
        return (int) Math.min(size, Math.max(partSize, MAX_PART_SIZE));
    }

    /** For people: where, and nothing else. */
    String where() {
        return endpoint == null
                ? "Amazon S3" + (region == null ? "" : " in " + region)
                : "the store at " + endpoint;
    }

    /** Without secrets. */
    @Override
    public String toString() {
        return where()
                + (pathStyle ? ", path style" : "")
                + ", credentials "
                + (anonymous ? "none" : accessKey == null ? "of the usual chain" : "as set");
    }

    /** A duration as Hadoop and Flink write it: a plain number counts milliseconds. */
    static Duration duration(String text) {
        return TimeUtils.parseDuration(Objects.requireNonNull(text).trim());
    }
}
