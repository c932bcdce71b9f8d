// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.job;

import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.api.java.typeutils.MissingTypeInfo;
import io.millrace.engine.exchange.Backlog;
import io.millrace.engine.exchange.Channel;
import io.millrace.engine.exchange.OutputGate;
import io.millrace.engine.exchange.Partitioner;
import io.millrace.engine.plan.ExecutionPlan;
import io.millrace.engine.plan.ExecutionPlan.Edge;
import io.millrace.engine.plan.ExecutionPlan.LoopRegion;
import io.millrace.engine.plan.ExecutionPlan.Vertex;
import io.millrace.engine.state.LoopLog;
import io.millrace.engine.storage.SpillFile;
import io.millrace.engine.task.LoopPlace;
import io.millrace.engine.task.LoopPlace.BackEdge;
import io.millrace.engine.task.Task;
import io.millrace.runtime.throwable.ThrowableAnnotation;
import io.millrace.runtime.throwable.ThrowableType;
import io.millrace.spi.Partitioning;
import io.millrace.spi.types.RuntimeTypeSerializer;
import io.millrace.util.FlinkRuntimeException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What is special about the tasks and gates of loops when an attempt is built. Used by {@link
 * Deployment}.
 */
final class LoopWiring {

    private static final Logger LOG = LoggerFactory.getLogger(LoopWiring.class);

    /** How far a subtask had come in the snapshot that the attempt begins with. */
    interface Beginnings {
        Task.Beginning of(Vertex vertex, int subtask);
    }

    /** Makes the partitioner of an edge, as a sender has it. */
    interface Partitioners {
        Partitioner of(Edge edge, Vertex target, int receivers, int subtask);
    }

    private final JobContext context;
    private final List<LoopRegion> regions;
    private final Beginnings beginnings;
    private final Partitioners partitioners;

    LoopWiring(JobContext context, Beginnings beginnings, Partitioners partitioners) {
        this.context = context;
        this.regions = context.plan().loops();
        this.beginnings = beginnings;
        this.partitioners = partitioners;
    }

    private boolean isWithin(Edge edge) {
        return regions.stream().anyMatch(region -> region.contains(edge));
    }

    private boolean isCounted(Edge edge, int sender, int receiver) {
        ExecutionPlan plan = context.plan();
        return isWithin(edge)
                && isThere(plan.vertices().get(edge.source()), sender)
                && isThere(plan.vertices().get(edge.target()), receiver);
    }

    private boolean isThere(Vertex vertex, int subtask) {
        return beginnings.of(vertex, subtask) != Task.Beginning.FINISHED;
    }

    // ---- sending ----

    /** Makes the gate of an edge within a loop what it has to be. */
    void prepare(OutputGate gate, Edge edge, int subtask, Channel[] channels) {
        if (!isWithin(edge)) {
            return;
        }
        boolean[] counted = new boolean[channels.length];
        int channel = 0;
        int receivers = context.plan().vertices().get(edge.target()).parallelism();
        for (int receiver = 0; receiver < receivers; receiver++) {
            if (context.plan().connects(edge, subtask, receiver)) {
                counted[channel++] = isCounted(edge, subtask, receiver);
            }
        }
        gate.count(counted);
        if (edge.isFeedback()) {
            Vertex target = context.plan().vertices().get(edge.target());
            String head = target.operators().get(0).transformation().toString();
            String what =
                    "What operator '"
                            + edge.feedback().sender()
                            + "' feeds back to operator "
                            + head;
            String directory = directory(subtask);
            gate.feedBack(
                    new Backlog(
                            channels,
                            serializer(edge.feedback().type()),
                            context.loops().memoryBytes(),
                            disk(new SpillFile(directory, what), what, directory)),
                    record -> {
                        throw new FeedbackAfterEnd(edge.feedback().sender(), head);
                    });
        }
    }

    private String directory(int subtask) {
        List<String> directories = context.loops().directories();
        return directories.get(subtask % directories.size());
    }

