// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.cli;

import io.millrace.cli.LauncherSettings.Setting;
import io.millrace.configuration.ConfigOption;
import io.millrace.configuration.Configuration;
import io.millrace.engine.SettingsTable;
import io.millrace.spi.Spelling;
import java.util.ArrayList;
import java.util.List;

/** What the launcher knows of the settings there are: all that {@link SettingsTable} does. */
final class KnownKeys {

    private KnownKeys() {}

    /** The option behind a key; null for one that is no option of ours. */
    static ConfigOption<?> option(String key) {
        return SettingsTable.option(key);
    }

    /** Whether somebody reads this key, or Flink would. */
    static boolean isKnown(String key) {
        return SettingsTable.isKnown(key);
    }

    /** "; did you mean ...?" for a key nobody knows; empty when nothing is near. */
    static String hint(String key) {
        List<String> all = new ArrayList<>(SettingsTable.keys());
        all.addAll(SettingsTable.keysOfStores());
        return Spelling.hint(key, all);
    }

    /**
     * Checks that a key is known and that its value can be read as the option's type. In a file a
     * key nobody knows is worth a warning, for it may be meant for somebody else; after -D it is a
     * mistake.
     */
    static void check(Setting setting, Surroundings surroundings) {
        String key = setting.key();
        if (!isKnown(key)) {
            if (setting.origin().file() == null) {
                throw new UsageException(
                        setting.origin() + ": there is no such setting" + hint(key));
            }
            surroundings.warn(setting.origin() + ": there is no setting '" + key + "'" + hint(key));
        }
        ConfigOption<?> option = SettingsTable.option(key);
        if (option != null) {
            Configuration alone = new Configuration();
            alone.setString(key, setting.value());
            try {
                alone.getOptional(option);
            } catch (IllegalArgumentException e) {
                throw new UsageException(setting.origin() + ": " + e.getMessage(), e);
            }
        }
    }
}
