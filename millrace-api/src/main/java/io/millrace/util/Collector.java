// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.util;

import io.millrace.annotation.Public;

/**
 * Takes what a function emits.
 *
 * @param <T> the records
 */
@Public
public interface Collector<T> {

    /** Emits a record. */
    void collect(T record);

    /** Called by the engine when nothing more will be emitted. */
    void close();
}
