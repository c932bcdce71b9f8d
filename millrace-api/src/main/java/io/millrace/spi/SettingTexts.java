// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.spi;

import io.millrace.configuration.ConfigOption;
import io.millrace.configuration.Configuration;
import java.lang.invoke.MethodHandles;
import java.util.Objects;

/**
 * Settings as people read them: what kind of value there is, and how one is shown. The options keep
 * this to themselves, as in Flink, and {@link Configuration} leaves a key to it here.
 */
public final class SettingTexts {

    private static volatile Key key;

    private SettingTexts() {}

    /** What the options let be asked. */
    public interface Key {

        String kind(ConfigOption<?> option);

        String text(Object value);

        boolean isSecret(String key);
    }

    /** Left by the configuration. */
    public static void leave(Key key) {
        SettingTexts.key = Objects.requireNonNull(key, "key");
    }

    /** The kind of the option's values in a few words, such as "true or false". */
    public static String kind(ConfigOption<?> option) {
        return key().kind(option);
    }

    /** A value as it would be set: lists and maps in the plain form of one line. */
    public static String text(Object value) {
        return key().text(value);
    }

    /**
     * The text of a value that may be shown: passwords and the like become asterisks, also in an
     * address.
     */
    public static String shown(String key, Object value) {
        return key().isSecret(key) ? "******" : Addresses.shown(text(value));
    }

    private static Key key() {
        if (key == null) {
            try {
                MethodHandles.lookup().ensureInitialized(Configuration.class);
            } catch (IllegalAccessException e) {
                throw new AssertionError(Configuration.class + " is public and of this module", e);
            }
        }
        return key;
    }
}
