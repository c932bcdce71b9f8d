// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.functions.source;

import io.millrace.annotation.PublicEvolving;
import java.util.Iterator;

/** A source of what an iterator gives, which must be serializable. */
@PublicEvolving
public class FromIteratorFunction<T> implements SourceFunction<T> {

    private static final long serialVersionUID = 1L;

    @SuppressWarnings("serial") // checked where the source is added
    private final Iterator<T> iterator;

    private volatile boolean isRunning = true;

    public FromIteratorFunction(Iterator<T> iterator) {
        this.iterator = iterator;
    }

    @Override
    public void run(SourceContext<T> ctx) throws Exception {
        while (isRunning && iterator.hasNext()) {
            synchronized (ctx.getCheckpointLock()) {
                ctx.collect(iterator.next());
            }
        }
    }

    @Override
    public void cancel() {
        isRunning = false;
    }
}
