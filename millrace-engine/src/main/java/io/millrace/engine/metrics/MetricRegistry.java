// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.metrics;

import io.millrace.metrics.Metric;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The metrics of one attempt of a job, by where they belong. Tasks add to it while they are opened;
 * anyone may read it.
 */
public final class MetricRegistry {

    /**
     * One metric.
     *
     * @param operatorId whose it is: of two operators one may have the other's name
     * @param operator the operator's name
     * @param subtask from 0
     * @param name with the names of the groups it was added in, joined by dots
     */
    public record Entry(
            String operatorId, String operator, int subtask, String name, Metric metric) {}

    private record Place(String operatorId, int subtask, String name) {
        // Written out: those of records are made when first called, which a start would wait for.
        @Override
        public boolean equals(Object other) {
            return other instanceof Place that
                    && subtask == that.subtask
                    && name.equals(that.name)
                    && operatorId.equals(that.operatorId);
        }

        @Override
        public int hashCode() {
            return (operatorId.hashCode() * 31 + subtask) * 31 + name.hashCode();
        }
    }

    private final Map<Place, Entry> entries = new ConcurrentHashMap<>();

    /** Adds one; a second of the same name takes the place of the first. */
    public void add(Entry entry) {
        Objects.requireNonNull(entry.metric(), "metric");
        entries.put(new Place(entry.operatorId(), entry.subtask(), entry.name()), entry);
    }

    /** All there are, in no order. */
    public List<Entry> entries() {
        return List.copyOf(entries.values());
    }

    /** A new attempt begins. */
    public void clear() {
        entries.clear();
    }
}
