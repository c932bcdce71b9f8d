// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.rocksdb;

import io.millrace.contrib.streaming.state.RocksDBConfigurableOptions;
import io.millrace.core.memory.DataOutputSerializer;
import io.millrace.engine.keys.KeyGroupRange;
import io.millrace.engine.keys.KeyGroups;
import io.millrace.engine.state.KeyedHeader;
import io.millrace.engine.state.LayeredState;
import io.millrace.engine.state.NamespaceType;
import io.millrace.engine.state.RestoredState;
import io.millrace.engine.state.SharedFile;
import io.millrace.engine.state.StateBlock;
import io.millrace.engine.state.StateFileReader;
import io.millrace.engine.state.StateHandle;
import io.millrace.engine.state.StateHeader;
import io.millrace.engine.state.TimedSerializer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;

/**
 * Makes the database of a subtask out of the handles that were dealt to it.
 *
 * <p><b>Of RocksDB's own form</b>, the one that has most of the subtask's key groups becomes the
 * base: its files are given second names where they lie on the same disk, or are copied, and what
 * it has of foreign key groups is deleted by range, which writes one mark for each state. From the
 * others, opened beside it, the subtask's key groups are copied. So at the same parallelism, and
 * where one becomes several, no entry is read.
 *
 * <p><b>Of the canonical form</b>, and of the layers of the heap backend, each state becomes a
 * column family of its own whose entries lie as they were written, under their key group and a
 * number, until the program asks for the state.
 *
 * <p>Every file is read to its end, whether it is linked or copied, for only that shows that it is
 * whole. After a failure the caller removes the directory.
 */
final class Restoration<K> {

    /** With what reads the keys of all that was looked at. */
    private Owner<K> owner;

    private final Path directory;
    private final WorkingDirectory work;
    private final Tuning tuning;
    private final boolean filters;
    private final int threads;
    private final long batchBytes;
    private final KnownFiles known;

    /** Of entries that lie as they were written: files may have entries of the same key group. */
    private long nextEntry;

    /** One that was dealt, of RocksDB's own form. */
    private record Dealt(RestoredState state, Snapshot snapshot) {
        int overlap(KeyGroupRange wanted) {
            KeyGroupRange has = snapshot.keyGroups();
            return Math.max(
                    0,
                    Math.min(has.last(), wanted.last())
                            - Math.max(has.first(), wanted.first())
                            + 1);
        }
    }

    Restoration(
            Owner<K> owner,
            Path directory,
            WorkingDirectory work,
            Tuning tuning,
            boolean filters,
            int threads,
            long batchBytes,
            KnownFiles known) {
        this.owner = owner;
        this.directory = directory;
        this.work = work;
        this.tuning = tuning;
        this.filters = filters;
        this.threads = threads;
        this.batchBytes = batchBytes;
        this.known = known;
    }

    /** Whose the database is; to be asked after {@link #restore}. */
    Owner<K> owner() {
        return owner;
    }

    /** The database; empty if nothing was dealt. */
    Database restore(List<RestoredState> restored) throws IOException {
        List<Dealt> dealt = new ArrayList<>();
        for (RestoredState state : restored) {
            if (state.handle().kind() == StateHandle.Kind.KEYED_ROCKSDB) {
                dealt.add(new Dealt(state, described(state)));
            }
        }
        Database database = begin(dealt);
        try {
            for (Dealt each : dealt) {
                copy(each, database);
            }
            for (RestoredState state : restored) {
                if (state.handle().kind() == StateHandle.Kind.KEYED
                        || state.handle().kind() == StateHandle.Kind.KEYED_LAYERS) {
                    load(state, database);
                }
            }
            return database;
        } catch (Throwable t) {
            database.close();
            throw t;
        }
    }

    private Snapshot described(RestoredState state) throws IOException {
        Snapshot snapshot;
        try {
            snapshot = Snapshot.readFrom(state.source().open());
        } catch (IOException e) {
            throw cannot(e);
        }
        owner = owner.check(snapshot.keyType(), snapshot.keyShape(), snapshot.maxParallelism());
        return snapshot;
    }

    private IOException cannot(IOException e) {
        return new IOException(
                "The keyed state of "
                        + owner
                        + " cannot be restored for "
                        + owner.keyGroups()
                        + ": "
                        + e.getMessage(),
                e);
    }

    /** Opens the base, which is taken out of the list, or an empty database. */
    private Database begin(List<Dealt> dealt) throws IOException {
        KeyGroupRange wanted = owner.keyGroups();
        double threshold =
                tuning.get(RocksDBConfigurableOptions.RESTORE_OVERLAP_FRACTION_THRESHOLD);
        Dealt base = null;
        for (Dealt each : dealt) {
            if (each.overlap(wanted) >= threshold * each.snapshot.keyGroups().size()
                    && (base == null || each.overlap(wanted) > base.overlap(wanted))) {
                base = each;
            }
        }
        if (base == null) {
            return Database.open(directory, tuning, List.of(), filters, false);
        }
        dealt.remove(base);
        Database database = opened(base, directory, filters);
        try {
            clip(base.snapshot.keyGroups(), database);
            for (SharedFile file : base.state.handle().files()) {
                if (base.state.files().isShared(file)) {
                    known.restored(file);
                }
            }
            return database;
        } catch (Throwable t) {
            database.close();
            throw t;
        }
    }

