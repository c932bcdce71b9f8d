// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state;

import java.io.IOException;

/**
 * Reads pieces of state of one form without knowing any type, for people and tools. A module with a
 * form of its own brings a reader for it, found by {@link java.util.ServiceLoader}.
 */
public interface HandleReader {

    /** Whether it reads state of this form. */
    boolean reads(StateHandle.Kind kind);

    /**
     * Shows all states of a piece, each entry once and as it was at the checkpoint. What is read to
     * its end is verified.
     *
     * @throws IOException the bytes can't be read, or are not what the format says; naming the file
     */
    void read(RestoredState restored, EntryVisitor visitor) throws IOException;
}
