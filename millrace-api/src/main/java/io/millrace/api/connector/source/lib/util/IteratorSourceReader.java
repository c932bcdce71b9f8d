// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.connector.source.lib.util;

import io.millrace.annotation.Public;
import io.millrace.api.connector.source.SourceReaderContext;
import java.util.Iterator;

/** Emits what the iterators give. */
@Public
@SuppressWarnings("try") // close() is as open as AutoCloseable's, in Flink too
public class IteratorSourceReader<
                E, IterT extends Iterator<E>, SplitT extends IteratorSourceSplit<E, IterT>>
        extends IteratorSourceReaderBase<E, E, IterT, SplitT> {

    public IteratorSourceReader(SourceReaderContext context) {
        super(context);
    }

    @Override
    protected E convert(E value) {
        return value;
    }
}
