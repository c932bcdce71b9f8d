// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.accumulators;

import io.millrace.annotation.Public;
import java.io.Serializable;

/**
 * A value that each subtask adds to by itself; at the end those of one name are merged.
 *
 * @param <V> what is added
 * @param <R> what it amounts to
 */
@Public
public interface Accumulator<V, R extends Serializable> extends Serializable, Cloneable {

    /** Adds a value. */
    void add(V value);

    /** What this subtask's values amount to. */
    R getLocalValue();

    /** Begins anew. */
    void resetLocal();

    /** Adds what another has. */
    void merge(Accumulator<V, R> other);

    /** A copy; later changes to either don't show in the other. */
    Accumulator<V, R> clone();
}
