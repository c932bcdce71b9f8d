// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.metrics;

import io.millrace.metrics.Metric;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * The metrics of one attempt of a job, by where they belong. Tasks add to it while they are opened;
 * anyone may read it.
 */
public final class MetricRegistry {

    /**
     * One metric.
     *
     * @param operator the operator's name
     * @param subtask from 0
     * @param name with the names of the groups it was added in, joined by dots
     */
    public record Entry(String operator, int subtask, String name, Metric metric) {}

    private final List<Entry> entries = new CopyOnWriteArrayList<>();

    /** Adds one; a second of the same name hides the first. */
    public void add(Entry entry) {
        Objects.requireNonNull(entry.metric(), "metric");
        entries.removeIf(
                there ->
                        there.operator().equals(entry.operator())
                                && there.subtask() == entry.subtask()
                                && there.name().equals(entry.name()));
        entries.add(entry);
    }

    /** All there are, as they were added. */
    public List<Entry> entries() {
        return List.copyOf(entries);
    }

    /** A new attempt begins. */
    public void clear() {
        entries.clear();
    }
}
