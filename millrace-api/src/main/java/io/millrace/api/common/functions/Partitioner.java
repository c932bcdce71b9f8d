// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.functions;

import io.millrace.annotation.Public;
import java.io.Serializable;

/**
 * Chooses the channel a record takes.
 *
 * @param <K> what the choice is made by
 */
@Public
@FunctionalInterface
public interface Partitioner<K> extends Serializable, Function {

    /**
     * Chooses a channel; equal keys must give equal answers as long as the number of channels is
     * the same.
     *
     * @param numPartitions how many channels there are
     * @return 0 to {@code numPartitions - 1}
     */
    int partition(K key, int numPartitions);
}
