// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state.heap;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.common.ExecutionConfig;
import io.millrace.api.common.state.BroadcastState;
import io.millrace.api.common.state.ListState;
import io.millrace.api.common.state.ListStateDescriptor;
import io.millrace.api.common.state.MapStateDescriptor;
import io.millrace.api.common.state.ReducingStateDescriptor;
import io.millrace.api.common.state.ValueStateDescriptor;
import io.millrace.api.common.typeutils.base.LongSerializer;
import io.millrace.api.common.typeutils.base.StringSerializer;
import io.millrace.engine.keys.KeyGroupRange;
import io.millrace.engine.state.FrozenState;
import io.millrace.engine.state.HeapOperatorStateBackend;
import io.millrace.engine.state.KeyedStateBackend;
import io.millrace.engine.state.NamespacedState;
import io.millrace.engine.state.OperatorStateRedistribution;
import io.millrace.engine.state.RawState;
import io.millrace.engine.state.RestoredShare;
import io.millrace.engine.state.RestoredState;
import io.millrace.engine.state.StateBytes;
import io.millrace.engine.state.TimerQueue;
import io.millrace.runtime.state.VoidNamespace;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * M10: state files that an earlier build wrote are read by this one; the samples are never written
 * again.
 */
class StateSamplesTest {

    private static final KeyGroupRange ALL = new KeyGroupRange(0, 127);
    private static final ValueStateDescriptor<Long> VALUE =
            new ValueStateDescriptor<>("value", LongSerializer.INSTANCE);
    private static final ReducingStateDescriptor<Long> SUM =
            new ReducingStateDescriptor<>("sum", Long::sum, LongSerializer.INSTANCE);
    private static final ListStateDescriptor<String> LIST =
            new ListStateDescriptor<>("list", StringSerializer.INSTANCE);
    private static final MapStateDescriptor<String, Long> MAP =
            new MapStateDescriptor<>("map", StringSerializer.INSTANCE, LongSerializer.INSTANCE);

    @Test
    void m10KeyedStateOfVersionOneIsStillRead() throws Exception {
        KeyedStateBackend<String> read = keyed(restored(keyedSample(), sample("keyed-1.bin")));
        for (String key : List.of("alpha", "βήτα")) {
            read.setCurrentKey(key, key.hashCode());
            long length = key.length();
            assertThat(read.state(VALUE).value()).isEqualTo(length);
            assertThat(read.state(SUM).get()).isEqualTo(length + 1);
            assertThat(read.state(LIST).get()).containsExactly(key, "", "last");
            assertThat(read.state(MAP).get("one")).isEqualTo(1L);
            assertThat(read.state(MAP).contains("null")).isTrue();
            assertThat(read.state(MAP).get("null")).isNull();
        }
        TimerQueue<String, VoidNamespace> timers = read.timers("user/event");
        assertThat(timers.size()).isEqualTo(2);
        assertThat(timers.firstTimestamp()).isEqualTo(4);
        assertThat(timers.pollFirst().key()).isEqualTo("βήτα");
        assertThat(timers.firstTimestamp()).isEqualTo(5);
        read.close();
    }

    @Test
    void m10OperatorStateOfVersionOneIsStillRead() throws Exception {
        RestoredState old = restored(operatorSample(), sample("operator-1.bin"));
        HeapOperatorStateBackend read =
                operator(OperatorStateRedistribution.shares(List.of(List.of(old)), 0, 1));
        assertThat(read.getListState(VALUES).get()).containsExactly(3L, 1L, 2L);
        assertThat(read.getUnionListState(LIST).get()).containsExactly("a", "b");
        BroadcastState<String, Long> rules = read.getBroadcastState(MAP);
        assertThat(rules.get("rule")).isEqualTo(42L);
        assertThat(rules.contains("null")).isTrue();
    }

    @Test
    void m10WhatIsWrittenIsTheNewestSampleByteForByte() throws Exception {
        assertThat(StateBytes.write(keyedSampleWithNamespaces())).isEqualTo(sample("keyed-5.bin"));
        assertThat(StateBytes.write(operatorSampleWithShape())).isEqualTo(sample("operator-5.bin"));
    }

