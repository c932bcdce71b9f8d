// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.configuration.CheckpointingOptions;
import io.millrace.configuration.Configuration;
import io.millrace.configuration.PipelineOptions;
import io.millrace.engine.SettingsTable.Group;
import io.millrace.engine.SettingsTable.Standing;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("M13: one table of all settings")
class SettingsTableTest {

    @ParameterizedTest
    @CsvSource({
        "execution.checkpointing.interval, WORKS",
        "state.checkpoints.dir, WORKS",
        "pipeline.global-job-parameters.colour, WORKS",
        "millrace.checkpoints.keep-after-finish, WORKS",
        "execution.checkpointing.unaligned, WORKS",
        "state.backend.local-recovery, REFUSED",
        "state.backend.rocksdb.localdir, WORKS",
        "state.backend.rocksdb.metrics.block-cache-usage, WORKS",
        "state.backend.rocksdb.manual-compaction.min-interval, REFUSED",
        "execution.checkpointing.region.enabled, REFUSED",
        "state.latency-track.keyed-state-enabled, REFUSED",
        "state.latency-track.sample-interval, WITHOUT_MEANING",
        "metrics.reporters, REFUSED",
        "metrics.scope.jm, WITHOUT_MEANING",
        "jobmanager.execution.failover-strategy, WITHOUT_MEANING",
        "taskmanager.numberOfTaskSlots, WITHOUT_MEANING",
        "s3.access-key, WORKS"
    })
    void everyKeyHasItsStanding(String key, Standing standing) {
        assertThat(SettingsTable.saysOf(key).orElseThrow().standing()).isEqualTo(standing);
        assertThat(SettingsTable.isKnown(key)).isTrue();
    }

    @Test
    void whatNobodyKnowsHasNone() {
        assertThat(SettingsTable.saysOf("parallelism.defualt")).isEmpty();
        assertThat(SettingsTable.isKnown("parallelism.defualt")).isFalse();
    }

    @Test
    void anOlderKeyIsThatOfTheOptionItHasBecome() {
        assertThat(SettingsTable.option("state.backend.fs.checkpointdir"))
                .isEqualTo(CheckpointingOptions.CHECKPOINTS_DIRECTORY);
        assertThat(Group.of("state.backend.type")).isEqualTo(Group.STATE);
        assertThat(Group.of("execution.checkpointing.dir")).isEqualTo(Group.CHECKPOINTS);
        assertThat(Group.of("execution.runtime-mode")).isEqualTo(Group.RUNNING);
        assertThat(Group.of("rest.port")).isEqualTo(Group.CLUSTER);
        assertThat(Group.of("s3.access-key")).isEqualTo(Group.STORES);
        assertThat(Group.of("fs.gs.project.id")).isEqualTo(Group.STORES);
        assertThat(Group.of("fs.default-scheme")).isEqualTo(Group.FILES);
    }

    @Test
    void whatIsSetAndNotTheDefaultCanBeToldInOneLine() {
        Configuration configuration = new Configuration();
        configuration.set(PipelineOptions.NAME, "job");
        configuration.setString("state.backend", "hashmap");
        configuration.setString("state.checkpoints.dir", "file:///ck");
        configuration.setString("execution.checkpointing.interval", "10000");
        configuration.setString("execution.checkpointing.timeout", "600 s");
        configuration.setString("my.password", "swordfish");
        configuration.setString("my.colour", "blue");

        assertThat(SettingsTable.nonDefault(configuration))
                .isEqualTo(
                        "execution.checkpointing.dir=file:///ck,"
                                + " execution.checkpointing.interval=10 s, my.colour=blue,"
                                + " my.password=******");
        assertThat(SettingsTable.nonDefault(new Configuration())).isEmpty();
    }
}
