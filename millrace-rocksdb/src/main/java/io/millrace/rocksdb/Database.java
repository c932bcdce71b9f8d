// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.rocksdb;

import io.millrace.contrib.streaming.state.RocksDBProperty;
import io.millrace.metrics.MetricGroup;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.rocksdb.CassandraCompactionFilter;
import org.rocksdb.Checkpoint;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.DBOptions;
import org.rocksdb.IngestExternalFileOptions;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.Statistics;
import org.rocksdb.StringAppendOperator;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

/**
 * A RocksDB instance that is open: the keyed state of one operator's subtask. Nothing is written
 * ahead: what is not in a checkpoint is written again by the job. Used by its task only.
 */
final class Database implements AutoCloseable {

    private static final String DEFAULT = "default";

    private final Natives natives = new Natives();
    private final Path directory;
    private final Tuning tuning;
    private final boolean filters;
    private final StringAppendOperator appending;
    private final CassandraCompactionFilter expiring;
    private final WriteOptions writes;
    private final ReadOptions reads;
    private final RocksDB db;
    private final Statistics statistics;
    private NativeMetrics metrics;
    private final Map<String, Column> columns = new LinkedHashMap<>();
    private int columnsMade;

    /**
     * What is known of a column family that is to be opened.
     *
     * @param name in the database
     */
    record Known(String name, TableSpec spec) {}

    /**
     * Opens one, or makes it.
     *
     * @param known all column families that are in it, the default one aside
     * @param filters whether those whose entries expire are to have the filter; until they are told
     *     what the program wants, they are not compacted then
     */
    static Database open(
            Path directory, Tuning tuning, List<Known> known, boolean filters, boolean readOnly)
            throws IOException {
        try {
            return new Database(directory, tuning, known, filters, readOnly);
        } catch (RocksDBException e) {
            throw new IOException(
                    "RocksDB can't open the database in " + directory + ": " + e.getMessage(), e);
        }
    }

    private Database(
            Path directory, Tuning tuning, List<Known> known, boolean filters, boolean readOnly)
            throws RocksDBException {
        this.directory = directory;
        this.tuning = tuning;
        this.filters = filters;
        try {
            appending = natives.own(new StringAppendOperator(""));
            expiring = natives.own(new CassandraCompactionFilter(true, 0));
            DBOptions options = tuning.database(natives);
            options.setCreateIfMissing(!readOnly);
            options.setAvoidFlushDuringShutdown(true);
            options.setAvoidUnnecessaryBlockingIO(true);
            statistics = options.statistics();
            if (statistics != null) {
                natives.own(statistics);
            }
            writes = tuning.writes(natives);
            reads = tuning.reads(natives);
            List<ColumnFamilyDescriptor> descriptors = new ArrayList<>();
            descriptors.add(
                    new ColumnFamilyDescriptor(Column.bytes(DEFAULT), tuning.column(natives)));
            for (Known each : known) {
                ColumnFamilyOptions its = tuning.column(natives);
                boolean filtered = filters && each.spec.isTimed();
                require(its, each.spec, filtered);
                its.setDisableAutoCompactions(filtered || readOnly);
                descriptors.add(new ColumnFamilyDescriptor(Column.bytes(each.name), its));
            }
            List<ColumnFamilyHandle> handles = new ArrayList<>();
            db =
                    natives.own(
                            readOnly
                                    ? RocksDB.openReadOnly(
                                            options, directory.toString(), descriptors, handles)
                                    : RocksDB.open(
                                            options, directory.toString(), descriptors, handles));
            handles.forEach(natives::own);
            for (int i = 0; i < known.size(); i++) {
                Known each = known.get(i);
                columns.put(each.name, new Column(each.name, handles.get(i + 1), each.spec));
                columnsMade = Math.max(columnsMade, Integer.parseInt(each.name));
            }
        } catch (RocksDBException | RuntimeException | Error e) {
            natives.close();
            throw e;
        }
    }

    private void require(ColumnFamilyOptions options, TableSpec spec, boolean filtered) {
        if (spec.is("list") && spec.form() == TableSpec.Form.LIVE && !spec.isTimed()) {
            options.setMergeOperator(appending);
        }
        if (filtered) {
            options.setCompactionFilter(expiring);
        }
    }

    Path directory() {
        return directory;
    }

    /** Shows what the settings ask for, of each state that is there and each to come. */
    void showMetrics(MetricGroup group) {
        if (tuning.metrics().isEnabled() || tuning.metrics().isStatisticsEnabled()) {
            metrics = new NativeMetrics(tuning.metrics(), group, db, statistics);
            columns.values().forEach(metrics::watch);
        }
    }

    /** Whether column families that were opened with entries that expire have the filter. */
    boolean filters() {
        return filters;
    }

    Collection<Column> columns() {
        return columns.values();
    }

