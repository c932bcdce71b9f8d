// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.configuration;

import static io.millrace.util.Preconditions.checkNotNull;

import io.millrace.annotation.PublicEvolving;
import io.millrace.configuration.description.Description;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * One setting: its key, type, default value, description, and other keys it is looked for under.
 * Immutable; made with {@link ConfigOptions}.
 *
 * @param <T> its values
 */
@PublicEvolving
public class ConfigOption<T> {

    private static final FallbackKey[] NONE = new FallbackKey[0];

    private final String key;
    private final FallbackKey[] fallbackKeys;
    private final T defaultValue;
    private final Description description;

    /** The class of a value, or of one entry where values are lists. */
    private final Class<?> clazz;

    private final boolean isList;

    ConfigOption(String key, Class<?> clazz, T defaultValue, boolean isList) {
        this(key, clazz, Description.builder().text("").build(), defaultValue, isList, NONE);
    }

    private ConfigOption(
            String key,
            Class<?> clazz,
            Description description,
            T defaultValue,
            boolean isList,
            FallbackKey... fallbackKeys) {
        this.key = checkNotNull(key, "The key of an option is null.");
        this.clazz = checkNotNull(clazz, "The type of option '%s' is null.", key);
        this.description = description;
        this.defaultValue = defaultValue;
        this.isList = isList;
        this.fallbackKeys = fallbackKeys;
    }

    /** The class of a value, or of one entry where values are lists. */
    Class<?> getClazz() {
        return clazz;
    }

    boolean isList() {
        return isList;
    }

    /** This option, looked for under further keys that are as good; before those there are. */
    public ConfigOption<T> withFallbackKeys(String... fallbackKeys) {
        List<FallbackKey> further = new ArrayList<>();
        for (String key : fallbackKeys) {
            further.add(FallbackKey.createFallbackKey(key));
        }
        return withKeysInFront(further);
    }

    /**
     * This option, looked for under further keys, whose use is warned of; after those there are.
     */
    public ConfigOption<T> withDeprecatedKeys(String... deprecatedKeys) {
        List<FallbackKey> keys = new ArrayList<>(Arrays.asList(this.fallbackKeys));
        for (String key : deprecatedKeys) {
            keys.add(FallbackKey.createDeprecatedKey(key));
        }
        return withKeys(keys);
    }

    private ConfigOption<T> withKeysInFront(List<FallbackKey> further) {
        List<FallbackKey> keys = new ArrayList<>(further);
        keys.addAll(Arrays.asList(this.fallbackKeys));
        return withKeys(keys);
    }

    private ConfigOption<T> withKeys(List<FallbackKey> keys) {
        return new ConfigOption<>(
                key, clazz, description, defaultValue, isList, keys.toArray(NONE));
    }

    /** This option with a description. */
    public ConfigOption<T> withDescription(String description) {
        return withDescription(Description.builder().text(description).build());
    }

    /** This option with a description. */
    public ConfigOption<T> withDescription(Description description) {
        return new ConfigOption<>(key, clazz, description, defaultValue, isList, fallbackKeys);
    }

    /** The key. */
    public String key() {
        return key;
    }

    /** Whether it has a default value. */
    public boolean hasDefaultValue() {
        return defaultValue != null;
    }

    /** The default value, null if there is none. */
    public T defaultValue() {
        return defaultValue;
    }

    /** Whether it is looked for under deprecated keys. */
    public boolean hasDeprecatedKeys() {
        return Arrays.stream(fallbackKeys).anyMatch(FallbackKey::isDeprecated);
    }

    /** The deprecated keys, in the order they are looked at. */
    public Iterable<String> deprecatedKeys() {
        return Arrays.stream(fallbackKeys)
                .filter(FallbackKey::isDeprecated)
                .map(FallbackKey::getKey)
                .toList();
    }

    /** Whether it is looked for under any other key. */
    public boolean hasFallbackKeys() {
        return fallbackKeys.length > 0;
    }

    /** All other keys, deprecated or not, in the order they are looked at. */
    public Iterable<FallbackKey> fallbackKeys() {
        return List.of(fallbackKeys);
    }

    /** What it is for. */
    public Description description() {
        return description;
    }

    @Override
    public boolean equals(Object o) {
        return this == o
                || (o instanceof ConfigOption<?> other
                        && key.equals(other.key)
                        && Arrays.equals(fallbackKeys, other.fallbackKeys)
                        && Objects.equals(defaultValue, other.defaultValue));
    }

    @Override
    public int hashCode() {
        return 31 * (31 * key.hashCode() + Arrays.hashCode(fallbackKeys))
                + Objects.hashCode(defaultValue);
    }

    @Override
    public String toString() {
        return "Key: '"
                + key
                + "' , default: "
                + defaultValue
                + " (fallback keys: "
                + Arrays.toString(fallbackKeys)
                + ')';
    }
}
