// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state;

import io.millrace.api.common.state.ListStateDescriptor;
import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.api.common.typeutils.base.LongSerializer;
import io.millrace.api.java.tuple.Tuple2;
import io.millrace.api.java.typeutils.runtime.TupleSerializer;
import io.millrace.core.memory.DataOutputView;
import io.millrace.engine.storage.SpillFile;
import io.millrace.spi.types.TypeDescription;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/**
 * Records that were on their way round a loop when a checkpoint was cut, in the order in which they
 * came back. Written as operator state of the loop's first operator, one list per feedback edge, so
 * that restoring and rescaling go the usual ways; an element is a timestamp and a record.
 *
 * <p>Filled on the task's step, then written by an I/O thread; {@link #release} by any.
 */
public final class LoopLog extends SpillingLog {

    /** How the names of these lists begin; a number follows. */
    public static final String NAME = "millrace.loop.";

    /**
     * The list of one feedback edge.
     *
     * @param name the state's
     * @param byKey whether each subtask must look at all records of all subtasks on restore,
     *     because the record says whose it is, by its key; else they are dealt out evenly
     */
    public record Edge(String name, boolean byKey, TypeSerializer<Tuple2<Long, Object>> elements) {

        /** The list of the edge with this number. */
        @SuppressWarnings({"unchecked", "rawtypes"}) // the class of a generic type
        public static Edge of(int place, boolean byKey, TypeSerializer<Object> records) {
            return new Edge(
                    NAME + place,
                    byKey,
                    new TupleSerializer<>(
                            (Class) Tuple2.class,
                            new TypeSerializer<?>[] {LongSerializer.INSTANCE, records}));
        }

        /** What the backend is asked for on restore. */
        public ListStateDescriptor<Tuple2<Long, Object>> descriptor() {
            return new ListStateDescriptor<>(name, elements);
        }
    }

    private final List<Edge> edges;

    /**
     * An empty log.
     *
     * @param memoryBytes how much of it may be in memory
     * @param disk takes the rest; closed with the log
     */
    public LoopLog(List<Edge> edges, long memoryBytes, SpillFile disk) {
        super(edges.size(), memoryBytes, disk);
        this.edges = List.copyOf(edges);
    }

    /**
     * Adds a record that came over the edge with this place among the log's.
     *
     * @throws IllegalStateException it can't be serialized
     * @throws UncheckedIOException the disk refuses it
     */
    public void add(int edge, Object value, long timestamp) {
        try {
            entry.clear();
            edges.get(edge).elements().serialize(Tuple2.of(timestamp, value), entry);
        } catch (IOException | RuntimeException e) {
            throw new IllegalStateException(
                    "A record that goes round a loop can't be serialized, so it can't be part of a"
                            + " checkpoint: "
                            + e,
                    e);
        }
        add(edge);
    }

    @Override
    public StateHandle.Kind kind() {
        return StateHandle.Kind.OPERATOR;
    }

    @Override
    StateFileWriter begin(DataOutputView out, StateCompression compression) throws IOException {
        return StateFileWriter.operator(out, compression);
    }

    @Override
    void beginState(int list, StateFileWriter writer) throws IOException {
        Edge edge = edges.get(list);
        writer.beginState(
                edge.name(),
                edge.byKey() ? OperatorStateRedistribution.UNION : OperatorStateRedistribution.LIST,
                TypeDescription.of(edge.elements()),
                StateShape.of(edge.elements()));
    }
}
