// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.core.io;

import io.millrace.annotation.PublicEvolving;
import java.io.Serializable;

/**
 * What can be cut into parts.
 *
 * @param <T> the parts
 */
@PublicEvolving
public interface InputSplitSource<T extends InputSplit> extends Serializable {

    /**
     * Cuts the input into parts.
     *
     * @param minNumSplits how many are wanted at least; fewer may come
     */
    T[] createInputSplits(int minNumSplits) throws Exception;

    /** Who deals out those parts. */
    InputSplitAssigner getInputSplitAssigner(T[] inputSplits);
}
