// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.job;

import io.millrace.engine.storage.CheckpointStorage;
import io.millrace.engine.storage.StoredState;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Optional;

/** Opens what lies in a storage. */
public record StorageOpener(CheckpointStorage storage) implements RestorePlan.Opener {

    @Override
    public InputStream open(StoredState bytes, String checkpoint) throws IOException {
        return storage.read(bytes, checkpoint);
    }

    @Override
    public Optional<Path> local(StoredState bytes, String checkpoint) throws IOException {
        return storage.local(bytes, checkpoint);
    }

    @Override
    public boolean isShared(StoredState bytes, String checkpoint) throws IOException {
        return storage.sharedName(bytes, checkpoint) != null;
    }
}
