// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.runtime.state.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.configuration.Configuration;
import io.millrace.configuration.IllegalConfigurationException;
import io.millrace.core.fs.Path;
import org.junit.jupiter.api.Test;

class FileSystemCheckpointStorageTest {

    @Test
    void takes_from_settings_what_it_was_not_told() {
        Configuration settings = new Configuration();
        settings.setString("execution.checkpointing.data-inline-threshold", "1 kb");
        settings.setString("execution.checkpointing.savepoint-dir", "file:///s");
        FileSystemCheckpointStorage storage =
                new FileSystemCheckpointStorage("file:///c").configure(settings, null);
        assertThat(storage.getMinFileSizeThreshold()).isEqualTo(1024);
        assertThat(storage.getWriteBufferSize()).isEqualTo(4096);
        assertThat(storage.getSavepointPath()).isEqualTo(new Path("file:///s"));
        assertThat(
                        new FileSystemCheckpointStorage(new Path("file:///c"), 7, 8)
                                .configure(settings, null)
                                .getMinFileSizeThreshold())
                .isEqualTo(7);
    }

    @Test
    void sb_11_limits_state_in_the_manifest_to_one_mebibyte() {
        assertThat(new FileSystemCheckpointStorage("file:///c").getMinFileSizeThreshold())
                .isEqualTo(20 * 1024);
        assertThat(new FileSystemCheckpointStorage("file:///c").getWriteBufferSize())
                .isEqualTo(20 * 1024);
        assertThatThrownBy(
                        () -> new FileSystemCheckpointStorage(new Path("file:///c"), 1048577, -1))
                .isInstanceOf(IllegalArgumentException.class);
        Configuration settings = new Configuration();
        settings.setString("execution.checkpointing.data-inline-threshold", "2 mb");
        assertThat(
                        new FileSystemCheckpointStorage("file:///c")
                                .configure(settings, null)
                                .getMinFileSizeThreshold())
                .isEqualTo(20 * 1024);
    }

    @Test
    void sb_2_needs_a_directory() {
        assertThatThrownBy(
                        () ->
                                FileSystemCheckpointStorage.createFromConfig(
                                        new Configuration(), null))
                .isInstanceOf(IllegalConfigurationException.class)
                .hasMessageContaining("execution.checkpointing.dir");
    }
}
