// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.plan;

import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.java.typeutils.MissingTypeInfo;
import io.millrace.engine.keys.KeyGroups;
import io.millrace.engine.plan.ExecutionPlan.Edge;
import io.millrace.engine.plan.ExecutionPlan.Feedback;
import io.millrace.engine.plan.ExecutionPlan.Listener;
import io.millrace.engine.plan.ExecutionPlan.PlannedOperator;
import io.millrace.engine.plan.ExecutionPlan.Vertex;
import io.millrace.engine.state.OperatorId;
import io.millrace.spi.FeedbackTransformation;
import io.millrace.spi.OperatorSpec;
import io.millrace.spi.OperatorTransformation;
import io.millrace.spi.OperatorTransformation.Chaining;
import io.millrace.spi.PartitionTransformation;
import io.millrace.spi.Partitioning;
import io.millrace.spi.SideOutputTransformation;
import io.millrace.spi.Transformation;
import io.millrace.spi.UnionTransformation;
import io.millrace.util.OutputTag;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Turns a program's description into a plan that can run. Pure: the same description gives the same
 * plan.
 *
 * <p>Three passes. <em>Connections</em>: partitions, unions and side outputs vanish into direct
 * connections from operator to operator. <em>Chains</em>: a connection becomes a method call where
 * both sides allow it; what hangs together by calls is a vertex. <em>Edges</em>: the remaining
 * connections become exchanges.
 *
 * <p>Connections by which loops are closed come last. They are never calls, and ids are what they
 * would be without them. Most turn back, but not all: a loop may be closed with a union, of which a
 * part comes from elsewhere ({@link LoopClosings}). Such a part is an input like any other.
 */
public final class Planner {

    /**
     * A direct connection between two operators.
     *
     * @param closing the loop that was closed with it; null for most
     * @param turnsBack whether it is part of a circle, too, and its sender not outside
     */
    record Connection(
            OperatorTransformation<?> from,
            OutputTag<?> tag,
            OperatorTransformation<?> to,
            int input,
            Partitioning partitioning,
            TypeInformation<?> type,
            FeedbackTransformation<?> closing,
            boolean turnsBack) {}

    private final List<OperatorTransformation<?>> operators;
    private final PlanSettings settings;
    private final Restored restored;
    private final Map<OperatorTransformation<?>, OperatorId> ids = new IdentityHashMap<>();
    private final List<Connection> connections = new ArrayList<>();

    private Planner(
            List<OperatorTransformation<?>> operators, PlanSettings settings, Restored restored) {
        this.operators = List.copyOf(operators);
        this.settings = settings;
        this.restored = restored;
    }

    /**
     * Plans a program.
     *
     * @throws IllegalArgumentException two operators share a uid; a parallelism exceeds its
     *     maximum; an operator reads from one that is not of the program
     * @throws UnsupportedOperationException a forward connection joins two parallelisms
     */
    public static ExecutionPlan plan(
            List<OperatorTransformation<?>> operators, PlanSettings settings) {
        return plan(operators, settings, Restored.NOTHING);
    }

    /** Plans a program that begins from a checkpoint. */
    public static ExecutionPlan plan(
            List<OperatorTransformation<?>> operators, PlanSettings settings, Restored restored) {
        return new Planner(operators, settings, restored).plan();
    }

    /**
     * What the checkpoint that a program begins from has to say about its plan.
     *
     * @param maxParallelism that state was written with, for operators for which neither the
     *     program nor the settings say one (CK-89)
     * @param apart operators that had come another way than the one before them: they are not
     *     chained to it by a key, as the one subtask of both would be otherwise
     * @param heads operators to which something was on its way over a channel: they are not chained
     *     to the one before them, so that there is a channel for it
     */
    public record Restored(
            Map<OperatorId, Integer> maxParallelism, Set<OperatorId> apart, Set<OperatorId> heads) {

        /** A start without a checkpoint. */
        public static final Restored NOTHING = new Restored(Map.of(), Set.of(), Set.of());

        public Restored {
            maxParallelism = Map.copyOf(maxParallelism);
            apart = Set.copyOf(apart);
            heads = Set.copyOf(heads);
        }
    }

