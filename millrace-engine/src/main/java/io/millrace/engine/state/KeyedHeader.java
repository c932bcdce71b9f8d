// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state;

import io.millrace.engine.keys.KeyGroupRange;

/**
 * What keyed state says of itself as a whole, in whatever form it was written.
 *
 * @param keyType the type of the keys, as text
 * @param keyShape what is remembered of it beside the text; {@link StateShape#NONE} if the file is
 *     older than shapes
 * @param maxParallelism number of key groups of the operator
 * @param keyGroups those that are in it
 */
public record KeyedHeader(
        String keyType, StateShape keyShape, int maxParallelism, KeyGroupRange keyGroups) {}
