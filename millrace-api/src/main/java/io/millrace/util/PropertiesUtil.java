// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.util;

import io.millrace.annotation.Internal;
import java.util.Properties;
import org.slf4j.Logger;

/** Reads properties as what they stand for. */
@Internal
public class PropertiesUtil {

    /** All members are static. */
    private PropertiesUtil() {}

    /**
     * A number.
     *
     * @throws IllegalArgumentException when it is none
     */
    public static int getInt(Properties config, String key, int defaultValue) {
        String text = config.getProperty(key);
        try {
            return text == null ? defaultValue : Integer.parseInt(text);
        } catch (NumberFormatException e) {
            throw noNumber(key, text, e);
        }
    }

    /**
     * A number.
     *
     * @throws IllegalArgumentException when it is none
     */
    public static long getLong(Properties config, String key, long defaultValue) {
        String text = config.getProperty(key);
        try {
            return text == null ? defaultValue : Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw noNumber(key, text, e);
        }
    }

    /** A number; where it is none the default, with a warning. */
    public static long getLong(Properties config, String key, long defaultValue, Logger logger) {
        try {
            return getLong(config, key, defaultValue);
        } catch (IllegalArgumentException e) {
            logger.warn("{} Using {} instead.", e.getMessage(), defaultValue);
            return defaultValue;
        }
    }

    private static IllegalArgumentException noNumber(String key, String text, Exception cause) {
        return new IllegalArgumentException(
                "The property '" + key + "' must be a number, but is '" + text + "'.", cause);
    }

    /** True for "true" in any spelling. */
    public static boolean getBoolean(Properties config, String key, boolean defaultValue) {
        String text = config.getProperty(key);
        return text == null ? defaultValue : Boolean.parseBoolean(text);
    }

    /** With the defaults that it has made its own. */
    public static Properties flatten(Properties config) {
        Properties flat = new Properties();
        for (String name : config.stringPropertyNames()) {
            flat.setProperty(name, config.getProperty(name));
        }
        return flat;
    }
}
