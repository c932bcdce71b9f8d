// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.common.ExecutionConfig;
import io.millrace.configuration.ConfigOption;
import io.millrace.configuration.Configuration;
import io.millrace.spi.Pipeline;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayName("M13: what the reference page calls the range of a setting is what its check says")
class AcceptedRangesTest {

    private static final List<String> CANDIDATES = List.of("0", "-1", "-2", "0.5", "1.5", "2.5");

    static List<Map.Entry<ConfigOption<?>, String>> ranges() {
        return List.copyOf(AcceptedRanges.all().entrySet());
    }

    @ParameterizedTest
    @MethodSource("ranges")
    void aValueOutOfRangeIsRefusedInTheWordsOfThePage(Map.Entry<ConfigOption<?>, String> range) {
        String key = range.getKey().key();
        List<String> refusals = new ArrayList<>();
        for (String candidate : CANDIDATES) {
            Configuration configuration = new Configuration();
            if (key.startsWith("restart-strategy.")) {
                configuration.setString("restart-strategy.type", key.split("\\.", -1)[1]);
            }
            configuration.setString(key, candidate);
            try {
                ExecutionConfig config = new ExecutionConfig();
                config.configure(configuration, getClass().getClassLoader());
                EngineSettings.conclude(
                        new Pipeline(
                                "job",
                                null,
                                List.of(),
                                configuration,
                                config,
                                null,
                                null,
                                getClass().getClassLoader()));
            } catch (IllegalArgumentException e) {
                if (e.getMessage().contains("out of range")) {
                    refusals.add(e.getMessage());
                }
            }
        }

        assertThat(refusals)
                .isNotEmpty()
                .allSatisfy(
                        refusal ->
                                assertThat(refusal)
                                        .contains("'" + key + "'")
                                        .contains("Accepted is " + range.getValue()));
    }
}