    @Test
    @DisplayName("M10: keyed state of version 2 tells the shape of its classes")
    void m10KeyedStateOfVersionTwoIsRead() throws Exception {
        KeyedStateBackend<String> read =
                keyed(restored(keyedSampleWithShape(), sample("keyed-2.bin")));
        read.setCurrentKey("alpha", "alpha".hashCode());
        assertThat(read.state(VALUE).value()).isEqualTo(5);
        assertThat(read.state(SHAPED).value()).isEqualTo(new Shaped("alpha", 5, null));
        assertThat(read.timers("user/event").size()).isEqualTo(2);
        read.close();
    }

    @ParameterizedTest(name = "{displayName}: {0}")
    @ValueSource(strings = {"keyed-3.bin", "keyed-4.bin", "keyed-4-compressed.bin", "keyed-5.bin"})
    @DisplayName("M10: keyed state has state and timers in namespaces, and may be compressed")
    void m10KeyedStateOfLaterVersionsIsRead(String sample) throws Exception {
        KeyedStateBackend<String> read =
                keyed(restored(keyedSampleWithNamespaces(), sample(sample)));
        read.setCurrentKey("alpha", "alpha".hashCode());
        assertThat(read.state(SHAPED).value()).isEqualTo(new Shaped("alpha", 5, null));
        NamespacedState<Long, ListState<String>> list = read.state(LongSerializer.INSTANCE, LIST);
        assertThat(list.in(5L).get()).containsExactly("alpha in 5");
        assertThat(list.in(6L).get()).containsExactly("alpha in 6");
        assertThat(list.in(7L).get()).isEmpty();
        assertThat(read.state(LIST).get()).containsExactly("alpha", "", "last");
        TimerQueue<String, Long> timers = read.timers("panes/event", LongSerializer.INSTANCE);
        assertThat(timers.size()).isEqualTo(4);
        assertThat(timers.firstTimestamp()).isEqualTo(50);
        assertThat(timers.pollFirst().namespace()).isEqualTo(5);
        read.close();
    }

    private static FrozenState keyedSampleWithNamespaces() throws Exception {
        KeyedStateBackend<String> backend = filledWithShape();
        NamespacedState<Long, ListState<String>> list =
                backend.state(LongSerializer.INSTANCE, LIST);
        TimerQueue<String, Long> timers = backend.timers("panes/event", LongSerializer.INSTANCE);
        for (String key : List.of("alpha", "βήτα")) {
            backend.setCurrentKey(key, key.hashCode());
            for (long namespace = 5; namespace < 7; namespace++) {
                list.in(namespace).add(key + " in " + namespace);
                timers.add(key, key.hashCode(), namespace, 10 * namespace);
            }
        }
        return backend.freeze(1);
    }

    @ParameterizedTest(name = "{displayName}: {0}")
    @ValueSource(
            strings = {
                "operator-3.bin",
                "operator-4.bin",
                "operator-4-compressed.bin",
                "operator-5.bin"
            })
    @DisplayName("M10: operator state tells the shape of its classes, and may be compressed")
    void m10OperatorStateOfLaterVersionsIsRead(String sample) throws Exception {
        RestoredState old = restored(operatorSampleWithShape(), sample(sample));
        HeapOperatorStateBackend read =
                operator(OperatorStateRedistribution.shares(List.of(List.of(old)), 0, 1));
        assertThat(read.getListState(VALUES).get()).containsExactly(3L, 1L, 2L);
        assertThat(read.getListState(SHAPES).get()).containsExactly(new Shaped("one", 1, 2L));
        assertThat(read.takeRaw().partitions()).hasSize(3);
    }

