// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.kit;

import io.millrace.streaming.api.functions.sink.SinkFunction;
import java.util.ArrayList;
import java.util.List;

/**
 * Keeps everything that arrives, in the order of arrival, over all attempts: what was given before
 * a failure and again after it is in here twice.
 */
public final class Collected<T> implements SinkFunction<T> {

    private static final long serialVersionUID = 1L;

    private final Shared<List<T>> values = Shared.of(new ArrayList<>());

    @Override
    public void invoke(T value, Context context) {
        List<T> all = values.get();
        synchronized (all) {
            all.add(value);
        }
    }

    /** What has arrived so far. */
    public List<T> values() {
        List<T> all = values.get();
        synchronized (all) {
            return new ArrayList<>(all);
        }
    }

    public int size() {
        List<T> all = values.get();
        synchronized (all) {
            return all.size();
        }
    }

    /** The last value that arrived. */
    public T last() {
        List<T> all = values.get();
        synchronized (all) {
            return all.get(all.size() - 1);
        }
    }
}
