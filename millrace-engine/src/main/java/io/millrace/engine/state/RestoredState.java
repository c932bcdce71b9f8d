// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state;

import java.io.IOException;
import java.io.InputStream;

/**
 * One handle dealt to a subtask for restoring, with the way to its bytes.
 *
 * @param handle what it is
 * @param source opens the verified content; fails with an error that names the file and what is
 *     wrong
 */
public record RestoredState(StateHandle handle, Source source) {

    /** Opens the bytes; may be called more than once. */
    public interface Source {
        InputStream open() throws IOException;
    }
}
