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
import io.millrace.configuration.JobManagerOptions;
import io.millrace.configuration.PipelineOptions;
import io.millrace.configuration.StateBackendOptions;
import io.millrace.configuration.StateChangelogOptions;
import io.millrace.configuration.StateLatencyTrackOptions;
import io.millrace.configuration.StateRecoveryOptions;
import io.millrace.engine.SettingsTable.Says;
import io.millrace.engine.storage.FileSystems;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Settings of Flink that this engine can't follow. Those whose machinery does not exist yet are
 * refused, so that nobody relies on what does not happen; those that speak of a cluster are listed
 * once, for here is none.
 */
final class UnsupportedOptions {

    private record Later(ConfigOption<?> option, String why) {}

    private static final String MERGING = "several states in one file come in a later version";
    private static final String LOCAL_COPY =
            "copies on local disk are for clusters; this engine restores from the checkpoint itself";
    private static final String CHANGELOG = "the log of state changes is not supported";
    private static final String ROCKSDB_MERGES_FILES =
            "RocksDB merges small files when it compacts by itself";
    private static final String YOUNGER =
            "it is of a Flink younger than the one followed here, 1.20";
    private static final String LATENCY = "measuring the latency of state access is not supported";
    private static final String CLASS_PATH =
            "classes of the program come from its jar or from the class path of the JVM";
    private static final String VERTEX = "views of a job come in a later version";
    private static final String OUTPUT_FORMATS =
            "an output format says itself what it overwrites and where it makes a directory (setWriteMode, setOutputDirectoryMode), and FileSink never overwrites a file";
    private static final String PROGRAM_SETTINGS =
            "what the program sets always wins over what is set outside of it";
    private static final String REPORTERS =
            "metrics are not reported to other systems yet; that comes in a later version";
    private static final String LATENCY_MARKERS =
            "markers that measure latency come in a later version";

    /** Keys of reporters of metrics begin so; there may be any number of them. */
    private static final List<String> REPORTER_PREFIXES =
            List.of("metrics.reporter.", "metrics.reporters");

    /** In milliseconds; 0 for never, the default. */
    private static final String LATENCY_INTERVAL = "metrics.latency.interval";

    /** Set to anything but their defaults these are refused. */
    private static final List<Later> LATER = later();

    /** Keys that begin so have to do with RocksDB alone. */
    private static final String ROCKSDB_PREFIX = "state.backend.rocksdb.";

    /** Two families of keys, the second of them new; without the switch they say nothing. */
    private static final List<String> LATENCY_PREFIXES =
            List.of("state.backend.latency-track.", "state.latency-track.");

    /** How the log of state changes would be kept; without its switch they say nothing, too. */
    private static final List<String> CHANGELOG_PREFIXES =
            List.of("state.backend.changelog.", "state.changelog.", "dstl.");

    /**
     * Keys that begin so speak of the processes of a cluster, or of parts of Flink that are not
     * here.
     */
    private static final List<String> CLUSTER_PREFIXES =
            List.of(
                    "akka.",
                    "blob.",
                    "client.",
                    "cluster.",
                    "containerized.",
                    "env.",
                    "execution.batch-shuffle-mode",
                    "execution.batch.",
                    "execution.sort-keyed-partition.",
                    "execution.sort-partition.",
                    "fs.azure.",
                    "fs.oss.",
                    "heartbeat.",
                    "high-availability",
                    "historyserver.",
                    "jobmanager.",
                    "jobstore.",
                    "kubernetes.",
                    "local.",
                    "metrics.",
                    "minicluster.",
                    "pekko.",
                    "process.",
                    "python.",
                    "queryable-state.",
                    "resourcemanager.",
                    "rest.",
                    "security.",
                    "slot.",
                    "slotmanager.",
                    "sql-gateway.",
                    "table.",
                    "taskmanager.",
                    "web.",
                    "yarn.",
                    "zookeeper.");

    private static final String CLUSTER =
            "it speaks of the processes of a cluster, and a job here runs in one";

    private static final String PROCESS =
            "whether the program waits is decided by execute() and executeAsync(), and a job ends with"
                    + " its process";

