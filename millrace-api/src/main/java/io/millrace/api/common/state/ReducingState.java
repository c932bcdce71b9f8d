// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.state;

import io.millrace.annotation.PublicEvolving;

/**
 * One value into which each further one is folded; null as long as nothing was added.
 *
 * @param <T> the values
 */
@PublicEvolving
public interface ReducingState<T> extends MergingState<T, T> {}
