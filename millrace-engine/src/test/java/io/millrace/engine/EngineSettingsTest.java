// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.common.ExecutionConfig;
import io.millrace.configuration.Configuration;
import io.millrace.configuration.IllegalConfigurationException;
import io.millrace.core.fs.FileSystem;
import io.millrace.core.fs.Path;
import io.millrace.engine.checkpoint.CheckpointPolicy;
import io.millrace.engine.checkpoint.CheckpointStore.Claim;
import io.millrace.engine.checkpoint.Retention;
import io.millrace.engine.job.CheckpointSettings;
import io.millrace.engine.job.CheckpointSettings.FailurePolicy;
import io.millrace.engine.job.CheckpointSettings.Restore;
import io.millrace.engine.job.CheckpointSettings.Storage;
import io.millrace.engine.job.CheckpointSettings.StorageKind;
import io.millrace.engine.job.RestartStrategy;
import io.millrace.runtime.state.CheckpointStorage;
import io.millrace.runtime.state.StateBackend;
import io.millrace.runtime.state.filesystem.FsStateBackend;
import io.millrace.runtime.state.hashmap.HashMapStateBackend;
import io.millrace.runtime.state.memory.MemoryStateBackend;
import io.millrace.runtime.state.storage.FileSystemCheckpointStorage;
import io.millrace.runtime.state.storage.JobManagerCheckpointStorage;
import io.millrace.spi.Pipeline;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@SuppressWarnings("deprecation") // The backends of the 1.x years are to be understood.
class EngineSettingsTest {

    private static final String INTERVAL = "execution.checkpointing.interval";

    private static EngineSettings settings(String... keysAndValues) {
        return settings(null, null, keysAndValues);
    }

    private static EngineSettings settings(
            StateBackend backend, CheckpointStorage storage, String... keysAndValues) {
        Configuration configuration = new Configuration();
        for (int i = 0; i < keysAndValues.length; i += 2) {
            configuration.setString(keysAndValues[i], keysAndValues[i + 1]);
        }
        return EngineSettings.conclude(
                new Pipeline(
                        "job",
                        null,
                        List.of(),
                        configuration,
                        new ExecutionConfig(),
                        backend,
                        storage,
                        EngineSettingsTest.class.getClassLoader()));
    }

    @Test
    void defaultsAreFlinksAndSayNothing() {
        EngineSettings settings = settings();
        assertThat(settings.notices()).isEmpty();
        assertThat(settings.restart()).isEqualTo(new RestartStrategy.None());
        assertThat(settings.bufferTimeoutMs()).isEqualTo(100);
        assertThat(settings.objectReuse()).isFalse();
        assertThat(settings.handOver()).isFalse();
        assertThat(settings.chaining()).isTrue();
        assertThat(settings.cancellationIntervalMs()).isEqualTo(30_000);
        assertThat(settings.cancellationTimeoutMs()).isEqualTo(180_000);
        assertThat(settings.committerRetries()).isEqualTo(10);
        assertThat(settings.maxParallelism()).isEqualTo(-1);
        CheckpointSettings checkpoints = settings.checkpoints();
        assertThat(checkpoints.enabled()).isFalse();
        assertThat(checkpoints.policy())
                .isEqualTo(new CheckpointPolicy(0, 0, 600_000, 1, 0, false, true, true));
        assertThat(checkpoints.retention())
                .isEqualTo(new Retention(Retention.Policy.NO_EXTERNALIZED_CHECKPOINTS, false));
        assertThat(checkpoints.numRetained()).isEqualTo(1);
        assertThat(checkpoints.storage())
                .isEqualTo(new Storage(StorageKind.MEMORY, null, true, 0, 0, 5 * 1024 * 1024));
        assertThat(checkpoints.restore()).isEqualTo(new Restore(null, false, Claim.NONE, false));
    }

