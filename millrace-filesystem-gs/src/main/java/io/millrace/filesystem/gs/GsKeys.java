// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.filesystem.gs;

import io.millrace.configuration.Configuration;
import io.millrace.configuration.IllegalConfigurationException;
import io.millrace.spi.Spelling;
import io.millrace.util.TimeUtils;
import java.time.Duration;
import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The keys of settings, as Flink's module for this store and the library under it spell them. A key
 * that is not known, or that cannot be followed, is refused.
 */
final class GsKeys {

    /** By the beginning that Flink's users write; the second is that of the library under it. */
    private static final Map<String, String> PREFIXES =
            Map.of("gs.", "", "fs.gs.", "", "google.cloud.auth.", "auth.");

    private static final TreeSet<String> KNOWN =
            new TreeSet<>(
                    java.util.List.of(
                            "writer.temporary.bucket.name",
                            "writer.chunk.size",
                            "filesink.entropy.enabled",
                            "http.connect-timeout",
                            "http.read-timeout",
                            "retry.max-attempt",
                            "retry.total-timeout",
                            "storage.root.url",
                            "project.id",
                            "auth.service.account.enable",
                            "auth.service.account.json.keyfile",
                            "auth.null.enable"));

    /** Keys of Flink's that can't be followed, and why. */
    private static final Map<String, String> REFUSED =
            Map.of(
                    "retry.initial-rpc-timeout", GsKeys.OVER_HTTP,
                    "retry.rpc-timeout-multiplier", GsKeys.OVER_HTTP,
                    "retry.max-rpc-timeout", GsKeys.OVER_HTTP);

    private static final String OVER_HTTP =
            "requests go over HTTP, where gs.http.connect-timeout and gs.http.read-timeout say how long one may"
                    + " take, and gs.retry.total-timeout how long all attempts";

    private record Set(String key, String value) {}

    private final Map<String, Set> settings = new TreeMap<>();

    private GsKeys() {}

    static GsKeys read(Configuration configuration) {
        GsKeys keys = new GsKeys();
        Map<String, String> all = configuration.toMap();
        for (String key : new TreeSet<>(all.keySet())) {
            PREFIXES.forEach(
                    (prefix, ours) -> {
                        if (key.startsWith(prefix)) {
                            keys.take(key, ours + key.substring(prefix.length()), all.get(key));
                        }
                    });
        }
        return keys;
    }

    /** The keys that are followed, in their first spelling. */
    static Collection<String> all() {
        return KNOWN.stream().map(name -> "gs." + name).toList();
    }

    /** Whether a key that begins with one of the prefixes is followed, or refused with a reason. */
    static boolean isKnown(String key) {
        return PREFIXES.entrySet().stream()
                .filter(prefix -> key.startsWith(prefix.getKey()))
                .map(prefix -> prefix.getValue() + key.substring(prefix.getKey().length()))
                .anyMatch(name -> KNOWN.contains(name) || REFUSED.containsKey(name));
    }

    /** The nearest key of the same beginning; where none is near, all. */
    private static String hint(String key) {
        java.util.Set<String> all = new TreeSet<>();
        PREFIXES.forEach(
                (prefix, ours) -> {
                    if (key.startsWith(prefix)) {
                        KNOWN.stream()
                                .filter(name -> name.startsWith(ours))
                                .forEach(name -> all.add(prefix + name.substring(ours.length())));
                    }
                });
        String hint = Spelling.hint(key, all);
        return hint.isEmpty()
                ? ". Settings of Google Cloud Storage are: gs."
                        + String.join(", gs.", KNOWN)
                        + "; those of gs.auth may begin with google.cloud.auth instead."
                : hint;
    }

    private void take(String key, String name, String value) {
        String why = REFUSED.get(name);
        if (why != null) {
            throw new IllegalConfigurationException(
                    "The setting " + key + " cannot be followed: " + why + ". Leave it out.");
        }
        if (!KNOWN.contains(name)) {
            throw new IllegalConfigurationException(
                    "The setting " + key + " is not known" + hint(key));
        }
        Set earlier = settings.put(name, new Set(key, value));
        if (earlier != null && !earlier.value.equals(value)) {
            throw new IllegalConfigurationException(
                    "The settings "
                            + earlier.key
                            + " and "
                            + key
                            + " mean the same and have different values. Leave one out.");
        }
    }

    /** Null where it is not set, or empty. */
    String text(String name) {
        Set set = settings.get(name);
        return set == null || set.value.isBlank() ? null : set.value.trim();
    }

    /** As the user has spelled it. */
    String asSet(String name) {
        Set set = settings.get(name);
        return set == null ? "gs." + name : set.key;
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

    /** As Flink and Hadoop write it: a plain number counts milliseconds. */
    Duration duration(String name, Duration otherwise) {
        String text = text(name);
        if (text == null) {
            return otherwise;
        }
        Duration duration;
        try {
            duration = TimeUtils.parseDuration(text);
        } catch (IllegalArgumentException e) {
            throw wrong(name, "a time, such as 30 s; a plain number counts milliseconds", e);
        }
        if (duration.isZero() || duration.toMillis() > Integer.MAX_VALUE) {
            throw wrong(name, "a time above none and below 24 days", null);
        }
        return duration;
    }

    IllegalConfigurationException wrong(String name, String right, Exception cause) {
        return new IllegalConfigurationException(
                asSet(name) + " is " + right + ", not '" + text(name) + "'.", cause);
    }
}
