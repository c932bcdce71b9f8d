// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.java.utils;

import io.millrace.annotation.Public;
import io.millrace.annotation.PublicEvolving;
import io.millrace.api.common.ExecutionConfig;
import java.io.Serializable;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * Parameters of a program by key, as text that is turned into what is asked for. It remembers which
 * parameters were asked for and with which defaults, but not across serialization: in a task they
 * all count as not asked for. Safe to use from several threads.
 */
@Public
public abstract class AbstractParameterTool extends ExecutionConfig.GlobalJobParameters
        implements Serializable, Cloneable {

    private static final long serialVersionUID = 1L;

    /** The value of a key that was given without one. */
    protected static final String NO_VALUE_KEY = "__NO_VALUE_KEY";

    /** Stands for the default of a key that was asked for without one. */
    protected static final String DEFAULT_UNDEFINED = "<undefined>";

    /** Defaults of the keys that were asked for. */
    protected transient Map<String, String> defaultData;

    /** Keys that were given and not asked for. */
    protected transient Set<String> unrequestedParameters;

    public AbstractParameterTool() {}

    /** Nothing has been asked for yet. */
    final void begin(Set<String> given) {
        defaultData = new ConcurrentHashMap<>();
        unrequestedParameters = ConcurrentHashMap.newKeySet();
        unrequestedParameters.addAll(given);
    }

    /** How many keys were given. */
    protected abstract int getNumberOfParameters();

    /** The value of a key, null if it was not given. */
    protected abstract String get(String key);

    /** Whether the key was given. */
    public abstract boolean has(String value);

    /** All parameters. */
    @Override
    public abstract Map<String, String> toMap();

    @Override
    protected abstract Object clone() throws CloneNotSupportedException;

    /** The keys that were given and have not been asked for so far: misspelt ones, mostly. */
    @PublicEvolving
    public Set<String> getUnrequestedParameters() {
        return Collections.unmodifiableSet(unrequestedParameters);
    }

    // ------------------------------------------------------------------ by type

    /**
     * The value of a key.
     *
     * @throws RuntimeException if it was not given
     */
    public String getRequired(String key) {
        addToDefaults(key, null);
        String value = get(key);
        if (value == null) {
            throw new RuntimeException(
                    "The parameter '"
                            + key
                            + "' is required and was not given: add --"
                            + key
                            + " VALUE.");
        }
        return value;
    }

    /** The value of a key, or the default if it was not given. */
    public String get(String key, String defaultValue) {
        addToDefaults(key, defaultValue);
        String value = get(key);
        return value == null ? defaultValue : value;
    }

    /**
     * The value of a key as a whole number of 32 bits.
     *
     * @throws RuntimeException if it was not given
     * @throws NumberFormatException if it is something else
     */
    public int getInt(String key) {
        return parsed(key, getRequired(key), Integer::valueOf, "a whole number of 32 bits");
    }

    /**
     * The value of a key as a whole number of 32 bits, or the default if it was not given.
     *
     * @throws NumberFormatException if it is something else
     */
    public int getInt(String key, int defaultValue) {
        return number(key, defaultValue, Integer::valueOf, "a whole number of 32 bits");
    }

    /**
     * The value of a key as a whole number of 64 bits.
     *
     * @throws RuntimeException if it was not given
     * @throws NumberFormatException if it is something else
     */
    public long getLong(String key) {
        return parsed(key, getRequired(key), Long::valueOf, "a whole number of 64 bits");
    }

    /**
     * The value of a key as a whole number of 64 bits, or the default if it was not given.
     *
     * @throws NumberFormatException if it is something else
     */
    public long getLong(String key, long defaultValue) {
        return number(key, defaultValue, Long::valueOf, "a whole number of 64 bits");
    }

    /**
     * The value of a key as a number.
     *
     * @throws RuntimeException if it was not given
     * @throws NumberFormatException if it is something else
     */
    public float getFloat(String key) {
        return parsed(key, getRequired(key), Float::valueOf, "a number");
    }

    /**
     * The value of a key as a number, or the default if it was not given.
     *
     * @throws NumberFormatException if it is something else
     */
    public float getFloat(String key, float defaultValue) {
        return number(key, defaultValue, Float::valueOf, "a number");
    }

    /**
     * The value of a key as a number.
     *
     * @throws RuntimeException if it was not given
     * @throws NumberFormatException if it is something else
     */
    public double getDouble(String key) {
        return parsed(key, getRequired(key), Double::valueOf, "a number");
    }

    /**
     * The value of a key as a number, or the default if it was not given.
     *
     * @throws NumberFormatException if it is something else
     */
    public double getDouble(String key, double defaultValue) {
        return number(key, defaultValue, Double::valueOf, "a number");
    }

    /**
     * Whether the value of a key is "true", in any case; a key without a value is false.
     *
     * @throws RuntimeException if it was not given
     */
    public boolean getBoolean(String key) {
        return Boolean.parseBoolean(getRequired(key));
    }

    /** Whether the value of a key is "true", in any case; the default if it was not given. */
    public boolean getBoolean(String key, boolean defaultValue) {
        addToDefaults(key, String.valueOf(defaultValue));
        String value = get(key);
        return value == null ? defaultValue : Boolean.parseBoolean(value);
    }

    /**
     * The value of a key as a whole number of 16 bits.
     *
     * @throws RuntimeException if it was not given
     * @throws NumberFormatException if it is something else
     */
    public short getShort(String key) {
        return parsed(key, getRequired(key), Short::valueOf, "a whole number of 16 bits");
    }

    /**
     * The value of a key as a whole number of 16 bits, or the default if it was not given.
     *
     * @throws NumberFormatException if it is something else
     */
    public short getShort(String key, short defaultValue) {
        return number(key, defaultValue, Short::valueOf, "a whole number of 16 bits");
    }

    /**
     * The value of a key as a whole number of 8 bits.
     *
     * @throws RuntimeException if it was not given
     * @throws NumberFormatException if it is something else
     */
    public byte getByte(String key) {
        return parsed(key, getRequired(key), Byte::valueOf, "a whole number of 8 bits");
    }

    /**
     * The value of a key as a whole number of 8 bits, or the default if it was not given.
     *
     * @throws NumberFormatException if it is something else
     */
    public byte getByte(String key, byte defaultValue) {
        return number(key, defaultValue, Byte::valueOf, "a whole number of 8 bits");
    }

    private <T> T number(String key, T defaultValue, Function<String, T> parse, String wanted) {
        addToDefaults(key, String.valueOf(defaultValue));
        String value = get(key);
        return value == null ? defaultValue : parsed(key, value, parse, wanted);
    }

    private static <T> T parsed(
            String key, String value, Function<String, T> parse, String wanted) {
        try {
            return parse.apply(value);
        } catch (NumberFormatException e) {
            NumberFormatException named =
                    new NumberFormatException(
                            "The parameter '"
                                    + key
                                    + "' is to be "
                                    + wanted
                                    + ", but "
                                    + (value.equals(NO_VALUE_KEY)
                                            ? "it was given without a value."
                                            : "it is '" + value + "'."));
            named.initCause(e);
            throw named;
        }
    }

    /** Remembers that a key was asked for, and the default; the first default there is stays. */
    protected void addToDefaults(String key, String value) {
        String shown = value == null ? DEFAULT_UNDEFINED : value;
        defaultData.merge(
                key, shown, (before, now) -> before.equals(DEFAULT_UNDEFINED) ? now : before);
    }
}