    /** Single keys that make no difference here, and why. */
    private static final Map<String, String> WITHOUT_EFFECT =
            Map.ofEntries(
                    Map.entry("state.backend.async", "snapshots are always written beside the job"),
                    Map.entry(
                            CheckpointingOptions.CLEANER_PARALLEL_MODE.key(),
                            "files are removed one after the other, beside the job"),
                    Map.entry(
                            CoreOptions.CHECK_LEAKED_CLASSLOADER.key(),
                            "the process of the launcher ends with its program"),
                    Map.entry(DeploymentOptions.ATTACHED.key(), PROCESS),
                    Map.entry(DeploymentOptions.SHUTDOWN_IF_ATTACHED.key(), PROCESS),
                    Map.entry(DeploymentOptions.SHUTDOWN_ON_APPLICATION_FINISH.key(), PROCESS),
                    Map.entry(
                            DeploymentOptions.TARGET.key(),
                            "the job runs where its main method does"),
                    Map.entry(
                            "pipeline.auto-type-registration",
                            "serialized state does not depend on it"),
                    Map.entry(
                            CheckpointingOptions.UNALIGNED_MAX_SUBTASKS_PER_CHANNEL_STATE_FILE
                                    .key(),
                            "what was on its way to a subtask lies with its other state"),
                    Map.entry(
                            "task.cancellation.timers.timeout",
                            "timers have no threads of their own that would have to end"),
                    Map.entry(
                            "state.checkpoint.cleaner.parallel-mode",
                            "files are removed one after the other, beside the job"));

    /** Refused where the environment reads them, before the engine sees the program. */
    private static final Map<String, String> REFUSED_BY_THE_ENVIRONMENT =
            Map.of(
                    PipelineOptions.FORCE_AVRO.key(), "there are no Avro serializers here",
                    PipelineOptions.FORCE_KRYO_AVRO.key(), "there are no Avro serializers here",
                    PipelineOptions.SERIALIZATION_CONFIG.key(),
                            "it comes in a later version; its three older keys work");

    private UnsupportedOptions() {}

    /**
     * Whether Flink knows this key and a job here is refused for it, or runs as if it were not set.
     */
    static boolean isRefusedOrWithoutEffect(String key) {
        return key.startsWith(ROCKSDB_PREFIX) || isWithoutEffect(key);
    }

    private static boolean isWithoutEffect(String key) {
        return !StoreSettings.isRead(key)
                && (WITHOUT_EFFECT.containsKey(key)
                        || beginsWithOneOf(LATENCY_PREFIXES, key)
                        || beginsWithOneOf(CHANGELOG_PREFIXES, key)
                        || beginsWithOneOf(CLUSTER_PREFIXES, key));
    }

    /** All of them; families of keys as their beginning with {@code *} behind it. */
    static List<String> withoutEffect() {
        List<String> all = new ArrayList<>(WITHOUT_EFFECT.keySet());
        CLUSTER_PREFIXES.forEach(prefix -> all.add(prefix + "*"));
        LATENCY_PREFIXES.forEach(prefix -> all.add(prefix + "*"));
        CHANGELOG_PREFIXES.forEach(prefix -> all.add(prefix + "*"));
        return all;
    }

    /** What setting the option with this key does. */
    static Says says(String key) {
        if (StoreSettings.isRead(key)) {
            return Says.WORKS;
        }
        for (Later later : LATER) {
            if (later.option().key().equals(key)) {
                return Says.refused(later.why());
            }
        }
        String environments = REFUSED_BY_THE_ENVIRONMENT.get(key);
        if (environments != null) {
            return Says.refused(environments);
        }
        String without = WITHOUT_EFFECT.get(key);
        if (without != null) {
            return Says.withoutMeaning(without);
        }
        return families().entrySet().stream()
                .filter(family -> key.startsWith(family.getKey()))
                .max(Comparator.comparingInt(family -> family.getKey().length()))
                .map(Map.Entry::getValue)
                .orElse(Says.WORKS);
    }

