// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.house;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.configuration.ConfigOption;
import io.millrace.engine.SettingsTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("M13: the reference page of settings is that of the table")
class ConfigurationPageTest {

    private static final String COMMAND =
            "mvn -Dfast -pl millrace-tests -am test -Dtest=ConfigurationPageTest"
                    + " -Dsurefire.failIfNoSpecifiedTests=false -Dmillrace.writePages=true";

    @Test
    void theCommittedPageIsTheOneThatTheTableMakes() throws IOException {
        Path page = ClassFiles.projectRoot().resolve("docs/configuration.md");
        if (Boolean.getBoolean("millrace.writePages")) {
            Files.writeString(page, ConfigurationPage.text());
        }

        assertThat(Files.readString(page))
                .as("docs/configuration.md is older than the options; write it anew: %s", COMMAND)
                .isEqualTo(ConfigurationPage.text());
    }

    @Test
    void everySettingHasAMeaningInWords() {
        List<String> mute = new ArrayList<>();
        for (ConfigOption<?> option : SettingsTable.options()) {
            if (ConfigurationPage.description(option).isBlank()) {
                mute.add(option.key());
            }
        }

        assertThat(mute).isEmpty();
    }
}
