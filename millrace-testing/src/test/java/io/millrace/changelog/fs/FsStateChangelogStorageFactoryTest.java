// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.changelog.fs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.configuration.Configuration;
import io.millrace.configuration.StateChangelogOptions;
import io.millrace.runtime.testutils.MiniClusterResourceConfiguration;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.test.junit5.MiniClusterExtension;
import io.millrace.util.CloseableIterator;
import java.io.File;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A cluster may be told where a log of state changes would be; only switching it on is refused. */
class FsStateChangelogStorageFactoryTest {

    private static Configuration settings() {
        Configuration settings = new Configuration();
        FsStateChangelogStorageFactory.configure(
                settings, new File("/nowhere"), Duration.ofMinutes(1), 10);
        return settings;
    }

    @RegisterExtension
    static final MiniClusterExtension CLUSTER =
            new MiniClusterExtension(
                    new MiniClusterResourceConfiguration.Builder()
                            .setConfiguration(settings())
                            .build());

    @Test
    void whatIsConfiguredIsUnderFlinksKeys() {
        assertThat(settings().toMap())
                .containsEntry("state.changelog.storage", "filesystem")
                .containsEntry("dstl.dfs.base-path", new File("/nowhere").toURI().toString())
                .containsEntry("dstl.dfs.upload.timeout", "60000 ms")
                .containsEntry("dstl.dfs.upload.max-attempts", "10");
    }

    @Test
    void aJobThatKeepsNoSuchLogRuns() throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        List<Long> found = new ArrayList<>();
        try (CloseableIterator<Long> numbers =
                env.fromSequence(1, 3).keyBy(n -> n % 2).reduce(Long::sum).executeAndCollect()) {
            numbers.forEachRemaining(found::add);
        }
        assertThat(found).containsExactlyInAnyOrder(1L, 2L, 4L);
    }

    @Test
    void aJobThatSwitchesItOnIsRefused() {
        Configuration on = new Configuration();
        on.set(StateChangelogOptions.ENABLE_STATE_CHANGE_LOG, true);
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment(on);
        env.fromSequence(1, 3).print();
        assertThatThrownBy(env::execute).hasStackTraceContaining("state.changelog.enabled = true");
    }
}
