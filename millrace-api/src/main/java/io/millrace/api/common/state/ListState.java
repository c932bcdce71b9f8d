// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.state;

import io.millrace.annotation.PublicEvolving;
import java.util.List;

/**
 * A list of values. As keyed state: one list per key, {@link #get} of an empty one is an empty
 * iterable. As operator state: the list of this subtask, whose entries are dealt out anew when the
 * job is restored at another parallelism.
 *
 * @param <T> the entries
 */
@PublicEvolving
public interface ListState<T> extends MergingState<T, Iterable<T>> {

    /**
     * Replaces the list; an empty one is the same as {@link #clear}.
     *
     * @throws NullPointerException when the list or one of its entries is null
     */
    void update(List<T> values) throws Exception;

    /**
     * Adds all entries at the end.
     *
     * @throws NullPointerException when the list or one of its entries is null
     */
    void addAll(List<T> values) throws Exception;
}
