// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.java.io;

import io.millrace.annotation.PublicEvolving;
import io.millrace.api.common.io.GenericInputFormat;
import io.millrace.core.io.GenericInputSplit;
import io.millrace.util.SplittableIterator;
import java.io.IOException;
import java.util.Iterator;
import java.util.Objects;

/**
 * What an iterator gives, cut into as many parts as there are tasks.
 *
 * @param <T> the elements
 */
@PublicEvolving
public class ParallelIteratorInputFormat<T> extends GenericInputFormat<T> {

    private static final long serialVersionUID = 1L;

    private final SplittableIterator<T> source;
    private transient Iterator<T> split;

    /** Of that iterator. */
    public ParallelIteratorInputFormat(SplittableIterator<T> iterator) {
        this.source = Objects.requireNonNull(iterator, "iterator");
    }

    @Override
    public void open(GenericInputSplit split) throws IOException {
        super.open(split);
        this.split = source.getSplit(split.getSplitNumber(), split.getTotalNumberOfSplits());
    }

    @Override
    public boolean reachedEnd() {
        return !split.hasNext();
    }

    @Override
    public T nextRecord(T record) {
        return split.next();
    }
}
