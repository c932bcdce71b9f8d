// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.connector.file.sink;

import io.millrace.core.fs.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * The files that this process has ended and never tried to commit.
 *
 * <p>When a checkpoint is restored and a file it holds is neither pending nor finished, there are
 * two explanations: it was committed, and a reader has taken it away since; or it was removed while
 * it was pending, and its records are lost. The checkpoint cannot tell, for it was complete before
 * anything in it was committed. But the process that ended the file can: if nobody has tried to
 * commit it, it is lost.
 *
 * <p>The memory belongs to the process, because what it knows is a fact about the process. A sink
 * object is a copy made for one attempt, so one that kept this itself would turn the error into a
 * warning at the first restart, and the job would go on without the records. A file is forgotten
 * when it is first committed. What jobs leave that end before, or lose files, is bounded by {@value
 * #REMEMBERED} files, a few megabytes; of what is pushed out by that, the sink says what it would
 * say in another process. Names of files never come twice. Any thread.
 */
final class NeverCommitted {

    /** What is forgotten is treated as what another process has ended. */
    private static final int REMEMBERED = 16_384;

    private static final Set<Path> FILES =
            Collections.synchronizedSet(
                    Collections.newSetFromMap(
                            new LinkedHashMap<>() {
                                private static final long serialVersionUID = 1L;

                                @Override
                                protected boolean removeEldestEntry(
                                        Map.Entry<Path, Boolean> eldest) {
                                    return size() > REMEMBERED;
                                }
                            }));

    private NeverCommitted() {}

    static void add(Path file) {
        FILES.add(file);
    }

    /** Somebody is about to commit it; whether that is the first time. */
    static boolean remove(Path file) {
        return FILES.remove(file);
    }
}
