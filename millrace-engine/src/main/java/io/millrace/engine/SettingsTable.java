// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine;

import io.millrace.configuration.CheckpointingOptions;
import io.millrace.configuration.ConfigOption;
import io.millrace.configuration.Configuration;
import io.millrace.configuration.CoreOptions;
import io.millrace.configuration.DeploymentOptions;
import io.millrace.configuration.ExecutionOptions;
import io.millrace.configuration.FallbackKey;
import io.millrace.configuration.HighAvailabilityOptions;
import io.millrace.configuration.JobManagerOptions;
import io.millrace.configuration.NettyShuffleEnvironmentOptions;
import io.millrace.configuration.PipelineOptions;
import io.millrace.configuration.RestOptions;
import io.millrace.configuration.RestartStrategyOptions;
import io.millrace.configuration.RpcOptions;
import io.millrace.configuration.SinkOptions;
import io.millrace.configuration.StateBackendOptions;
import io.millrace.configuration.StateChangelogOptions;
import io.millrace.configuration.StateLatencyTrackOptions;
import io.millrace.configuration.StateRecoveryOptions;
import io.millrace.configuration.TaskManagerOptions;
import io.millrace.engine.operator.WindowOptions;
import io.millrace.spi.SettingTexts;
import io.millrace.streaming.api.environment.ExecutionCheckpointingOptions;
import io.millrace.streaming.api.environment.StreamPipelineOptions;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * All settings there are, in one table. It is not written down anywhere: key, type, default,
 * description and older keys are those of the options, read from the classes that hold them, and
 * what is refused or has no meaning here is what {@link UnsupportedOptions} goes by. The launcher
 * knows and shows settings by this table, and the reference page is made from it.
 */
public final class SettingsTable {

    private static final List<Class<?>> HOLDERS =
            List.of(
                    CheckpointingOptions.class,
                    CoreOptions.class,
                    DeploymentOptions.class,
                    EngineOptions.class,
                    ExecutionOptions.class,
                    FurtherOptions.class,
                    HighAvailabilityOptions.class,
                    JobManagerOptions.class,
                    NettyShuffleEnvironmentOptions.class,
                    PipelineOptions.class,
                    RestOptions.class,
                    RocksDbMetricOptions.class,
                    RestartStrategyOptions.class,
                    RpcOptions.class,
                    SinkOptions.class,
                    StateBackendOptions.class,
                    StateChangelogOptions.class,
                    StateLatencyTrackOptions.class,
                    StateRecoveryOptions.class,
                    StreamPipelineOptions.class,
                    TaskManagerOptions.class,
                    WindowOptions.class,
                    // Last, for some of its options are older forms of those above.
                    ExecutionCheckpointingOptions.class);

    /** What the key of a secret is likely to have in it, whoever reads it. */
    private static final Pattern SECRETLY =
            Pattern.compile(
                    "pas+w|pwd|se[ck]+r|cred|auth|tok[ea]n|private|(^|[._-])(key|pass|sas)$",
                    Pattern.CASE_INSENSITIVE);

    private static final Map<String, ConfigOption<?>> OPTIONS = new TreeMap<>();
    private static final Map<String, ConfigOption<?>> BY_ANY_KEY = new TreeMap<>();

    /** By older key, the option that has it now. */
    private static final Map<String, ConfigOption<?>> CURRENT = new HashMap<>();

    static {
        HOLDERS.forEach(SettingsTable::read);
        BY_ANY_KEY.putAll(OPTIONS);
        for (ConfigOption<?> option : OPTIONS.values()) {
            for (String older : olderKeys(option)) {
                CURRENT.putIfAbsent(older, option);
                BY_ANY_KEY.putIfAbsent(older, option);
            }
        }
    }

    private SettingsTable() {}

    /** What setting a key does. */
    public enum Standing {
        /** It is followed. */
        WORKS,
        /** Anything but the default is refused before the job runs. */
        REFUSED,
        /** It is accepted and changes nothing; the job says so. */
        WITHOUT_MEANING
    }

    /**
     * What setting a key does, and why it is not followed.
     *
     * @param why half a sentence; empty for what works
     */
    public record Says(Standing standing, String why) {

        static final Says WORKS = new Says(Standing.WORKS, "");

        static Says refused(String why) {
            return new Says(Standing.REFUSED, why);
        }

        static Says withoutMeaning(String why) {
            return new Says(Standing.WITHOUT_MEANING, why);
        }
    }

    /** What belongs together for people, in the order they are likely to want it. */
    public enum Group {
        /** When checkpoints are taken, where they go, what is kept. */
        CHECKPOINTS("Checkpoints", "execution.checkpointing."),
        /** What a job starts from. */
        RECOVERY("Starting from a checkpoint", "execution.state-recovery."),
        /** Where working state is held. */
        STATE("State", "state."),
        /** What becomes of a job that fails. */
        RESTART("Restarting", "restart-strategy."),
        /** What a program may also set in its code. */
        PROGRAM("The program", "pipeline.", "parallelism.", "sink."),
        /** How it is carried out. */
        RUNNING("Running", "execution.", "task.", "classloader."),
        /** What the module of a store reads. */
        STORES("Stores"),
        /** Paths. */
        FILES("Files", "fs.", "io."),
        /** Ours alone. */
        OWN("Millrace's own", "millrace."),
        /** Processes, of which there is one here. */
        CLUSTER("Clusters", "");

        private final String title;
        private final List<String> prefixes;

