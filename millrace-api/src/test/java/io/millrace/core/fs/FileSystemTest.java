// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.core.fs;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import org.junit.jupiter.api.Test;

class FileSystemTest {

    @Test
    void aSchemeThatNobodyServesIsNamed() {
        assertThatThrownBy(() -> FileSystem.get(URI.create("nowhere://host/x")))
                .isInstanceOf(UnsupportedFileSystemSchemeException.class)
                .hasMessageContaining("'nowhere'")
                .hasMessageContaining("nowhere://host/x")
                .hasMessageContaining("No module of Millrace serves it");
    }

    @Test
    void aSchemeWhoseModuleIsNotThereIsNamedTogetherWithTheModule() {
        assertThatThrownBy(() -> FileSystem.get(URI.create("file:///x")))
                .isInstanceOf(UnsupportedFileSystemSchemeException.class)
                .hasMessageContaining("millrace-filesystem-local");
        assertThatThrownBy(() -> FileSystem.get(URI.create("hdfs://host/x")))
                .isInstanceOf(UnsupportedFileSystemSchemeException.class)
                .hasMessageContaining("--classpath 'opt/hadoop/*'")
                .hasMessageContaining("millrace-filesystem-hadoop");
    }
}
