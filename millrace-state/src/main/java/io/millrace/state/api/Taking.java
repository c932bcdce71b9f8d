// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.state.api;

import io.millrace.util.Collector;
import java.util.Objects;
import java.util.Queue;

/** Lets what a function collects wait. */
final class Taking<T> implements Collector<T> {

    private final Queue<T> queue;

    private Taking(Queue<T> queue) {
        this.queue = queue;
    }

    static <T> Collector<T> into(Queue<T> queue) {
        return new Taking<>(queue);
    }

    @Override
    public void collect(T value) {
        queue.add(Objects.requireNonNull(value, "A function that reads state collected null."));
    }

    @Override
    public void close() {
        // nothing is open
    }
}