    private Database opened(Dealt dealt, Path to, boolean withFilters) throws IOException {
        try {
            bring(dealt, to);
            return Database.open(
                    to,
                    tuning,
                    dealt.snapshot.tables().stream()
                            .map(table -> new Database.Known(table.column(), table.spec()))
                            .toList(),
                    withFilters,
                    false);
        } catch (IOException e) {
            throw cannot(e);
        }
    }

    /** Files of the handle, as RocksDB wants to find them. */
    private void bring(Dealt dealt, Path to) throws IOException {
        Files.createDirectory(to);
        ExecutorService transfer = Executors.newFixedThreadPool(threads, Restoration::daemon);
        try {
            List<Future<?>> all = new ArrayList<>();
            for (SharedFile file : dealt.state.handle().files()) {
                all.add(
                        transfer.submit(
                                () -> {
                                    bring(file, dealt.state.files(), to.resolve(file.name()));
                                    return null;
                                }));
            }
            for (Future<?> each : all) {
                await(each);
            }
        } finally {
            transfer.shutdownNow();
        }
        String manifest = dealt.snapshot.manifestName();
        Files.write(to.resolve(manifest), dealt.snapshot.manifest());
        Files.write(to.resolve("CURRENT"), (manifest + "\n").getBytes(StandardCharsets.UTF_8));
    }

    private static Thread daemon(Runnable work) {
        Thread thread = new Thread(work, "rocksdb-restore");
        thread.setDaemon(true);
        return thread;
    }

    private static void await(Future<?> transfer) throws IOException {
        try {
            transfer.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof IOException failed) {
                throw failed;
            }
            throw new IOException(
                    "A file could not be brought back: " + e.getCause(), e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("Interrupted while files were brought back", e);
        }
    }

    /** Gives a file a second name, or copies it; it is verified in either case. */
    static void bring(SharedFile file, RestoredState.Files files, Path to) throws IOException {
        Optional<Path> local = files.local(file);
        boolean linked = false;
        if (local.isPresent()) {
            try {
                Files.createLink(to, local.get());
                linked = true;
            } catch (IOException | UnsupportedOperationException e) {
                linked = false; // another disk, or one that knows no second names: copied
            }
        }
        try (InputStream in = files.open(file)) {
            if (linked) {
                in.transferTo(OutputStream.nullOutputStream());
            } else {
                Files.copy(in, to);
            }
        }
    }

    private void clip(KeyGroupRange has, Database database) {
        KeyGroupRange wanted = owner.keyGroups();
        boolean whole = has.first() >= wanted.first() && has.last() <= wanted.last();
        if (whole) {
            return;
        }
        boolean removesFiles =
                tuning.get(RocksDBConfigurableOptions.USE_DELETE_FILES_IN_RANGE_DURING_RESCALING);
        for (Column column : database.columns()) {
            byte[][] edges = {
                KeyBytes.group(Math.min(has.first(), wanted.first())),
                KeyBytes.group(wanted.first()),
                KeyBytes.group(wanted.last() + 1),
                KeyBytes.group(Math.max(has.last(), wanted.last()) + 1)
            };
            for (int i = 0; i < edges.length; i += 2) {
                if (removesFiles) {
                    database.deleteFiles(column, edges[i], edges[i + 1]);
                }
                database.deleteRange(column, edges[i], edges[i + 1]);
            }
        }
    }

    // ---- from other databases -------------------------------------------------------------------

    private void copy(Dealt dealt, Database into) throws IOException {
        Path beside = work.next("restored");
        try (Database from = opened(dealt, beside, false)) {
            boolean ingests = tuning.get(RocksDBConfigurableOptions.USE_INGEST_DB_RESTORE_MODE);
            for (Column column : List.copyOf(from.columns())) {
                Column to = same(column.spec(), into);
                if (ingests) {
                    new SortedFiles(into, to, work).copy(from, column, owner.keyGroups());
                } else {
                    copy(from, column, into, to);
                }
            }
        } finally {
            WorkingDirectory.remove(beside);
        }
    }

    private void copy(Database from, Column column, Database into, Column to) {
        try (Writes writes = new Writes(into, to);
                Scan scan = from.scan(column).seek(KeyBytes.group(owner.keyGroups().first()))) {
            for (; scan.isValid(); scan.next()) {
                byte[] key = scan.key();
                if (KeyBytes.groupOf(key) > owner.keyGroups().last()) {
                    break;
                }
                writes.put(key, scan.value());
            }
        }
    }

