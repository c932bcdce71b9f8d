// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.millrace.core.fs.Path;
import io.millrace.engine.storage.DamagedFileException.Reason;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files without a seal of ours: taken by a second name, and damage told apart. */
class BareFilesTest {

    private static final byte[] TABLE = "a table of somebody's".getBytes(StandardCharsets.UTF_8);

    @TempDir java.nio.file.Path dir;
    private FileCheckpointStorage storage;
    private java.nio.file.Path local;
    private java.nio.file.Path taken;
    private StoredState state;
    private String pointer;

    @BeforeEach
    void takeOne() throws IOException {
        storage =
                new FileCheckpointStorage(
                        CheckpointPaths.ofJob(
                                new Path(dir.resolve("ck").toString()),
                                "0123456789abcdef0123456789abcdef"),
                        0);
        storage.open("words");
        local = Files.write(dir.resolve("000007.sst"), TABLE);
        state = storage.takeShared(3, "000007.sst", local);
        java.nio.file.Path job = dir.resolve("ck").resolve("0123456789abcdef0123456789abcdef");
        taken = job.resolve("shared").resolve("3-000007.sst");
        pointer = job.resolve("chk-3").toString();
    }

    @AfterEach
    void giveTheLockBack() throws IOException {
        storage.close();
    }

    private byte[] read() throws IOException {
        try (InputStream in = storage.read(state, pointer)) {
            return in.readAllBytes();
        }
    }

    private DamagedFileException damage() {
        return catchThrowableOfType(DamagedFileException.class, this::read);
    }

    @Test
    void aFileIsTakenByASecondNameAndStaysWhenTheFirstGoes() throws Exception {
        assertThat(Files.isSameFile(taken, local)).isTrue();
        Files.delete(local);
        assertThat(read()).isEqualTo(TABLE);
        assertThat(state)
                .isEqualTo(
                        new StoredState.Bare(
                                "../shared/3-000007.sst",
                                TABLE.length,
                                SealedFile.checksum(TABLE)));
        assertThat(storage.local(state, pointer)).hasValue(taken.toAbsolutePath());
    }

    @Test
    void noNameIsUsedTwice() {
        assertThatThrownBy(() -> storage.takeShared(3, "000007.sst", local))
                .isInstanceOf(FileAlreadyExistsException.class);
    }

    @Test
    void aFileOfNothingIsTaken() throws Exception {
        StoredState nothing =
                storage.takeShared(3, "nothing", Files.createFile(dir.resolve("nothing")));
        try (InputStream in = storage.read(nothing, pointer)) {
            assertThat(in.read()).isEqualTo(-1);
        }
    }

    @Test
    void truncated() throws Exception {
        Files.write(taken, Arrays.copyOf(TABLE, TABLE.length - 1));
        DamagedFileException e = damage();
        assertThat(e.reason()).isEqualTo(Reason.TRUNCATED);
        assertThat(e).hasMessageContaining("3-000007.sst").hasMessageContaining("20 bytes");
    }

    @Test
    void swappedWithOneOfAnotherLength() throws Exception {
        Files.write(taken, Arrays.copyOf(TABLE, TABLE.length + 1));
        assertThat(damage().reason()).isEqualTo(Reason.MISPLACED);
    }

    @Test
    void flippedOrSwappedWithOneOfTheSameLength() throws Exception {
        for (int i = 0; i < TABLE.length; i++) {
            byte[] flipped = TABLE.clone();
            flipped[i] ^= 0x10;
            Files.write(taken, flipped);
            DamagedFileException e = damage();
            assertThat(e.reason()).as("byte %d", i).isEqualTo(Reason.BIT_FLIPPED);
            assertThat(e).hasMessageContaining("3-000007.sst");
        }
    }

    @Test
    void missing() throws Exception {
        Files.delete(taken);
        assertThatThrownBy(this::read)
                .isInstanceOf(FileNotFoundException.class)
                .hasMessageContaining("3-000007.sst")
                .hasMessageContaining("is missing");
    }

    @Test
    void readInPiecesTheLastOneIsOnlyHandedOutWhenAllWasRight() throws Exception {
        byte[] flipped = TABLE.clone();
        flipped[0] ^= 1;
        Files.write(taken, flipped);
        try (InputStream in = storage.read(state, pointer)) {
            assertThat(in.readNBytes(TABLE.length - 1)).hasSize(TABLE.length - 1);
            assertThatThrownBy(in::read).isInstanceOf(DamagedFileException.class);
        }
    }

    @Test
    void inASavepointAFileLiesWithAllTheRest() throws Exception {
        java.nio.file.Path target = dir.resolve("savepoints");
        java.nio.file.Path savepoint =
                java.nio.file.Path.of(
                        java.net.URI.create(storage.beginSavepoint(4, target.toString())));
        StoredState inSavepoint = storage.takeShared(4, "000007.sst", local);
        assertThat(inSavepoint).extracting("path").isEqualTo("000007.sst");
        assertThat(savepoint.resolve("000007.sst")).exists();
        java.nio.file.Path moved = Files.move(savepoint, dir.resolve("moved"));
        try (InputStream in = storage.read(inSavepoint, moved.toString())) {
            assertThat(in.readAllBytes()).isEqualTo(TABLE);
        }
    }

    @Test
    void memoryTakesTheBytes() throws Exception {
        try (MemoryCheckpointStorage memory = new MemoryCheckpointStorage()) {
            StoredState inline = memory.takeShared(1, "000007.sst", local);
            Files.delete(local);
            assertThat(List.of(inline)).hasOnlyElementsOfType(StoredState.Inline.class);
        }
    }
}
