// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.operators;

import io.millrace.annotation.Internal;

/**
 * Whom timers call. The timer's key is the current key during a call.
 *
 * @param <K> type of the keys
 * @param <N> type of the namespaces
 */
@Internal
public interface Triggerable<K, N> {

    void onEventTime(InternalTimer<K, N> timer) throws Exception;

    void onProcessingTime(InternalTimer<K, N> timer) throws Exception;
}
