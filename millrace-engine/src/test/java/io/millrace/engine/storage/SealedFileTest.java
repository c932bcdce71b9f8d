// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.millrace.core.fs.FileSystem;
import io.millrace.core.fs.Path;
import io.millrace.engine.storage.DamagedFileException.Reason;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SealedFileTest {

    private static final SealedFile.Kind KIND = new SealedFile.Kind("sample", 3, 5);
    private static final byte[] CONTENT =
            "forty-two bytes of content, more or less...".getBytes(StandardCharsets.UTF_8);
    private static final byte[] FILE = SealedFile.seal(KIND, CONTENT);

    @TempDir java.nio.file.Path dir;

    @Test
    void contentComesBackWithItsVersion() throws Exception {
        SealedFile.Content content = SealedFile.open(FILE, KIND, "here");
        assertThat(content.bytes()).isEqualTo(CONTENT);
        assertThat(content.version()).isEqualTo(5);
    }

    @Test
    void noContentIsContentToo() throws Exception {
        byte[] empty = SealedFile.seal(KIND, new byte[0]);
        assertThat(SealedFile.open(empty, KIND, "here").bytes()).isEmpty();
        java.nio.file.Path path = Files.write(dir.resolve("empty"), empty);
        try (InputStream in = open(path, new byte[0])) {
            assertThat(in.read()).isEqualTo(-1);
        }
    }

    @Test
    void aStreamAndAnArrayGiveTheSameBytes() throws Exception {
        byte[] content = new byte[200_000];
        new Random(1).nextBytes(content);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (SealedFile.Output out = new SealedFile.Output(bytes, KIND)) {
            out.write(content[0]);
            out.write(content, 1, 70_000);
            out.write(content, 70_001, 5);
            for (int i = 70_006; i < content.length; i++) {
                out.write(content[i]);
            }
            out.finish();
            assertThat(out.length()).isEqualTo(content.length);
            assertThat(out.checksum()).isEqualTo(SealedFile.checksum(content));
            assertThatThrownBy(() -> out.write(new byte[3])).hasMessageContaining("sealed");
            assertThatThrownBy(() -> out.write(3)).hasMessageContaining("sealed");
        }
        assertThat(bytes.toByteArray()).isEqualTo(SealedFile.seal(KIND, content));
        java.nio.file.Path path = Files.write(dir.resolve("large"), bytes.toByteArray());
        try (InputStream in = open(path, content)) {
            assertThat(in.readAllBytes()).isEqualTo(content);
        }
    }

    @Test
    void aFileCutAtAnyByteIsToldAsTruncated() throws Exception {
        for (int size = 0; size < FILE.length; size++) {
            byte[] cut = Arrays.copyOf(FILE, size);
            DamagedFileException e = damage(cut);
            assertThat(e.reason())
                    .as("cut to %d bytes: %s", size, e.getMessage())
                    .isEqualTo(Reason.TRUNCATED);
            assertThat(e.file()).isEqualTo("here");
            assertThat(e).hasMessageStartingWith("here: the file is truncated");
            assertThat(streamDamage(cut).reason()).isEqualTo(Reason.TRUNCATED);
        }
    }

    @Test
    void anyFlippedBitIsToldAsDamage() throws Exception {
        for (int bit = 0; bit < FILE.length * 8; bit++) {
            byte[] flipped = FILE.clone();
            flipped[bit / 8] ^= (byte) (1 << bit % 8);
            DamagedFileException e = damage(flipped);
            assertThat(e.reason())
                    .as("bit %d: %s", bit, e.getMessage())
                    .isEqualTo(Reason.BIT_FLIPPED);
            assertThat(streamDamage(flipped).reason()).isEqualTo(Reason.BIT_FLIPPED);
        }
    }

    @Test
    void bytesAddedAtTheEndAreToldAsSuch() throws Exception {
        for (byte[] more : List.of(new byte[1], new byte[16], new byte[1000], FILE)) {
            byte[] longer = Arrays.copyOf(FILE, FILE.length + more.length);
            System.arraycopy(more, 0, longer, FILE.length, more.length);
            for (DamagedFileException e : List.of(damage(longer), streamDamage(longer))) {
                assertThat(e.reason()).as(e.getMessage()).isEqualTo(Reason.APPENDED);
                assertThat(e)
                        .hasMessageContaining("whole with " + FILE.length + " bytes")
                        .hasMessageContaining(longer.length + " are there");
            }
        }
    }

    @Test
    void aForeignFileIsToldWithWhatItBeginsWith() {
        byte[] foreign =
                "#!/bin/sh\necho this is not a checkpoint at all, sorry\n"
                        .getBytes(StandardCharsets.UTF_8);
        DamagedFileException e = damage(foreign);
        assertThat(e.reason()).isEqualTo(Reason.FOREIGN);
        assertThat(e).hasMessageContaining("#!/bin/s").hasMessageContaining("MILLRACE");
    }

    @Test
    void anotherKindOfOurFilesIsForeignToo() {
        byte[] other = SealedFile.seal(new SealedFile.Kind("other", 1, 5), CONTENT);
        DamagedFileException e = damage(other);
        assertThat(e.reason()).isEqualTo(Reason.FOREIGN);
        assertThat(e).hasMessageContaining("'other'").hasMessageContaining("'sample'");
    }

    @Test
    void newerAndOlderVersionsAreToldWithTheNumbers() {
        DamagedFileException newer =
                damage(SealedFile.seal(new SealedFile.Kind("sample", 1, 6), CONTENT));
        assertThat(newer.reason()).isEqualTo(Reason.TOO_NEW);
        assertThat(newer).hasMessageContaining("version 6").hasMessageContaining("versions 3 to 5");

        DamagedFileException older =
                damage(SealedFile.seal(new SealedFile.Kind("sample", 1, 2), CONTENT));
        assertThat(older.reason()).isEqualTo(Reason.TOO_OLD);
        assertThat(older).hasMessageContaining("version 2").hasMessageContaining("versions 3 to 5");
    }

    @Test
    void anIntactFileInThePlaceOfAnotherIsToldAsMisplaced() throws Exception {
        byte[] other =
                "another content of exactly this length, yes."
                        .substring(0, CONTENT.length)
                        .getBytes(StandardCharsets.UTF_8);
        java.nio.file.Path path = Files.write(dir.resolve("swapped"), SealedFile.seal(KIND, other));
        DamagedFileException e =
                catchThrowableOfType(DamagedFileException.class, () -> open(path, CONTENT).close());
        assertThat(e.reason()).isEqualTo(Reason.MISPLACED);
        assertThat(e).hasMessageContaining("not the one the manifest names");
    }

    @Test
    void theLastByteIsHeldBackUntilTheChecksumIsRight() throws Exception {
        byte[] flipped = FILE.clone();
        flipped[flipped.length - 30] ^= 1;
        java.nio.file.Path path = Files.write(dir.resolve("flipped"), flipped);
        try (InputStream in = open(path, CONTENT)) {
            assertThatThrownBy(() -> in.readNBytes(CONTENT.length))
                    .isInstanceOf(DamagedFileException.class);
        }
    }

    private static DamagedFileException damage(byte[] file) {
        DamagedFileException e =
                catchThrowableOfType(
                        DamagedFileException.class, () -> SealedFile.open(file, KIND, "here"));
        assertThat(e).isNotNull();
        return e;
    }

    private DamagedFileException streamDamage(byte[] file) throws IOException {
        java.nio.file.Path path = Files.write(dir.resolve("file"), file);
        return catchThrowableOfType(
                DamagedFileException.class,
                () -> {
                    try (InputStream in = open(path, CONTENT)) {
                        in.readAllBytes();
                    }
                });
    }

    private static InputStream open(java.nio.file.Path path, byte[] content) throws IOException {
        return SealedFile.open(
                FileSystem.getLocalFileSystem(),
                Path.fromLocalFile(path.toFile()),
                KIND,
                content.length,
                SealedFile.checksum(content));
    }
}
