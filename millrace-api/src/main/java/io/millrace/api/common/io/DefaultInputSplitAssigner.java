// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.io;

import io.millrace.annotation.Internal;
import io.millrace.core.io.InputSplit;
import io.millrace.core.io.InputSplitAssigner;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;

/** Deals out parts in their order to whoever asks. */
@Internal
public class DefaultInputSplitAssigner implements InputSplitAssigner {

    private final List<InputSplit> splits = new ArrayList<>();

    /** Deals out these. */
    public DefaultInputSplitAssigner(InputSplit[] splits) {
        Collections.addAll(this.splits, splits);
    }

    /** Deals out these. */
    public DefaultInputSplitAssigner(Collection<? extends InputSplit> splits) {
        this.splits.addAll(splits);
    }

    @Override
    public InputSplit getNextInputSplit(String host, int taskId) {
        synchronized (splits) {
            return splits.isEmpty() ? null : splits.remove(0);
        }
    }

    @Override
    public void returnInputSplit(List<InputSplit> returned, int taskId) {
        synchronized (splits) {
            splits.addAll(returned);
        }
    }
}
