// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.tests.cluster.jobs.OldCalls;
import io.millrace.tests.cluster.jobs.OldStorages;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What Flink 2 has removed does there, by the shims, what it does on Flink 1.20: a program that
 * says what came of each call says the same on both.
 */
final class OldWaysTest {

    @TempDir private Path directory;

    @Test
    void checkpointsGoWhereTheyWentAndJobsRestartAsOftenAsTheyDid() throws Exception {
        List<String> before = said("1.20", OldStorages.class);

        assertThat(before)
                .contains("text: [a]", "object: [a]", "memory after a directory: []")
                .contains("a backend's before another: [a]", "a backend's memory: []")
                .contains("restarted twice: 3", "restarted the cluster's: 1 and failed");
        assertThat(said("2.3", OldStorages.class)).isEqualTo(before);
    }

    @Test
    void callsDoWhatTheyDid() throws Exception {
        List<String> before = said("1.20", OldCalls.class);

        assertThat(before)
                .contains("tolerates: 3", "long time: " + Long.MAX_VALUE, "assigned: [3, 10]")
                .contains("seen while written: [first]")
                .contains("its settings: [{city=Ulm} true 77]");
        assertThat(said("2.3", OldCalls.class)).isEqualTo(before);
    }

    private List<String> said(String version, Class<?> program) throws Exception {
        Path jar = JobJars.export(JobJars.of(directory, program), directory, version);
        Path folder = Files.createDirectory(directory.resolve("on-" + version));
        LocalFlink.run(directory, version, jar, program, folder.toString());
        return Files.readAllLines(folder.resolve("said"));
    }
}
