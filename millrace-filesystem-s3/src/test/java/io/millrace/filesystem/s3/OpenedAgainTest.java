// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.filesystem.s3;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.configuration.Configuration;
import io.millrace.core.fs.FileSystem;
import io.millrace.spi.OpenFileSystems;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** When {@link FileSystem#initialize} leads to another file system, and when to the same. */
class OpenedAgainTest {

    private static final URI BUCKET = URI.create("s3://opened-again/");

    @AfterEach
    void forget() {
        FileSystem.initialize(new Configuration());
    }

    private static FileSystem opened(String endpoint, String jobName) throws IOException {
        Configuration settings = new Configuration();
        settings.setString("s3.endpoint", endpoint);
        settings.setString("pipeline.name", jobName);
        FileSystem.initialize(settings);
        return FileSystem.get(BUCKET);
    }

    @Test
    void theSameSettingsLeadToTheSameAndOthersToAnother() throws IOException {
        FileSystem first = opened("http://localhost:1", "a job");
        assertThat(opened("http://localhost:1", "another job")).isSameAs(first);
        FileSystem second = opened("http://localhost:2", "a job");
        assertThat(second).isNotSameAs(first);
        FileSystem.initialize(new Configuration());
        assertThat(opened("http://localhost:2", "a job")).isSameAs(second);
    }

    @Test
    void jobsThatTakeTurnsWithTheirOwnSettingsLeaveNoMoreThanOneEach() throws IOException {
        FileSystem first = opened("http://localhost:11", "a job");
        FileSystem second = opened("http://localhost:12", "another job");

        assertThat(opened("http://localhost:11", "a job")).isSameAs(first);
        assertThat(opened("http://localhost:12", "another job")).isSameAs(second);
    }

    @Test
    void oneThatIsOnlyKeptIsInNobodysWay() throws IOException {
        FileSystem first = opened("http://localhost:1", "a job");
        FileSystem.initialize(new Configuration());
        OpenFileSystems.Adoption adoption =
                OpenFileSystems.adopt(Map.of("s3.endpoint", "http://localhost:3"), List.of("s3"));
        assertThat(adoption.isDone()).isTrue();
        assertThat(FileSystem.get(BUCKET)).isNotSameAs(first);
    }
}
