// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.connector.source;

import io.millrace.annotation.Public;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Which reader gets which splits. */
@Public
public final class SplitsAssignment<SplitT extends SourceSplit> {

    private final Map<Integer, List<SplitT>> assignment;

    /** By subtask. */
    public SplitsAssignment(Map<Integer, List<SplitT>> assignment) {
        this.assignment = Objects.requireNonNull(assignment, "assignment");
    }

    /** One split to one reader. */
    public SplitsAssignment(SplitT split, int subtask) {
        this.assignment = new HashMap<>();
        this.assignment.put(subtask, new ArrayList<>(List.of(split)));
    }

    public Map<Integer, List<SplitT>> assignment() {
        return assignment;
    }

    @Override
    public String toString() {
        return assignment.toString();
    }
}
