// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.cli;

import io.millrace.configuration.ConfigOption;
import io.millrace.configuration.Configuration;
import io.millrace.configuration.FallbackKey;
import io.millrace.configuration.ReadableConfig;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where the settings were made: in which line of which file, or by which option. What is wrong with
 * a setting is noticed in many rooms, and all of them name its key; so this finds the keys in what
 * they say, and tells the place.
 */
final class Origins {

    private static final Pattern KEY = Pattern.compile("[a-z][A-Za-z0-9-]*(\\.[A-Za-z0-9-]+)+");

    private final Configuration made = new Configuration();
    private final Map<String, Origin> places = new HashMap<>();

    /** A setting was made at this place; a later one wins. */
    void put(String key, String value, Origin place) {
        made.setString(key, value);
        places.put(key, place);
    }

    /** A setting does not hold any more. */
    void remove(String key) {
        made.removeKey(key);
        places.remove(key);
    }

    /** Where the setting with exactly this key was made; null when it was not. */
    Origin of(String key) {
        return places.get(key);
    }

    /** Whether a key that this speaks of was set through the launcher. */
    boolean knowsOneIn(String said) {
        return keysIn(said).stream().anyMatch(key -> keyAsMade(key) != null);
    }

    /**
     * A line for each key that this speaks of and that was set.
     *
     * @param now what holds, with what the program has set; null before it has run
     */
    List<String> placesIn(String said, ReadableConfig now) {
        List<String> lines = new ArrayList<>();
        for (String key : keysIn(said)) {
            String asMade = keyAsMade(key);
            if (asMade != null && (now == null || isSame(key, now))) {
                lines.add("'" + asMade + "' was set by " + places.get(asMade));
            } else if (now != null && isSetIn(now, key)) {
                lines.add("'" + key + "' was set by the program");
            }
        }
        return lines;
    }

    private static Set<String> keysIn(String said) {
        Set<String> keys = new LinkedHashSet<>();
        Matcher matcher = KEY.matcher(said);
        while (matcher.find()) {
            keys.add(matcher.group());
        }
        return keys;
    }

    /** The key itself, or the older one it was set by; null when it was not set. */
    String keyAsMade(String key) {
        if (places.containsKey(key)) {
            return key;
        }
        ConfigOption<?> option = KnownKeys.option(key);
        if (option != null) {
            for (FallbackKey older : option.fallbackKeys()) {
                if (places.containsKey(older.getKey())) {
                    return older.getKey();
                }
            }
        }
        return null;
    }

    /** Whether the program has left this as it was set. */
    private boolean isSame(String key, ReadableConfig now) {
        ConfigOption<?> option = KnownKeys.option(key);
        return option == null
                ? Objects.equals(made.toMap().get(key), now.toMap().get(key))
                : made.getOptional(option).equals(now.getOptional(option));
    }

    private static boolean isSetIn(ReadableConfig now, String key) {
        ConfigOption<?> option = KnownKeys.option(key);
        return option != null && now.getOptional(option).isPresent();
    }
}
