// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.connector.file.src.enumerate;

import io.millrace.annotation.PublicEvolving;
import io.millrace.connector.file.src.FileSourceSplit;
import io.millrace.core.fs.Path;
import java.io.IOException;
import java.io.Serializable;
import java.util.Collection;

/**
 * Finds the files of a source and cuts them into splits. Belongs to the source's coordinator, which
 * calls it once, or again and again if the source watches its directories: then from several
 * threads, but never from two at a time.
 */
@PublicEvolving
public interface FileEnumerator {

    /**
     * All splits of all files that are there, in the order in which they are to be read.
     *
     * @param minDesiredSplits as many as there are readers; a wish
     */
    Collection<FileSourceSplit> enumerateSplits(Path[] paths, int minDesiredSplits)
            throws IOException;

    /** Makes the enumerator where it is used. */
    interface Provider extends Serializable {

        FileEnumerator create();
    }
}
