// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.functions.util;

import io.millrace.annotation.Internal;
import io.millrace.util.Collector;
import java.util.List;

/**
 * Collects into a list.
 *
 * @param <T> the records
 */
@Internal
public class ListCollector<T> implements Collector<T> {

    private final List<T> list;

    /** Collects into the given list. */
    public ListCollector(List<T> list) {
        this.list = list;
    }

    @Override
    public void collect(T record) {
        list.add(record);
    }

    @Override
    public void close() {}
}