    private Backlog.Disk disk(SpillFile file, String what, String directory) {
        return new Backlog.Disk() {
            private boolean told;

            @Override
            public Object keep(byte[] bytes, int length) throws IOException {
                if (!told) {
                    told = true;
                    LOG.info(
                            "{} is more than millrace.iteration.memory ({} bytes) for the first time in"
                                    + " this attempt; the rest goes to {}",
                            what,
                            context.loops().memoryBytes(),
                            directory);
                }
                return file.write(bytes, length);
            }

            @Override
            public byte[] take(Object kept) throws IOException {
                return file.take((SpillFile.Piece) kept);
            }

            @Override
            public void close() throws IOException {
                file.close();
            }
        };
    }

    private TypeSerializer<Object> serializer(TypeInformation<?> type) {
        return serializer(type, context);
    }

    /** What serializes the records of a stream, whose type may be unknown. */
    @SuppressWarnings("unchecked") // records are untyped here
    static TypeSerializer<Object> serializer(TypeInformation<?> type, JobContext context) {
        return type instanceof MissingTypeInfo
                ? new RuntimeTypeSerializer<>(context.executionConfig().getSerializerConfig())
                : (TypeSerializer<Object>)
                        type.createSerializer(context.executionConfig().getSerializerConfig());
    }

    // ---- receiving ----

    /** What a subtask must know of the loop that it is part of; null when it is part of none. */
    LoopPlace place(Vertex vertex, int subtask, List<Edge> edgeOf, List<Integer> senderOf) {
        if (regions.stream().noneMatch(r -> r.vertices().contains(vertex.index()))) {
            return null;
        }
        int channels = edgeOf.size();
        boolean[] within = new boolean[channels];
        boolean[] counted = new boolean[channels];
        int[] backEdge = new int[channels];
        List<BackEdge> back = new ArrayList<>();
        for (Edge edge : context.plan().into(vertex.index())) {
            if (edge.isFeedback()) {
                back.add(backEdge(edge, vertex, subtask));
            }
        }
        for (int i = 0; i < channels; i++) {
            Edge edge = edgeOf.get(i);
            within[i] = isWithin(edge);
            counted[i] = isCounted(edge, senderOf.get(i), subtask);
            backEdge[i] = edge.isFeedback() ? edge.feedback().place() : -1;
        }
        return new LoopPlace(
                within,
                counted,
                List.copyOf(back),
                backEdge,
                context.loops().memoryBytes(),
                () ->
                        new LoopLog(
                                back.stream().map(BackEdge::log).toList(),
                                context.loops().memoryBytes(),
                                new SpillFile(
                                        directory(subtask),
                                        "What goes round the loop at '" + vertex.name() + "'")));
    }

    private BackEdge backEdge(Edge edge, Vertex vertex, int subtask) {
        boolean byKey =
                edge.partitioning() instanceof Partitioning.Keyed
                        || edge.partitioning() instanceof Partitioning.Global;
        Partitioner sharing =
                byKey ? partitioners.of(edge, vertex, vertex.parallelism(), subtask) : null;
        return new BackEdge(
                edge.targetInput(),
                LoopLog.Edge.of(edge.feedback().place(), byKey, serializer(edge.feedback().type())),
                sharing);
    }

    /** The failure for which there is no second try: it would happen again. */
    @ThrowableAnnotation(ThrowableType.NonRecoverableError)
    private static final class FeedbackAfterEnd extends FlinkRuntimeException {
        private static final long serialVersionUID = 1L;

        FeedbackAfterEnd(String sender, String head) {
            super(
                    "Operator '"
                            + sender
                            + "' feeds a record back to the loop at operator "
                            + head
                            + " when the loop has ended: all that entered it had left it, and nothing"
                            + " was on its way. The record would be lost. An operator within a loop"
                            + " must not feed back at its end (finish()); and if a timer of"
                            + " processing time sent it, let the loop wait for such timers:"
                            + " iterate(maxWaitTimeMillis) with a longer time.");
        }
    }
}
