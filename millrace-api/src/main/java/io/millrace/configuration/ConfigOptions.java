// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.configuration;

import static io.millrace.util.Preconditions.checkNotNull;

import io.millrace.annotation.PublicEvolving;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/**
 * Makes options: {@code
 * ConfigOptions.key("my.timeout").durationType().defaultValue(Duration.ofSeconds(3))}.
 */
@PublicEvolving
public class ConfigOptions {

    private ConfigOptions() {}

    /** Begins an option. */
    public static OptionBuilder key(String key) {
        return new OptionBuilder(checkNotNull(key, "The key of an option is null."));
    }

    /** An option with a key, waiting for its type. */
    public static final class OptionBuilder {

        // Asked for by its raw class, a map says nothing of what is in it: keys and values are
        // strings.
        @SuppressWarnings("unchecked")
        private static final Class<Map<String, String>> MAP_CLASS =
                (Class<Map<String, String>>) (Class<?>) Map.class;

        private final String key;

        OptionBuilder(String key) {
            this.key = key;
        }

        /** Values are true and false. */
        public TypedConfigOptionBuilder<Boolean> booleanType() {
            return new TypedConfigOptionBuilder<>(key, Boolean.class);
        }

        /** Values are whole numbers of 32 bits. */
        public TypedConfigOptionBuilder<Integer> intType() {
            return new TypedConfigOptionBuilder<>(key, Integer.class);
        }

        /** Values are whole numbers of 64 bits. */
        public TypedConfigOptionBuilder<Long> longType() {
            return new TypedConfigOptionBuilder<>(key, Long.class);
        }

        /** Values are floating point numbers of 32 bits. */
        public TypedConfigOptionBuilder<Float> floatType() {
            return new TypedConfigOptionBuilder<>(key, Float.class);
        }

        /** Values are floating point numbers of 64 bits. */
        public TypedConfigOptionBuilder<Double> doubleType() {
            return new TypedConfigOptionBuilder<>(key, Double.class);
        }

        /** Values are text. */
        public TypedConfigOptionBuilder<String> stringType() {
            return new TypedConfigOptionBuilder<>(key, String.class);
        }

        /** Values are times with a unit, as {@code 10 s}; without a unit, milliseconds. */
        public TypedConfigOptionBuilder<Duration> durationType() {
            return new TypedConfigOptionBuilder<>(key, Duration.class);
        }

        /** Values are sizes with a unit, as {@code 64 mb}; without a unit, bytes. */
        public TypedConfigOptionBuilder<MemorySize> memoryType() {
            return new TypedConfigOptionBuilder<>(key, MemorySize.class);
        }

        /**
         * Values are constants of an enum; case is ignored, and {@code -} is as good as {@code _}.
         */
        public <T extends Enum<T>> TypedConfigOptionBuilder<T> enumType(Class<T> enumClass) {
            return new TypedConfigOptionBuilder<>(key, enumClass);
        }

        /**
         * Values are maps, as {@code a:1,b:2}, or given entry by entry under {@code key.a}, {@code
         * key.b}.
         */
        public TypedConfigOptionBuilder<Map<String, String>> mapType() {
            return new TypedConfigOptionBuilder<>(key, MAP_CLASS);
        }

        /**
         * An option of the type of its default value.
         *
         * @deprecated name the type first
         */
        @Deprecated
        public <T> ConfigOption<T> defaultValue(T value) {
            checkNotNull(value, "The default value of option '%s' is null.", key);
            return new ConfigOption<>(key, value.getClass(), value, false);
        }

        /**
         * A text option without a default value.
         *
         * @deprecated name the type first
         */
        @Deprecated
        public ConfigOption<String> noDefaultValue() {
            return new ConfigOption<>(key, String.class, null, false);
        }
    }

    /**
     * An option with a type, waiting for its default value.
     *
     * @param <T> its values
     */
    public static class TypedConfigOptionBuilder<T> {

        private final String key;
        private final Class<T> clazz;

        TypedConfigOptionBuilder(String key, Class<T> clazz) {
            this.key = key;
            this.clazz = clazz;
        }

        /** Values are lists of the type, as {@code a;b;c}. */
        public ListConfigOptionBuilder<T> asList() {
            return new ListConfigOptionBuilder<>(key, clazz);
        }

        /** The option, with a default value. */
        public ConfigOption<T> defaultValue(T value) {
            return new ConfigOption<>(key, clazz, value, false);
        }

        /** The option, without a default value. */
        public ConfigOption<T> noDefaultValue() {
            return new ConfigOption<>(key, clazz, null, false);
        }
    }

    /**
     * A list option, waiting for its default value.
     *
     * @param <E> the entries of its values
     */
    public static class ListConfigOptionBuilder<E> {

        private final String key;
        private final Class<E> clazz;

        ListConfigOptionBuilder(String key, Class<E> clazz) {
            this.key = key;
            this.clazz = clazz;
        }

        /** The option, with a list of default values. */
        // The array is only read.
        @SuppressWarnings("varargs")
        @SafeVarargs
        public final ConfigOption<List<E>> defaultValues(E... values) {
            return new ConfigOption<>(
                    key, clazz, Collections.unmodifiableList(Arrays.asList(values)), true);
        }

        /** The option, without a default value. */
        public ConfigOption<List<E>> noDefaultValue() {
            return new ConfigOption<>(key, clazz, null, true);
        }
    }
}