    private ExecutionPlan plan() {
        checkUids();
        connect();
        name();
        return assemble();
    }

    private void checkUids() {
        Map<String, OperatorTransformation<?>> byUid = new HashMap<>();
        for (OperatorTransformation<?> operator : operators) {
            if (operator.uid() != null) {
                OperatorTransformation<?> other = byUid.put(operator.uid(), operator);
                if (other != null) {
                    throw new IllegalArgumentException(
                            "The uid '"
                                    + operator.uid()
                                    + "' is given to two operators, '"
                                    + other.name()
                                    + "' and '"
                                    + operator.name()
                                    + "'. State is kept under the uid, so each operator needs its own");
                }
            }
        }
    }

    private void connect() {
        List<Connection> closings = new ArrayList<>();
        for (OperatorTransformation<?> operator : operators) {
            for (int input = 0; input < operator.inputs().size(); input++) {
                resolve(operator.inputs().get(input), null, null, operator, input, null);
            }
            int before = closings.size();
            connections.removeIf(c -> c.closing() != null && closings.add(c));
            if (closings.size() > before
                    && connections.stream().noneMatch(c -> c.to() == operator)) {
                throw new UnsupportedOperationException(
                        operator
                                + " reads nothing but what is fed back in a loop; nothing can enter"
                                + " it. Build the loop's body on what iterate() or"
                                + " withFeedbackType(...) returned");
            }
        }
        if (!closings.isEmpty()) {
            connections.addAll(LoopClosings.judged(connections, closings));
        }
    }

    private void resolve(
            Transformation<?> from,
            OutputTag<?> tag,
            Partitioning partitioning,
            OperatorTransformation<?> to,
            int input,
            FeedbackTransformation<?> closing) {
        if (from instanceof PartitionTransformation<?> partition) {
            // The last word before the receiver counts.
            Partitioning word = partitioning == null ? partition.partitioning() : partitioning;
            resolve(partition.inputs().get(0), tag, word, to, input, closing);
        } else if (from instanceof UnionTransformation<?> union) {
            for (Transformation<?> each : union.inputs()) {
                resolve(each, tag, partitioning, to, input, closing);
            }
        } else if (from instanceof SideOutputTransformation<?> side) {
            resolve(
                    side.inputs().get(0),
                    tag == null ? side.tag() : tag,
                    partitioning,
                    to,
                    input,
                    closing);
        } else if (from instanceof FeedbackTransformation<?> loop) {
            for (Transformation<?> each : loop.streams()) {
                resolve(each, tag, partitioning, to, input, loop);
            }
        } else if (from instanceof OperatorTransformation<?> operator) {
            connections.add(
                    new Connection(
                            operator,
                            tag,
                            to,
                            input,
                            decided(operator, to, partitioning),
                            tag == null ? operator.outputType() : tag.getTypeInfo(),
                            closing,
                            closing != null));
        }
    }

    private static Partitioning decided(
            OperatorTransformation<?> from, OperatorTransformation<?> to, Partitioning wish) {
        if (wish == null) {
            return from.parallelism() == to.parallelism()
                    ? new Partitioning.Forward()
                    : new Partitioning.Rebalance();
        }
        if (wish instanceof Partitioning.Forward && from.parallelism() != to.parallelism()) {
            throw new UnsupportedOperationException(
                    "A forward connection needs the same parallelism on both sides, but "
                            + from
                            + " has "
                            + from.parallelism()
                            + " and "
                            + to
                            + " has "
                            + to.parallelism()
                            + ". Use rebalance(), or give both the same parallelism");
        }
        return wish;
    }

    private void name() {
        int ordinal = 0;
        for (OperatorTransformation<?> operator : operators) {
            List<OperatorId> inputs = new ArrayList<>();
            for (Connection connection : connections) {
                if (connection.to() == operator && connection.closing() == null) {
                    inputs.add(idOfInput(connection));
                }
            }
            ids.put(operator, OperatorIds.of(operator, ordinal++, inputs));
        }
    }

    private OperatorId idOfInput(Connection connection) {
        OperatorId id = ids.get(connection.from());
        if (id == null) {
            throw new IllegalArgumentException(
                    connection.to()
                            + " reads from "
                            + connection.from()
                            + ", which is not part of this program. It was built on another"
                            + " StreamExecutionEnvironment: build all streams of a job on one");
        }
        return id;
    }

