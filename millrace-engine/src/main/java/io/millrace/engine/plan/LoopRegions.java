// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.plan;

import io.millrace.engine.plan.ExecutionPlan.Edge;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.TreeSet;

/**
 * Finds the parts of a plan in which records can go round: vertices of which each can be reached
 * from each other. A loop within a loop is one part with it; two loops one behind the other are
 * two. Pure.
 */
final class LoopRegions {

    private LoopRegions() {}

    /** The parts, in the order of their first vertices; none for a plan without loops. */
    static List<ExecutionPlan.LoopRegion> of(int vertices, List<Edge> edges) {
        if (edges.stream().noneMatch(Edge::isFeedback)) {
            return List.of();
        }
        BitSet[] reached = new BitSet[vertices];
        for (int i = 0; i < vertices; i++) {
            reached[i] = new BitSet(vertices);
        }
        boolean moved = true;
        while (moved) {
            moved = false;
            for (Edge edge : edges) {
                BitSet from = reached[edge.source()];
                int before = from.cardinality();
                from.set(edge.target());
                from.or(reached[edge.target()]);
                moved |= from.cardinality() > before;
            }
        }
        List<ExecutionPlan.LoopRegion> regions = new ArrayList<>();
        BitSet placed = new BitSet(vertices);
        for (int first = 0; first < vertices; first++) {
            if (placed.get(first) || !reached[first].get(first)) {
                continue;
            }
            TreeSet<Integer> members = new TreeSet<>();
            for (int other = first; other < vertices; other++) {
                if (reached[first].get(other) && reached[other].get(first)) {
                    members.add(other);
                    placed.set(other);
                }
            }
            long maxWaitMs =
                    edges.stream()
                            .filter(e -> e.isFeedback() && members.contains(e.target()))
                            .mapToLong(e -> e.feedback().maxWaitMs())
                            .max()
                            .orElse(0);
            regions.add(new ExecutionPlan.LoopRegion(List.copyOf(members), maxWaitMs));
        }
        return regions;
    }
}
