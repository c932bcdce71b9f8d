// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.connector.source.lib.util;

import io.millrace.annotation.Public;
import io.millrace.api.connector.source.SourceSplit;
import java.util.Iterator;

/** A split that is an iterator and its position. */
@Public
public interface IteratorSourceSplit<E, IterT extends Iterator<E>> extends SourceSplit {

    /** A new iterator that begins where this split says. */
    IterT getIterator();

    /** The same split, beginning where the iterator stands. */
    IteratorSourceSplit<E, IterT> getUpdatedSplitForIterator(IterT iterator);
}
