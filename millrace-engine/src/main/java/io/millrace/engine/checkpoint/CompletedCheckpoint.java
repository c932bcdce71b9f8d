// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.checkpoint;

import java.util.Objects;

/**
 * A checkpoint whose manifest is visible.
 *
 * @param id its number
 * @param pointer where it is, for {@code -s} and for reading its state
 * @param manifest what is in it
 * @param size bytes of its state and its manifest
 */
public record CompletedCheckpoint(long id, String pointer, CheckpointManifest manifest, long size) {
    public CompletedCheckpoint {
        Objects.requireNonNull(pointer, "pointer");
        Objects.requireNonNull(manifest, "manifest");
    }

    /** Made from the manifest and its sealed bytes. */
    static CompletedCheckpoint of(String pointer, CheckpointManifest manifest, byte[] sealed) {
        return new CompletedCheckpoint(
                manifest.checkpointId(), pointer, manifest, manifest.fileBytes() + sealed.length);
    }
}
