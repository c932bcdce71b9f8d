// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.connector.file.sink.compactor;

import io.millrace.annotation.PublicEvolving;
import io.millrace.core.fs.FSDataInputStream;
import io.millrace.core.fs.Path;
import java.io.OutputStream;
import java.util.List;

/** One file behind the other, with something in between if need be. */
@PublicEvolving
public class ConcatFileCompactor extends OutputStreamBasedFileCompactor {

    private static final long serialVersionUID = 1L;

    private final byte[] fileDelimiter;

    /** With nothing in between. */
    public ConcatFileCompactor() {
        this(null);
    }

    /**
     * With something in between.
     *
     * @param fileDelimiter null for nothing
     */
    public ConcatFileCompactor(byte[] fileDelimiter) {
        this.fileDelimiter = fileDelimiter == null ? null : fileDelimiter.clone();
    }

    @Override
    protected void doCompact(List<Path> inputFiles, OutputStream outputStream) throws Exception {
        boolean first = true;
        for (Path file : inputFiles) {
            if (!first && fileDelimiter != null) {
                outputStream.write(fileDelimiter);
            }
            first = false;
            try (FSDataInputStream in = file.getFileSystem().open(file)) {
                in.transferTo(outputStream);
            }
        }
    }
}
