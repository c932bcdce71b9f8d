// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.accumulators;

import io.millrace.annotation.Public;
import java.io.Serializable;

/**
 * An accumulator that amounts to what is added.
 *
 * @param <T> the values
 */
@Public
public interface SimpleAccumulator<T extends Serializable> extends Accumulator<T, T> {}
