// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.cli;

import io.millrace.configuration.ConfigOption;
import io.millrace.configuration.Configuration;
import io.millrace.configuration.FallbackKey;
import io.millrace.engine.SettingsTable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * What is set through the launcher, in layers: the file, then the command line. A later layer wins
 * over an earlier one, by whichever of its keys an option is set there (CF-4); within one layer the
 * current key wins over an older one (CF-6), and who wrote both is told.
 */
final class LauncherSettings {

    /** One setting of a layer. */
    record Setting(String key, String value, Origin origin) {}

    private final Configuration configuration = new Configuration();
    private final Origins origins = new Origins();
    private final Surroundings surroundings;
    private final Set<String> unknown = new HashSet<>();
    private Path file;

    LauncherSettings(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    /**
     * Adds the file of settings, if there is one with content.
     *
     * @throws UsageException if it can't be read or a value is malformed
     */
    void addFile() {
        ConfigurationFile.load(surroundings)
                .ifPresent(
                        read -> {
                            file = read.path();
                            add(read.settings());
                        });
    }

    /**
     * Adds a layer over those there are.
     *
     * @throws UsageException if a value is malformed, or a key after -D is one nobody knows
     */
    void add(List<Setting> layer) {
        Map<String, Setting> byKey = new LinkedHashMap<>();
        layer.forEach(setting -> byKey.put(setting.key(), setting));
        for (Setting setting : byKey.values()) {
            check(setting);
            Setting current = currentBeside(setting, byKey);
            if (current.key().equals(setting.key())) {
                forgetOtherKeys(setting.key());
                configuration.setString(setting.key(), setting.value());
                origins.put(setting.key(), setting.value(), setting.origin());
            } else {
                surroundings.warn(
                        setting.origin()
                                + ": the older key '"
                                + setting.key()
                                + "' has no effect, because '"
                                + current.key()
                                + "' is set by "
                                + current.origin());
            }
        }
    }

    private void check(Setting setting) {
        if (!KnownKeys.isKnown(setting.key())) {
            unknown.add(setting.key());
        }
        KnownKeys.check(setting, surroundings);
    }

    /**
     * Looks again at what holds, now that the class path of the program is known: the module of a
     * store on it tells which of the keys that begin as its own do are its own.
     *
     * @throws UsageException if a key after -D is one nobody knows
     */
    void checkWith(ClassLoader program) {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(program);
        try {
            Map<String, String> all = configuration.toMap();
            for (String key : new TreeSet<>(all.keySet())) {
                Origin origin = origins.of(key);
                if (origin != null && !unknown.contains(key)) {
                    check(new Setting(key, all.get(key), origin));
                }
            }
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    /** The layer of what was given by -D. */
    static List<Setting> typed(Map<String, String> given) {
        List<Setting> layer = new ArrayList<>();
        given.forEach(
                (key, value) -> {
                    Origin origin = Origin.of("-D " + key + "=" + SettingsTable.shown(key, value));
                    layer.add(new Setting(key, value, origin));
                });
        return layer;
    }

    /** The setting of the layer that counts for the option that this one is of. */
    private static Setting currentBeside(Setting setting, Map<String, Setting> layer) {
        for (String key : keysOf(setting.key())) {
            Setting other = layer.get(key);
            if (other != null) {
                return other;
            }
        }
        return setting;
    }

    private void forgetOtherKeys(String key) {
        for (String other : keysOf(key)) {
            if (!other.equals(key)) {
                configuration.removeKey(other);
                origins.remove(other);
            }
        }
    }

    /**
     * Takes out of settings what others, which are to be added to them, say by another key of the
     * same option: else a current key that stands here would win over an older one that comes later
     * (CF-4).
     */
    static void makeRoom(Configuration here, Set<String> coming) {
        for (String key : coming) {
            for (String other : keysOf(key)) {
                if (!coming.contains(other)) {
                    here.removeKey(other);
                }
            }
        }
    }

    /** All keys of the option that a key sets, as they are looked at; none if it has but one. */
    private static List<String> keysOf(String key) {
        ConfigOption<?> option = SettingsTable.option(key);
        if (option == null || !option.hasFallbackKeys()) {
            return List.of();
        }
        List<String> keys = new ArrayList<>();
        keys.add(option.key());
        for (FallbackKey older : option.fallbackKeys()) {
            if (older.isDeprecated()) {
                keys.add(older.getKey());
            }
        }
        return keys;
    }

    Configuration configuration() {
        return configuration;
    }

    Origins origins() {
        return origins;
    }

    /** The file that was read; null for none. */
    Path file() {
        return file;
    }
}
