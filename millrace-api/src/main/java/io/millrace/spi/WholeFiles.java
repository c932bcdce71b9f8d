// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.spi;

import io.millrace.core.fs.Path;
import java.io.IOException;

/**
 * A file system on which a file can appear whole, and once. Implemented beside {@link
 * io.millrace.core.fs.FileSystem} by all that can: a checkpoint exists when its manifest does, and
 * two processes that both believe they own a job are told apart by who was first.
 *
 * <p>All methods may be called from any thread.
 */
public interface WholeFiles {

    /**
     * Makes a file with this content appear: whole or not at all, and certain to be found after a
     * crash once this returns. Of several who try at once, in whatever process, exactly one
     * succeeds.
     *
     * <p>An answer of the store may be lost and the call repeated, so a file that is there with
     * exactly this content counts as made by this call; callers put something of their own in.
     *
     * @throws java.nio.file.FileAlreadyExistsException if there is one with another content
     */
    void createWhole(Path path, byte[] content) throws IOException;

    /**
     * Whether a file is there at this moment: asked of the store, not of what this machine
     * remembers of it.
     */
    boolean existsNow(Path path) throws IOException;
}
