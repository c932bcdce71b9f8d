// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.common.state.ValueState;
import io.millrace.api.common.state.ValueStateDescriptor;
import io.millrace.api.common.typeutils.base.IntSerializer;
import io.millrace.api.common.typeutils.base.LongSerializer;
import io.millrace.api.common.typeutils.base.StringSerializer;
import io.millrace.configuration.ConfigOption;
import io.millrace.contrib.streaming.state.EmbeddedRocksDBStateBackend;
import io.millrace.contrib.streaming.state.RocksDBConfigurableOptions;
import io.millrace.contrib.streaming.state.RocksDBNativeMetricOptions;
import io.millrace.contrib.streaming.state.RocksDBOptionsFactory;
import io.millrace.contrib.streaming.state.RocksDBProperty;
import io.millrace.engine.metrics.MetricRegistry;
import io.millrace.engine.metrics.OperatorCounters;
import io.millrace.engine.state.KeyedStateBackend;
import io.millrace.engine.state.RestoredState;
import io.millrace.engine.state.SnapshotOrder;
import io.millrace.metrics.Gauge;
import io.millrace.runtime.state.VoidNamespace;
import java.lang.reflect.Field;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.DBOptions;

/** What RocksDB tells of itself. */
class NativeMetricsTest {

    private static final ValueStateDescriptor<Long> COUNT =
            new ValueStateDescriptor<>("count", LongSerializer.INSTANCE);

    @TempDir Path directory;
    private final MetricRegistry registry = new MetricRegistry();
    private Ground ground;
    private long open;

    @BeforeEach
    void begin() throws Exception {
        open = Natives.open();
        ground = new Ground(directory);
    }

    @AfterEach
    void end() throws Exception {
        ground.close();
        assertThat(Natives.open()).as("native objects that are left open").isEqualTo(open);
    }

    private void ask(ConfigOption<Boolean> option) {
        ground.configuration.set(option, true);
    }

    private KeyedStateBackend<String> backend(
            EmbeddedRocksDBStateBackend choice, List<RestoredState> restored) throws Exception {
        return Ground.backend(
                ground.own(choice),
                StringSerializer.INSTANCE,
                0,
                1,
                restored,
                new OperatorCounters(
                                Map.of("<operator_id>", "id", "<operator_name>", "Count words"),
                                registry,
                                "Count words",
                                0)
                        .group());
    }

    private KeyedStateBackend<String> backend() throws Exception {
        return backend(new EmbeddedRocksDBStateBackend(true), List.of());
    }

    private static void count(KeyedStateBackend<String> backend, int keys) throws Exception {
        ValueState<Long> count = backend.state(COUNT);
        for (int i = 0; i < keys; i++) {
            backend.setCurrentKey("key" + i, ("key" + i).hashCode());
            count.update((long) i);
        }
    }

    private Map<String, Object> told() {
        Map<String, Object> told = new TreeMap<>();
        for (MetricRegistry.Entry entry : registry.entries()) {
            told.put(entry.name(), ((Gauge<?>) entry.metric()).getValue());
        }
        return told;
    }

    @DisplayName("nothing is told that nobody asked for")
    @Test
    void nothingUnasked() throws Exception {
        try (KeyedStateBackend<String> backend = backend()) {
            count(backend, 1);
            assertThat(told()).isEmpty();
        }
    }

    @DisplayName("a property is told of each state and each kind of timers, by its name")
    @Test
    void ofEachState() throws Exception {
        ask(RocksDBNativeMetricOptions.ESTIMATE_NUM_KEYS);
        try (KeyedStateBackend<String> backend = backend()) {
            count(backend, 20);
            backend.timers("user").add("a", "a".hashCode(), VoidNamespace.INSTANCE, 5);
            assertThat(told())
                    .containsOnly(
                            Map.entry("count.rocksdb.estimate-num-keys", BigInteger.valueOf(20)),
                            Map.entry(
                                    "_timer_state/user.rocksdb.estimate-num-keys", BigInteger.ONE));
        }
    }

    @DisplayName("the name of a state may be a variable instead")
    @Test
    void asVariable() throws Exception {
        ask(RocksDBNativeMetricOptions.ESTIMATE_NUM_KEYS);
        ask(RocksDBNativeMetricOptions.COLUMN_FAMILY_AS_VARIABLE);
        try (KeyedStateBackend<String> backend = backend()) {
            count(backend, 3);
            assertThat(told()).containsOnlyKeys("column_family.count.rocksdb.estimate-num-keys");
        }
    }

    @DisplayName("every figure that can be asked for is one that RocksDB has")
    @Test
    void allThereAre() throws Exception {
        for (Field field : RocksDBNativeMetricOptions.class.getFields()) {
            if (field.get(null) instanceof ConfigOption<?>) {
                ask(option(field));
            }
        }
        ground.configuration.set(RocksDBNativeMetricOptions.COLUMN_FAMILY_AS_VARIABLE, false);
        try (KeyedStateBackend<String> backend = backend()) {
            count(backend, 500);
            Database database = ((RocksKeyedStateBackend<String>) backend).database();
            SnapshotOrder order = SnapshotOrder.checkpoint(1, 0);
            ground.write(order, 0, backend.freeze(order)); // there is a file now
            Map<String, Object> told = told();
            assertThat(told).hasSize(RocksDBProperty.values().length + 11);
            for (RocksDBProperty property : RocksDBProperty.values()) {
                assertThat(database.tells(property)).as(property.name()).isTrue();
            }
            assertThat(told.get("count.rocksdb.total-sst-files-size"))
                    .isNotEqualTo(BigInteger.ZERO);
            assertThat(told.get("count.rocksdb.num-files-at-level0")).isEqualTo(BigInteger.ONE);
            assertThat((Long) told.get("rocksdb.bytes_written")).isGreaterThan(500 * 8);
            assertThat((BigInteger) told.get("count.rocksdb.block-cache-capacity")).isPositive();
        }
    }

