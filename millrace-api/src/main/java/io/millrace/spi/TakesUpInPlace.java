// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.spi;

import io.millrace.core.fs.FileSystem;
import io.millrace.core.fs.RecoverableWriter;
import java.io.IOException;

/**
 * A file system on which a pending file that is taken up again is copied first, since somebody who
 * was thought dead may still write the old one; and which can do without where that can't be.
 */
public interface TakesUpInPlace {

    /**
     * A writer that takes files up, and commits them, where they are.
     *
     * @see FileSystem#createRecoverableWriter()
     */
    RecoverableWriter createRecoverableWriterInPlace() throws IOException;

    /**
     * The writer for one who goes on with files of a checkpoint.
     *
     * @param alone whether no other process can be writing them
     */
    static RecoverableWriter writer(FileSystem fileSystem, boolean alone) throws IOException {
        return alone && fileSystem instanceof TakesUpInPlace here
                ? here.createRecoverableWriterInPlace()
                : fileSystem.createRecoverableWriter();
    }
}
