// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.chain;

import io.millrace.util.OutputTag;

/**
 * Where an operator puts what it emits: the next link of the chain, or the gate at its end. Used by
 * the chain's task only.
 *
 * @param <T> what is emitted
 */
public interface Output<T> {

    /** "This record has no timestamp", as in Flink. */
    long NO_TIMESTAMP = Long.MIN_VALUE;

    /** A record with its timestamp, or {@link #NO_TIMESTAMP}. */
    void collect(T value, long timestamp);

    /** A record for a side output; nothing happens when nobody listens to the tag. */
    <X> void side(OutputTag<X> tag, X value, long timestamp);

    /** No record with a timestamp at or below this one will follow. Only ever grows. */
    void watermark(long timestamp);

    /** Whether this stream is idle: to be left out of the minimum that makes a watermark. */
    void idle(boolean idle);
}
