// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state.heap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.common.ExecutionConfig;
import io.millrace.api.common.functions.AggregateFunction;
import io.millrace.api.common.state.AggregatingStateDescriptor;
import io.millrace.api.common.state.ListStateDescriptor;
import io.millrace.api.common.state.MapStateDescriptor;
import io.millrace.api.common.state.ReducingStateDescriptor;
import io.millrace.api.common.state.ValueState;
import io.millrace.api.common.state.ValueStateDescriptor;
import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.api.common.typeutils.base.LongSerializer;
import io.millrace.api.common.typeutils.base.StringSerializer;
import io.millrace.engine.keys.KeyGroupRange;
import io.millrace.engine.state.KeyedStateBackend;
import io.millrace.engine.state.RestoredState;
import io.millrace.engine.state.StateBytes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Walks over all keys of a state. */
class ForEachKeyTest {

    private static final ValueStateDescriptor<Long> COUNT =
            new ValueStateDescriptor<>("v", LongSerializer.INSTANCE);

    private static <K> KeyedStateBackend<K> backend(
            TypeSerializer<K> keys, RestoredState... restored) throws Exception {
        return new HeapKeyedStateBackendFactory()
                .create(
                        StateBytes.request(
                                "op",
                                "u",
                                keys,
                                128,
                                new KeyGroupRange(0, 127),
                                new ExecutionConfig(),
                                List.of(restored)));
    }

    private static <K> void at(KeyedStateBackend<K> backend, K key) {
        backend.setCurrentKey(key, key.hashCode());
    }

    private static KeyedStateBackend<Long> counted(int keys) throws Exception {
        KeyedStateBackend<Long> backend = backend(LongSerializer.INSTANCE);
        ValueState<Long> state = backend.state(COUNT);
        for (long key = 0; key < keys; key++) {
            at(backend, key);
            state.update(key);
        }
        return backend;
    }

    @Test
    void eachKeyComesOnceAndIsSetWhileItDoes() throws Exception {
        KeyedStateBackend<Long> backend = counted(10_000);
        Map<Long, Long> visited = new HashMap<>();
        backend.forEachKey(
                COUNT,
                (key, state) -> {
                    assertThat(backend.currentKey()).isEqualTo(key);
                    assertThat(visited.put(key, state.value())).isNull();
                });
        assertThat(visited).hasSize(10_000);
        visited.forEach((key, value) -> assertThat(value).isEqualTo(key));
        assertThat(backend.currentKey()).as("the key from before").isEqualTo(9_999);
    }

    @Test
    void everyKindOfStateIsWalkedOver() throws Exception {
        KeyedStateBackend<String> backend = backend(StringSerializer.INSTANCE);
        var list = new ListStateDescriptor<>("l", LongSerializer.INSTANCE);
        var map = new MapStateDescriptor<>("m", LongSerializer.INSTANCE, LongSerializer.INSTANCE);
        var reducing = new ReducingStateDescriptor<>("r", Long::sum, LongSerializer.INSTANCE);
        var aggregating =
                new AggregatingStateDescriptor<Long, Long, String>(
                        "a", new AsText(), LongSerializer.INSTANCE);
        for (String key : List.of("x", "y")) {
            at(backend, key);
            for (long n = 1; n <= 2; n++) {
                backend.state(list).add(n);
                backend.state(map).put(n, n);
                backend.state(reducing).add(n);
                backend.state(aggregating).add(n);
            }
        }
        at(backend, "z"); // has been there, and has nothing left
        backend.state(list).add(1L);
        backend.state(list).clear();
        backend.state(map).put(1L, 1L);
        backend.state(map).remove(1L);
        backend.state(reducing).add(1L);
        backend.state(reducing).clear();
        backend.state(aggregating).add(1L);
        backend.state(aggregating).clear();

        List<String> seen = new ArrayList<>();
        backend.forEachKey(list, (key, state) -> seen.add(key + " list " + state.get()));
        backend.forEachKey(map, (key, state) -> seen.add(key + " map " + state.get(2L)));
        backend.forEachKey(reducing, (key, state) -> seen.add(key + " sum " + state.get()));
        backend.forEachKey(aggregating, (key, state) -> seen.add(key + " text " + state.get()));
        assertThat(seen)
                .containsExactlyInAnyOrder(
                        "x list [1, 2]",
                        "y list [1, 2]",
                        "x map 2",
                        "y map 2",
                        "x sum 3",
                        "y sum 3",
                        "x text <3>",
                        "y text <3>");
    }

