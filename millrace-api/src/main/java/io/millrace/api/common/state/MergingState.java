// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.state;

import io.millrace.annotation.PublicEvolving;

/**
 * Appending state of which two can be made one, as when session windows meet.
 *
 * @param <IN> what is added
 * @param <OUT> what is read
 */
@PublicEvolving
public interface MergingState<IN, OUT> extends AppendingState<IN, OUT> {}
