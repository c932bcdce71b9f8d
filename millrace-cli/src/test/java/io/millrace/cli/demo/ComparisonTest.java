// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ComparisonTest {

    private static final Map<String, Long> COUNTS = Map.of("a", 2L, "b", 1L);

    @TempDir Path output;

    @Test
    void eachCountOnceInWhateverOrderIsRight() throws IOException {
        Files.writeString(output.resolve("part-1"), "a\t2\nb\t1\n");
        Files.writeString(output.resolve("part-2"), "a\t1\n");

        Comparison comparison = Comparison.of(output, COUNTS);

        assertThat(comparison.isEqual()).isTrue();
        assertThat(comparison.committed()).isEqualTo(3);
    }

    @Test
    void unfinishedFilesDoNotCount() throws IOException {
        Files.writeString(output.resolve("part-1"), "a\t2\nb\t1\na\t1\n");
        Files.writeString(output.resolve(".part-2.inprogress.x"), "a\t1\n");

        assertThat(Comparison.of(output, COUNTS).isEqual()).isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a 1,b 1 | 'a' stands 2 times in the input, but 2 is missing",
                "a 2,b 1 | 'a' stands 2 times in the input, but 1 is missing",
                "a 1,a 2 | 'b' stands 1 times in the input, but 1 is missing",
                "a 1,a 2,b 1,b 1 | 'b' has count 1 twice",
                "a 1,a 2,a 3,b 1 | 'a' was counted to 3, and stands 2 times",
                "a 0,a 1,a 2,b 1 | 'a' was counted to 0, and stands 2 times",
                "a 1,a 2,b 1,c 1 | 'c' was counted, and does not stand in the input",
                "a 1,a 2,b 1,rubbish | 'rubbish' is not a word and a count"
            })
    void whatIsWrongIsTold(String lines, String told) throws IOException {
        Files.writeString(
                output.resolve("part-1"), lines.replace(' ', '\t').replace(',', '\n') + "\n");

        Comparison comparison = Comparison.of(output, COUNTS);

        assertThat(comparison.isEqual()).isFalse();
        assertThat(comparison.differences()).anySatisfy(d -> assertThat(d).contains(told));
    }
}