    private static final class AsText implements AggregateFunction<Long, Long, String> {
        private static final long serialVersionUID = 1L;

        @Override
        public Long createAccumulator() {
            return 0L;
        }

        @Override
        public Long add(Long value, Long accumulator) {
            return accumulator + value;
        }

        @Override
        public String getResult(Long accumulator) {
            return "<" + accumulator + ">";
        }

        @Override
        public Long merge(Long a, Long b) {
            return a + b;
        }
    }

    @Test
    void theStateMayBeClearedUnderAllKeysAndGrowUnderOthers() throws Exception {
        KeyedStateBackend<Long> backend = counted(5_000);
        List<Long> visited = new ArrayList<>();
        backend.forEachKey(
                COUNT,
                (key, state) -> {
                    visited.add(key);
                    state.clear();
                    at(backend, -1 - key);
                    state.update(0L);
                });
        assertThat(visited).hasSize(5_000).doesNotHaveDuplicates().allMatch(key -> key >= 0);
        assertThat(backend.entries("v")).isEqualTo(5_000);
        visited.clear();
        backend.forEachKey(COUNT, (key, state) -> visited.add(key));
        assertThat(visited).hasSize(5_000).doesNotHaveDuplicates().allMatch(key -> key < 0);
    }

    @Test
    void aKeyThatIsClearedBeforeItsTurnIsLeftOut() throws Exception {
        KeyedStateBackend<Long> backend = counted(10);
        List<Long> visited = new ArrayList<>();
        backend.forEachKey(
                COUNT,
                (key, state) -> {
                    visited.add(key);
                    backend.forEachKey(COUNT, (inner, innerState) -> innerState.clear());
                    assertThat(backend.currentKey()).isEqualTo(key);
                });
        assertThat(visited).hasSize(1);
    }

    @Test
    void aFailureOfTheFunctionPassesAndTheKeyFromBeforeIsBack() throws Exception {
        KeyedStateBackend<Long> backend = counted(3);
        at(backend, 77L);
        assertThatThrownBy(
                        () ->
                                backend.forEachKey(
                                        COUNT,
                                        (key, state) -> {
                                            throw new java.io.IOException("from the function");
                                        }))
                .isInstanceOf(java.io.IOException.class)
                .hasMessage("from the function");
        assertThat(backend.currentKey()).isEqualTo(77);
        backend.setCurrentKey(null, 0);
        backend.forEachKey(COUNT, (key, state) -> {});
        assertThat(backend.currentKey()).isNull();
    }

    @Test
    void whatWasRestoredAndNotAskedForYetIsWalkedOverToo() throws Exception {
        KeyedStateBackend<Long> restored =
                backend(LongSerializer.INSTANCE, StateBytes.restorable(counted(100).freeze(1)));
        List<Long> visited = new ArrayList<>();
        restored.forEachKey(COUNT, (key, state) -> visited.add(key));
        assertThat(visited).hasSize(100).doesNotHaveDuplicates();
    }

    @Test
    void whatASnapshotHoldsIsNotTouchedByChangesOnTheWay() throws Exception {
        KeyedStateBackend<Long> backend = counted(100);
        var frozen = backend.freeze(1);
        backend.forEachKey(COUNT, (key, state) -> state.update(-1L));
        KeyedStateBackend<Long> restored =
                backend(LongSerializer.INSTANCE, StateBytes.restorable(frozen));
        restored.forEachKey(COUNT, (key, state) -> assertThat(state.value()).isEqualTo(key));
        assertThat(restored.entries("v")).isEqualTo(100);
    }
}
