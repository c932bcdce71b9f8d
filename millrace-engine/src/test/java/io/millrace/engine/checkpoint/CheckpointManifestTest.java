// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.millrace.engine.checkpoint.CheckpointManifest.Phase;
import io.millrace.engine.checkpoint.CheckpointManifest.Subtask;
import io.millrace.engine.storage.DamagedFileException;
import io.millrace.engine.storage.DamagedFileException.Reason;
import io.millrace.engine.storage.SealedFile;
import java.io.InputStream;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class CheckpointManifestTest {

    @Test
    void comesBackAsItWasWritten() throws Exception {
        CheckpointManifest manifest = SampleManifest.full();
        CheckpointManifest read = CheckpointManifest.decode(manifest.encode(), "here");
        assertThat(read).usingRecursiveComparison().isEqualTo(manifest);
    }

    @Test
    void theSampleOfVersionOneIsStillRead() throws Exception {
        try (InputStream in = getClass().getResourceAsStream("manifest-1.bin")) {
            byte[] sample = in.readAllBytes();
            assertThat(CheckpointManifest.decode(sample, "manifest-1.bin"))
                    .usingRecursiveComparison()
                    .isEqualTo(SampleManifest.full());
        }
    }

    @Test
    void versionOneIsStillWrittenByteForByte() throws Exception {
        try (InputStream in = getClass().getResourceAsStream("manifest-1.bin")) {
            assertThat(SampleManifest.full().encode()).isEqualTo(in.readAllBytes());
        }
    }

    @Test
    void tellsHowManyBytesOfStateItHas() {
        assertThat(SampleManifest.full().stateBytes()).isEqualTo(48_213 + 2 * 6 + 3);
        assertThat(SampleManifest.full().fileBytes()).isEqualTo(48_213);
    }

    @Test
    void tellsWhoIsFinishedAndWhoHasState() {
        CheckpointManifest.Operator lines = SampleManifest.full().operators().get(0);
        assertThat(lines.isFinished()).isFalse();
        assertThat(lines.hasState()).isTrue();
        assertThat(lines.parallelism()).isEqualTo(2);
        assertThatThrownBy(() -> new Subtask(Phase.FINISHED, lines.subtasks().get(0).handles()))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(new Subtask(Phase.FINISHED, List.of()).handles()).isEmpty();
    }

    @Test
    void damageIsToldByTheSeal() {
        byte[] sealed = SampleManifest.full().encode();
        byte[] cut = Arrays.copyOf(sealed, sealed.length - 1);
        DamagedFileException e =
                catchThrowableOfType(
                        DamagedFileException.class,
                        () -> CheckpointManifest.decode(cut, "dir/chk-17"));
        assertThat(e.reason()).isEqualTo(Reason.TRUNCATED);
        assertThat(e).hasMessageStartingWith("dir/chk-17: ");
    }

    @Test
    void intactNonsenseIsToldAsTheFaultOfItsWriter() throws Exception {
        SealedFile.Kind kind = ManifestFormat.KIND;
        byte[] content = SealedFile.open(SampleManifest.full().encode(), kind, "here").bytes();
        for (int size = 0; size < content.length; size++) {
            byte[] sealed = SealedFile.seal(kind, Arrays.copyOf(content, size));
            DamagedFileException e =
                    catchThrowableOfType(
                            DamagedFileException.class,
                            () -> CheckpointManifest.decode(sealed, "here"));
            assertThat(e.reason()).as("content cut to %d bytes", size).isEqualTo(Reason.MALFORMED);
        }
        byte[] longer = SealedFile.seal(kind, Arrays.copyOf(content, content.length + 1));
        assertThatThrownBy(() -> CheckpointManifest.decode(longer, "here"))
                .hasMessageContaining("1 bytes follow");
    }
}
