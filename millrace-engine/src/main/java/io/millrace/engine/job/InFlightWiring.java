// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.job;

import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.engine.exchange.InputGate;
import io.millrace.engine.exchange.Partitioner;
import io.millrace.engine.exchange.RestoredFlow;
import io.millrace.engine.plan.ExecutionPlan.Edge;
import io.millrace.engine.plan.ExecutionPlan.Listener;
import io.millrace.engine.plan.ExecutionPlan.LoopRegion;
import io.millrace.engine.plan.ExecutionPlan.PlannedOperator;
import io.millrace.engine.plan.ExecutionPlan.Vertex;
import io.millrace.engine.state.InFlightLog;
import io.millrace.engine.state.IncompatibleShape;
import io.millrace.engine.state.OperatorId;
import io.millrace.engine.state.RestoredState;
import io.millrace.engine.state.StateMismatch;
import io.millrace.engine.state.StateShape;
import io.millrace.engine.storage.SpillFile;
import io.millrace.engine.task.InFlightPlace;
import io.millrace.spi.Partitioning;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What is special about tasks to which something may be, or was, on its way when a barrier overtook
 * it. Used by {@link Deployment}.
 *
 * <p><b>Which channels.</b> Those of edges whose records may be dealt anew at another parallelism:
 * by key, in turn, by chance, to the first, and, where the user vouches for it, by a partitioner of
 * the program. Not where subtasks face each other, for their records belong to the one they face;
 * not where each record is every subtask's; and not within a loop.
 *
 * <p><b>At another parallelism</b>, of senders or receivers, a record that was on its way goes
 * where its sender would send it now: by its key, or as the partitioner answers. Where any receiver
 * is as good as any other, all that was on its way to subtask n goes to n modulo the parallelism.
 * What came from one sender stays together and in order, on the channel of the sender with its
 * number modulo that of now. Watermarks are left out then: the one of a channel says nothing about
 * what comes from elsewhere over the same channel now, and senders say it again.
 */
final class InFlightWiring {

    /** Beyond this a log goes to disk. */
    private static final long MEMORY_BYTES = 32L << 20;

    private static final String SEPARATOR = "/";

    private final JobContext context;
    private final RestorePlan restore;
    private final List<LoopRegion> regions;
    private final LoopWiring.Partitioners partitioners;

    InFlightWiring(JobContext context, RestorePlan restore, LoopWiring.Partitioners partitioners) {
        this.context = context;
        this.restore = restore;
        this.regions = context.plan().loops();
        this.partitioners = partitioners;
    }

    /** Whether barriers may overtake what goes over an edge. */
    boolean isOvertakable(Edge edge) {
        return context.taskSettings().inFlight().overtaken()
                && !edge.isFeedback()
                && !edge.isPointwise()
                && !(edge.partitioning() instanceof Partitioning.Broadcast)
                && regions.stream().noneMatch(region -> region.contains(edge));
    }

    /** What a task must know. */
    InFlightPlace place(Vertex vertex, int subtask, List<Edge> edgeOf, List<Integer> senderOf) {
        boolean[] overtakable = new boolean[edgeOf.size()];
        boolean any = false;
        for (int i = 0; i < overtakable.length; i++) {
            overtakable[i] = isOvertakable(edgeOf.get(i));
            any |= overtakable[i];
        }
        OperatorId head = vertex.operators().get(0).id();
        List<List<RestoredState>> old =
                restore.checkpointId() == context.taskSettings().inFlight().ignoredOf()
                        ? List.of()
                        : restore.inFlight(head);
        List<InFlightLog.Channel> channels = any ? channels(edgeOf, senderOf) : List.of();
        return new InFlightPlace(
                overtakable,
                () ->
                        new InFlightLog(
                                channels,
                                MEMORY_BYTES,
                                new SpillFile(
                                        directory(subtask),
                                        "What is on its way to '" + vertex.name() + "'")),
                old.isEmpty()
                        ? null
                        : gate -> new Dealer(vertex, subtask, edgeOf, senderOf, old, gate).deal());
    }

    private String directory(int subtask) {
        List<String> directories = context.loops().directories();
        return directories.get(subtask % directories.size());
    }

    private List<InFlightLog.Channel> channels(List<Edge> edgeOf, List<Integer> senderOf) {
        List<InFlightLog.Channel> channels = new ArrayList<>();
        for (int i = 0; i < edgeOf.size(); i++) {
            Edge edge = edgeOf.get(i);
            String name = name(edge) + SEPARATOR + senderOf.get(i) + SEPARATOR + senders(edge);
            channels.add(InFlightLog.Channel.of(name, kind(edge), serializer(edge)));
        }
        return channels;
    }

    private int senders(Edge edge) {
        return context.plan().vertices().get(edge.source()).parallelism();
    }

    /** How the edge deals records, in a word that stays the same. */
    private static String kind(Edge edge) {
        return edge.partitioning().getClass().getSimpleName().toLowerCase(Locale.ROOT);
    }

    private TypeSerializer<Object> serializer(Edge edge) {
        return LoopWiring.serializer(listener(edge).type(), context);
    }

    // ---- names ----

    /** An edge, by what stays the same while the program does: see the format's page. */
    private String name(Edge edge) {
        return edge.targetInput() + SEPARATOR + sender(edge).id().value() + SEPARATOR + place(edge);
    }

    /** The number of the edge among those of the same sender to the same input. */
    private int place(Edge edge) {
        int place = 0;
        for (Edge other : context.plan().into(edge.target())) {
            if (other.index() < edge.index()
                    && other.targetInput() == edge.targetInput()
                    && sender(other).id().equals(sender(edge).id())) {
                place++;
            }
        }
        return place;
    }