    @Test
    void theExampleOfTheDocumentIsOneProgram() {
        EngineSettings settings =
                settings(
                        INTERVAL,
                        "1000",
                        "execution.checkpointing.mode",
                        "EXACTLY_ONCE",
                        "execution.checkpointing.min-pause",
                        "500",
                        "execution.checkpointing.timeout",
                        "60000",
                        "execution.checkpointing.max-concurrent-checkpoints",
                        "1",
                        "execution.checkpointing.externalized-checkpoint-retention",
                        "RETAIN_ON_CANCELLATION");
        assertThat(settings.checkpoints().policy())
                .isEqualTo(new CheckpointPolicy(1000, 500, 60_000, 1, 0, false, true, true));
        assertThat(settings.restart()).isInstanceOf(RestartStrategy.ExponentialDelay.class);
        // M10: it runs, and is told that nothing is kept in memory.
        assertThat(settings.notices())
                .singleElement()
                .satisfies(
                        notice -> {
                            assertThat(notice.level()).isEqualTo(Notice.Level.WARN);
                            assertThat(notice.text())
                                    .contains(
                                            "execution.checkpointing.dir",
                                            "RETAIN_ON_CANCELLATION");
                        });
    }

    // ------------------------------------------------------------ ranges

    @ParameterizedTest
    @CsvSource({
        INTERVAL + ", 0",
        INTERVAL + ", 100 us",
        "execution.checkpointing.timeout, 0 ms",
        "execution.checkpointing.max-concurrent-checkpoints, 0",
        "execution.checkpointing.tolerable-failed-checkpoints, -1",
        "pipeline.max-parallelism, 0",
        "pipeline.max-parallelism, 32769",
        "task.cancellation.interval, 0",
        "sink.committer.retries, -1",
        "execution.checkpointing.timeout, soon",
    })
    void valuesOutOfRangeAreRefusedByKey(String key, String value) {
        assertThatThrownBy(() -> settings(key, value))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(key);
    }

    @Test
    void anIntervalOfOneMillisecondIsFine() {
        assertThat(settings(INTERVAL, "1 ms").checkpoints().intervalMs()).isEqualTo(1);
    }

    @Test
    void keepingNoCheckpointIsOneAndAWarning() {
        EngineSettings settings = settings("execution.checkpointing.num-retained", "0");
        assertThat(settings.checkpoints().numRetained()).isEqualTo(1);
        assertThat(settings.notices()).singleElement().asString().contains("num-retained = 0");
    }

    // ------------------------------------------------------------ concurrency and failures

    @Test
    void severalAtOnceUnlessAPauseSwitchesThatOff() {
        String key = "execution.checkpointing.max-concurrent-checkpoints";
        EngineSettings overlapping = settings(INTERVAL, "100", key, "3");
        assertThat(overlapping.checkpoints().maxConcurrent()).isEqualTo(3);
        assertThat(overlapping.checkpoints().policy().slots()).isEqualTo(3);
        assertThat(overlapping.notices()).isEmpty();
        EngineSettings settings =
                settings(INTERVAL, "100", key, "3", "execution.checkpointing.min-pause", "50 ms");
        assertThat(settings.checkpoints().maxConcurrent()).isEqualTo(1);
        assertThat(settings.notices())
                .singleElement()
                .asString()
                .contains(key + " = 3", "execution.checkpointing.min-pause = 50 ms");
    }

