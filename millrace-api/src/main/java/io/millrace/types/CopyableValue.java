// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.types;

import io.millrace.annotation.Public;
import io.millrace.core.memory.DataInputView;
import io.millrace.core.memory.DataOutputView;
import java.io.IOException;

/** A value that copies itself, as an object and in its written form. */
@Public
public interface CopyableValue<T> extends Value {

    /** How many bytes one takes; -1 when that differs. */
    int getBinaryLength();

    /** Gives the target this one's content. */
    void copyTo(T target);

    /** A new one with the same content. */
    T copy();

    /** Moves one in its written form. */
    void copy(DataInputView source, DataOutputView target) throws IOException;
}