    private ExecutionPlan assemble() {
        Map<OperatorTransformation<?>, OperatorTransformation<?>> headOf = new IdentityHashMap<>();
        Map<OperatorTransformation<?>, List<OperatorTransformation<?>>> chains =
                new IdentityHashMap<>();
        List<OperatorTransformation<?>> heads = new ArrayList<>();
        for (OperatorTransformation<?> operator : operators) { // inputs come before their receivers
            Connection joint = chainedInput(operator);
            if (joint == null) {
                heads.add(operator);
                headOf.put(operator, operator);
                chains.put(operator, new ArrayList<>(List.of(operator)));
            } else {
                OperatorTransformation<?> head = headOf.get(joint.from());
                headOf.put(operator, head);
                chains.get(head).add(operator);
            }
        }
        LoopClosings.order(heads, headOf, connections);
        Map<OperatorTransformation<?>, Integer> vertexOf = new IdentityHashMap<>();
        for (OperatorTransformation<?> operator : operators) {
            vertexOf.put(operator, heads.indexOf(headOf.get(operator)));
        }
        List<Edge> edges = new ArrayList<>();
        List<Vertex> vertices = new ArrayList<>();
        Map<Connection, Integer> edgeOf = new IdentityHashMap<>();
        for (Connection connection : connections) {
            if (chainedInput(connection.to())
                    == null) { // else it is the one call by which its receiver is chained
                Edge edge =
                        new Edge(
                                edges.size(),
                                vertexOf.get(connection.from()),
                                vertexOf.get(connection.to()),
                                connection.input(),
                                connection.partitioning(),
                                bufferTimeoutMs(connection.from()),
                                feedback(connection, vertexOf.get(connection.to()), edges));
                edgeOf.put(connection, edge.index());
                edges.add(edge);
            }
        }
        Map<OperatorTransformation<?>, String> taskNames =
                TaskNames.of(operators, this::chainedInput);
        for (int i = 0; i < heads.size(); i++) {
            vertices.add(vertex(i, chains.get(heads.get(i)), edgeOf, taskNames));
        }
        return new ExecutionPlan(vertices, edges);
    }

    private static Feedback feedback(Connection connection, int target, List<Edge> edges) {
        if (!connection.turnsBack()) {
            return null;
        }
        int place =
                (int) edges.stream().filter(e -> e.isFeedback() && e.target() == target).count();
        TypeInformation<?> type = connection.closing().outputType();
        return new Feedback(
                place,
                type instanceof MissingTypeInfo ? connection.type() : type,
                connection.closing().maxWaitMs(),
                connection.from().name());
    }

    /** Each operator has a say about what it emits itself, wherever in its chain it is. */
    private long bufferTimeoutMs(OperatorTransformation<?> operator) {
        long own = operator.bufferTimeoutMs();
        return own < 0 ? settings.bufferTimeoutMs() : own == Long.MAX_VALUE ? -1 : own;
    }

    private Vertex vertex(
            int index,
            List<OperatorTransformation<?>> chain,
            Map<Connection, Integer> edgeOf,
            Map<OperatorTransformation<?>, String> taskNames) {
        List<PlannedOperator> planned = new ArrayList<>();
        StringBuilder name = new StringBuilder();
        for (OperatorTransformation<?> operator : chain) {
            name.append(name.length() == 0 ? "" : " -> ").append(operator.name());
            List<Listener> listeners = new ArrayList<>();
            for (Connection connection : connections) {
                if (connection.from() == operator) {
                    Integer edge = edgeOf.get(connection);
                    int link = edge == null ? indexOf(chain, connection.to()) : -1;
                    listeners.add(
                            new Listener(
                                    connection.tag(),
                                    link,
                                    edge == null ? -1 : edge,
                                    connection.type(),
                                    mustOwn(connection, edge == null)));
                }
            }
            planned.add(
                    new PlannedOperator(
                            operator,
                            ids.get(operator),
                            taskNames.get(operator),
                            maxParallelism(operator),
                            listeners));
        }
        OperatorTransformation<?> head = chain.get(0);
        return new Vertex(
                index, name.toString(), head.parallelism(), head.inputs().size(), planned);
    }

