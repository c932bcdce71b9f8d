// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state;

import io.millrace.api.common.state.ListStateDescriptor;
import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.api.common.typeutils.base.LongSerializer;
import io.millrace.api.java.tuple.Tuple2;
import io.millrace.api.java.typeutils.runtime.TupleSerializer;
import io.millrace.core.memory.DataOutputSerializer;
import io.millrace.core.memory.DataOutputView;
import io.millrace.engine.keys.KeyGroupRange;
import io.millrace.engine.storage.SpillFile;
import io.millrace.spi.types.TypeDescription;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Records that were on their way round a loop when a checkpoint was cut, in the order in which they
 * came back. Written as operator state of the loop's first operator, one list per feedback edge, so
 * that restoring and rescaling go the usual ways; an element is a timestamp and a record.
 *
 * <p>A record is serialized when it is added, for whoever gets it next may change it. What is more
 * than the memory it may take goes to local disk until the log is written.
 *
 * <p>Filled on the task's step, then written by an I/O thread; {@link #release} by any.
 */
public final class LoopLog implements FrozenState {

    private static final Logger LOG = LoggerFactory.getLogger(LoopLog.class);

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

    /** Entries as bytes, in memory or on disk. */
    private record Stored(int entries, byte[] bytes, SpillFile.Piece piece) {}

    private static final class Section {
        final Edge edge;
        final DataOutputSerializer block = new DataOutputSerializer(256);
        final List<Stored> stored = new ArrayList<>();
        int entriesInBlock;

        Section(Edge edge) {
            this.edge = edge;
        }
    }

    private final List<Section> sections = new ArrayList<>();
    private final DataOutputSerializer entry = new DataOutputSerializer(256);
    private final SpillFile disk;
    private final long memoryBytes;
    private long usedBytes;
    private long entries;
    private List<StateSummary> summaries = List.of();

    /**
     * An empty log.
     *
     * @param memoryBytes how much of it may be in memory
     * @param disk takes the rest; closed with the log
     */
    public LoopLog(List<Edge> edges, long memoryBytes, SpillFile disk) {
        edges.forEach(edge -> sections.add(new Section(edge)));
        this.memoryBytes = memoryBytes;
        this.disk = disk;
    }

    /**
     * Adds a record that came over the edge with this place among the log's.
     *
     * @throws UncheckedIOException it can't be serialized, or the disk refuses it
     */
    public void add(int edge, Object value, long timestamp) {
        Section section = sections.get(edge);
        try {
            entry.clear();
            section.edge.elements().serialize(Tuple2.of(timestamp, value), entry);
        } catch (IOException | RuntimeException e) {
            throw new IllegalStateException(
                    "A record that goes round a loop can't be serialized, so it can't be part of a"
                            + " checkpoint: "
                            + e,
                    e);
        }
        try {
            StateBlock.writeEntry(entry.getSharedBuffer(), 0, entry.length(), section.block);
            section.entriesInBlock++;
            entries++;
            if (section.block.length() >= StateFormat.BLOCK_BYTES) {
                store(section);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e.getMessage(), e);
        }
    }

    private void store(Section section) throws IOException {
        int length = section.block.length();
        if (usedBytes + length > memoryBytes) {
            SpillFile.Piece piece = disk.write(section.block.getSharedBuffer(), length);
            section.stored.add(new Stored(section.entriesInBlock, null, piece));
        } else {
            usedBytes += length;
            section.stored.add(
                    new Stored(section.entriesInBlock, section.block.getCopyOfBuffer(), null));
        }
        section.entriesInBlock = 0;
        section.block.clear();
    }

    /** Records in it. */
    public long entries() {
        return entries;
    }

    @Override
    public StateHandle.Kind kind() {
        return StateHandle.Kind.OPERATOR;
    }

    @Override
    public KeyGroupRange keyGroups() {
        return null;
    }

    @Override
    public boolean isEmpty() {
        return entries == 0;
    }

    @Override
    public void write(DataOutputView out, StateCompression compression) throws IOException {
        StateFileWriter writer = StateFileWriter.operator(out, compression);
        for (Section section : sections) {
            if (section.entriesInBlock > 0) {
                store(section);
            }
            if (!section.stored.isEmpty()) {
                writer.beginState(
                        section.edge.name(),
                        section.edge.byKey()
                                ? OperatorStateRedistribution.UNION
                                : OperatorStateRedistribution.LIST,
                        TypeDescription.of(section.edge.elements()),
                        StateShape.of(section.edge.elements()));
                for (Stored stored : section.stored) {
                    byte[] bytes =
                            stored.piece() == null ? stored.bytes() : disk.read(stored.piece());
                    writer.carry(new StateBlock(stored.entries(), bytes));
                }
                writer.endState();
            }
        }
        summaries = writer.finish();
    }

    @Override
    public List<StateSummary> summaries() {
        return summaries;
    }

    @Override
    public void release() {
        try {
            disk.close();
        } catch (IOException e) {
            LOG.warn("A temporary file is left behind", e);
        }
    }
}
