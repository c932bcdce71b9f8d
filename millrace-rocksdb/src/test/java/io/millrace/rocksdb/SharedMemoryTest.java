// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.common.typeutils.base.StringSerializer;
import io.millrace.configuration.MemorySize;
import io.millrace.contrib.streaming.state.EmbeddedRocksDBStateBackend;
import io.millrace.contrib.streaming.state.RocksDBMemoryControllerUtils.RocksDBMemoryFactory;
import io.millrace.contrib.streaming.state.RocksDBOptions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.Cache;
import org.rocksdb.WriteBufferManager;

/** The program's own way to make what counts memory. */
class SharedMemoryTest {

    private static final List<String> MADE = new ArrayList<>();

    @TempDir Path directory;
    private Ground ground;
    private long open;

    @BeforeEach
    void begin() throws Exception {
        MADE.clear();
        open = Natives.open();
        ground = new Ground(directory);
        ground.configuration.set(RocksDBOptions.FIX_PER_TM_MEMORY_SIZE, MemorySize.ofMebiBytes(30));
    }

    @AfterEach
    void end() throws Exception {
        ground.close();
        assertThat(Natives.open()).as("native objects that are left open").isEqualTo(open);
    }

    /** Writes down what it is asked for. */
    private static final class Recording implements RocksDBMemoryFactory {
        private static final long serialVersionUID = 1L;
        private final boolean without;

        Recording(boolean without) {
            this.without = without;
        }

        @Override
        public Cache createCache(long cacheCapacity, double highPriorityPoolRatio) {
            MADE.add("cache " + (cacheCapacity >> 20) + " " + highPriorityPoolRatio);
            return DEFAULT.createCache(cacheCapacity, highPriorityPoolRatio);
        }

        @Override
        public WriteBufferManager createWriteBufferManager(long capacity, Cache cache) {
            MADE.add("buffers " + (capacity >> 20));
            return without ? null : DEFAULT.createWriteBufferManager(capacity, cache);
        }
    }

    @DisplayName("all databases of a job share what the program's factory makes, once")
    @Test
    void madeOnce() throws Exception {
        EmbeddedRocksDBStateBackend choice = new EmbeddedRocksDBStateBackend();
        choice.setRocksDBMemoryFactory(new Recording(false));
        RocksBackends backends = ground.own(choice);
        for (int i = 0; i < 2; i++) {
            Ground.backend(backends, StringSerializer.INSTANCE, 0, 1, List.of()).close();
        }
        assertThat(MADE).containsExactly("cache 25 0.1", "buffers 10");
    }

    @DisplayName("a factory that makes nothing is told so, and nothing is left")
    @Test
    void madeNothing() {
        EmbeddedRocksDBStateBackend choice = new EmbeddedRocksDBStateBackend();
        choice.setRocksDBMemoryFactory(new Recording(true));
        assertThatThrownBy(() -> ground.rocks(choice, () -> 0))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("RocksDBMemoryFactory gave no counter of write buffers");
        assertThatThrownBy(() -> choice.setRocksDBMemoryFactory(null))
                .isInstanceOf(NullPointerException.class);
    }
}
