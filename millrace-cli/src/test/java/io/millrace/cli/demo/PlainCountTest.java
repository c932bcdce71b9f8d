// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlainCountTest {

    @TempDir Path folder;

    @Test
    void aWordIsAMaximalRunOfLettersAndDigitsInLowerCase() throws IOException {
        Path file =
                Files.writeString(
                        folder.resolve("a"), "The mill-race, the MILL's\nÄpfel x2 \uD801\uDC00");

        PlainCount count = PlainCount.of(List.of(file));

        assertThat(count.counts())
                .containsOnlyKeys("the", "mill", "race", "s", "äpfel", "x2", "\uD801\uDC28")
                .containsEntry("the", 2L)
                .containsEntry("mill", 2L);
        assertThat(count.words()).isEqualTo(9);
        assertThat(count.lines()).isEqualTo(2);
    }

    @Test
    void compressedFilesAreRead() throws IOException {
        Path file = folder.resolve("a.gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
            out.write("one two".getBytes(StandardCharsets.UTF_8));
        }

        assertThat(PlainCount.of(List.of(file)).words()).isEqualTo(2);
    }

    @Test
    void aFileThatCannotBeReadIsNamed() throws IOException {
        Path file = Files.writeString(folder.resolve("no.gz"), "not gzip");

        assertThatThrownBy(() -> PlainCount.of(List.of(file)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("no.gz");
    }
}
