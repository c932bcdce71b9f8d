// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import org.junit.jupiter.api.Test;

class MemoryCheckpointStorageTest {

    private static final byte[] MANIFEST =
            SealedFile.seal(new SealedFile.Kind("manifest", 1, 1), new byte[] {7});

    @Test
    void stateUpToTheLimitComesBack() throws Exception {
        try (MemoryCheckpointStorage storage = new MemoryCheckpointStorage(10)) {
            StoredState state = write(storage, 10);
            assertThat(state.length()).isEqualTo(10);
            try (InputStream in = storage.read(state, "anything")) {
                assertThat(in.readAllBytes()).isEqualTo(new byte[10]);
            }
        }
    }

    @Test
    void sb10TheDefaultLimitIsFiveMebibytesAndTheErrorNamesBothSizes() throws Exception {
        try (MemoryCheckpointStorage storage = new MemoryCheckpointStorage()) {
            assertThat(write(storage, 5 * 1024 * 1024).length()).isEqualTo(5242880);
            assertThatThrownBy(() -> write(storage, 5 * 1024 * 1024 + 123))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("5243003")
                    .hasMessageContaining("5242880")
                    .hasMessageContaining("execution.checkpointing.dir")
                    .hasMessageContaining("'keyed'")
                    .hasMessageContaining("checkpoint 4");
        }
    }

    @Test
    void publishedManifestsLiveInMemoryNewestFirstUntilTheyAreDiscarded() throws Exception {
        try (MemoryCheckpointStorage storage = new MemoryCheckpointStorage()) {
            storage.open("words");
            String first = storage.publish(9, MANIFEST);
            String second = storage.publish(10, MANIFEST);
            assertThat(second).contains("not externally addressable");
            assertThat(storage.published()).containsExactly(second, first);
            assertThat(storage.manifest(first)).isEqualTo(MANIFEST);
            storage.discard(9);
            storage.discard(9);
            assertThat(storage.published()).containsExactly(second);
            assertThatThrownBy(() -> storage.manifest(first))
                    .hasMessageContaining("execution.checkpointing.dir");
        }
    }

    @Test
    void anIdCannotBePublishedTwice() throws Exception {
        try (MemoryCheckpointStorage storage = new MemoryCheckpointStorage()) {
            storage.publish(1, MANIFEST);
            assertThatThrownBy(() -> storage.publish(1, MANIFEST))
                    .hasMessageContaining("used twice");
        }
    }

    @Test
    void aBrokenSealIsNotPublished() throws Exception {
        byte[] broken = MANIFEST.clone();
        broken[broken.length - 20] ^= 1;
        try (MemoryCheckpointStorage storage = new MemoryCheckpointStorage()) {
            assertThatThrownBy(() -> storage.publish(1, broken))
                    .isInstanceOf(DamagedFileException.class);
            assertThat(storage.published()).isEmpty();
        }
    }

    @Test
    void damageInInlineStateIsFoundWhenItIsRead() throws Exception {
        try (MemoryCheckpointStorage storage = new MemoryCheckpointStorage()) {
            StoredState.Inline state = new StoredState.Inline(new byte[] {1, 2, 3}, 4711);
            assertThatThrownBy(() -> storage.read(state, "chk-3"))
                    .isInstanceOf(DamagedFileException.class)
                    .hasMessageContaining("chk-3");
        }
    }

    @Test
    void aLimitOfZeroIsRefused() {
        assertThatThrownBy(() -> new MemoryCheckpointStorage(0))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private static StoredState write(MemoryCheckpointStorage storage, int size) throws IOException {
        try (StateOutput out = storage.create(4, "keyed")) {
            out.write(new byte[size]);
            return out.seal();
        }
    }
}
