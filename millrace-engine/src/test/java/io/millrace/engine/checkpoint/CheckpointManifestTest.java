// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.millrace.engine.checkpoint.CheckpointManifest.Phase;
import io.millrace.engine.checkpoint.CheckpointManifest.Subtask;
import io.millrace.engine.state.StateHandle;
import io.millrace.engine.storage.DamagedFileException;
import io.millrace.engine.storage.DamagedFileException.Reason;
import io.millrace.engine.storage.SealedFile;
import io.millrace.engine.storage.StoredState;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CheckpointManifestTest {

    @Test
    void comesBackAsItWasWritten() throws Exception {
        for (CheckpointManifest manifest :
                List.of(SampleManifest.full(), SampleManifest.ofVersionTwo())) {
            CheckpointManifest read = CheckpointManifest.decode(manifest.encode(), "here");
            assertThat(read).usingRecursiveComparison().isEqualTo(manifest);
        }
    }

    @Test
    void theSampleOfVersionOneIsStillRead() throws Exception {
        assertThat(CheckpointManifest.decode(sample("manifest-1.bin"), "manifest-1.bin"))
                .usingRecursiveComparison()
                .isEqualTo(SampleManifest.full());
    }

    @Test
    void theSampleOfVersionTwoIsReadAndStillWrittenByteForByte() throws Exception {
        byte[] sample = sample("manifest-2.bin");
        assertThat(CheckpointManifest.decode(sample, "manifest-2.bin"))
                .usingRecursiveComparison()
                .isEqualTo(SampleManifest.ofVersionTwo());
        assertThat(SampleManifest.ofVersionTwo().encode()).isEqualTo(sample);
    }

    @Test
    void theSampleHasEveryKindOfStateAndOfPlace() {
        Set<StateHandle.Kind> kinds = EnumSet.noneOf(StateHandle.Kind.class);
        Set<Class<?>> places = new HashSet<>();
        for (CheckpointManifest.Operator operator : SampleManifest.ofVersionTwo().operators()) {
            for (Subtask subtask : operator.subtasks()) {
                for (StateHandle handle : subtask.handles()) {
                    kinds.add(handle.kind());
                    places.add(handle.bytes().getClass());
                }
            }
        }
        assertThat(kinds).containsExactlyInAnyOrder(StateHandle.Kind.values());
        assertThat(places).containsExactlyInAnyOrder(StoredState.class.getPermittedSubclasses());
    }

    private byte[] sample(String name) throws IOException {
        try (InputStream in = getClass().getResourceAsStream("/formats/" + name)) {
            return in.readAllBytes();
        }
    }

    @Test
    void tellsHowManyBytesOfStateItHas() {
        assertThat(SampleManifest.full().stateBytes()).isEqualTo(48_213 + 2 * 6 + 3);
        assertThat(SampleManifest.full().fileBytes()).isEqualTo(48_213);
        long added = 900 + 2100 + 77 + 64_000 + 12;
        assertThat(SampleManifest.ofVersionTwo().fileBytes()).isEqualTo(48_213 + added);
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
        byte[] sample = SampleManifest.ofVersionTwo().encode();
        byte[] content = SealedFile.open(sample, kind, "here").bytes();
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