    /** The column family with the same state in the same form, made if there is none. */
    private Column same(TableSpec spec, Database database) {
        for (Column column : database.columns()) {
            if (column.spec().equals(spec)) {
                return column;
            }
        }
        // What stands with the entries of a restored state decides, as in the base.
        return database.create(
                spec, spec.isTimed() && filters ? new Cleanup(true, 0) : Cleanup.NONE);
    }

    // ---- from canonical files -------------------------------------------------------------------

    private void load(RestoredState state, Database into) throws IOException {
        Map<TableSpec, Writes> open = new HashMap<>();
        try {
            if (state.handle().kind() == StateHandle.Kind.KEYED) {
                loadFile(state, into, open);
            } else {
                LayeredState layers = LayeredState.open(state);
                check(layers.header());
                for (StateHeader its : layers.states()) {
                    writes(its, into, open);
                }
                layers.forEachBlock((its, block) -> load(block, writes(its, into, open)));
            }
        } catch (IOException e) {
            throw cannot(e);
        } finally {
            open.values().forEach(Writes::close);
        }
    }

    private void loadFile(RestoredState state, Database into, Map<TableSpec, Writes> open)
            throws IOException {
        try (StateFileReader reader = StateFileReader.keyed(state.source().open())) {
            check(reader.header());
            while (reader.nextState()) {
                Writes writes = writes(reader.state(), into, open);
                for (StateBlock block = reader.nextBlock();
                        block != null;
                        block = reader.nextBlock()) {
                    load(block, writes);
                }
            }
        }
    }

    private void check(KeyedHeader written) {
        owner = owner.check(written.keyType(), written.keyShape(), written.maxParallelism());
    }

    private Writes writes(StateHeader state, Database into, Map<TableSpec, Writes> open)
            throws IOException {
        TableSpec spec =
                new TableSpec(
                        state.name(),
                        state.kind(),
                        state.type(),
                        state.shape(),
                        state.namespaces(),
                        TableSpec.Form.RAW,
                        0);
        requireOneType(spec, into);
        return open.computeIfAbsent(spec, its -> new Writes(into, same(its, into)));
    }

    /** Entries of foreign key groups are left out here, where only the key's type need be known. */
    private void load(StateBlock block, Writes writes) throws IOException {
        DataOutputSerializer key = new DataOutputSerializer(16);
        block.forEach(
                (in, length) -> {
                    int start = in.getPosition();
                    K its = owner.keySerializer().deserialize(in);
                    int group = KeyGroups.keyGroup(its.hashCode(), owner.maxParallelism());
                    if (owner.keyGroups().contains(group)) {
                        key.clear();
                        key.writeShort(group);
                        key.writeLong(nextEntry++);
                        byte[] entry = new byte[length];
                        System.arraycopy(block.bytes(), start, entry, 0, length);
                        writes.put(key.getCopyOfBuffer(), entry);
                    }
                    in.skipBytesToRead(start + length - in.getPosition());
                });
    }

    /**
     * Parts of a state that no program has read since may differ in shape, not in what they are.
     */
    private static void requireOneType(TableSpec spec, Database database) throws IOException {
        for (Column column : database.columns()) {
            TableSpec other = column.spec();
            if (!other.tableName().equals(spec.tableName())) {
                continue;
            }
            boolean alike =
                    TimedSerializer.withoutMark(other.type())
                            .equals(TimedSerializer.withoutMark(spec.type()));
            if (!other.is(spec.kind())
                    || !same(other.namespaces(), spec.namespaces())
                    || !alike && !other.shape().isKnown() && !spec.shape().isKnown()) {
                throw new IOException(
                        "state '"
                                + spec.name()
                                + "' is "
                                + other.kind()
                                + " of "
                                + other.type()
                                + " "
                                + other.namespaces()
                                + " in one part of the snapshot and "
                                + spec.kind()
                                + " of "
                                + spec.type()
                                + " "
                                + spec.namespaces()
                                + " in another");
            }
        }
    }

    private static boolean same(NamespaceType one, NamespaceType other) {
        return one.equals(other);
    }

    /** Writes many entries of one column family. */
    private final class Writes implements AutoCloseable {

        /** Of entries; where the size in bytes is not bounded. */
        private static final int MOST = 500;

        private final Natives natives = new Natives();
        private final Database into;
        private final Column column;
        private final WriteBatch batch;

        Writes(Database into, Column column) {
            this.into = into;
            this.column = column;
            this.batch = natives.own(new WriteBatch());
        }

        void put(byte[] key, byte[] value) {
            try {
                batch.put(column.handle, key, value);
            } catch (RocksDBException e) {
                throw new RocksFailure(
                        "The state '" + column.spec().name() + "' could not be restored", e);
            }
            if (batchBytes > 0 ? batch.getDataSize() >= batchBytes : batch.count() >= MOST) {
                flush();
            }
        }

        private void flush() {
            if (batch.count() > 0) {
                into.write(batch, column);
                batch.clear();
            }
        }

        @Override
        public void close() {
            try {
                flush();
            } finally {
                natives.close();
            }
        }
    }
}
