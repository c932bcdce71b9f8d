// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state;

import io.millrace.engine.storage.StoredState;
import java.util.Objects;

/**
 * A file of a snapshot that other checkpoints may refer to as well. It is written once, under a
 * name that is never used again, and lives as long as any checkpoint that is kept refers to it.
 *
 * @param name what it is to the backend that wrote it
 * @param checkpointId the checkpoint for which it was written
 * @param place where it lies
 */
public record SharedFile(String name, long checkpointId, StoredState place) {
    public SharedFile {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(place, "place");
    }
}