    private PlannedOperator sender(Edge edge) {
        for (PlannedOperator operator : context.plan().vertices().get(edge.source()).operators()) {
            if (operator.listeners().stream().anyMatch(l -> l.edge() == edge.index())) {
                return operator;
            }
        }
        throw new IllegalStateException("No operator sends over " + edge);
    }

    private Listener listener(Edge edge) {
        return sender(edge).listeners().stream()
                .filter(l -> l.edge() == edge.index())
                .findFirst()
                .orElseThrow();
    }

    // ---- restoring ----

    /** Gives one subtask its share of what was on its way. */
    private final class Dealer implements InFlightLog.Reader {
        private final Vertex vertex;
        private final int subtask;
        private final List<Edge> edgeOf;
        private final List<Integer> senderOf;
        private final List<List<RestoredState>> old;
        private final InputGate gate;

        /** Of the channel of old that is read. */
        private int oldSubtask;

        private boolean isSame;
        private Partitioner sharing;
        private RestoredFlow flow;
        private int channel;

        Dealer(
                Vertex vertex,
                int subtask,
                List<Edge> edgeOf,
                List<Integer> senderOf,
                List<List<RestoredState>> old,
                InputGate gate) {
            this.vertex = vertex;
            this.subtask = subtask;
            this.edgeOf = edgeOf;
            this.senderOf = senderOf;
            this.old = old;
            this.gate = gate;
        }

        void deal() throws IOException {
            for (oldSubtask = 0; oldSubtask < old.size(); oldSubtask++) {
                for (RestoredState state : old.get(oldSubtask)) {
                    InFlightLog.read(state.source().open(), this);
                    flush();
                }
            }
        }

        private void flush() {
            if (flow != null && !flow.elements().isEmpty()) {
                gate.restore(channel, flow.elements());
            }
            flow = null;
        }

        @Override
        public TypeSerializer<Object> channel(
                String name, String oldKind, String type, StateShape shape) throws IOException {
            flush();
            int beforeSenders = name.lastIndexOf(SEPARATOR);
            int beforeSender = name.lastIndexOf(SEPARATOR, beforeSenders - 1);
            int sender = Integer.parseInt(name.substring(beforeSender + 1, beforeSenders));
            int senders = Integer.parseInt(name.substring(beforeSenders + 1));
            Edge edge = edge(name.substring(0, beforeSender));
            boolean isSameReceiver =
                    old.size() == vertex.parallelism() && oldKind.equals(kind(edge));
            isSame = isSameReceiver && senders == senders(edge);
            sharing = null;
            if (isSameReceiver) {
                if (oldSubtask != subtask) {
                    return null;
                }
            } else if (edge.partitioning() instanceof Partitioning.Keyed
                    || edge.partitioning() instanceof Partitioning.Custom) {
                sharing = partitioners.of(edge, vertex, vertex.parallelism(), subtask);
            } else if (edge.partitioning() instanceof Partitioning.Global
                    ? subtask != 0
                    : oldSubtask % vertex.parallelism() != subtask) {
                return null;
            }
            channel = channel(edge, sender);
            flow = new RestoredFlow();
            return reading(edge, type, shape);
        }

        private Edge edge(String name) {
            for (Edge edge : context.plan().into(vertex.index())) {
                if (!edge.isFeedback() && name(edge).equals(name)) {
                    return edge;
                }
            }
            throw new StateMismatch(
                    "Records were on their way to operator "
                            + vertex.operators().get(0).transformation()
                            + " in checkpoint "
                            + restore.pointer().orElse("?")
                            + ", over a connection that the program does not have (input, sender and"
                            + " place are "
                            + name
                            + "). An unaligned checkpoint is restored into the same graph of"
                            + " operators. Begin from a savepoint, or from an aligned checkpoint; or"
                            + " lose those records:"
                            + " execution.checkpointing.recover-without-channel-state.checkpoint-id: "
                            + restore.checkpointId());
        }

        private int channel(Edge edge, int sender) {
            List<Integer> own = new ArrayList<>();
            for (int i = 0; i < edgeOf.size(); i++) {
                if (edgeOf.get(i).index() == edge.index()) {
                    if (isSame && senderOf.get(i) == sender) {
                        return i;
                    }
                    own.add(i);
                }
            }
            return own.get(sender % own.size());
        }

        private TypeSerializer<Object> reading(Edge edge, String type, StateShape shape) {
            InFlightLog.Channel now = InFlightLog.Channel.of("", "", serializer(edge));
            try {
                if (shape.isKnown()) {
                    return shape.reader(0, now.records());
                }
            } catch (IncompatibleShape e) {
                throw mismatch(type, now.type(), e);
            }
            if (!type.equals(now.type())) {
                throw mismatch(type, now.type(), null);
            }
            return now.records();
        }

        private StateMismatch mismatch(String type, String typeNow, IncompatibleShape why) {
            return new StateMismatch(
                    "Records were on their way to operator "
                            + vertex.operators().get(0).transformation()
                            + " in checkpoint "
                            + restore.pointer().orElse("?")
                            + " as "
                            + type
                            + ", and are now "
                            + typeNow
                            + ". "
                            + (why == null ? "" : why.between(type, typeNow) + " ")
                            + "Keep the type until a savepoint, or an aligned checkpoint, was taken",
                    why);
        }

        @Override
        public void record(Object value, long timestamp) {
            if (sharing == null || sharing.channel(value) == subtask) {
                flow.record(value, timestamp);
            }
        }

        @Override
        public void watermark(long timestamp) {
            if (isSame) {
                flow.watermark(timestamp);
            }
        }
    }
}
