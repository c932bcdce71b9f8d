// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SpillFileTest {

    @TempDir Path directory;

    private static byte[] bytes(int seed, int length) {
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = (byte) (seed * 31 + i);
        }
        return bytes;
    }

    @Test
    void piecesComeBackAsTheyWereInWhateverOrder() throws IOException {
        try (SpillFile file = new SpillFile(directory.toString(), "The test")) {
            List<SpillFile.Piece> pieces = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                pieces.add(file.write(bytes(i, 100 + i), 50 + i));
            }
            for (int i = 19; i >= 0; i--) {
                byte[] expected = java.util.Arrays.copyOf(bytes(i, 100 + i), 50 + i);
                assertThat(file.read(pieces.get(i))).isEqualTo(expected);
            }
        }
    }

    @Test
    void roomIsGivenBackWhenAllPiecesOfAFileAreDropped() throws IOException {
        try (SpillFile file = new SpillFile(directory.toString(), "The test")) {
            byte[] large = bytes(1, 4 << 20);
            List<SpillFile.Piece> pieces = new ArrayList<>();
            for (int i = 0; i < 10; i++) {
                pieces.add(file.write(large, large.length));
            }
            assertThat(file.bytes()).isEqualTo(10L * large.length);
            for (SpillFile.Piece piece : pieces.subList(0, 8)) {
                file.drop(piece);
                file.drop(piece); // again, which changes nothing
            }

            assertThat(file.bytes()).isEqualTo(2L * large.length);
            assertThat(file.read(pieces.get(9))).isEqualTo(large);
            file.drop(pieces.get(8));
            file.drop(pieces.get(9));
            assertThat(file.bytes()).isZero();
            SpillFile.Piece next = file.write(large, 10);
            assertThat(file.read(next)).hasSize(10);
        }
    }

    @Test
    void nothingIsLeftBehindAndTheDirectoryIsMade() throws IOException {
        Path below = directory.resolve("not/there/yet");
        SpillFile file = new SpillFile(below.toString(), "The test");
        assertThat(below).doesNotExist();
        file.write(bytes(1, 10), 10);
        file.close();
        file.close();

        assertThat(below).isEmptyDirectory();
        assertThatThrownBy(() -> file.write(bytes(1, 10), 10))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("closed");
    }

    @Test
    void aDirectoryThatCantBeIsNamedWithWhatWasToGoThereAndTheSetting() throws IOException {
        Path noDirectory = Files.writeString(directory.resolve("file"), "x");
        SpillFile file =
                new SpillFile(noDirectory.resolve("below").toString(), "The feedback of x");

        assertThatThrownBy(() -> file.write(bytes(1, 10), 10))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("The feedback of x")
                .hasMessageContaining(noDirectory.toString())
                .hasMessageContaining("io.tmp.dirs");
    }
}
