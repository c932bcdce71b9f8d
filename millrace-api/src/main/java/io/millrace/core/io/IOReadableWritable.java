// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.core.io;

import io.millrace.annotation.Public;
import io.millrace.core.memory.DataInputView;
import io.millrace.core.memory.DataOutputView;
import java.io.IOException;

/** An object that writes and reads itself. */
@Public
public interface IOReadableWritable {

    /** Writes this object's content. */
    void write(DataOutputView out) throws IOException;

    /** Replaces this object's content by what {@link #write} wrote. */
    void read(DataInputView in) throws IOException;
}
