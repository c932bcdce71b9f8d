// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.configuration.ConfigOption;
import io.millrace.configuration.Configuration;
import io.millrace.configuration.MemorySize;
import io.millrace.configuration.TaskManagerOptions;
import io.millrace.contrib.streaming.state.PredefinedOptions;
import io.millrace.contrib.streaming.state.RocksDBConfigurableOptions;
import io.millrace.contrib.streaming.state.RocksDBMemoryConfiguration;
import io.millrace.contrib.streaming.state.RocksDBNativeMetricOptions;
import io.millrace.contrib.streaming.state.RocksDBOptions;
import io.millrace.engine.FurtherOptions;
import io.millrace.engine.RocksDbMetricOptions;
import java.lang.reflect.Field;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Settings of RocksDB, here and where the engine lists all settings. */
class SettingsTest {

    @Test
    void theEngineListsThemWithTheSameDefaults() throws Exception {
        Map<String, String> here = new TreeMap<>(defaults(RocksDBOptions.class));
        here.putAll(defaults(RocksDBConfigurableOptions.class));
        here.putAll(defaults(RocksDBNativeMetricOptions.class));
        Map<String, String> there = defaults(FurtherOptions.class);
        there.putAll(defaults(RocksDbMetricOptions.class));
        there.keySet().removeIf(key -> !key.startsWith("state.backend.rocksdb."));
        assertThat(there).isEqualTo(here);
    }

    private static Map<String, String> defaults(Class<?> options) throws Exception {
        Map<String, String> defaults = new TreeMap<>();
        for (Field field : options.getFields()) {
            if (field.get(null) instanceof ConfigOption<?> option) {
                Object value = option.defaultValue();
                defaults.put(
                        option.key(),
                        value instanceof List<?> list
                                ? String.valueOf(list.get(0))
                                : String.valueOf(value));
            }
        }
        return defaults;
    }

    @ParameterizedTest
    @CsvSource({
        "log.level, LOUD",
        "compaction.style, NEVER",
        "compression.per.level, NO_COMPRESSION;FOO",
        "use-bloom-filter, maybe",
        "memory.fixed-per-tm, 0",
    })
    void aValueThatCannotBeFollowedIsToldBeforeADatabaseIsOpened(String name, String value) {
        Configuration configuration = new Configuration();
        configuration.setString("state.backend.rocksdb." + name, value);
        assertThatThrownBy(() -> Settings.check(configuration))
                .hasMessageContaining("state.backend.rocksdb." + name);
    }

    @ParameterizedTest
    @CsvSource({
        "memory.fixed-per-slot, 0",
        "memory.write-buffer-ratio, 2.0",
        "memory.high-prio-pool-ratio, -1.0",
        "checkpoint.transfer.thread.num, 0",
    })
    void aValueOutOfRangeIsToldWithTheNameOfTheSetting(String name, String value) {
        Configuration configuration = new Configuration();
        configuration.setString("state.backend.rocksdb." + name, value);
        var choice = new io.millrace.contrib.streaming.state.EmbeddedRocksDBStateBackend();
        assertThatThrownBy(
                        () ->
                                choice.configure(
                                        configuration,
                                        Thread.currentThread().getContextClassLoader()))
                .hasMessageContaining("state.backend.rocksdb." + name)
                .hasMessageContaining(value.replace(".0", ""));
    }

    @Test
    void theBudgetIsTheFirstThatIsSet() {
        Configuration configuration = new Configuration();
        RocksDBMemoryConfiguration how = new RocksDBMemoryConfiguration();
        assertThat(SharedMemory.budget(how, configuration, 2))
                .isEqualTo((long) (Runtime.getRuntime().maxMemory() * (double) 0.4f));
        configuration.set(TaskManagerOptions.MANAGED_MEMORY_SIZE, MemorySize.ofMebiBytes(100));
        assertThat(SharedMemory.budget(how, configuration, 2)).isEqualTo(100L << 20);
        configuration.set(RocksDBOptions.FIX_PER_TM_MEMORY_SIZE, MemorySize.ofMebiBytes(70));
        assertThat(SharedMemory.budget(how, configuration, 2)).isEqualTo(70L << 20);
        how.setFixedMemoryPerSlot("30mb");
        assertThat(SharedMemory.budget(how, configuration, 2)).isEqualTo(60L << 20);
        RocksDBMemoryConfiguration none = new RocksDBMemoryConfiguration();
        none.setUseManagedMemory(false);
        assertThat(SharedMemory.budget(none, new Configuration(), 2)).isZero();
    }

    @Test
    void whatIsSetWinsOverAPredefinedSet() {
        Configuration configuration = new Configuration();
        var choice = new io.millrace.contrib.streaming.state.EmbeddedRocksDBStateBackend();
        choice.setPredefinedOptions(PredefinedOptions.SPINNING_DISK_OPTIMIZED_HIGH_MEM);
        configuration.set(RocksDBConfigurableOptions.MAX_WRITE_BUFFER_NUMBER, 7);
        Tuning tuning = new Tuning(choice, configuration, null);
        assertThat(tuning.get(RocksDBConfigurableOptions.MAX_WRITE_BUFFER_NUMBER)).isEqualTo(7);
        assertThat(tuning.get(RocksDBConfigurableOptions.USE_BLOOM_FILTER)).isTrue();
        assertThat(tuning.get(RocksDBConfigurableOptions.MAX_OPEN_FILES)).isEqualTo(-1);
    }
}
