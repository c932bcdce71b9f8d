// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.java.io;

import io.millrace.annotation.PublicEvolving;
import io.millrace.api.common.io.GenericInputFormat;
import io.millrace.api.common.io.NonParallelInput;
import java.io.Serializable;
import java.util.Iterator;

/**
 * What an iterator gives, which must be serializable.
 *
 * @param <T> the elements
 */
@PublicEvolving
public class IteratorInputFormat<T> extends GenericInputFormat<T> implements NonParallelInput {

    private static final long serialVersionUID = 1L;

    @SuppressWarnings("serial") // checked when it is made
    private final Iterator<T> iterator;

    /**
     * Of that iterator.
     *
     * @throws IllegalArgumentException when it is not serializable
     */
    public IteratorInputFormat(Iterator<T> iterator) {
        if (!(iterator instanceof Serializable)) {
            throw new IllegalArgumentException(
                    "An iterator that is read in a task must be serializable, and "
                            + iterator.getClass().getName()
                            + " is not");
        }
        this.iterator = iterator;
    }

    @Override
    public boolean reachedEnd() {
        return !iterator.hasNext();
    }

    @Override
    public T nextRecord(T record) {
        return iterator.next();
    }
}
