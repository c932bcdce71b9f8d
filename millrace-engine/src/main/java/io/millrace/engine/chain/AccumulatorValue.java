// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.chain;

import io.millrace.api.common.accumulators.Accumulator;

/**
 * What one subtask's accumulator held at one moment: a copy that nobody adds to any more.
 *
 * @param operator who added it, for people
 * @param copy null when {@code failure} says why there is none
 */
public record AccumulatorValue(
        String name, String operator, Accumulator<?, ?> copy, Throwable failure) {}
