// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.rocksdb;

import io.millrace.contrib.streaming.state.RocksDBNativeMetricOptions;
import io.millrace.contrib.streaming.state.RocksDBProperty;
import io.millrace.engine.state.StateName;
import io.millrace.metrics.Gauge;
import io.millrace.metrics.MetricGroup;
import java.math.BigInteger;
import java.util.HashSet;
import java.util.Set;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.Statistics;
import org.rocksdb.TickerType;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Shows what a database tells of itself as metrics of its operator. Each is asked of RocksDB when
 * somebody reads it, and costs nothing as long as nobody does.
 *
 * <p>Metrics outlive what they speak of: whoever holds one may read it after the state was written
 * anew under another column family, or after the job has ended, when the native objects are gone.
 * So a read and the taking away exclude each other, and a metric of what is gone says what it said
 * last. The task adds and takes away; anyone reads.
 */
final class NativeMetrics implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(NativeMetrics.class);

    /** The variable whose value is the name of a state. */
    private static final String COLUMN_FAMILY = "column_family";

    /** What timers are under, beside states. */
    private static final String TIMERS = "_timer_state/";

    private final RocksDBNativeMetricOptions wanted;
    private final MetricGroup group;
    private final RocksDB db;
    private final Statistics statistics;

    /** Those that may be asked; changed and read under the lock of this object. */
    private final Set<Column> alive = new HashSet<>();

    private boolean closed;

    /**
     * @param statistics null where no events are counted
     */
    NativeMetrics(
            RocksDBNativeMetricOptions wanted,
            MetricGroup group,
            RocksDB db,
            Statistics statistics) {
        this.wanted = wanted;
        this.group = group;
        this.db = db;
        this.statistics = statistics;
        for (TickerType counter : wanted.getMonitorTickerTypes()) {
            group.gauge(
                    "rocksdb." + counter.name().toLowerCase(java.util.Locale.ROOT),
                    new Count(counter));
        }
    }

    /** Begins to tell of a column family. */
    void watch(Column column) {
        synchronized (this) {
            alive.add(column);
        }
        TableSpec spec = column.spec();
        String name = (spec.is(StateName.TIMERS) ? TIMERS : "") + spec.name();
        MetricGroup its =
                wanted.isColumnFamilyAsVariable()
                        ? group.addGroup(COLUMN_FAMILY, name)
                        : group.addGroup(name);
        for (RocksDBProperty property : wanted.getProperties()) {
            its.gauge(property.getRocksDBProperty(), new Figure(property, column));
        }
    }

    /** It is about to be taken away. */
    synchronized void forget(Column column) {
        alive.remove(column);
    }

    /** The database is about to be closed. */
    @Override
    public synchronized void close() {
        closed = true;
        alive.clear();
    }

    /** A property of a column family; it is unsigned. */
    private final class Figure implements Gauge<BigInteger> {
        private final RocksDBProperty property;
        private final Column column;
        private BigInteger last = BigInteger.ZERO;
        private boolean told;

        Figure(RocksDBProperty property, Column column) {
            this.property = property;
            this.column = column;
        }

        @Override
        public BigInteger getValue() {
            synchronized (NativeMetrics.this) {
                if (alive.contains(column)) {
                    try {
                        last =
                                new BigInteger(
                                        Long.toUnsignedString(
                                                property.getNumericalPropertyValue(
                                                        db, column.handle)));
                    } catch (RocksDBException | NumberFormatException e) {
                        tell(e);
                    } catch (Exception e) {
                        throw new IllegalStateException(e);
                    }
                }
                return last;
            }
        }

        private void tell(Exception e) {
            if (!told) {
                told = true;
                LOG.warn(
                        "RocksDB does not tell {} of state '{}': {}. The metric stays as it is.",
                        property.getRocksDBProperty(),
                        column.spec().name(),
                        e.toString());
            }
        }
    }

    /** How often something has happened in the database. */
    private final class Count implements Gauge<Long> {
        private final TickerType counter;
        private long last;

        Count(TickerType counter) {
            this.counter = counter;
        }

        @Override
        public Long getValue() {
            synchronized (NativeMetrics.this) {
                if (!closed) {
                    last = statistics.getTickerCount(counter);
                }
                return last;
            }
        }
    }
}
