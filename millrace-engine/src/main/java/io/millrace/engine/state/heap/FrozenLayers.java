// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state.heap;

import io.millrace.core.memory.DataOutputView;
import io.millrace.core.memory.DataOutputViewStreamWrapper;
import io.millrace.engine.keys.KeyGroupRange;
import io.millrace.engine.state.CarriedState;
import io.millrace.engine.state.FrozenState;
import io.millrace.engine.state.LayerFileWriter;
import io.millrace.engine.state.LayersIndex;
import io.millrace.engine.state.SharedFile;
import io.millrace.engine.state.SnapshotFiles;
import io.millrace.engine.state.SnapshotOrder;
import io.millrace.engine.state.StateCompression;
import io.millrace.engine.state.StateFileWriter;
import io.millrace.engine.state.StateHandle;
import io.millrace.engine.state.StateSummary;
import io.millrace.engine.storage.StateOutput;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What was frozen, to be written as one layer on top of those before ({@link LayerChain}).
 *
 * <p>A snapshot in layers is the layers' files, a file with what is carried along if there is such,
 * and an index. A crash while a layer is written leaves a part of a file without seal; one after
 * that leaves a file that no manifest names. Both are found when the job's files that checkpoints
 * share are listed for the first time after the next start, and removed. The same holds for a layer
 * of a checkpoint that was given up, unless a later checkpoint refers to it.
 */
final class FrozenLayers<K> implements FrozenState {

    private final SnapshotLease lease;
    private final KeyGroupRange keyGroups;
    private final LayerChain chain;
    private final long freeze;
    private final long structure;
    private final boolean empty;

    /** Dropped at release, so that a snapshot kept by someone does not keep a whole table. */
    private volatile FrozenContent<K> content;

    /** What the layers of this snapshot are, once they are written. */
    private LayerChain.Written written;

    private List<StateSummary> summaries = List.of();

    /**
     * @param freeze the number of this freeze
     * @param structure which states are carried
     */
    FrozenLayers(
            SnapshotLease lease,
            FrozenContent<K> content,
            LayerChain chain,
            long freeze,
            long structure) {
        this.lease = lease;
        this.keyGroups = content.header().keyGroups();
        this.content = content;
        this.chain = chain;
        this.freeze = freeze;
        this.structure = structure;
        this.empty = content.isEmpty();
    }

    @Override
    public StateHandle.Kind kind() {
        return StateHandle.Kind.KEYED_LAYERS;
    }

    @Override
    public KeyGroupRange keyGroups() {
        return keyGroups;
    }

    @Override
    public boolean isEmpty() {
        return empty;
    }

    @Override
    public List<SharedFile> writeFiles(SnapshotFiles files) throws IOException {
        FrozenContent<K> frozen = content();
        LayerChain.Written before =
                files.order().form() == SnapshotOrder.Form.FULL_CHECKPOINT
                        ? null
                        : chain.before(freeze, structure);
        boolean[] due = new boolean[LayerFileWriter.PARTS];
        if (before == null) {
            Arrays.fill(due, true);
        } else {
            due = before.due();
        }
        for (SliceMarks<K> marks : frozen.marks()) {
            marks.begin(before == null ? null : before.keysOfGroups().get(marks.name()));
        }
        written = writeLayer(frozen, files, before, due);
        chain.written(written);
        return written.files();
    }

    private LayerChain.Written writeLayer(
            FrozenContent<K> frozen, SnapshotFiles files, LayerChain.Written before, boolean[] due)
            throws IOException {
        SharedFile carried = before == null ? writeCarried(frozen, files) : before.carried();
        try (Target target = new Target(files)) {
            LayerFileWriter writer = new LayerFileWriter(target, files.compression(), freeze);
            LayerTables tables = new LayerTables(writer, due);
            List<Long> live = new ArrayList<>();
            List<Long> present = new ArrayList<>();
            for (FrozenTables state : frozen.states()) {
                for (FrozenTables.Table table : state.tables()) {
                    files.check();
                    live.add(table.number());
                    if (write(tables, state, table)) {
                        present.add(table.number());
                    }
                }
            }
            SharedFile file = writer.finish() ? target.seal() : null;
            Map<String, Object[]> keysOfGroups = new HashMap<>();
            frozen.marks().forEach(marks -> keysOfGroups.put(marks.name(), marks.known()));
            return chain.after(
                    before,
                    freeze,
                    structure,
                    due,
                    writer,
                    file,
                    carried,
                    sorted(present),
                    sorted(live),
                    keysOfGroups);
        }
    }

