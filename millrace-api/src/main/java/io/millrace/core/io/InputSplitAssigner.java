// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.core.io;

import io.millrace.annotation.PublicEvolving;
import java.util.List;

/** Deals out the parts of an input. Used in one place of a job, by one thread at a time. */
@PublicEvolving
public interface InputSplitAssigner {

    /** The next part for a subtask; null when there is none left. */
    InputSplit getNextInputSplit(String host, int taskId);

    /** Takes back parts that were not read. */
    void returnInputSplit(List<InputSplit> splits, int taskId);
}