    /** Families of keys, by how they begin; where two fit a key, the longer one counts. */
    static Map<String, Says> families() {
        Map<String, Says> families = new TreeMap<>();
        CLUSTER_PREFIXES.forEach(prefix -> families.put(prefix, Says.withoutMeaning(CLUSTER)));
        families.put(
                JobManagerOptions.EXECUTION_FAILOVER_STRATEGY.key(),
                Says.withoutMeaning("the whole job restarts"));
        REPORTER_PREFIXES.forEach(prefix -> families.put(prefix, Says.refused(REPORTERS)));
        families.put(LATENCY_INTERVAL, Says.refused(LATENCY_MARKERS));
        families.put(ROCKSDB_PREFIX + "manual-compaction.", Says.refused(ROCKSDB_MERGES_FILES));
        for (String prefix : LATENCY_PREFIXES) {
            families.put(prefix, Says.withoutMeaning("nothing is measured"));
            families.put(prefix + "keyed-state-enabled", Says.refused(LATENCY));
        }
        CHANGELOG_PREFIXES.forEach(
                prefix ->
                        families.put(
                                prefix, Says.withoutMeaning("no log of state changes is kept")));
        families.put("state.backend.changelog.enabled", Says.refused(CHANGELOG));
        families.put(StateChangelogOptions.ENABLE_STATE_CHANGE_LOG.key(), Says.refused(CHANGELOG));
        return families;
    }

    private static List<Later> later() {
        return List.of(
                new Later(CheckpointingOptions.LOCAL_BACKUP_ENABLED, LOCAL_COPY),
                new Later(
                        CheckpointingOptions.LOCAL_RECOVERY_TASK_MANAGER_STATE_ROOT_DIRS,
                        LOCAL_COPY),
                new Later(StateRecoveryOptions.LOCAL_RECOVERY, LOCAL_COPY),
                new Later(
                        StateRecoveryOptions.APPROXIMATE_LOCAL_RECOVERY,
                        "a restart that loses records is not supported"),
                new Later(CheckpointingOptions.FILE_MERGING_ENABLED, MERGING),
                new Later(CheckpointingOptions.FILE_MERGING_ACROSS_BOUNDARY, MERGING),
                new Later(CheckpointingOptions.FILE_MERGING_MAX_FILE_SIZE, MERGING),
                new Later(CheckpointingOptions.FILE_MERGING_POOL_BLOCKING, MERGING),
                new Later(CheckpointingOptions.FILE_MERGING_MAX_SUBTASKS_PER_FILE, MERGING),
                new Later(CheckpointingOptions.FILE_MERGING_MAX_SPACE_AMPLIFICATION, MERGING),
                new Later(
                        PipelineOptions.PARALLELISM_OVERRIDES,
                        "set the parallelism of operators in the program"),
                new Later(PipelineOptions.JARS, CLASS_PATH),
                new Later(PipelineOptions.CLASSPATHS, CLASS_PATH),
                new Later(PipelineOptions.VERTEX_DESCRIPTION_MODE, VERTEX),
                new Later(PipelineOptions.VERTEX_NAME_INCLUDE_INDEX_PREFIX, VERTEX),
                new Later(
                        CoreOptions.ALLOWED_FALLBACK_FILESYSTEMS,
                        "there are no file systems of Hadoop to fall back to"),
                new Later(CoreOptions.FILESYTEM_DEFAULT_OVERRIDE, OUTPUT_FORMATS),
                new Later(CoreOptions.FILESYSTEM_OUTPUT_ALWAYS_CREATE_DIRECTORY, OUTPUT_FORMATS),
                new Later(DeploymentOptions.PROGRAM_CONFIG_ENABLED, PROGRAM_SETTINGS),
                new Later(DeploymentOptions.PROGRAM_CONFIG_WILDCARDS, PROGRAM_SETTINGS),
                new Later(StateChangelogOptions.ENABLE_STATE_CHANGE_LOG, CHANGELOG),
                new Later(StateLatencyTrackOptions.LATENCY_TRACK_ENABLED, LATENCY),
                new Later(FurtherOptions.DURING_RECOVERY_ENABLED, YOUNGER),
                new Later(FurtherOptions.UNALIGNED_RECOVER_OUTPUT_ON_DOWNSTREAM_ENABLED, YOUNGER),
                new Later(FurtherOptions.REGION_ENABLED, YOUNGER),
                new Later(FurtherOptions.REGION_MAX_FAILURE_RATIO, YOUNGER),
                new Later(FurtherOptions.REGION_MAX_CONSECUTIVE_FAILURES, YOUNGER),
                new Later(FurtherOptions.SOURCES_PAUSE_UNTIL_FIRST_CHECKPOINT, YOUNGER),
                new Later(
                        ExecutionOptions.SORT_INPUTS,
                        "the keyed inputs of a batch job are always sorted"),
                new Later(
                        ExecutionOptions.USE_BATCH_STATE_BACKEND,
                        "a batch job always keeps the state of one key only"));
    }

