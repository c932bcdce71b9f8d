// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.configuration.Configuration;
import io.millrace.core.fs.FileSystem;
import io.millrace.core.fs.FileSystemFactory;
import io.millrace.spi.NamesSettings;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Commands that read files of jobs reach the stores where those lie as jobs do. */
class StoreOptionsTest {

    /** A store that is never there, and tells by what it was looked for. */
    public static final class AwayFactory implements FileSystemFactory {

        private Configuration settings = new Configuration();

        @Override
        public String getScheme() {
            return "away";
        }

        @Override
        public void configure(Configuration config) {
            settings = config;
        }

        @Override
        public FileSystem create(URI fsUri) throws IOException {
            throw new IOException(
                    "nothing answers at "
                            + settings.toMap().getOrDefault("s3.endpoint", "nowhere"));
        }
    }

    /** A store that can tell its settings: there is one. */
    public static final class TellingFactory implements FileSystemFactory, NamesSettings {

        @Override
        public String getScheme() {
            return "gs";
        }

        @Override
        public FileSystem create(URI fsUri) throws IOException {
            throw new IOException("nothing answers");
        }

        @Override
        public boolean knows(String key) {
            return settings().contains(key);
        }

        @Override
        public Collection<String> settings() {
            return List.of("gs.project.id");
        }
    }

    @TempDir Path conf;

    private final Call call = new Call();

    @AfterEach
    void forget() {
        FileSystem.initialize(new Configuration());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "checkpoint list away:///jobs",
                "checkpoint show away:///jobs/1/chk-1",
                "checkpoint state away:///jobs/1/chk-1 --uid counts --name n",
                "checkpoint diff away:///jobs/1/chk-1 away:///jobs/1/chk-2",
                "checkpoint verify away:///jobs/1/chk-1",
                "checkpoint rescale away:///jobs/1/chk-1 away:///jobs/new --max-parallelism 8",
                "savepoint --dispose away:///jobs/1/chk-1"
            })
    void theFileOfSettingsSaysWhereAStoreIsAndTheCommandLineMoreSo(String line) throws Exception {
        Files.writeString(conf.resolve("millrace.yaml"), "s3.endpoint: http://by-file:8000\n");
        Map<String, String> variables = Map.of("MILLRACE_CONF_DIR", conf.toString());
        String[] command = line.split(" ", -1);

        assertThat(call.millrace(variables, command)).isEqualTo(1);
        assertThat(call.said()).contains("nothing answers at http://by-file:8000");

        String[] more = (line + " -D s3.endpoint=http://by-hand:8000").split(" ", -1);
        assertThat(call.millrace(variables, more)).isEqualTo(1);
        assertThat(call.said()).contains("nothing answers at http://by-hand:8000");

        assertThat(call.millrace(Map.of(), command)).isEqualTo(1);
        assertThat(call.said()).contains("nothing answers at nowhere");
    }

    @Test
    void aKeyThatNobodyKnowsIsAMistake() {
        assertThat(call.millrace(Map.of(), "checkpoint", "list", "away:///jobs", "-D", "s3x.e=1"))
                .isEqualTo(2);
        assertThat(call.said()).contains("-D s3x.e=1: there is no such setting");
    }

    @Test
    void aSavepointIsWrittenByTheJobsOwnSettings() {
        assertThat(call.millrace(Map.of(), "savepoint", "job", "-D", "s3.endpoint=http://x:1"))
                .isEqualTo(2);
        assertThat(call.said()).contains("-D goes with --dispose");
    }
}
