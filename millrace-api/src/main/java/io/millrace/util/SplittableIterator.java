// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.util;

import static io.millrace.util.Preconditions.checkArgument;

import io.millrace.annotation.Public;
import java.io.Serializable;
import java.util.Iterator;

/**
 * An iterator that can be cut into several, for sources that run in several places.
 *
 * @param <T> the elements
 */
@Public
public abstract class SplittableIterator<T> implements Iterator<T>, Serializable {

    private static final long serialVersionUID = 200377674313072307L;

    /**
     * Cuts what is left into so many; some may be empty. This iterator must not be used afterwards.
     */
    public abstract Iterator<T>[] split(int numPartitions);

    /** One of so many. */
    public Iterator<T> getSplit(int num, int numPartitions) {
        checkArgument(
                numPartitions >= 1 && num >= 0 && num < numPartitions,
                "There is no part %s of %s.",
                num,
                numPartitions);
        return split(numPartitions)[num];
    }

    /** Into how many it can be cut at most without empty ones. */
    public abstract int getMaximumNumberOfSplits();
}
