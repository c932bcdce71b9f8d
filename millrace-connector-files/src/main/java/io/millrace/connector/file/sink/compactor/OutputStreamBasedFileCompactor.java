// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.connector.file.sink.compactor;

import io.millrace.annotation.PublicEvolving;
import io.millrace.core.fs.Path;
import java.io.OutputStream;
import java.util.List;

/** Makes one file of several from their bytes. */
@PublicEvolving
public abstract class OutputStreamBasedFileCompactor implements FileCompactor {

    private static final long serialVersionUID = 1L;

    /** Writes what is in the files to the stream. Called by the sink. */
    public void compact(List<Path> inputFiles, OutputStream outputStream) throws Exception {
        doCompact(inputFiles, outputStream);
    }

    /** Writes what is in the files to the stream, which stays open. */
    protected abstract void doCompact(List<Path> inputFiles, OutputStream outputStream)
            throws Exception;
}
