// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.core.fs;

import io.millrace.annotation.Public;
import java.io.IOException;
import java.io.InputStream;

/** A stream that knows its place in the file and can be put at another. */
@Public
public abstract class FSDataInputStream extends InputStream {

    public FSDataInputStream() {}

    /** Puts the next read at {@code desired} bytes from the beginning. */
    public abstract void seek(long desired) throws IOException;

    /** Bytes from the beginning to the next read. */
    public abstract long getPos() throws IOException;
}
