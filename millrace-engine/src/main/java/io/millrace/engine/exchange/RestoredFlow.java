// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.exchange;

import java.util.ArrayList;
import java.util.List;

/** Puts what was on its way over a channel into elements again. Used by the receiving task. */
public final class RestoredFlow {

    private final List<StreamElement> elements = new ArrayList<>();
    private Batch open;

    /**
     * Adds a record.
     *
     * @param timestamp {@link Long#MIN_VALUE} for none
     */
    public void record(Object value, long timestamp) {
        if (open == null) {
            open = new Batch(0, Batch.CAPACITY);
            elements.add(open);
        }
        open.add(value, timestamp);
        if (open.isFull()) {
            open = null;
        }
    }

    /** Adds a watermark. */
    public void watermark(long timestamp) {
        open = null;
        elements.add(new StreamElement.Watermark(timestamp));
    }

    /** What was added, in order. */
    public List<StreamElement> elements() {
        return elements;
    }
}