    /**
     * Refuses what is set and can't be followed.
     *
     * @throws UnsupportedOperationException naming the key and its value
     */
    static void refuse(Configuration configuration) {
        for (Later later : LATER) {
            Object value = configuration.getOptional(later.option()).orElse(null);
            if (value != null && !Objects.equals(value, later.option().defaultValue())) {
                throw unsupported(asSet(later.option(), configuration), value, later.why());
            }
        }
        for (String key : new TreeSet<>(configuration.keySet())) {
            if (beginsWithOneOf(REPORTER_PREFIXES, key)) {
                throw unsupported(key, configuration.toMap().get(key), REPORTERS);
            }
            if (key.equals(LATENCY_INTERVAL)
                    && !configuration.toMap().get(key).trim().equals("0")) {
                throw unsupported(key, configuration.toMap().get(key), LATENCY_MARKERS);
            }
        }
        refuseOtherDefaultFileSystem(configuration);
    }

    /** Tells of settings of RocksDB in a job whose state is elsewhere. */
    static void idleRocksDb(Configuration configuration, List<Notice> notices) {
        List<String> idle =
                configuration.keySet().stream()
                        .filter(key -> key.startsWith(ROCKSDB_PREFIX))
                        .sorted()
                        .toList();
        if (!idle.isEmpty()) {
            notices.add(
                    Notice.info(
                            "Without effect, because keyed state is not in RocksDB ("
                                    + StateBackendOptions.STATE_BACKEND.key()
                                    + " is not rocksdb): "
                                    + String.join(", ", idle)));
        }
    }

    /**
     * What a path without a scheme means is the same for all jobs of a process, so a job can only
     * say what holds already.
     */
    private static void refuseOtherDefaultFileSystem(Configuration configuration) {
        String scheme = configuration.get(CoreOptions.DEFAULT_FILESYSTEM_SCHEME);
        if (scheme != null && !scheme.equals(FileSystems.defaultUri().toString())) {
            throw new UnsupportedOperationException(
                    CoreOptions.DEFAULT_FILESYSTEM_SCHEME.key()
                            + " = "
                            + scheme
                            + " can't be followed by one job: it holds for the whole process, where it"
                            + " is "
                            + FileSystems.defaultUri()
                            + ". Set it for the launcher (its file of settings, or -D), or call"
                            + " FileSystem.initialize(configuration) before the job is built.");
        }
    }

    /** The key, with that which the user wrote if it is an older one. */
    private static String asSet(ConfigOption<?> option, Configuration configuration) {
        Set<String> keys = configuration.keySet();
        for (FallbackKey older : option.fallbackKeys()) {
            if (keys.contains(older.getKey())) {
                return option.key() + " (set as " + older.getKey() + ")";
            }
        }
        return option.key();
    }

    private static boolean beginsWithOneOf(List<String> prefixes, String key) {
        return prefixes.stream().anyMatch(key::startsWith);
    }

    static UnsupportedOperationException unsupported(String key, Object value, String why) {
        return new UnsupportedOperationException(
                key + " = " + value + " is not supported: " + why + ". Leave it out.");
    }

    /** Lists once what is set and has no meaning in one process. */
    static void list(Configuration configuration, List<Notice> notices) {
        TreeSet<String> found = new TreeSet<>();
        for (String key : configuration.keySet()) {
            if (isWithoutEffect(key)) {
                found.add(key);
            }
        }
        if (!found.isEmpty()) {
            notices.add(
                    Notice.info(
                            "Without effect, because a job runs in one process and restarts as a whole: "
                                    + String.join(", ", found)));
        }
    }
}
