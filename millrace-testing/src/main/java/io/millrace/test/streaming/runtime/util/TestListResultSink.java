// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.test.streaming.runtime.util;

import io.millrace.api.common.functions.OpenContext;
import io.millrace.streaming.api.functions.sink.RichSinkFunction;
import java.util.ArrayList;
import java.util.List;

/**
 * Puts all results of a job into one list, which the test can look at when the job has ended.
 *
 * @param <T> the results
 */
public class TestListResultSink<T> extends RichSinkFunction<T> {

    private static final long serialVersionUID = 1L;

    private final int resultListId;

    public TestListResultSink() {
        this.resultListId = TestListWrapper.getInstance().createList();
    }

    @Override
    public void open(OpenContext openContext) throws Exception {
        super.open(openContext);
    }

    @Override
    public void invoke(T value) throws Exception {
        List<T> list = list();
        synchronized (list) {
            list.add(value);
        }
    }

    @Override
    public void close() throws Exception {
        super.close();
    }

    @SuppressWarnings("unchecked") // only this sink's copies know the number
    private List<T> list() {
        return (List<T>) TestListWrapper.getInstance().getList(resultListId);
    }

    /** What has come so far; a copy. */
    public List<T> getResult() {
        List<T> list = list();
        synchronized (list) {
            return new ArrayList<>(list);
        }
    }

    /** The same, in natural order. */
    public List<T> getSortedResult() {
        List<T> sorted = getResult();
        sorted.sort(null);
        return sorted;
    }
}
