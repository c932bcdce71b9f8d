// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.spi;

import io.millrace.api.common.typeinfo.TypeInformation;
import java.util.ArrayList;
import java.util.List;

/**
 * What comes back to the beginning of a loop. It is an input of the operator there, and the one
 * place where a program's graph turns back: the streams that are fed back are known only when the
 * loop is closed, long after the operator was recorded. So they are no {@link #inputs()}: who walks
 * from an operator to what it reads never walks in a circle.
 *
 * @param <T> the records
 */
public final class FeedbackTransformation<T> extends Transformation<T> {

    private final int parallelism;
    private final long maxWaitMs;
    private final List<Transformation<T>> streams = new ArrayList<>();

    /**
     * A loop that nothing is fed back to yet.
     *
     * @param parallelism of the stream that enters the loop
     * @param maxWaitMs how long, in milliseconds, the loop must have been quiet before it ends; 0
     *     to end it as soon as nothing circulates
     */
    public FeedbackTransformation(TypeInformation<T> type, int parallelism, long maxWaitMs) {
        super(type);
        this.parallelism = parallelism;
        this.maxWaitMs = maxWaitMs;
    }

    /** A further stream is fed back. */
    public void close(Transformation<T> stream) {
        streams.add(stream);
    }

    /** The streams that are fed back, in the order in which that was said; empty until then. */
    public List<Transformation<T>> streams() {
        return List.copyOf(streams);
    }

    /** How long, in milliseconds, the loop must have been quiet before it ends. */
    public long maxWaitMs() {
        return maxWaitMs;
    }

    /** Always empty; see {@link #streams()}. */
    @Override
    public List<Transformation<?>> inputs() {
        return List.of();
    }

    @Override
    public int parallelism() {
        return parallelism;
    }
}
