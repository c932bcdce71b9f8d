// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.functions.source;

import io.millrace.annotation.PublicEvolving;
import io.millrace.api.common.TaskInfo;
import io.millrace.configuration.Configuration;
import io.millrace.util.SplittableIterator;
import java.util.Iterator;
import java.util.Objects;

/**
 * Emits what an iterator gives, cut into one part for each subtask; from its beginning after a
 * failure.
 *
 * @param <T> the elements
 */
@PublicEvolving
public class FromSplittableIteratorFunction<T> extends RichParallelSourceFunction<T> {

    private static final long serialVersionUID = 1L;

    private final SplittableIterator<T> fullIterator;
    private transient Iterator<T> iterator;
    private volatile boolean isRunning = true;

    /** Of that iterator. */
    public FromSplittableIteratorFunction(SplittableIterator<T> iterator) {
        this.fullIterator = Objects.requireNonNull(iterator, "iterator");
    }

    @Override
    @SuppressWarnings("deprecation") // the form that is mirrored
    public void open(Configuration parameters) throws Exception {
        TaskInfo task = getRuntimeContext().getTaskInfo();
        iterator =
                fullIterator
                        .split(task.getNumberOfParallelSubtasks())[task.getIndexOfThisSubtask()];
        isRunning = true;
    }

    @Override
    public void run(SourceContext<T> ctx) throws Exception {
        while (isRunning && iterator.hasNext()) {
            ctx.collect(iterator.next());
        }
    }

    @Override
    public void cancel() {
        isRunning = false;
    }
}