    @Test
    void theModeIsExactlyOnceUnlessAskedOtherwise() {
        assertThat(settings(INTERVAL, "100").checkpoints().exactlyOnce()).isTrue();
        assertThat(
                        settings(INTERVAL, "100", "execution.checkpointing.mode", "AT_LEAST_ONCE")
                                .checkpoints()
                                .exactlyOnce())
                .isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                "-, -, 0, false, true",
                "true, -, 0, false, true",
                "false, -, 2147483647, false, false",
                "-, 0, 0, true, true",
                "-, 5, 5, true, true",
                "false, 5, 5, true, true",
            })
    void failuresAreTreatedAsChosen(
            String failOnErrors,
            String tolerable,
            int number,
            boolean explicit,
            boolean syncErrorsFail) {
        Configuration configuration = new Configuration();
        if (failOnErrors != null) {
            configuration.setString(EngineOptions.FAIL_ON_CHECKPOINT_ERRORS.key(), failOnErrors);
        }
        if (tolerable != null) {
            configuration.setString(
                    "execution.checkpointing.tolerable-failed-checkpoints", tolerable);
        }
        String[] keysAndValues =
                configuration.toMap().entrySet().stream()
                        .flatMap(entry -> List.of(entry.getKey(), entry.getValue()).stream())
                        .toArray(String[]::new);
        EngineSettings settings = settings(keysAndValues);
        assertThat(settings.checkpoints().failurePolicy())
                .isEqualTo(new FailurePolicy(number, explicit, syncErrorsFail));
        boolean both = failOnErrors != null && tolerable != null;
        assertThat(settings.notices()).hasSize(both ? 1 : 0);
    }

    @Test
    void theIntervalDuringABacklogIsNoShorterThanTheUsualOne() {
        String key = "execution.checkpointing.interval-during-backlog";
        assertThat(settings(INTERVAL, "10 s").checkpoints().backlogIntervalMs()).isEqualTo(10_000);
        assertThat(settings(INTERVAL, "10 s", key, "0").checkpoints().backlogIntervalMs()).isZero();
        assertThat(settings(INTERVAL, "10 s", key, "1 min").checkpoints().backlogIntervalMs())
                .isEqualTo(60_000);
        assertThatThrownBy(() -> settings(INTERVAL, "10 s", key, "9999 ms"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("'" + key + "'", "'9999 ms'", INTERVAL, "10000 ms");
    }

    // ------------------------------------------------------------ restarts

    @Test
    void numbersOfAStrategyThatTheJobDoesNotHaveAreNotSilentlyIgnored() {
        String attempts = "restart-strategy.fixed-delay.attempts";
        assertThat(settings(attempts, "3").notices())
                .singleElement()
                .matches(notice -> notice.level() == Notice.Level.WARN)
                .asString()
                .contains(attempts, "has none", "restart-strategy.type is not set");
        assertThat(settings(attempts, "3", INTERVAL, "1 s").notices())
                .singleElement()
                .asString()
                .contains(attempts, "has exponential-delay");
        assertThat(settings(attempts, "3", "restart-strategy.type", "failure-rate").notices())
                .singleElement()
                .matches(notice -> notice.level() == Notice.Level.INFO)
                .asString()
                .contains(attempts, "has failure-rate");
        assertThat(settings(attempts, "3", "restart-strategy", "fixeddelay").notices()).isEmpty();
    }

    // ------------------------------------------------------------ backends and storage

    @ParameterizedTest
    @CsvSource({"rocksdb", "RocksDB"})
    void rocksDbIsAModuleOfItsOwn(String name) {
        assertThatThrownBy(() -> settings("state.backend.type", name))
                .isInstanceOf(IllegalConfigurationException.class)
                .hasMessageContaining("state.backend.type = " + name);
    }

    @Test
    void anUnknownBackendOrStorageIsRefused() {
        assertThatThrownBy(() -> settings("state.backend.type", "com.example.Mine"))
                .hasMessageContainingAll("state.backend.type", "com.example.Mine", "hashmap");
        assertThatThrownBy(() -> settings("execution.checkpointing.storage", "tape"))
                .hasMessageContainingAll("execution.checkpointing.storage", "tape", "filesystem");
    }

    @Test
    void oldBackendNamesAreTakenForWhatTheyMeant() {
        EngineSettings memory = settings("state.backend", "jobmanager");
        assertThat(memory.checkpoints().storage().kind()).isEqualTo(StorageKind.MEMORY);
        assertThat(memory.notices())
                .singleElement()
                .asString()
                .contains("jobmanager is an old name");

        EngineSettings files =
                settings("state.backend", "filesystem", "state.checkpoints.dir", "file:///tmp/ck");
        assertThat(files.checkpoints().storage().kind()).isEqualTo(StorageKind.FILES);
        assertThat(files.notices())
                .singleElement()
                .asString()
                .contains("filesystem is an old name");
    }

    @Test
    void filesNeedADirectory() {
        assertThatThrownBy(() -> settings("execution.checkpointing.storage", "filesystem"))
                .hasMessageContaining("execution.checkpointing.dir");
        assertThatThrownBy(() -> settings("state.backend.type", "filesystem"))
                .hasMessageContaining("execution.checkpointing.dir");
    }

    @Test
    void aDirectoryAloneMeansFiles() {
        Storage storage =
                settings(
                                "execution.checkpointing.dir",
                                "file:///tmp/ck",
                                "execution.checkpointing.create-subdir",
                                "false",
                                "execution.checkpointing.data-inline-threshold",
                                "1kb")
                        .checkpoints()
                        .storage();
        assertThat(storage)
                .isEqualTo(
                        new Storage(
                                StorageKind.FILES,
                                new Path("file:///tmp/ck"),
                                false,
                                1024,
                                4096,
                                0));
    }

    @Test
    void memoryWithADirectoryKeepsManifestsThere() {
        Storage storage =
                settings(
                                "execution.checkpointing.storage",
                                "jobmanager",
                                "execution.checkpointing.dir",
                                "file:///tmp/ck")
                        .checkpoints()
                        .storage();
        assertThat(storage.kind()).isEqualTo(StorageKind.MANIFESTS);
        assertThat(storage.directory()).isEqualTo(new Path("file:///tmp/ck"));
    }

    @Test
    void theCodeWinsOverTheConfiguration() {
        String[] elsewhere = {"execution.checkpointing.dir", "file:///tmp/elsewhere"};
        assertThat(
                        settings(
                                        new HashMapStateBackend(),
                                        new FileSystemCheckpointStorage("file:///tmp/here"),
                                        elsewhere)
                                .checkpoints()
                                .storage()
                                .directory())
                .isEqualTo(new Path("file:///tmp/here"));
        assertThat(
                        settings(null, new JobManagerCheckpointStorage(77))
                                .checkpoints()
                                .storage()
                                .maxInMemoryBytes())
                .isEqualTo(77);
        // A backend of the old kind is a storage too, and wins over everything.
        assertThat(
                        settings(
                                        new FsStateBackend("file:///tmp/old"),
                                        new FileSystemCheckpointStorage("file:///tmp/here"),
                                        elsewhere)
                                .checkpoints()
                                .storage()
                                .directory())
                .isEqualTo(new Path("file:///tmp/old"));
        assertThat(
                        settings(
                                        new MemoryStateBackend(99),
                                        new FileSystemCheckpointStorage("file:///tmp/here"))
                                .checkpoints()
                                .storage())
                .isEqualTo(new Storage(StorageKind.MEMORY, null, true, 0, 0, 99));
    }

    // ------------------------------------------------------------ restore

    @Test
    void latestIsAWordAndClaims() {
        assertThat(
                        settings(
                                        "execution.state-recovery.path",
                                        "latest",
                                        "execution.checkpointing.dir",
                                        "file:///tmp/ck")
                                .checkpoints()
                                .restore())
                .isEqualTo(new Restore(null, true, Claim.NONE, false));
        assertThat(
                        settings(
                                        "execution.savepoint.path",
                                        "/tmp/ck/chk-3",
                                        "execution.state-recovery.ignore-unclaimed-state",
                                        "true")
                                .checkpoints()
                                .restore())
                .isEqualTo(new Restore("/tmp/ck/chk-3", false, Claim.NONE, true));
    }

    @Test
    void latestNeedsADirectoryToLookIn() {
        assertThatThrownBy(() -> settings("execution.state-recovery.path", "latest"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("latest")
                .hasMessageContaining("execution.checkpointing.dir");
    }

    @Test
    void latestClaimsWhatItContinuesAndSaysSoToWhoWantsOtherwise() {
        EngineSettings settings =
                settings(
                        "execution.state-recovery.path",
                        "latest",
                        "execution.checkpointing.dir",
                        "file:///checkpoints",
                        "execution.state-recovery.claim-mode",
                        "LEGACY");

        assertThat(settings.checkpoints().restore().latest()).isTrue();
        assertThat(settings.notices())
                .anySatisfy(
                        notice ->
                                assertThat(notice.text())
                                        .contains("claim-mode = LEGACY has no effect"));
    }

    @Test
    void legacyLeavesACheckpointToItsOwner() {
        EngineSettings settings =
                settings(
                        "execution.state-recovery.path",
                        "/chk-7",
                        "execution.state-recovery.claim-mode",
                        "LEGACY");

        assertThat(settings.checkpoints().restore().claim()).isEqualTo(Claim.LEGACY);
        assertThat(settings.notices()).isEmpty();
    }

    @Test
    void claimingMakesACheckpointTheJobsOwnButNotForAJobThatKeepsItsOwnInMemory() {
        String[] claim = {
            "execution.state-recovery.path",
            "/chk-7",
            "execution.state-recovery.claim-mode",
            "CLAIM",
            "execution.checkpointing.dir",
            "file:///checkpoints"
        };
        assertThat(settings(claim).checkpoints().restore().claim()).isEqualTo(Claim.CLAIM);

        EngineSettings inMemory = settings(claim[0], claim[1], claim[2], claim[3]);
        assertThat(inMemory.checkpoints().restore().claim()).isEqualTo(Claim.LEGACY);
        assertThat(inMemory.notices())
                .anySatisfy(notice -> assertThat(notice.text()).contains("/chk-7", "memory"));
    }

    // ------------------------------------------------------------ unaligned checkpoints

    private static final String UNALIGNED = "execution.checkpointing.unaligned.enabled";
    private static final String ALIGNED_TIMEOUT =
            "execution.checkpointing.aligned-checkpoint-timeout";

    @Test
    @DisplayName("CK-12: barriers overtake at once, or after the time that is set")
    void ck12BarriersOvertakeAtOnceOrAfterTheTimeThatIsSet() {
        assertThat(settings(INTERVAL, "1 s").checkpoints().policy().alignmentMs()).isEqualTo(-1);
        assertThat(settings(INTERVAL, "1 s", UNALIGNED, "true").checkpoints().policy())
                .extracting(CheckpointPolicy::alignmentMs)
                .isEqualTo(0L);
        EngineSettings timed =
                settings(
                        INTERVAL,
                        "1 s",
                        "execution.checkpointing.unaligned",
                        "true",
                        ALIGNED_TIMEOUT,
                        "3 s");
        assertThat(timed.checkpoints().policy().alignmentMs()).isEqualTo(3000);
        assertThat(timed.notices()).isEmpty();
        assertThatThrownBy(() -> settings(INTERVAL, "1 s", ALIGNED_TIMEOUT, "-1 s"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(ALIGNED_TIMEOUT);
    }

    @Test
    @DisplayName("CK-12: the time alone says nothing, and that is told")
    void ck12TheTimeAloneSaysNothing() {
        EngineSettings settings = settings(INTERVAL, "1 s", ALIGNED_TIMEOUT, "3 s");
        assertThat(settings.checkpoints().policy().alignmentMs()).isEqualTo(-1);
        assertThat(settings.notices())
                .singleElement()
                .satisfies(
                        notice -> {
                            assertThat(notice.level()).isEqualTo(Notice.Level.INFO);
                            assertThat(notice.text()).contains(ALIGNED_TIMEOUT, UNALIGNED);
                        });
    }

    @Test
    @DisplayName("CK-11: with at-least-once they are switched off, with a warning")
    void ck11WithAtLeastOnceTheyAreSwitchedOff() {
        EngineSettings settings =
                settings(
                        INTERVAL,
                        "1 s",
                        UNALIGNED,
                        "true",
                        "execution.checkpointing.mode",
                        "AT_LEAST_ONCE");
        assertThat(settings.checkpoints().policy().alignmentMs()).isEqualTo(-1);
        assertThat(settings.notices())
                .singleElement()
                .satisfies(
                        notice -> {
                            assertThat(notice.level()).isEqualTo(Notice.Level.WARN);
                            assertThat(notice.text()).contains(UNALIGNED, "AT_LEAST_ONCE");
                        });
    }

    @Test
    @DisplayName("CK-56: one checkpoint is restored without what was on its way")
    void ck56OneCheckpointIsRestoredWithoutWhatWasOnItsWay() {
        assertThat(settings().checkpoints().inFlight().ignoredOf()).isEqualTo(-1);
        assertThat(
                        settings(
                                        "execution.checkpointing.recover-without-channel-state"
                                                + ".checkpoint-id",
                                        "7")
                                .checkpoints()
                                .inFlight()
                                .ignoredOf())
                .isEqualTo(7);
    }

    // ------------------------------------------------------------ refused and without effect

    @ParameterizedTest
    @CsvSource({
        "execution.checkpointing.file-merging.enabled, true",
        "execution.checkpointing.local-backup.enabled, true",
        "state.changelog.enabled, true",
        "state.latency-track.keyed-state-enabled, true",
        "execution.state-recovery.approximate-local-recovery, true",
    })
    void whatIsNotThereYetIsRefusedByKeyAndValue(String key, String value) {
        assertThatThrownBy(() -> settings(key, value))
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessageContaining(key + " = ")
                .hasMessageContaining("Leave it out");
    }

    @ParameterizedTest
    @CsvSource({
        "execution.checkpointing.unaligned.enabled, false",
        "execution.checkpointing.mode, EXACTLY_ONCE",
        "execution.checkpointing.incremental, false",
        "execution.checkpointing.incremental, true",
        "execution.runtime-mode, STREAMING",
    })
    void theirDefaultsMayBeSaid(String key, String value) {
        assertThat(settings(key, value).notices()).isEmpty();
    }

    @Test
    void settingsOfRocksDbSayNothingToTheHeap() {
        assertThat(settings("state.backend.rocksdb.thread.num", "8").notices())
                .singleElement()
                .asString()
                .contains("state.backend.rocksdb.thread.num", "not in RocksDB");
    }

    @Test
    void whatSpeaksOfAClusterIsListedOnce() {
        EngineSettings settings =
                settings(
                        "jobmanager.execution.failover-strategy",
                        "full",
                        "taskmanager.numberOfTaskSlots",
                        "4",
                        "state.backend.async",
                        "false",
                        "my.own.key",
                        "x");
        assertThat(settings.notices())
                .singleElement()
                .satisfies(
                        notice -> {
                            assertThat(notice.level()).isEqualTo(Notice.Level.INFO);
                            assertThat(notice.text())
                                    .endsWith(
                                            "jobmanager.execution.failover-strategy, state.backend.async,"
                                                    + " taskmanager.numberOfTaskSlots");
                        });
    }

    @Test
    void whereALogOfStateChangesWouldBeSaysNothingAsLongAsItIsOff() {
        assertThat(
                        settings(
                                        "state.changelog.enabled",
                                        "false",
                                        "state.backend.changelog.storage",
                                        "filesystem",
                                        "dstl.dfs.base-path",
                                        "file:///log")
                                .notices())
                .singleElement()
                .asString()
                .contains("dstl.dfs.base-path", "state.backend.changelog.storage");
        assertThatThrownBy(() -> settings("state.backend.changelog.enabled", "true"))
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessageContaining("state.changelog.enabled")
                .hasMessageContaining("state.backend.changelog.enabled");
    }

    @Test
    void aDirectoryForSavepointsIsHeardWhereverItIsSaid() {
        String directory = "file:/savepoints";
        URI savepoints = URI.create(directory);
        assertThat(
                        settings(new FsStateBackend(URI.create("file:///c"), savepoints), null)
                                .checkpoints()
                                .storage()
                                .savepointDirectory())
                .isEqualTo(directory);
        assertThat(
                        settings(new MemoryStateBackend(null, directory), null)
                                .checkpoints()
                                .storage()
                                .savepointDirectory())
                .isEqualTo(directory);
        for (String key :
                new String[] {"execution.checkpointing.savepoint-dir", "state.savepoints.dir"}) {
            assertThat(settings(key, directory).checkpoints().storage().savepointDirectory())
                    .isEqualTo(directory);
        }
        assertThat(settings().checkpoints().storage().savepointDirectory()).isNull();
    }

    @Test
    void theDefaultFileSystemIsThatOfTheProcess() {
        String key = "fs.default-scheme";
        assertThatThrownBy(() -> settings(key, "cold-store:///"))
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessageContaining(key)
                .hasMessageContaining("FileSystem.initialize");
        Configuration cold = new Configuration();
        cold.setString(key, "cold-store:///");
        FileSystem.initialize(cold);
        try {
            assertThat(settings(key, "cold-store:///").notices()).isEmpty();
        } finally {
            FileSystem.initialize(new Configuration());
        }
    }

    @Test
    void theListOfKeysWithoutMeaningIsThatOfTheDocument() throws IOException {
        String text = Files.readString(java.nio.file.Path.of("..", "docs", "departures.md"));
        String list =
                text.substring(
                        text.indexOf("<!-- keys-without-meaning -->"),
                        text.indexOf("<!-- /keys-without-meaning -->"));
        List<String> documented = new ArrayList<>();
        Matcher code = Pattern.compile("`([a-z0-9.-]*[.*-][a-z0-9.*-]*)`").matcher(list);
        while (code.find()) {
            documented.add(code.group(1));
        }
        assertThat(documented)
                .containsExactlyInAnyOrderElementsOf(UnsupportedOptions.withoutEffect());
    }

    @Test
    void aRefusalNamesTheKeyThatWasSetAndTheOneThatIsMeant() {
        assertThatThrownBy(() -> settings("state.backend.local-recovery", "true"))
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessageContaining("state.backend.local-recovery")
                .hasMessageContaining("execution.checkpointing.local-backup.enabled");
    }
}
