// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.configuration;

import io.millrace.annotation.Internal;
import io.millrace.annotation.VisibleForTesting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Reads the file of settings, for programs that look into it themselves: {@code millrace.yaml} or
 * {@code config.yaml}, or the older {@code flink-conf.yaml}, in the folder that the environment
 * variable MILLRACE_CONF_DIR names. The launcher hands the same settings to the program's
 * environment without this.
 */
@Internal
public final class GlobalConfiguration {

    public static final String LEGACY_FLINK_CONF_FILENAME = "flink-conf.yaml";

    public static final String FLINK_CONF_FILENAME = "config.yaml";

    /** What is shown of a secret. */
    public static final String HIDDEN_CONTENT = "******";

    private static final String OWN_FILENAME = "millrace.yaml";
    private static final String DIRECTORY = "MILLRACE_CONF_DIR";
    private static final List<String> SECRETS =
            List.of(
                    "password",
                    "secret",
                    "fs.azure.account.key",
                    "apikey",
                    "api-key",
                    "auth-params",
                    "service-key",
                    "token",
                    "basic-auth",
                    "jaas.config",
                    "http-headers");

    private static volatile boolean standardYaml = true;

    private GlobalConfiguration() {}

    /** What the file says; nothing when there is none. */
    public static Configuration loadConfiguration() {
        return loadConfiguration(new Configuration());
    }

    /** What the file says, overlaid by other settings. */
    public static Configuration loadConfiguration(Configuration dynamicProperties) {
        String directory = System.getenv(DIRECTORY);
        if (directory == null || directory.isEmpty()) {
            return new Configuration(dynamicProperties);
        }
        return loadConfiguration(directory, dynamicProperties);
    }

    /**
     * What the file in that folder says.
     *
     * @throws IllegalConfigurationException when there is no such folder or file, or it can't be
     *     read
     */
    public static Configuration loadConfiguration(String configDir) {
        return loadConfiguration(configDir, null);
    }

    /**
     * What the file in that folder says, overlaid by other settings.
     *
     * @param dynamicProperties null for none
     * @throws IllegalConfigurationException when there is no such folder or file, or it can't be
     *     read
     */
    public static Configuration loadConfiguration(
            String configDir, Configuration dynamicProperties) {
        if (configDir == null) {
            throw new IllegalArgumentException(
                    "The folder of the file of settings must be given, but is null.");
        }
        Path folder = Path.of(configDir);
        if (!Files.isDirectory(folder)) {
            throw new IllegalConfigurationException(
                    "The folder of the file of settings, "
                            + folder.toAbsolutePath()
                            + ", does not exist.");
        }
        Configuration configuration = Configuration.fromMap(read(folder));
        if (dynamicProperties != null) {
            configuration.addAll(dynamicProperties);
        }
        return configuration;
    }

    private static Map<String, String> read(Path folder) {
        try {
            Path legacy = folder.resolve(LEGACY_FLINK_CONF_FILENAME);
            if (Files.exists(legacy)) {
                standardYaml = false;
                return SettingsFile.lines(legacy);
            }
            for (String name : List.of(OWN_FILENAME, FLINK_CONF_FILENAME)) {
                if (Files.exists(folder.resolve(name))) {
                    standardYaml = true;
                    return SettingsFile.yaml(folder.resolve(name));
                }
            }
        } catch (IOException e) {
            throw new IllegalConfigurationException(
                    "The file of settings in " + folder + " can't be read: " + e, e);
        }
        throw new IllegalConfigurationException(
                "There is no file of settings in "
                        + folder.toAbsolutePath()
                        + ": neither "
                        + OWN_FILENAME
                        + " nor "
                        + FLINK_CONF_FILENAME
                        + " nor "
                        + LEGACY_FLINK_CONF_FILENAME
                        + '.');
    }

    /**
     * Whether the value of a key must not be shown, going by the key.
     *
     * @throws NullPointerException for null
     */
    public static boolean isSensitive(String key) {
        String lower = key.toLowerCase(Locale.ROOT);
        return SECRETS.stream().anyMatch(lower::contains);
    }

    /** That of the file that was read last. */
    public static String getFlinkConfFilename() {
        return standardYaml ? FLINK_CONF_FILENAME : LEGACY_FLINK_CONF_FILENAME;
    }

    /** Whether the file that was read last was YAML, not the older one. */
    public static boolean isStandardYaml() {
        return standardYaml;
    }

    /** Says which of the two it was. */
    @VisibleForTesting
    public static void setStandardYaml(boolean standardYaml) {
        GlobalConfiguration.standardYaml = standardYaml;
    }
}