    @SuppressWarnings("unchecked") // all options of the class are of this type
    private static ConfigOption<Boolean> option(Field field) throws IllegalAccessException {
        return (ConfigOption<Boolean>) field.get(null);
    }

    @DisplayName("a metric outlives its state: rewritten, it is of the new one; closed, it stays")
    @Test
    void afterTheEnd() throws Exception {
        ask(RocksDBNativeMetricOptions.ESTIMATE_NUM_KEYS);
        ask(RocksDBNativeMetricOptions.MONITOR_BYTES_WRITTEN);
        Ground.Taken taken;
        try (KeyedStateBackend<String> backend =
                backend(new EmbeddedRocksDBStateBackend(true), List.of())) {
            ValueState<Integer> count =
                    backend.state(new ValueStateDescriptor<>("count", IntSerializer.INSTANCE));
            for (int i = 0; i < 7; i++) {
                backend.setCurrentKey("key" + i, ("key" + i).hashCode());
                count.update(i);
            }
            SnapshotOrder order =
                    new SnapshotOrder(
                            1,
                            0,
                            SnapshotOrder.Form.CANONICAL_SAVEPOINT,
                            SnapshotOrder.ALIGNED,
                            false);
            taken = new Ground.Taken(1, ground.write(order, 0, backend.freeze(order)));
        }
        registry.clear();
        try (KeyedStateBackend<String> backend =
                backend(new EmbeddedRocksDBStateBackend(true), ground.dealt(taken, 0, 1))) {
            List<MetricRegistry.Entry> before = registry.entries();
            assertThat(told())
                    .containsEntry("count.rocksdb.estimate-num-keys", BigInteger.valueOf(7));
            backend.state(new ValueStateDescriptor<>("count", IntSerializer.INSTANCE));
            backend.setCurrentKey("more", "more".hashCode());
            backend.<ValueState<Integer>>state(
                            new ValueStateDescriptor<>("count", IntSerializer.INSTANCE))
                    .update(8);
            assertThat(told())
                    .containsEntry("count.rocksdb.estimate-num-keys", BigInteger.valueOf(8));
            for (MetricRegistry.Entry entry : before) {
                if (entry.name().startsWith("count.")) {
                    assertThat(((Gauge<?>) entry.metric()).getValue())
                            .as("of what was replaced")
                            .isEqualTo(BigInteger.valueOf(7));
                }
            }
        }
        assertThat(told()).containsEntry("count.rocksdb.estimate-num-keys", BigInteger.valueOf(8));
        assertThat((Long) told().get("rocksdb.bytes_written")).isPositive();
    }

    /** Asks for more than the settings do. */
    private static final class Curious implements RocksDBOptionsFactory {
        private static final long serialVersionUID = 1L;

        @Override
        public DBOptions createDBOptions(
                DBOptions currentOptions, Collection<AutoCloseable> handlesToClose) {
            return currentOptions;
        }

        @Override
        public ColumnFamilyOptions createColumnOptions(
                ColumnFamilyOptions currentOptions, Collection<AutoCloseable> handlesToClose) {
            return currentOptions;
        }

        @Override
        public RocksDBNativeMetricOptions createNativeMetricsOptions(
                RocksDBNativeMetricOptions nativeMetricOptions) {
            nativeMetricOptions.enableNumSnapshots();
            nativeMetricOptions.enableNativeStatistics(
                    RocksDBNativeMetricOptions.MONITOR_BYTES_READ);
            return nativeMetricOptions;
        }
    }

    /** Fails when it is asked which metrics it wants. */
    private static final class Failing implements RocksDBOptionsFactory {
        private static final long serialVersionUID = 1L;

        @Override
        public DBOptions createDBOptions(
                DBOptions currentOptions, Collection<AutoCloseable> handlesToClose) {
            return currentOptions;
        }

        @Override
        public ColumnFamilyOptions createColumnOptions(
                ColumnFamilyOptions currentOptions, Collection<AutoCloseable> handlesToClose) {
            return currentOptions;
        }

        @Override
        public RocksDBNativeMetricOptions createNativeMetricsOptions(
                RocksDBNativeMetricOptions nativeMetricOptions) {
            throw new IllegalStateException("the factory fails");
        }
    }

    @DisplayName("where the program's factory fails, the memory that was taken is given back")
    @Test
    void failingFactory() {
        EmbeddedRocksDBStateBackend choice = new EmbeddedRocksDBStateBackend(true);
        choice.getMemoryConfiguration().setFixedMemoryPerSlot("16mb");
        choice.setRocksDBOptions(new Failing());
        assertThatThrownBy(() -> backend(choice, List.of())).hasMessage("the factory fails");
        assertThat(Natives.open()).isEqualTo(open);
    }

    @DisplayName("the program's factory asks for more; for what is no counter it can't")
    @Test
    void byTheFactory() throws Exception {
        EmbeddedRocksDBStateBackend choice = new EmbeddedRocksDBStateBackend(true);
        choice.setRocksDBOptions(new Curious());
        try (KeyedStateBackend<String> backend = backend(choice, List.of())) {
            count(backend, 1);
            assertThat(told())
                    .containsOnlyKeys("count.rocksdb.num-snapshots", "rocksdb.bytes_read");
        }
        assertThatThrownBy(
                        () ->
                                new RocksDBNativeMetricOptions()
                                        .enableNativeStatistics(
                                                RocksDBConfigurableOptions.USE_BLOOM_FILTER))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("state.backend.rocksdb.use-bloom-filter");
    }
}
