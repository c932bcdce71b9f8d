// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.cli;

import io.millrace.configuration.CheckpointingOptions;
import io.millrace.configuration.ConfigOption;
import io.millrace.configuration.Configuration;
import io.millrace.configuration.CoreOptions;
import io.millrace.configuration.DeploymentOptions;
import io.millrace.configuration.ExecutionOptions;
import io.millrace.configuration.FallbackKey;
import io.millrace.configuration.JobManagerOptions;
import io.millrace.configuration.PipelineOptions;
import io.millrace.configuration.RestartStrategyOptions;
import io.millrace.configuration.SinkOptions;
import io.millrace.configuration.StateBackendOptions;
import io.millrace.configuration.StateChangelogOptions;
import io.millrace.configuration.StateRecoveryOptions;
import io.millrace.configuration.TaskManagerOptions;
import io.millrace.engine.EngineOptions;
import io.millrace.streaming.api.environment.ExecutionCheckpointingOptions;
import io.millrace.streaming.api.environment.StreamPipelineOptions;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The settings there are: read from the option classes, so that a new option is known without being
 * listed again.
 */
final class KnownKeys {

    private static final List<Class<?>> HOLDERS =
            List.of(
                    CheckpointingOptions.class,
                    CoreOptions.class,
                    DeploymentOptions.class,
                    EngineOptions.class,
                    ExecutionCheckpointingOptions.class,
                    ExecutionOptions.class,
                    JobManagerOptions.class,
                    PipelineOptions.class,
                    RestartStrategyOptions.class,
                    SinkOptions.class,
                    StateBackendOptions.class,
                    StateChangelogOptions.class,
                    StateRecoveryOptions.class,
                    StreamPipelineOptions.class,
                    TaskManagerOptions.class);

    private static final Map<String, ConfigOption<?>> OPTIONS = options();

    private KnownKeys() {}

    private static Map<String, ConfigOption<?>> options() {
        Map<String, ConfigOption<?>> options = new TreeMap<>();
        for (Class<?> holder : HOLDERS) {
            for (Field field : holder.getFields()) {
                if (Modifier.isStatic(field.getModifiers())
                        && field.getType() == ConfigOption.class) {
                    try {
                        ConfigOption<?> option = (ConfigOption<?>) field.get(null);
                        options.put(option.key(), option);
                        for (FallbackKey old : option.fallbackKeys()) {
                            options.putIfAbsent(old.getKey(), option);
                        }
                    } catch (IllegalAccessException e) {
                        throw new IllegalStateException(field + " is public and can't be read", e);
                    }
                }
            }
        }
        return options;
    }

    /** The option behind a key; null for one that is no option of ours. */
    static ConfigOption<?> option(String key) {
        return OPTIONS.get(key);
    }

    /** Whether somebody reads this key, or Flink would. */
    static boolean isKnown(String key) {
        return OPTIONS.containsKey(key)
                || isEntryOfMap(key)
                || EngineOptions.isRefusedOrWithoutEffect(key);
    }

    /** Maps may be set entry by entry, each under a key of its own. */
    private static boolean isEntryOfMap(String key) {
        for (int dot = key.indexOf('.'); dot >= 0; dot = key.indexOf('.', dot + 1)) {
            ConfigOption<?> option = OPTIONS.get(key.substring(0, dot));
            if (option != null) {
                Configuration alone = new Configuration();
                alone.setString(key, "");
                return alone.contains(option);
            }
        }
        return false;
    }

    /** "; did you mean ...?" for a key nobody knows; empty when nothing is near. */
    static String hint(String key) {
        String nearest = null;
        int least = Math.max(3, key.length() / 3);
        for (String known : OPTIONS.keySet()) {
            int distance = distance(key, known);
            if (distance < least) {
                least = distance;
                nearest = known;
            }
        }
        return nearest == null ? "" : "; did you mean '" + nearest + "'?";
    }

    /** Puts the -D settings into a configuration; a key nobody knows is a mistake. */
    static void addFromCommandLine(
            Map<String, String> settings, Configuration configuration, Origins origins) {
        settings.forEach(
                (key, value) -> {
                    if (!isKnown(key)) {
                        throw new UsageException(
                                "-D "
                                        + key
                                        + "="
                                        + value
                                        + ": there is no such setting"
                                        + hint(key));
                    }
                    String place = "-D " + key + "=" + value;
                    check(key, value, place);
                    configuration.setString(key, value);
                    origins.put(key, value, place);
                });
    }

    /**
     * Checks that a value can be read as the option's type.
     *
     * @param where file and line, or the option on the command line
     */
    static void check(String key, String value, String where) {
        ConfigOption<?> option = OPTIONS.get(key);
        if (option != null) {
            Configuration alone = new Configuration();
            alone.setString(key, value);
            try {
                alone.getOptional(option);
            } catch (IllegalArgumentException e) {
                throw new UsageException(where + ": " + e.getMessage(), e);
            }
        }
    }

    /** Levenshtein's distance. */
    private static int distance(String a, String b) {
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int above = row[j];
                int change = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
                row[j] = Math.min(Math.min(above, row[j - 1]) + 1, diagonal + change);
                diagonal = above;
            }
        }
        return row[b.length()];
    }
}
