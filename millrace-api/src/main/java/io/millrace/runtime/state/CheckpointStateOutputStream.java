// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.runtime.state;

import io.millrace.annotation.Internal;
import io.millrace.core.fs.FSDataOutputStream;
import java.io.IOException;

/** A stream into a checkpoint. */
@Internal
public abstract class CheckpointStateOutputStream extends FSDataOutputStream {

    public CheckpointStateOutputStream() {}

    @Override
    public abstract void close() throws IOException;
}
