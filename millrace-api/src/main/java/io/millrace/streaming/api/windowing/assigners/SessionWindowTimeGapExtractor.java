// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.windowing.assigners;

import io.millrace.annotation.PublicEvolving;
import java.io.Serializable;

/**
 * Tells how long a session stays open after a record.
 *
 * @param <T> the records
 */
@PublicEvolving
public interface SessionWindowTimeGapExtractor<T> extends Serializable {

    /** Milliseconds, positive. */
    long extract(T element);
}
