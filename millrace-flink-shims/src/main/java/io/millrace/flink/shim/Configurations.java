// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.flink.shim;

import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ConfigOptions;
import org.apache.flink.configuration.Configuration;

/** Typed reading and writing of a configuration, which has one method of each now. */
public final class Configurations {

    private Configurations() {}

    public static boolean getBoolean(Configuration configuration, ConfigOption<Boolean> option) {
        return configuration.get(option);
    }

    public static boolean getBoolean(
            Configuration configuration, ConfigOption<Boolean> option, boolean otherwise) {
        return configuration.get(option, otherwise);
    }

    public static void setBoolean(
            Configuration configuration, ConfigOption<Boolean> option, boolean value) {
        configuration.set(option, value);
    }

    public static boolean getBoolean(Configuration configuration, String key, boolean otherwise) {
        return configuration.get(
                ConfigOptions.key(key).booleanType().defaultValue(otherwise), otherwise);
    }

    public static void setBoolean(Configuration configuration, String key, boolean value) {
        configuration.set(ConfigOptions.key(key).booleanType().noDefaultValue(), value);
    }

    public static int getInteger(Configuration configuration, ConfigOption<Integer> option) {
        return configuration.get(option);
    }

    public static int getInteger(
            Configuration configuration, ConfigOption<Integer> option, int otherwise) {
        return configuration.get(option, otherwise);
    }

    public static void setInteger(
            Configuration configuration, ConfigOption<Integer> option, int value) {
        configuration.set(option, value);
    }

    public static int getInteger(Configuration configuration, String key, int otherwise) {
        return configuration.get(
                ConfigOptions.key(key).intType().defaultValue(otherwise), otherwise);
    }

    public static void setInteger(Configuration configuration, String key, int value) {
        configuration.set(ConfigOptions.key(key).intType().noDefaultValue(), value);
    }

    public static long getLong(Configuration configuration, ConfigOption<Long> option) {
        return configuration.get(option);
    }

    public static long getLong(
            Configuration configuration, ConfigOption<Long> option, long otherwise) {
        return configuration.get(option, otherwise);
    }

    public static void setLong(Configuration configuration, ConfigOption<Long> option, long value) {
        configuration.set(option, value);
    }

    public static long getLong(Configuration configuration, String key, long otherwise) {
        return configuration.get(
                ConfigOptions.key(key).longType().defaultValue(otherwise), otherwise);
    }

    public static void setLong(Configuration configuration, String key, long value) {
        configuration.set(ConfigOptions.key(key).longType().noDefaultValue(), value);
    }

    public static float getFloat(Configuration configuration, ConfigOption<Float> option) {
        return configuration.get(option);
    }

    public static float getFloat(
            Configuration configuration, ConfigOption<Float> option, float otherwise) {
        return configuration.get(option, otherwise);
    }

    public static void setFloat(
            Configuration configuration, ConfigOption<Float> option, float value) {
        configuration.set(option, value);
    }

    public static float getFloat(Configuration configuration, String key, float otherwise) {
        return configuration.get(
                ConfigOptions.key(key).floatType().defaultValue(otherwise), otherwise);
    }

    public static void setFloat(Configuration configuration, String key, float value) {
        configuration.set(ConfigOptions.key(key).floatType().noDefaultValue(), value);
    }

    public static double getDouble(Configuration configuration, ConfigOption<Double> option) {
        return configuration.get(option);
    }

    public static double getDouble(
            Configuration configuration, ConfigOption<Double> option, double otherwise) {
        return configuration.get(option, otherwise);
    }

    public static void setDouble(
            Configuration configuration, ConfigOption<Double> option, double value) {
        configuration.set(option, value);
    }

    public static double getDouble(Configuration configuration, String key, double otherwise) {
        return configuration.get(
                ConfigOptions.key(key).doubleType().defaultValue(otherwise), otherwise);
    }

    public static void setDouble(Configuration configuration, String key, double value) {
        configuration.set(ConfigOptions.key(key).doubleType().noDefaultValue(), value);
    }

    public static String getString(Configuration configuration, ConfigOption<String> option) {
        return configuration.get(option);
    }

    public static String getString(
            Configuration configuration, ConfigOption<String> option, String otherwise) {
        return configuration.get(option, otherwise);
    }

    public static void setString(
            Configuration configuration, ConfigOption<String> option, String value) {
        configuration.set(option, value);
    }
}
