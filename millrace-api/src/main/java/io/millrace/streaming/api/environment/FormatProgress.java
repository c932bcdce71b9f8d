// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.environment;

import io.millrace.core.fs.Path;
import io.millrace.core.io.InputSplit;
import java.io.Serializable;
import java.util.List;
import java.util.Set;

/**
 * What the enumerator of an input format has done.
 *
 * @param unread parts that no reader has
 * @param next the number of the next part
 * @param newest of the files that were found, when the last was changed
 * @param atNewest those that were changed at that very time
 */
record FormatProgress(List<InputSplit> unread, long next, long newest, Set<Path> atNewest)
        implements Serializable {

    private static final long serialVersionUID = 1L;
}
