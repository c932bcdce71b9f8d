// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.rocksdb;

import io.millrace.core.memory.DataOutputView;
import io.millrace.engine.keys.KeyGroupRange;
import io.millrace.engine.state.FrozenState;
import io.millrace.engine.state.SharedFile;
import io.millrace.engine.state.SnapshotFiles;
import io.millrace.engine.state.StateCompression;
import io.millrace.engine.state.StateFileWriter;
import io.millrace.engine.state.StateHandle;
import io.millrace.engine.state.StateSummary;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A database at a barrier: second names of its files, in a directory of their own, which nobody
 * changes. What the task does meanwhile, even that it ends, does not touch it.
 *
 * <p>In its own form the snapshot is those files, and {@link Snapshot} beside them. In the
 * canonical form it is opened once more, read only, and written entry by entry.
 */
final class FrozenDatabase<K> implements FrozenState {

    private static final Logger LOG = LoggerFactory.getLogger(FrozenDatabase.class);

    private static final String TABLE = ".sst";
    private static final String MANIFEST = "MANIFEST-";

    private final Owner<K> owner;
    private final boolean canonical;

    /** Null: there is nothing. */
    private final Path directory;

    private final List<Snapshot.Table> tables;
    private final Map<String, UnaryOperator<Object>> survivors;
    private final Tuning tuning;
    private final KnownFiles known;
    private final long mayRefer;
    private List<StateSummary> summaries = List.of();
    private boolean released;

    /**
     * @param survivors of column families by name: what a canonical snapshot has of what expires
     * @param mayRefer see {@link KnownFiles#write}
     */
    FrozenDatabase(
            Owner<K> owner,
            boolean canonical,
            Path directory,
            List<Snapshot.Table> tables,
            Map<String, UnaryOperator<Object>> survivors,
            Tuning tuning,
            KnownFiles known,
            long mayRefer) {
        this.owner = owner;
        this.canonical = canonical;
        this.directory = directory;
        this.tables = tables;
        this.survivors = survivors;
        this.tuning = tuning;
        this.known = known;
        this.mayRefer = mayRefer;
    }

    @Override
    public StateHandle.Kind kind() {
        return canonical ? StateHandle.Kind.KEYED : StateHandle.Kind.KEYED_ROCKSDB;
    }

    @Override
    public KeyGroupRange keyGroups() {
        return owner.keyGroups();
    }

    @Override
    public boolean isEmpty() {
        return directory == null;
    }

    @Override
    public List<SharedFile> writeFiles(SnapshotFiles files) throws IOException {
        return canonical ? List.of() : known.write(named(TABLE), files, mayRefer);
    }

    private List<Path> named(String part) throws IOException {
        try (Stream<Path> all = Files.list(directory)) {
            return all.filter(file -> file.getFileName().toString().contains(part))
                    .sorted()
                    .toList();
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    @Override
    public void write(DataOutputView out, StateCompression compression) throws IOException {
        if (canonical) {
            writeCanonically(out, compression);
            return;
        }
        List<Path> manifest = named(MANIFEST);
        if (manifest.size() != 1) {
            throw new IOException(
                    "RocksDB's checkpoint in "
                            + directory
                            + " has not one manifest, but "
                            + manifest);
        }
        new Snapshot(
                        owner.keyType(),
                        owner.keyShape(),
                        owner.maxParallelism(),
                        owner.keyGroups(),
                        tables,
                        manifest.get(0).getFileName().toString(),
                        Files.readAllBytes(manifest.get(0)))
                .writeTo(out);
        List<StateSummary> told = new ArrayList<>();
        for (Snapshot.Table table : tables) {
            TableSpec spec = table.spec();
            told.add(new StateSummary(spec.name(), spec.kind(), spec.type(), table.keys()));
        }
        summaries = told;
    }

    private void writeCanonically(DataOutputView out, StateCompression compression)
            throws IOException {
        List<Database.Known> columns =
                tables.stream()
                        .map(table -> new Database.Known(table.column(), table.spec()))
                        .toList();
        try (Database database = Database.open(directory, tuning, columns, false, true)) {
            StateFileWriter writer =
                    StateFileWriter.keyed(
                            out,
                            compression,
                            owner.keyType(),
                            owner.keyShape(),
                            owner.maxParallelism(),
                            owner.keyGroups());
            for (Column column : database.columns()) {
                TableSpec spec = column.spec();
                writer.beginState(
                        spec.name(), spec.kind(), spec.type(), spec.shape(), spec.namespaces());
                CanonicalEntries.forEach(
                        database,
                        column,
                        owner.keyGroups(),
                        survivors.get(column.name),
                        (group, entry) -> {
                            writer.beginEntry().write(entry.getSharedBuffer(), 0, entry.length());
                            writer.endEntry();
                        });
                writer.endState();
            }
            summaries = writer.finish();
        }
    }

    @Override
    public List<StateSummary> summaries() {
        return summaries;
    }

    @Override
    public synchronized void release() {
        if (released || directory == null) {
            return;
        }
        released = true;
        try {
            WorkingDirectory.remove(directory);
        } catch (IOException e) {
            LOG.warn(
                    "{} could not be removed: {}. It goes with the job's working directory.",
                    directory,
                    e.toString());
        }
    }
}