    private static int indexOf(
            List<OperatorTransformation<?>> chain, OperatorTransformation<?> operator) {
        for (int i = 0; i < chain.size(); i++) {
            if (chain.get(i) == operator) {
                return i;
            }
        }
        throw new IllegalStateException(operator + " is chained to a chain it is not in");
    }

    /**
     * Record ownership (semantics, section 9): who must get an object that the sender can't touch.
     */
    private boolean mustOwn(Connection connection, boolean chained) {
        if (connection.to().spec() instanceof OperatorSpec.Collect && chained) {
            return true; // the program keeps it
        }
        if (chained && !(connection.partitioning() instanceof Partitioning.Keyed)) {
            return !settings.objectReuse();
        }
        return !settings.handOver() || !isForOne(connection);
    }

    /**
     * Whether what goes over this connection goes nowhere else: the promise behind a hand-over is
     * the sender's, and of another receiver neither knows.
     */
    private boolean isForOne(Connection connection) {
        return isOnlyOne(connection)
                && (!(connection.partitioning() instanceof Partitioning.Broadcast)
                        || connection.to().parallelism() == 1)
                && isItsOwn(connection.from());
    }

    private boolean isOnlyOne(Connection connection) {
        return connections.stream().filter(c -> c.from() == connection.from()).count() == 1;
    }

    /**
     * Whether what comes to this operator came to no other: objects that are passed by reference
     * along a chain may have been passed to others at a fork before it.
     */
    private boolean isItsOwn(OperatorTransformation<?> operator) {
        Connection joint = chainedInput(operator);
        return joint == null || mustOwn(joint, true) || isOnlyOne(joint) && isItsOwn(joint.from());
    }

    /**
     * What the operator says, else the job, else what its restored state was written with (CK-89),
     * else what follows from its parallelism (CK-86). Never what another operator of its chain
     * says: where a chain begins and ends depends on settings that may change, and state must be
     * found again.
     */
    private int maxParallelism(OperatorTransformation<?> operator) {
        int max = operator.maxParallelism();
        if (max < 0) {
            max = settings.maxParallelism();
        }
        if (max < 0) {
            max = restored.maxParallelism().getOrDefault(ids.get(operator), -1);
        }
        if (max < 0) {
            max = KeyGroups.defaultMaxParallelism(operator.parallelism());
        }
        if (operator.parallelism() > max) {
            throw new IllegalArgumentException(
                    operator
                            + " has parallelism "
                            + operator.parallelism()
                            + ", more than its maximum parallelism "
                            + max
                            + ". Lower the one (parallelism.default, or setParallelism), or raise the other"
                            + " (pipeline.max-parallelism, or setMaxParallelism), which is "
                            + KeyGroups.UPPER_BOUND
                            + " at most");
        }
        return max;
    }

    /**
     * The connection by which an operator is chained to the one before it; null when it heads a
     * chain.
     */
    private Connection chainedInput(OperatorTransformation<?> operator) {
        Connection only = null;
        for (Connection connection : connections) {
            if (connection.to() == operator) {
                if (only != null) {
                    return null;
                }
                only = connection;
            }
        }
        return only != null && settings.chaining() && mayChain(only) ? only : null;
    }

    private boolean mayChain(Connection connection) {
        OperatorTransformation<?> from = connection.from();
        OperatorTransformation<?> to = connection.to();
        if (to.inputs().size() != 1
                || connection.closing() != null
                || from.parallelism() != to.parallelism()
                || from.chaining() == Chaining.NEVER
                || to.chaining() != Chaining.ALWAYS
                || restored.heads().contains(ids.get(to))) {
            return false;
        }
        if (!settings.chainDifferentMaxParallelism()
                && maxParallelism(from) != maxParallelism(to)) {
            return false;
        }
        return connection.partitioning() instanceof Partitioning.Forward
                || connection.partitioning() instanceof Partitioning.Keyed
                        && to.parallelism() == 1
                        && !restored.apart().contains(ids.get(to));
    }
}
