// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.core.fs;

import io.millrace.annotation.Public;
import java.io.IOException;
import java.io.OutputStream;

/**
 * A stream into a file. What was written is durable after {@link #sync()}, or, when {@link
 * #close()} returned without an error, as durable as the file system promises for closed files.
 */
@Public
public abstract class FSDataOutputStream extends OutputStream {

    public FSDataOutputStream() {}

    /** Bytes written so far, from the beginning of the file. */
    public abstract long getPos() throws IOException;

    /** Gives buffered bytes to the file system; promises nothing about durability. */
    @Override
    public abstract void flush() throws IOException;

    /** Makes everything written so far survive a crash of the machine. */
    public abstract void sync() throws IOException;

    /** Ends the file. When this throws, the file must be taken for incomplete. */
    @Override
    public abstract void close() throws IOException;
}