    private static boolean write(LayerTables tables, FrozenTables state, FrozenTables.Table table)
            throws IOException {
        try {
            return tables.write(table);
        } catch (RuntimeException | LinkageError e) {
            throw FrozenContent.failed(state, e);
        }
    }

    private static long[] sorted(List<Long> numbers) {
        return numbers.stream().mapToLong(Long::longValue).sorted().toArray();
    }

    /** It does not change, so one file serves all layers of a chain; null if there is nothing. */
    private SharedFile writeCarried(FrozenContent<K> frozen, SnapshotFiles files)
            throws IOException {
        if (frozen.carried().isEmpty()) {
            return null;
        }
        try (StateOutput output = files.create("carried")) {
            DataOutputViewStreamWrapper out = view(output, files);
            StateFileWriter writer =
                    StateFileWriter.keyed(out, files.compression(), frozen.header());
            frozen.writeCarried(writer);
            writer.finish();
            out.flush();
            return new SharedFile("carried-" + freeze, files.order().checkpointId(), output.seal());
        }
    }

    /** Closing the view would close the output; sealing it comes first. */
    private static DataOutputViewStreamWrapper view(StateOutput output, SnapshotFiles files) {
        return new DataOutputViewStreamWrapper(
                new BufferedOutputStream(new Stoppable(output, files), 1 << 16));
    }

    /** Looks before each buffer whether the writing goes on. Closing it closes nothing. */
    private static final class Stoppable extends OutputStream {
        private final StateOutput output;
        private final SnapshotFiles files;

        Stoppable(StateOutput output, SnapshotFiles files) {
            this.output = output;
            this.files = files;
        }

        @Override
        public void write(int b) throws IOException {
            files.check();
            output.write(b);
        }

        @Override
        public void write(byte[] bytes, int offset, int count) throws IOException {
            files.check();
            output.write(bytes, offset, count);
        }
    }

    /** The file of the layer, begun when there is something to write. */
    private final class Target implements LayerFileWriter.Target, AutoCloseable {
        private final SnapshotFiles files;
        private StateOutput output;
        private DataOutputViewStreamWrapper out;

        Target(SnapshotFiles files) {
            this.files = files;
        }

        @Override
        public DataOutputView open() throws IOException {
            output = files.create("layer");
            out = view(output, files);
            return out;
        }

        SharedFile seal() throws IOException {
            out.flush();
            files.check();
            return new SharedFile(
                    LayersIndex.nameOf(freeze), files.order().checkpointId(), output.seal());
        }

        @Override
        public void close() throws IOException {
            if (output != null) {
                output.close();
            }
        }
    }

    @Override
    public void write(DataOutputView out, StateCompression compression) throws IOException {
        FrozenContent<K> frozen = content();
        List<LayersIndex.State> states = new ArrayList<>();
        List<StateSummary> summed = new ArrayList<>();
        for (FrozenTables state : frozen.states()) {
            long[] tables = state.tables().stream().mapToLong(FrozenTables.Table::number).toArray();
            states.add(new LayersIndex.State(state.header(), tables));
            summed.add(
                    new StateSummary(
                            state.header().name(),
                            state.header().kind(),
                            state.header().type(),
                            state.size()));
        }
        for (CarriedState state : frozen.carried()) {
            summed.add(new StateSummary(state.name(), state.kind(), state.type(), state.entries()));
        }
        List<Long> layers = new ArrayList<>();
        written.layers().forEach(layer -> layers.add(layer.number()));
        LayersIndex index =
                new LayersIndex(
                        frozen.header(),
                        written.bases(),
                        layers,
                        states,
                        written.carried() == null ? "" : written.carried().name(),
                        marks(frozen, compression));
        index.writeTo(out);
        summaries = List.copyOf(summed);
    }

    private byte[] marks(FrozenContent<K> frozen, StateCompression compression) throws IOException {
        if (frozen.marks().isEmpty()) {
            return new byte[0];
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputViewStreamWrapper out = new DataOutputViewStreamWrapper(bytes);
        StateFileWriter writer = StateFileWriter.keyed(out, compression, frozen.header());
        frozen.writeMarks(writer);
        writer.finish();
        out.flush();
        return bytes.toByteArray();
    }

    private FrozenContent<K> content() {
        FrozenContent<K> frozen = content;
        if (frozen == null) {
            throw new IllegalStateException(
                    "The frozen keyed state was released before it was written.");
        }
        return frozen;
    }

    @Override
    public List<StateSummary> summaries() {
        return summaries;
    }

    @Override
    public void release() {
        lease.release();
        content = null;
    }
}
