// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.metrics;

import io.millrace.annotation.Public;
import java.util.Properties;

/** Properties of something that reports metrics. */
@Public
public class MetricConfig extends Properties {

    // Flink leaves it to the compiler; this class is never exchanged with it.
    private static final long serialVersionUID = 1L;

    /** The value as text, the default if there is none. */
    public String getString(String key, String defaultValue) {
        return getProperty(key, defaultValue);
    }

    /** The value as a number, the default if there is none. */
    public int getInteger(String key, int defaultValue) {
        String value = getProperty(key);
        return value == null ? defaultValue : Integer.parseInt(value);
    }

    /** The value as a number, the default if there is none. */
    public long getLong(String key, long defaultValue) {
        String value = getProperty(key);
        return value == null ? defaultValue : Long.parseLong(value);
    }

    /** The value as a number, the default if there is none. */
    public float getFloat(String key, float defaultValue) {
        String value = getProperty(key);
        return value == null ? defaultValue : Float.parseFloat(value);
    }

    /** The value as a number, the default if there is none. */
    public double getDouble(String key, double defaultValue) {
        String value = getProperty(key);
        return value == null ? defaultValue : Double.parseDouble(value);
    }

    /** The value as true or false, the default if there is none. */
    public boolean getBoolean(String key, boolean defaultValue) {
        String value = getProperty(key);
        return value == null ? defaultValue : Boolean.parseBoolean(value);
    }
}
