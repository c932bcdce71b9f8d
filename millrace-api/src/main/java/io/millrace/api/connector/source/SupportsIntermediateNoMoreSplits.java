// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.connector.source;

import io.millrace.annotation.Internal;

/**
 * A context of an enumerator that can tell a reader that there are no more splits for now: of this
 * source among several that are read one after the other.
 */
@Internal
public interface SupportsIntermediateNoMoreSplits {

    /** Tells the reader of a subtask; other splits may follow. */
    void signalIntermediateNoMoreSplits(int subtask);
}
