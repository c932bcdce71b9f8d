// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.connector.file.sink.compactor;

import io.millrace.annotation.Internal;
import io.millrace.core.fs.Path;
import java.io.OutputStream;
import java.util.List;

/** Each file as it is: for a sink that is not to compact any more. */
@Internal
public class IdenticalFileCompactor extends ConcatFileCompactor {

    private static final long serialVersionUID = 1L;

    public IdenticalFileCompactor() {}

    /**
     * Copies the file.
     *
     * @throws IllegalArgumentException when there are several
     */
    @Override
    public void compact(List<Path> inputFiles, OutputStream outputStream) throws Exception {
        if (inputFiles.size() != 1) {
            throw new IllegalArgumentException(
                    "Files that stay as they are come one by one, not as " + inputFiles.size());
        }
        super.compact(inputFiles, outputStream);
    }
}