    /** A new, empty column family. */
    Column create(TableSpec spec, Cleanup cleanup) {
        String name = Integer.toString(++columnsMade);
        ColumnFamilyOptions options = tuning.column(natives);
        require(options, spec, cleanup.wanted());
        if (cleanup.wanted() && cleanup.periodSeconds() > 0) {
            options.setPeriodicCompactionSeconds(cleanup.periodSeconds());
        }
        try {
            Column column =
                    new Column(
                            name,
                            natives.own(
                                    db.createColumnFamily(
                                            new ColumnFamilyDescriptor(
                                                    Column.bytes(name), options))),
                            spec);
            columns.put(name, column);
            if (metrics != null) {
                metrics.watch(column);
            }
            return column;
        } catch (RocksDBException e) {
            throw new RocksFailure("The state '" + spec.name() + "' could not be made", e);
        }
    }

    /** Removes one with all that is in it. */
    void drop(Column column) {
        try {
            db.dropColumnFamily(column.handle);
        } catch (RocksDBException e) {
            throw new RocksFailure(
                    "The old form of state '" + column.spec().name() + "' could not be removed", e);
        }
        columns.remove(column.name);
        if (metrics != null) {
            metrics.forget(column);
        }
        natives.release(column.handle);
    }

    /** Lets one be compacted that was opened without. */
    void compactByItself(Column column) {
        try {
            db.enableAutoCompaction(List.of(column.handle));
        } catch (RocksDBException e) {
            throw failure("compacted", column, e);
        }
    }

    byte[] get(Column column, byte[] key) {
        try {
            return db.get(column.handle, reads, key);
        } catch (RocksDBException e) {
            throw failure("read", column, e);
        }
    }

    void put(Column column, byte[] key, byte[] value) {
        try {
            db.put(column.handle, writes, key, value);
        } catch (RocksDBException e) {
            throw failure("written", column, e);
        }
    }

    /** Puts bytes behind those that are there. */
    void append(Column column, byte[] key, byte[] value) {
        try {
            db.merge(column.handle, writes, key, value);
        } catch (RocksDBException e) {
            throw failure("written", column, e);
        }
    }

    void delete(Column column, byte[] key) {
        try {
            db.delete(column.handle, writes, key);
        } catch (RocksDBException e) {
            throw failure("written", column, e);
        }
    }

    /** Removes all keys from the one to the other, which stays. */
    void deleteRange(Column column, byte[] from, byte[] to) {
        try {
            db.deleteRange(column.handle, writes, from, to);
        } catch (RocksDBException e) {
            throw failure("written", column, e);
        }
    }

    /** Removes files that have nothing but keys from the one to the other. */
    void deleteFiles(Column column, byte[] from, byte[] to) {
        try {
            db.deleteFilesInRanges(column.handle, List.of(from, to), false);
        } catch (RocksDBException e) {
            throw failure("written", column, e);
        }
    }

    void write(WriteBatch batch, Column column) {
        try {
            db.write(writes, batch);
        } catch (RocksDBException e) {
            throw failure("written", column, e);
        }
    }

    /** Takes a file of sorted entries in. */
    void ingest(Column column, List<String> files) {
        try (IngestExternalFileOptions options =
                new IngestExternalFileOptions().setMoveFiles(true)) {
            db.ingestExternalFile(column.handle, files, options);
        } catch (RocksDBException e) {
            throw failure("written", column, e);
        }
    }

    /** Options for a file that is to be taken in. */
    Tuning tuning() {
        return tuning;
    }

    /** Entries as they are now; what is written later is not seen. To be closed. */
    Scan scan(Column column) {
        return new Scan(db.newIterator(column.handle, reads), column);
    }

    /** About how many keys there are. */
    long estimatedKeys(Column column) {
        try {
            return db.getLongProperty(column.handle, "rocksdb.estimate-num-keys");
        } catch (RocksDBException e) {
            throw failure("read", column, e);
        }
    }

    /** Whether RocksDB knows this figure of each state; for tests. */
    boolean tells(RocksDBProperty property) {
        try {
            for (Column column : columns.values()) {
                property.getNumericalPropertyValue(db, column.handle);
            }
            return true;
        } catch (Exception e) {
            return false;
        }
    }

    /** A number that RocksDB tells of itself, summed over all column families. */
    long property(String name) {
        long sum = 0;
        try {
            for (Column column : columns.values()) {
                sum += db.getLongProperty(column.handle, name);
            }
        } catch (RocksDBException e) {
            throw new RocksFailure("The property " + name + " could not be read", e);
        }
        return sum;
    }

    /** Compacts all of it, now. */
    void compact() {
        try {
            for (Column column : columns.values()) {
                db.compactRange(column.handle);
            }
        } catch (RocksDBException e) {
            throw new RocksFailure("The database could not be compacted", e);
        }
    }

    /**
     * Writes out what is in memory, and gives all files second names in a new directory on the same
     * disk.
     */
    void checkpoint(Path to) {
        try (Checkpoint checkpoint = Checkpoint.create(db)) {
            checkpoint.createCheckpoint(to.toString());
        } catch (RocksDBException e) {
            throw new RocksFailure("A checkpoint could not be taken of " + directory, e);
        }
    }

    private static RocksFailure failure(String what, Column column, RocksDBException e) {
        return new RocksFailure(
                "The "
                        + column.spec().kind()
                        + " '"
                        + column.spec().name()
                        + "' could not be "
                        + what,
                e);
    }

    @Override
    public void close() {
        if (metrics != null) {
            metrics.close();
        }
        columns.clear();
        natives.close();
    }
}