    @Test
    @DisplayName("M10, ST-16: operator state of version 2 has raw state in it")
    void m10OperatorStateOfVersionTwoIsRead() throws Exception {
        RestoredState old = restored(operatorSampleWithRaw(), sample("operator-2.bin"));
        HeapOperatorStateBackend read =
                operator(OperatorStateRedistribution.shares(List.of(List.of(old)), 0, 1));
        assertThat(read.getListState(VALUES).get()).containsExactly(3L, 1L, 2L);
        RawState.Content raw = read.takeRaw();
        assertThat(raw.partitions().stream().map(StateSamplesTest::text))
                .containsExactly("first", "", "third");
        assertThat(raw.keyGroups().stream().map(g -> g.id() + text(g.bytes())))
                .containsExactly("2two", "5five");
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static final ListStateDescriptor<Long> VALUES =
            new ListStateDescriptor<>("values", LongSerializer.INSTANCE);

    /** Of a type that has a shape. */
    public record Shaped(String name, long count, Long more) {}

    private static final ValueStateDescriptor<Shaped> SHAPED =
            new ValueStateDescriptor<>("shaped", Shaped.class);
    private static final ListStateDescriptor<Shaped> SHAPES =
            new ListStateDescriptor<>("shapes", Shaped.class);

    private static FrozenState keyedSampleWithShape() throws Exception {
        return filledWithShape().freeze(1);
    }

    private static KeyedStateBackend<String> filledWithShape() throws Exception {
        KeyedStateBackend<String> backend = filledKeyed();
        for (String key : List.of("alpha", "βήτα")) {
            backend.setCurrentKey(key, key.hashCode());
            backend.state(SHAPED).update(new Shaped(key, key.length(), null));
        }
        return backend;
    }

    private static FrozenState operatorSampleWithShape() throws Exception {
        HeapOperatorStateBackend backend = filledWithRaw();
        backend.getListState(SHAPES).add(new Shaped("one", 1, 2L));
        return backend.freeze(1);
    }

    private static FrozenState keyedSample() throws Exception {
        return filledKeyed().freeze(1);
    }

    private static KeyedStateBackend<String> filledKeyed() throws Exception {
        KeyedStateBackend<String> backend = keyed();
        for (String key : List.of("alpha", "βήτα")) {
            backend.setCurrentKey(key, key.hashCode());
            long length = key.length();
            backend.state(VALUE).update(length);
            backend.state(SUM).add(length);
            backend.state(SUM).add(1L);
            backend.state(LIST).update(List.of(key, "", "last"));
            backend.state(MAP).put("one", 1L);
            backend.state(MAP).put("null", null);
            backend.timers("user/event").add(key, key.hashCode(), VoidNamespace.INSTANCE, length);
        }
        return backend;
    }

    private static FrozenState operatorSample() throws Exception {
        return filled().freeze(1);
    }

    private static FrozenState operatorSampleWithRaw() throws Exception {
        return filledWithRaw().freeze(1);
    }

    private static HeapOperatorStateBackend filledWithRaw() throws Exception {
        HeapOperatorStateBackend backend = filled();
        backend.putRaw(
                new RawState.Content(
                        List.of(bytes("first"), bytes(""), bytes("third")),
                        List.of(
                                new RawState.KeyGroup(5, bytes("five")),
                                new RawState.KeyGroup(2, bytes("two")))));
        return backend;
    }

    private static HeapOperatorStateBackend filled() throws Exception {
        HeapOperatorStateBackend backend = operator(List.of());
        backend.getListState(VALUES).addAll(List.of(3L, 1L, 2L));
        backend.getUnionListState(LIST).addAll(List.of("a", "b"));
        backend.getBroadcastState(MAP).put("rule", 42L);
        backend.getBroadcastState(MAP).put("null", null);
        return backend;
    }

    private static KeyedStateBackend<String> keyed(RestoredState... restored) throws Exception {
        return new HeapKeyedStateBackendFactory()
                .create(
                        StateBytes.request(
                                "Count",
                                "c",
                                StringSerializer.INSTANCE,
                                128,
                                ALL,
                                new ExecutionConfig(),
                                List.of(restored)));
    }

    private static HeapOperatorStateBackend operator(List<RestoredShare> restored)
            throws Exception {
        return new HeapOperatorStateBackend(
                "Read files", "src", new ExecutionConfig(), restored, 0, 1);
    }

    private static RestoredState restored(FrozenState sameShape, byte[] bytes) throws IOException {
        StateBytes.write(sameShape); // only then it knows how much it is, which the handle tells
        return StateBytes.restorable(sameShape, bytes);
    }

    private static byte[] sample(String name) throws IOException {
        try (InputStream in = StateSamplesTest.class.getResourceAsStream("/formats/" + name)) {
            assertThat(in).as("sample %s", name).isNotNull();
            return in.readAllBytes();
        }
    }
}
