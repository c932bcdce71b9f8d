// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.io;

import io.millrace.annotation.PublicEvolving;
import io.millrace.core.io.InputSplit;
import java.io.IOException;
import java.io.Serializable;

/**
 * An input format that can say how far it has come in a part, and go on from there. Without it a
 * part that was begun is read from its beginning after a failure, and what was emitted of it is
 * passed over.
 *
 * @param <S> the parts
 * @param <T> the position
 */
@PublicEvolving
public interface CheckpointableInputFormat<S extends InputSplit, T extends Serializable> {

    /** Where the next record is. */
    T getCurrentState() throws IOException;

    /** Begins a part at such a position, in place of {@code open}. */
    void reopen(S split, T state) throws IOException;
}
