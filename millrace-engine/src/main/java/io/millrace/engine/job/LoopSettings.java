// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.job;

import java.util.List;

/**
 * What loops may take.
 *
 * @param memoryBytes how much feedback may wait in memory, for each subtask that feeds back; the
 *     same for each log
 * @param directories where the rest goes, shared out among subtasks; at least one
 */
public record LoopSettings(long memoryBytes, List<String> directories) {
    public LoopSettings {
        directories = List.copyOf(directories);
    }
}
