// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.plan;

import io.millrace.engine.plan.Planner.Connection;
import io.millrace.spi.OperatorTransformation;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Tells the connections by which a loop is closed apart: those that turn back, and those that only
 * look like it. Pure.
 *
 * <p>{@code loop.closeWith(body.union(others))} feeds the body back, and lets the records of {@code
 * others} enter at the same place. Of them everything is true that is true of what enters: they
 * bring barriers, watermarks and an end that did not come from the loop's beginning, they can be
 * made to wait without a circle of tasks that wait for each other, and a checkpoint cuts them by
 * alignment, so that nothing of them goes into a log. Were they taken for feedback, the loop would
 * wait for ever for what comes from outside to end, and their barrier would be waited for after the
 * cut and not before it.
 *
 * <p>A connection turns back when its sender can be reached from its receiver, by whatever
 * connections, closings of other loops among them.
 */
final class LoopClosings {

    private LoopClosings() {}

    /**
     * @param others all other connections
     * @param closings those made by closing loops
     * @return the closings, in the same order, each saying whether it turns back
     */
    static List<Connection> judged(List<Connection> others, List<Connection> closings) {
        if (closings.isEmpty()) {
            return closings;
        }
        Map<OperatorTransformation<?>, List<OperatorTransformation<?>>> receivers =
                new IdentityHashMap<>();
        others.forEach(
                c -> receivers.computeIfAbsent(c.from(), f -> new ArrayList<>()).add(c.to()));
        closings.forEach(
                c -> receivers.computeIfAbsent(c.from(), f -> new ArrayList<>()).add(c.to()));
        List<Connection> judged = new ArrayList<>();
        for (Connection closing : closings) {
            boolean turnsBack = reached(closing.to(), receivers).contains(closing.from());
            judged.add(
                    new Connection(
                            closing.from(),
                            closing.tag(),
                            closing.to(),
                            closing.input(),
                            closing.partitioning(),
                            closing.type(),
                            closing.closing(),
                            turnsBack));
        }
        return judged;
    }

    private static Set<OperatorTransformation<?>> reached(
            OperatorTransformation<?> from,
            Map<OperatorTransformation<?>, List<OperatorTransformation<?>>> receivers) {
        Set<OperatorTransformation<?>> reached = Collections.newSetFromMap(new IdentityHashMap<>());
        Deque<OperatorTransformation<?>> toVisit = new ArrayDeque<>(List.of(from));
        while (!toVisit.isEmpty()) {
            OperatorTransformation<?> next = toVisit.pop();
            if (reached.add(next)) {
                toVisit.addAll(receivers.getOrDefault(next, List.of()));
            }
        }
        return reached;
    }

    /**
     * Puts the heads of chains into topological order. Programs name operators before those that
     * read from them, save where a loop is closed with a stream that was built after the loop's
     * beginning; such a stream's chains come before the loop then. Nothing else moves.
     */
    static void order(
            List<OperatorTransformation<?>> heads,
            Map<OperatorTransformation<?>, OperatorTransformation<?>> headOf,
            List<Connection> connections) {
        Map<OperatorTransformation<?>, List<OperatorTransformation<?>>> senders =
                new IdentityHashMap<>();
        for (Connection connection : connections) {
            if (!connection.turnsBack()) {
                senders.computeIfAbsent(headOf.get(connection.to()), h -> new ArrayList<>())
                        .add(headOf.get(connection.from()));
            }
        }
        Set<OperatorTransformation<?>> placed = Collections.newSetFromMap(new IdentityHashMap<>());
        List<OperatorTransformation<?>> ordered = new ArrayList<>();
        for (OperatorTransformation<?> head : heads) {
            place(head, senders, placed, ordered);
        }
        heads.clear();
        heads.addAll(ordered);
    }

    private static void place(
            OperatorTransformation<?> head,
            Map<OperatorTransformation<?>, List<OperatorTransformation<?>>> senders,
            Set<OperatorTransformation<?>> placed,
            List<OperatorTransformation<?>> ordered) {
        if (placed.add(head)) {
            for (OperatorTransformation<?> sender : senders.getOrDefault(head, List.of())) {
                place(sender, senders, placed, ordered);
            }
            ordered.add(head);
        }
    }
}
