// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.contrib.streaming.state;

import io.millrace.annotation.PublicEvolving;
import java.io.Serializable;
import java.util.Collection;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.DBOptions;
import org.rocksdb.ReadOptions;
import org.rocksdb.WriteOptions;

/**
 * The program's last word on options of RocksDB. Called whenever a database is opened, by the
 * thread that opens it.
 *
 * <p>Native objects that are made here and must live as long as the database (a cache, a filter)
 * are added to {@code handlesToClose}. What a state backend cannot do without is set again
 * afterwards: no write-ahead log, how lists are appended to, which entries expire, and, where there
 * is a budget, the shared cache and write buffers.
 */
@PublicEvolving
public interface RocksDBOptionsFactory extends Serializable {

    /**
     * Options of a database.
     *
     * @param currentOptions what is set so far
     * @return the same object, changed, or another one
     */
    DBOptions createDBOptions(DBOptions currentOptions, Collection<AutoCloseable> handlesToClose);

    /**
     * Options of a column family, which holds one state.
     *
     * @param currentOptions what is set so far
     * @return the same object, changed, or another one
     */
    ColumnFamilyOptions createColumnOptions(
            ColumnFamilyOptions currentOptions, Collection<AutoCloseable> handlesToClose);

    /**
     * What RocksDB is to tell of itself as metrics.
     *
     * @param nativeMetricOptions what the settings ask for
     * @return the same object, changed, or another one
     */
    default RocksDBNativeMetricOptions createNativeMetricsOptions(
            RocksDBNativeMetricOptions nativeMetricOptions) {
        return nativeMetricOptions;
    }

    /**
     * Options of writes.
     *
     * @param currentOptions what is set so far
     * @return the same object, changed, or another one
     */
    default WriteOptions createWriteOptions(
            WriteOptions currentOptions, Collection<AutoCloseable> handlesToClose) {
        return currentOptions;
    }

    /**
     * Options of reads.
     *
     * @param currentOptions what is set so far
     * @return the same object, changed, or another one
     */
    default ReadOptions createReadOptions(
            ReadOptions currentOptions, Collection<AutoCloseable> handlesToClose) {
        return currentOptions;
    }
}
