// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.operators;

import io.millrace.annotation.Internal;

/**
 * A timer that is due.
 *
 * @param <K> type of the keys
 * @param <N> type of the namespaces
 */
@Internal
public interface InternalTimer<K, N> {

    /** Milliseconds, of the time domain it was registered in. */
    long getTimestamp();

    K getKey();

    N getNamespace();
}