        Group(String title, String... prefixes) {
            this.title = title;
            this.prefixes = List.of(prefixes);
        }

        /** Its name for people. */
        public String title() {
            return title;
        }

        /** Where a key belongs. */
        public static Group of(String key) {
            if (StoreSettings.isRead(key)) {
                return STORES;
            }
            for (Group group : values()) {
                if (group.prefixes.stream().anyMatch(key::startsWith)) {
                    return group;
                }
            }
            return CLUSTER;
        }
    }

    private static void read(Class<?> holder) {
        for (Field field : holder.getFields()) {
            if (Modifier.isStatic(field.getModifiers()) && field.getType() == ConfigOption.class) {
                try {
                    ConfigOption<?> option = (ConfigOption<?>) field.get(null);
                    OPTIONS.merge(option.key(), option, SettingsTable::better);
                } catch (IllegalAccessException e) {
                    throw new IllegalStateException(field + " is public and can't be read", e);
                }
            }
        }
    }

    /** Of two options with one key, the one with a default and older keys says more. */
    private static ConfigOption<?> better(ConfigOption<?> first, ConfigOption<?> second) {
        return !first.hasDefaultValue() && second.hasDefaultValue() ? second : first;
    }

    /** All options, by key. */
    public static Collection<ConfigOption<?>> options() {
        return List.copyOf(OPTIONS.values());
    }

    /** The option with this key, or with this older key; null for none. */
    public static ConfigOption<?> option(String key) {
        return BY_ANY_KEY.get(key);
    }

    /** All keys of options, older ones too, sorted. */
    public static Collection<String> keys() {
        return List.copyOf(BY_ANY_KEY.keySet());
    }

    /** Keys of the stores whose modules are on the class path, sorted. */
    public static Collection<String> keysOfStores() {
        return StoreSettings.names();
    }

    /**
     * The text of a value that may be shown: that of a secret becomes asterisks, and so does one
     * under a key that is no option and may be a misspelt secret.
     */
    public static String shown(String key, Object value) {
        return optionSetBy(key) == null && maySpellASecret(key)
                ? SettingTexts.shown("secret", value)
                : SettingTexts.shown(key, value);
    }

    private static boolean maySpellASecret(String key) {
        return SECRETLY.matcher(key).find() || (StoreSettings.isRead(key) && !isKnown(key));
    }

    /**
     * The option that a key sets: by its name, by an older one, or as an entry of a map under a key
     * of its own; null for none.
     */
    public static ConfigOption<?> optionSetBy(String key) {
        ConfigOption<?> option = BY_ANY_KEY.get(key);
        for (int dot = key.indexOf('.'); option == null && dot >= 0; ) {
            ConfigOption<?> map = BY_ANY_KEY.get(key.substring(0, dot));
            if (map != null) {
                Configuration alone = new Configuration();
                alone.setString(key, "");
                option = alone.contains(map) ? map : null;
            }
            dot = key.indexOf('.', dot + 1);
        }
        return option;
    }

    /** Whether somebody reads this key, or Flink would. */
    public static boolean isKnown(String key) {
        return optionSetBy(key) != null
                || StoreSettings.isKnown(key)
                || UnsupportedOptions.isRefusedOrWithoutEffect(key);
    }

    /** What values an option takes: their kind, and their range if not all of the kind will do. */
    public static String accepted(ConfigOption<?> option) {
        String range = AcceptedRanges.of(option);
        String kind = SettingTexts.kind(option);
        return range == null ? kind : kind + ", " + range;
    }

    /** What setting this option does; of an older form of another one, what that one does. */
    public static Says says(ConfigOption<?> option) {
        return UnsupportedOptions.says(CURRENT.getOrDefault(option.key(), option).key());
    }

    /** What setting this key does, whether an option has it or not; empty if nobody knows it. */
    public static Optional<Says> saysOf(String key) {
        ConfigOption<?> option = optionSetBy(key);
        if (option != null) {
            return Optional.of(says(option));
        }
        return isKnown(key) ? Optional.of(UnsupportedOptions.says(key)) : Optional.empty();
    }

    /** Whether this option's key is an older one of another option, which has taken its place. */
    public static boolean isOlderForm(ConfigOption<?> option) {
        return CURRENT.containsKey(option.key());
    }

    /** Families of keys without options, by how they begin, and what setting one does. */
    public static Map<String, Says> families() {
        return UnsupportedOptions.families();
    }

    /**
     * What is set and is not the default, in one line, sorted; passwords and the like are hidden,
     * and the job's name is left out. Empty when there is nothing.
     */
    public static String nonDefault(Configuration configuration) {
        Map<String, String> values = new TreeMap<>();
        configuration
                .toMap()
                .forEach(
                        (key, value) -> {
                            ConfigOption<?> option = option(key);
                            Object held = option == null ? value : configuration.get(option);
                            if (option == null || !Objects.equals(held, option.defaultValue())) {
                                values.put(option == null ? key : option.key(), shown(key, held));
                            }
                        });
        values.remove(PipelineOptions.NAME.key());
        return values.entrySet().stream()
                .map(Map.Entry::toString)
                .collect(Collectors.joining(", "));
    }

    /** The older keys of an option. */
    public static List<String> olderKeys(ConfigOption<?> option) {
        List<String> keys = new ArrayList<>();
        for (FallbackKey older : option.fallbackKeys()) {
            if (older.isDeprecated()) {
                keys.add(older.getKey());
            }
        }
        return keys;
    }
}
