// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.configuration;

import static io.millrace.util.Preconditions.checkNotNull;

import io.millrace.annotation.Internal;
import io.millrace.annotation.Public;
import io.millrace.annotation.PublicEvolving;
import io.millrace.api.common.ExecutionConfig;
import io.millrace.core.io.IOReadableWritable;
import io.millrace.core.memory.DataInputView;
import io.millrace.core.memory.DataOutputView;
import io.millrace.spi.Addresses;
import io.millrace.spi.SettingTexts;
import io.millrace.spi.types.ProgramClasses;
import java.io.IOException;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.StringJoiner;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Settings by key. A value is held as it was set, mostly text, and turned into the type an option
 * asks for when it is read; a value that can't be turned is refused then, by an {@link
 * IllegalArgumentException} with the key, the value and the accepted form.
 *
 * <p>An option is looked for under its own key, then under its other keys in their order; the use
 * of a deprecated one is warned of once. Safe to use from several threads.
 */
@Public
public class Configuration extends ExecutionConfig.GlobalJobParameters
        implements IOReadableWritable, Serializable, Cloneable, ReadableConfig, WritableConfig {

    private static final long serialVersionUID = 1L;

    private static final Logger LOG = LoggerFactory.getLogger(Configuration.class);

    /** Deprecated keys warned of; one warning per process is enough. */
    private static final Set<String> WARNED = ConcurrentHashMap.newKeySet();

    static {
        SettingTexts.leave(
                new SettingTexts.Key() {
                    @Override
                    public String kind(ConfigOption<?> option) {
                        return ConfigValues.kind(option);
                    }

                    @Override
                    public String text(Object value) {
                        return ConfigValues.toText(value, false);
                    }

                    @Override
                    public boolean isSecret(String key) {
                        return ConfigValues.isSensitive(key);
                    }
                });
    }

    private static final byte TYPE_STRING = 0;
    private static final byte TYPE_INT = 1;
    private static final byte TYPE_LONG = 2;
    private static final byte TYPE_BOOLEAN = 3;
    private static final byte TYPE_FLOAT = 4;
    private static final byte TYPE_DOUBLE = 5;
    private static final byte TYPE_BYTES = 6;

    /** The values; all access holds its lock. */
    protected final HashMap<String, Object> confData;

    /** Whether lists and maps become text in the form of YAML; if not, in the plain one. */
    protected final boolean standardYaml;

    /** No settings. */
    public Configuration() {
        this(true);
    }

    /**
     * No settings.
     *
     * @param standardYaml whether lists and maps become text in the form of YAML
     */
    @Internal
    public Configuration(boolean standardYaml) {
        this.confData = new HashMap<>();
        this.standardYaml = standardYaml;
    }

    /** A copy. */
    public Configuration(Configuration other) {
        synchronized (other.confData) {
            this.confData = new HashMap<>(other.confData);
        }
        this.standardYaml = other.standardYaml;
    }

    /** Settings with the entries of a map. */
    public static Configuration fromMap(Map<String, String> map) {
        Configuration configuration = new Configuration();
        map.forEach(configuration::setString);
        return configuration;
    }

    // ------------------------------------------------------------------ by option

    @Override
    public <T> T get(ConfigOption<T> option) {
        return getOptional(option).orElseGet(option::defaultValue);
    }

    /** The value of an option: as set, else the one given in place of its default. */
    public <T> T get(ConfigOption<T> option, T overrideDefault) {
        return getOptional(option).orElse(overrideDefault);
    }

    @Override
    public <T> Optional<T> getOptional(ConfigOption<T> option) {
        Found found = find(option);
        if (found == null) {
            return Optional.empty();
        }
        try {
            return Optional.of(ConfigValues.forOption(found.value(), option));
        } catch (IllegalArgumentException | ClassCastException e) {
            throw malformed(
                    found.key(), found.value(), e.getMessage(), ConfigValues.form(option), e);
        }
    }

    @Override
    public <T> Configuration set(ConfigOption<T> option, T value) {
        put(option.key(), value);
        if (value instanceof Map) {
            // An entry set one by one, under a key of its own, would otherwise outlive the whole.
            removePrefixed(option.key());
        }
        return this;
    }

    /** Whether an option is set, under its own key or another. */
    public boolean contains(ConfigOption<?> option) {
        return find(option) != null;
    }

    /** Removes an option, under all its keys; tells whether it was set. */
    public <T> boolean removeConfig(ConfigOption<T> option) {
        checkChangeable("removeConfig");
        synchronized (confData) {
            boolean removed = confData.remove(option.key()) != null;
            for (FallbackKey fallback : option.fallbackKeys()) {
                removed |= confData.remove(fallback.getKey()) != null;
            }
            if (isMap(option)) {
                removed |= removePrefixed(option.key());
            }
            return removed;
        }
    }

    /**
     * The value of an option as text, its default if it is not set, null if there is none.
     *
     * @deprecated use {@link #get(ConfigOption)}
     */
    @Deprecated
    @PublicEvolving
    public String getValue(ConfigOption<?> configOption) {
        Found found = find(configOption);
        Object value = found == null ? configOption.defaultValue() : found.value();
        return value == null ? null : ConfigValues.toText(value, standardYaml);
    }

    /**
     * The value of a text option as a constant of an enum.
     *
     * @deprecated use an option of the enum's type
     */
    @Deprecated
    @PublicEvolving
    public <T extends Enum<T>> T getEnum(Class<T> enumClass, ConfigOption<String> configOption) {
        checkNotNull(enumClass, "enumClass");
        String value = checkNotNull(getValue(configOption), "'%s' is not set.", configOption.key());
        try {
            return enumClass.cast(ConfigValues.toEnum(value, enumClass));
        } catch (IllegalArgumentException e) {
            throw malformed(
                    configOption.key(),
                    value,
                    e.getMessage(),
                    "one of " + Arrays.toString(enumClass.getEnumConstants()),
                    e);
        }
    }

    // ------------------------------------------------------------------ by key and type

    /** The value as text, the default if it is not set. */
    public String getString(String key, String defaultValue) {
        return read(key, String.class, defaultValue);
    }

    /**
     * The value of an option.
     *
     * @deprecated use {@link #get(ConfigOption)}
     */
    @Deprecated
    @PublicEvolving
    public String getString(ConfigOption<String> configOption) {
        return get(configOption);
    }

    /**
     * The value of an option, the one given if it is not set.
     *
     * @deprecated use {@link #get(ConfigOption, Object)}
     */
    @Deprecated
    @PublicEvolving
    public String getString(ConfigOption<String> configOption, String overrideDefault) {
        return get(configOption, overrideDefault);
    }

    /** Sets text. */
    public void setString(String key, String value) {
        put(key, value);
    }

    /**
     * Sets an option.
     *
     * @deprecated use {@link #set}
     */
    @Deprecated
    @PublicEvolving
    public void setString(ConfigOption<String> key, String value) {
        set(key, value);
    }

    /**
     * The value as a number, the default if it is not set.
     *
     * @deprecated use {@link #get(ConfigOption)}
     */
    @Deprecated
    public int getInteger(String key, int defaultValue) {
        return read(key, Integer.class, defaultValue);
    }

    /**
     * The value of an option.
     *
     * @deprecated use {@link #get(ConfigOption)}
     */
    @Deprecated
    @PublicEvolving
    public int getInteger(ConfigOption<Integer> configOption) {
        return required(configOption);
    }

    /**
     * The value of an option, the one given if it is not set.
     *
     * @deprecated use {@link #get(ConfigOption, Object)}
     */
    @Deprecated
    @PublicEvolving
    public int getInteger(ConfigOption<Integer> configOption, int overrideDefault) {
        return get(configOption, overrideDefault);
    }

    /**
     * Sets a number.
     *
     * @deprecated use {@link #set}
     */
    @Deprecated
    public void setInteger(String key, int value) {
        put(key, value);
    }

    /**
     * Sets an option.
     *
     * @deprecated use {@link #set}
     */
    @Deprecated
    @PublicEvolving
    public void setInteger(ConfigOption<Integer> key, int value) {
        set(key, value);
    }

    /**
     * The value as a number, the default if it is not set.
     *
     * @deprecated use {@link #get(ConfigOption)}
     */
    @Deprecated
    public long getLong(String key, long defaultValue) {
        return read(key, Long.class, defaultValue);
    }

    /**
     * The value of an option.
     *
     * @deprecated use {@link #get(ConfigOption)}
     */
    @Deprecated
    @PublicEvolving
    public long getLong(ConfigOption<Long> configOption) {
        return required(configOption);
    }

    /**
     * The value of an option, the one given if it is not set.
     *
     * @deprecated use {@link #get(ConfigOption, Object)}
     */
    @Deprecated
    @PublicEvolving
    public long getLong(ConfigOption<Long> configOption, long overrideDefault) {
        return get(configOption, overrideDefault);
    }

    /**
     * Sets a number.
     *
     * @deprecated use {@link #set}
     */
    @Deprecated
    public void setLong(String key, long value) {
        put(key, value);
    }

    /**
     * Sets an option.
     *
     * @deprecated use {@link #set}
     */
    @Deprecated
    @PublicEvolving
    public void setLong(ConfigOption<Long> key, long value) {
        set(key, value);
    }

    /**
     * The value as true or false, the default if it is not set.
     *
     * @deprecated use {@link #get(ConfigOption)}
     */
    @Deprecated
    public boolean getBoolean(String key, boolean defaultValue) {
        return read(key, Boolean.class, defaultValue);
    }

    /**
     * The value of an option.
     *
     * @deprecated use {@link #get(ConfigOption)}
     */
    @Deprecated
    @PublicEvolving
    public boolean getBoolean(ConfigOption<Boolean> configOption) {
        return required(configOption);
    }

    /**
     * The value of an option, the one given if it is not set.
     *
     * @deprecated use {@link #get(ConfigOption, Object)}
     */
    @Deprecated
    @PublicEvolving
    public boolean getBoolean(ConfigOption<Boolean> configOption, boolean overrideDefault) {
        return get(configOption, overrideDefault);
    }

    /**
     * Sets true or false.
     *
     * @deprecated use {@link #set}
     */
    @Deprecated
    public void setBoolean(String key, boolean value) {
        put(key, value);
    }

    /**
     * Sets an option.
     *
     * @deprecated use {@link #set}
     */
    @Deprecated
    @PublicEvolving
    public void setBoolean(ConfigOption<Boolean> key, boolean value) {
        set(key, value);
    }

    /**
     * The value as a number, the default if it is not set.
     *
     * @deprecated use {@link #get(ConfigOption)}
     */
    @Deprecated
    public float getFloat(String key, float defaultValue) {
        return read(key, Float.class, defaultValue);
    }

    /**
     * The value of an option.
     *
     * @deprecated use {@link #get(ConfigOption)}
     */
    @Deprecated
    @PublicEvolving
    public float getFloat(ConfigOption<Float> configOption) {
        return required(configOption);
    }

    /**
     * The value of an option, the one given if it is not set.
     *
     * @deprecated use {@link #get(ConfigOption, Object)}
     */
    @Deprecated
    @PublicEvolving
    public float getFloat(ConfigOption<Float> configOption, float overrideDefault) {
        return get(configOption, overrideDefault);
    }

    /**
     * Sets a number.
     *
     * @deprecated use {@link #set}
     */
    @Deprecated
    public void setFloat(String key, float value) {
        put(key, value);
    }

    /**
     * Sets an option.
     *
     * @deprecated use {@link #set}
     */
    @Deprecated
    @PublicEvolving
    public void setFloat(ConfigOption<Float> key, float value) {
        set(key, value);
    }

    /**
     * The value as a number, the default if it is not set.
     *
     * @deprecated use {@link #get(ConfigOption)}
     */
    @Deprecated
    public double getDouble(String key, double defaultValue) {
        return read(key, Double.class, defaultValue);
    }

    /**
     * The value of an option.
     *
     * @deprecated use {@link #get(ConfigOption)}
     */
    @Deprecated
    @PublicEvolving
    public double getDouble(ConfigOption<Double> configOption) {
        return required(configOption);
    }

    /**
     * The value of an option, the one given if it is not set.
     *
     * @deprecated use {@link #get(ConfigOption, Object)}
     */
    @Deprecated
    @PublicEvolving
    public double getDouble(ConfigOption<Double> configOption, double overrideDefault) {
        return get(configOption, overrideDefault);
    }

    /**
     * Sets a number.
     *
     * @deprecated use {@link #set}
     */
    @Deprecated
    public void setDouble(String key, double value) {
        put(key, value);
    }

    /**
     * Sets an option.
     *
     * @deprecated use {@link #set}
     */
    @Deprecated
    @PublicEvolving
    public void setDouble(ConfigOption<Double> key, double value) {
        set(key, value);
    }

    /**
     * The bytes set, the default if there are none.
     *
     * @throws IllegalArgumentException when something else is set
     */
    public byte[] getBytes(String key, byte[] defaultValue) {
        Object value = raw(key);
        if (value == null) {
            return defaultValue;
        } else if (value instanceof byte[] bytes) {
            return bytes;
        }
        throw malformed(key, value, "it is not an array of bytes", "bytes set by setBytes", null);
    }

    /** Sets bytes. */
    public void setBytes(String key, byte[] bytes) {
        put(key, bytes);
    }

    /**
     * Loads the class whose name is set; the default if none is.
     *
     * @throws ClassNotFoundException when the loader has no such class
     */
    // Whether the class named is of the type wanted is for the caller to know, as in every such
    // method.
    @SuppressWarnings("unchecked")
    public <T> Class<T> getClass(
            String key, Class<? extends T> defaultValue, ClassLoader classLoader)
            throws ClassNotFoundException {
        Object value = raw(key);
        if (value == null) {
            return (Class<T>) defaultValue;
        }
        return (Class<T>) ProgramClasses.named(value.toString(), true, classLoader);
    }

    /** Sets the name of a class. */
    public void setClass(String key, Class<?> klazz) {
        put(key, klazz.getName());
    }

    // ------------------------------------------------------------------ as a whole

    /** The keys set; a copy. */
    public Set<String> keySet() {
        synchronized (confData) {
            return new HashSet<>(confData.keySet());
        }
    }

    /** Whether the key is set. */
    public boolean containsKey(String key) {
        return raw(key) != null;
    }

    /** Removes a key; tells whether it was set. */
    public boolean removeKey(String key) {
        checkChangeable("removeKey");
        synchronized (confData) {
            return confData.remove(key) != null;
        }
    }

    /** Adds all settings to properties. */
    public void addAllToProperties(Properties props) {
        synchronized (confData) {
            props.putAll(confData);
        }
    }

    /** Adds all settings of another; they replace those here. */
    public void addAll(Configuration other) {
        checkChangeable("addAll");
        Map<String, Object> theirs = other.copyOfValues();
        synchronized (confData) {
            confData.putAll(theirs);
        }
    }

    /** Adds all settings of another, with a text put before each key. */
    public void addAll(Configuration other, String prefix) {
        checkChangeable("addAll");
        Map<String, Object> theirs = other.copyOfValues();
        synchronized (confData) {
            theirs.forEach((key, value) -> confData.put(prefix + key, value));
        }
    }

    private Map<String, Object> copyOfValues() {
        synchronized (confData) {
            return new HashMap<>(confData);
        }
    }

    @Override
    public Map<String, String> toMap() {
        Map<String, String> texts = new HashMap<>();
        copyOfValues()
                .forEach((key, value) -> texts.put(key, ConfigValues.toText(value, standardYaml)));
        return texts;
    }

    @Override
    public Configuration clone() {
        return new Configuration(this);
    }

    @Override
    public int hashCode() {
        int hash = 0;
        for (String key : keySet()) {
            hash ^= key.hashCode();
        }
        return hash;
    }

    @Override
    public boolean equals(Object obj) {
        if (this == obj) {
            return true;
        }
        if (!(obj instanceof Configuration other)) {
            return false;
        }
        Map<String, Object> mine = copyOfValues();
        Map<String, Object> theirs = other.copyOfValues();
        return mine.keySet().equals(theirs.keySet())
                && mine.entrySet().stream()
                        .allMatch(e -> Objects.deepEquals(e.getValue(), theirs.get(e.getKey())));
    }

    /** All settings, with those that hold secrets hidden. */
    @Override
    public String toString() {
        StringJoiner joined = new StringJoiner(", ", "{", "}");
        toMap().entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .forEach(e -> joined.add(e.getKey() + "=" + shown(e.getKey(), e.getValue())));
        return joined.toString();
    }

    // ------------------------------------------------------------------ as bytes

    @Override
    public void read(DataInputView in) throws IOException {
        synchronized (confData) {
            int count = in.readInt();
            for (int i = 0; i < count; i++) {
                String key = in.readUTF();
                byte type = in.readByte();
                Object value =
                        switch (type) {
                            case TYPE_STRING -> readText(in);
                            case TYPE_INT -> in.readInt();
                            case TYPE_LONG -> in.readLong();
                            case TYPE_BOOLEAN -> in.readBoolean();
                            case TYPE_FLOAT -> in.readFloat();
                            case TYPE_DOUBLE -> in.readDouble();
                            case TYPE_BYTES -> readBytes(in);
                            default ->
                                    throw new IOException(
                                            "The setting '" + key + "' is of unknown type " + type);
                        };
                confData.put(key, value);
            }
        }
    }

    @Override
    public void write(DataOutputView out) throws IOException {
        Map<String, Object> values = copyOfValues();
        out.writeInt(values.size());
        for (Map.Entry<String, Object> entry : values.entrySet()) {
            out.writeUTF(entry.getKey());
            Object value = entry.getValue();
            if (value instanceof Integer i) {
                out.writeByte(TYPE_INT);
                out.writeInt(i);
            } else if (value instanceof Long l) {
                out.writeByte(TYPE_LONG);
                out.writeLong(l);
            } else if (value instanceof Boolean b) {
                out.writeByte(TYPE_BOOLEAN);
                out.writeBoolean(b);
            } else if (value instanceof Float f) {
                out.writeByte(TYPE_FLOAT);
                out.writeFloat(f);
            } else if (value instanceof Double d) {
                out.writeByte(TYPE_DOUBLE);
                out.writeDouble(d);
            } else if (value instanceof byte[] bytes) {
                out.writeByte(TYPE_BYTES);
                writeBytes(out, bytes);
            } else {
                // Durations, sizes, enums, lists and maps read back from their text.
                out.writeByte(TYPE_STRING);
                writeBytes(
                        out,
                        ConfigValues.toText(value, standardYaml).getBytes(StandardCharsets.UTF_8));
            }
        }
    }

    private static String readText(DataInputView in) throws IOException {
        return new String(readBytes(in), StandardCharsets.UTF_8);
    }

    private static byte[] readBytes(DataInputView in) throws IOException {
        byte[] bytes = new byte[in.readInt()];
        in.readFully(bytes);
        return bytes;
    }

    private static void writeBytes(DataOutputView out, byte[] bytes) throws IOException {
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    // ------------------------------------------------------------------ inside

    /** Throws if these settings can't be changed; called before each change. */
    void checkChangeable(String what) {}

    private void put(String key, Object value) {
        checkNotNull(key, "The key of a setting is null.");
        checkNotNull(value, "The value of setting '%s' is null.", key);
        checkChangeable("set");
        synchronized (confData) {
            confData.put(key, value);
        }
    }

    private Object raw(String key) {
        checkNotNull(key, "The key of a setting is null.");
        synchronized (confData) {
            return confData.get(key);
        }
    }

    private <T> T read(String key, Class<T> type, T defaultValue) {
        Object value = raw(key);
        if (value == null) {
            return defaultValue;
        }
        try {
            return type.cast(ConfigValues.convert(value, type));
        } catch (IllegalArgumentException e) {
            ConfigOption<T> asIfDeclared = new ConfigOption<>(key, type, null, false);
            throw malformed(key, value, e.getMessage(), ConfigValues.form(asIfDeclared), e);
        }
    }

    private <T> T required(ConfigOption<T> option) {
        return checkNotNull(get(option), "'%s' is not set and has no default value.", option.key());
    }

    private record Found(String key, Object value) {}

    /** The first value under the option's keys; null if none. */
    private Found find(ConfigOption<?> option) {
        Found found = findUnder(option.key(), option);
        if (found != null) {
            warnOfOlderBeside(option);
            return found;
        }
        for (FallbackKey fallback : option.fallbackKeys()) {
            found = findUnder(fallback.getKey(), option);
            if (found != null) {
                if (fallback.isDeprecated()) {
                    if (WARNED.add(fallback.getKey())) {
                        LOG.warn(
                                "The key '{}' is deprecated; use '{}'.",
                                fallback.getKey(),
                                option.key());
                    }
                }
                return found;
            }
        }
        return null;
    }

    /** An older key says nothing where the current one is set; who set both should know. */
    private void warnOfOlderBeside(ConfigOption<?> option) {
        for (FallbackKey fallback : option.fallbackKeys()) {
            if (fallback.isDeprecated()
                    && raw(fallback.getKey()) != null
                    && WARNED.add(fallback.getKey() + " beside " + option.key())) {
                LOG.warn(
                        "The deprecated key '{}' has no effect, because '{}' is set, too.",
                        fallback.getKey(),
                        option.key());
            }
        }
    }

    private Found findUnder(String key, ConfigOption<?> option) {
        Object value = raw(key);
        if (value == null && isMap(option)) {
            Map<String, String> entries = prefixed(key);
            value = entries.isEmpty() ? null : entries;
        }
        return value == null ? null : new Found(key, value);
    }

    private static boolean isMap(ConfigOption<?> option) {
        return option.getClazz() == Map.class && !option.isList();
    }

    /** The entries of a map that were set one by one, under keys that begin with the map's. */
    private Map<String, String> prefixed(String key) {
        String prefix = key + '.';
        Map<String, String> entries = new HashMap<>();
        copyOfValues()
                .forEach(
                        (k, v) -> {
                            if (k.startsWith(prefix)) {
                                entries.put(
                                        k.substring(prefix.length()),
                                        ConfigValues.toText(v, standardYaml));
                            }
                        });
        return entries;
    }

    private boolean removePrefixed(String key) {
        synchronized (confData) {
            return confData.keySet().removeIf(k -> k.startsWith(key + '.'));
        }
    }

    private static String shown(String key, Object value) {
        return ConfigValues.isSensitive(key) ? "******" : Addresses.shown(value);
    }

    private static IllegalArgumentException malformed(
            String key, Object value, String problem, String form, Throwable cause) {
        String text = String.valueOf(value);
        String shown = shown(key, value);
        return new IllegalArgumentException(
                "The setting '"
                        + key
                        + "' has the value '"
                        + shown
                        + "': "
                        + (text.isEmpty() ? problem : problem.replace(text, shown))
                        + ". Accepted is "
                        + form
                        + '.',
                // It may have what must not be shown.
                shown.equals(text) ? cause : null);
    }
}
