// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.rocksdb;

import io.millrace.configuration.ConfigOption;
import io.millrace.configuration.Configuration;
import io.millrace.configuration.IllegalConfigurationException;
import io.millrace.contrib.streaming.state.RocksDBConfigurableOptions;
import io.millrace.contrib.streaming.state.RocksDBNativeMetricOptions;
import io.millrace.contrib.streaming.state.RocksDBOptions;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/** Refuses settings of RocksDB that can't be followed. */
final class Settings {

    private static final String PREFIX = "state.backend.rocksdb.";
    private static final String MANUAL_COMPACTION = PREFIX + "manual-compaction.";

    private static final Map<String, ConfigOption<?>> KNOWN = new TreeMap<>();

    static {
        for (Class<?> options :
                new Class<?>[] {
                    RocksDBOptions.class,
                    RocksDBConfigurableOptions.class,
                    RocksDBNativeMetricOptions.class
                }) {
            for (java.lang.reflect.Field field : options.getFields()) {
                try {
                    if (field.get(null) instanceof ConfigOption<?> option) {
                        KNOWN.put(option.key(), option);
                    }
                } catch (IllegalAccessException e) {
                    throw new ExceptionInInitializerError(e);
                }
            }
        }
    }

    private Settings() {}

    /**
     * @throws IllegalArgumentException a value can't be read: told here, for a database reads its
     *     settings only when a task opens it, and a job would fail, and restart, for ever
     * @throws IllegalConfigurationException a number is out of its range
     * @throws UnsupportedOperationException a setting asks for what there is not
     */
    static void check(Configuration configuration) {
        for (String key : new TreeSet<>(configuration.keySet())) {
            if (key.startsWith(PREFIX) && !KNOWN.containsKey(key)) {
                throw new UnsupportedOperationException(
                        key
                                + " = "
                                + configuration.toMap().get(key)
                                + " is not supported: "
                                + (key.startsWith(MANUAL_COMPACTION)
                                        ? "RocksDB merges small files when it compacts by itself;"
                                                + " leave it out."
                                        : "no setting of RocksDB here has that name."
                                                + " docs/configuration.md lists them."));
            }
        }
        KNOWN.values().forEach(configuration::get);
        refuse(
                configuration,
                RocksDBConfigurableOptions.BLOOM_FILTER_BLOCK_BASED_MODE,
                "RocksDB no longer has filters of that form; leave it out");
        refuse(
                configuration,
                RocksDBConfigurableOptions.INCREMENTAL_RESTORE_ASYNC_COMPACT_AFTER_RESCALE,
                "foreign key groups go when RocksDB compacts by itself; leave it out");
        atLeast(configuration, RocksDBOptions.ROCKSDB_TIMER_SERVICE_FACTORY_CACHE_SIZE, 1);
        atLeast(configuration, RocksDBConfigurableOptions.MAX_BACKGROUND_THREADS, 1);
        atLeast(configuration, RocksDBConfigurableOptions.MAX_WRITE_BUFFER_NUMBER, 1);
        atLeast(configuration, RocksDBConfigurableOptions.MIN_WRITE_BUFFER_NUMBER_TO_MERGE, 1);
        atLeast(configuration, RocksDBConfigurableOptions.LOG_FILE_NUM, 1);
        if (configuration.contains(RocksDBOptions.FIX_PER_TM_MEMORY_SIZE)
                && configuration.get(RocksDBOptions.FIX_PER_TM_MEMORY_SIZE).getBytes() == 0) {
            throw new IllegalConfigurationException(
                    RocksDBOptions.FIX_PER_TM_MEMORY_SIZE.key()
                            + " must be more than 0 bytes. Leave it out to have a budget by another"
                            + " setting.");
        }
        double overlap =
                configuration.get(RocksDBConfigurableOptions.RESTORE_OVERLAP_FRACTION_THRESHOLD);
        if (!(overlap >= 0 && overlap <= 1)) {
            throw new IllegalConfigurationException(
                    RocksDBConfigurableOptions.RESTORE_OVERLAP_FRACTION_THRESHOLD.key()
                            + " must be from 0 to 1, but is "
                            + overlap
                            + ".");
        }
    }

    private static void refuse(
            Configuration configuration, ConfigOption<Boolean> option, String why) {
        if (configuration.get(option)) {
            throw new UnsupportedOperationException(
                    option.key() + " = true is not supported: " + why + ".");
        }
    }

    private static void atLeast(
            Configuration configuration, ConfigOption<Integer> option, int least) {
        if (configuration.get(option) < least) {
            throw new IllegalConfigurationException(
                    option.key()
                            + " must be at least "
                            + least
                            + ", but is "
                            + configuration.get(option)
                            + ".");
        }
    }
}
