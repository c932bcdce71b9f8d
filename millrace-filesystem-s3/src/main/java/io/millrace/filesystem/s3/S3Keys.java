// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.filesystem.s3;

import io.millrace.configuration.Configuration;
import io.millrace.configuration.IllegalConfigurationException;
import io.millrace.spi.Spelling;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The keys of settings, as Flink's two file systems for S3 have them: both take over keys of the
 * libraries they stand on, so that many have two spellings. A key that is not known is refused; one
 * that is known and means nothing here is told.
 */
final class S3Keys {

    private static final List<String> PREFIXES = List.of("s3.", "s3a.", "fs.s3a.");

    /** By any spelling, the one that is used here. */
    private static final Map<String, String> KNOWN = new TreeMap<>();

    /** Keys that mean nothing here, or beginnings of such keys, and why. */
    private static final Map<String, String> WITHOUT_EFFECT =
            Map.ofEntries(
                    Map.entry("entropy.length", "nothing random is put into paths"),
                    Map.entry("s5cmd.", "no other program copies files; several streams do"),
                    Map.entry("fast.upload", "parts are always uploaded while the file is written"),
                    Map.entry("buffer.dir", "parts are held in memory"),
                    Map.entry("staging-directory", "parts are held in memory"),
                    Map.entry("threads.", "each stream says how many parts are on their way"),
                    Map.entry(
                            "max.total.tasks", "each stream says how many parts are on their way"),
                    Map.entry(
                            "multipart.purge", "each file sink removes its own unfinished uploads"),
                    Map.entry("multipart.threshold", "what fits into one part is put at once"),
                    Map.entry("readahead.range", "reading is fitted to how a file is read"),
                    Map.entry("experimental.", "reading is fitted to how a file is read"),
                    Map.entry("input.fadvise", "reading is fitted to how a file is read"),
                    Map.entry(
                            "directory.marker.retention", "no markers of directories are written"),
                    Map.entry("paging.maximum", "lists come in pages of a thousand"),
                    Map.entry("impl", "this module is the implementation"),
                    Map.entry("block.size", "files are split at 32 MiB"));

    static {
        known("access-key", "access.key");
        known("secret-key", "secret.key");
        known("session-token", "session.token");
        known("aws.credentials.provider", "credentials-provider");
        known("endpoint");
        known("region", "endpoint.region");
        known("path.style.access", "path-style-access");
        known("connection.ssl.enabled", "ssl.enabled");
        known("connection.maximum", "max-connections");
        known("connection.establish.timeout", "connect-timeout");
        known("connection.timeout", "socket-timeout");
        known("connection.request.timeout");
        known("attempts.maximum");
        known("max-client-retries");
        known("upload.min.part.size", "multipart.size");
        known("upload.max.concurrent.uploads");
        known("entropy.key");
        known("encryption.algorithm", "server-side-encryption-algorithm");
        known("encryption.key", "server-side-encryption.key");
    }

    private record Set(String key, String value) {}

    private final Map<String, Set> settings = new TreeMap<>();
    private final List<String> withoutEffect = new ArrayList<>();

    private S3Keys() {}

    private static void known(String key, String... others) {
        KNOWN.put(key, key);
        for (String other : others) {
            KNOWN.put(other, key);
        }
    }

    static S3Keys read(Configuration configuration) {
        S3Keys keys = new S3Keys();
        Map<String, String> all = configuration.toMap();
        for (String key : new TreeSet<>(all.keySet())) {
            for (String prefix : PREFIXES) {
                if (key.startsWith(prefix)) {
                    keys.take(key, key.substring(prefix.length()), all.get(key));
                }
            }
        }
        return keys;
    }

    /** The keys that are followed, in their first spelling. */
    static Collection<String> all() {
        return KNOWN.values().stream().distinct().map(name -> "s3." + name).toList();
    }

    /** Whether a key that begins with one of the prefixes is followed, or told to mean nothing. */
    static boolean isKnown(String key) {
        return PREFIXES.stream()
                .filter(key::startsWith)
                .map(prefix -> key.substring(prefix.length()))
                .anyMatch(
                        name ->
                                KNOWN.containsKey(name)
                                        || WITHOUT_EFFECT.keySet().stream()
                                                .anyMatch(name::startsWith));
    }

    /** The nearest key of the same beginning; where none is near, all. */
    private static String hint(String key) {
        List<String> all = new ArrayList<>();
        for (String prefix : PREFIXES) {
            if (key.startsWith(prefix)) {
                KNOWN.keySet().forEach(name -> all.add(prefix + name));
            }
        }
        String hint = Spelling.hint(key, all);
        return hint.isEmpty()
                ? ". Settings of S3 are: s3."
                        + String.join(", s3.", new TreeSet<>(KNOWN.values()))
                        + "."
                : hint;
    }

    private void take(String key, String name, String value) {
        String known = KNOWN.get(name);
        if (known == null) {
            for (Map.Entry<String, String> idle : WITHOUT_EFFECT.entrySet()) {
                if (name.startsWith(idle.getKey())) {
                    withoutEffect.add(key + " has no effect: " + idle.getValue() + ".");
                    return;
                }
            }
            throw new IllegalConfigurationException(
                    "The setting " + key + " is not known" + hint(key));
        }
        Set earlier = settings.put(known, new Set(key, value));
        if (earlier != null && !earlier.value.equals(value)) {
            throw new IllegalConfigurationException(
                    "The settings "
                            + earlier.key
                            + " and "
                            + key
                            + " mean the same and have different values. Leave one out.");
        }
    }

    /** A sentence for each that is set and means nothing. */
    List<String> withoutEffect() {
        return withoutEffect;
    }

    /** Null where it is not set, or empty. */
    String text(String name) {
        Set set = settings.get(name);
        return set == null || set.value.isBlank() ? null : set.value.trim();
    }

    /** As the user has spelled it. */
    String asSet(String name) {
        Set set = settings.get(name);
        return set == null ? "s3." + name : set.key;
    }

    boolean flag(String name, boolean otherwise) {
        String text = text(name);
        if (text == null) {
            return otherwise;
        }
        return switch (text.toLowerCase(Locale.ROOT)) {
            case "true" -> true;
            case "false" -> false;
            default -> throw wrong(name, "true or false", null);
        };
    }

    int number(String name, int otherwise, int least) {
        String text = text(name);
        if (text == null) {
            return otherwise;
        }
        try {
            int number = Integer.parseInt(text);
            if (number >= least) {
                return number;
            }
        } catch (NumberFormatException e) {
            throw wrong(name, "a number of at least " + least, e);
        }
        throw wrong(name, "a number of at least " + least, null);
    }

    Duration duration(String name, Duration otherwise) {
        String text = text(name);
        if (text == null) {
            return otherwise;
        }
        try {
            return S3Settings.duration(text);
        } catch (IllegalArgumentException e) {
            throw wrong(name, "a time, such as 30 s; a plain number counts milliseconds", e);
        }
    }

    IllegalConfigurationException wrong(String name, String right, Exception cause) {
        return new IllegalConfigurationException(
                asSet(name) + " is " + right + ", not '" + text(name) + "'.", cause);
    }
}
