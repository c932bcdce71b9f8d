// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state.heap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.common.ExecutionConfig;
import io.millrace.api.common.functions.AggregateFunction;
import io.millrace.api.common.state.AggregatingState;
import io.millrace.api.common.state.AggregatingStateDescriptor;
import io.millrace.api.common.state.ListState;
import io.millrace.api.common.state.ListStateDescriptor;
import io.millrace.api.common.state.ReducingState;
import io.millrace.api.common.state.ReducingStateDescriptor;
import io.millrace.api.common.state.ValueState;
import io.millrace.api.common.state.ValueStateDescriptor;
import io.millrace.api.common.typeutils.base.LongSerializer;
import io.millrace.api.common.typeutils.base.StringSerializer;
import io.millrace.engine.keys.KeyGroupRange;
import io.millrace.engine.keys.KeyGroups;
import io.millrace.engine.state.KeyedStateBackend;
import io.millrace.engine.state.NamespacedState;
import io.millrace.engine.state.RestoredState;
import io.millrace.engine.state.StateBytes;
import io.millrace.engine.state.StateMismatch;
import io.millrace.engine.state.Sum;
import io.millrace.engine.state.TimerQueue;
import io.millrace.runtime.state.VoidNamespaceSerializer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NamespacedStateTest {

    private static final KeyGroupRange ALL = new KeyGroupRange(0, 127);
    private static final ListStateDescriptor<Long> LIST =
            new ListStateDescriptor<>("list", LongSerializer.INSTANCE);
    private static final ReducingStateDescriptor<Sum> TOTAL =
            new ReducingStateDescriptor<>(
                    "total", (a, b) -> new Sum(a.n + b.n, a.sum + b.sum), new Sum.Serializer());
    private static final AggregatingStateDescriptor<Long, Long, String> LATEST =
            new AggregatingStateDescriptor<>("text", new AsText(), LongSerializer.INSTANCE);
    private static final ValueStateDescriptor<Long> VALUE =
            new ValueStateDescriptor<>("value", LongSerializer.INSTANCE);

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
            return "=" + accumulator;
        }

        @Override
        public Long merge(Long a, Long b) {
            return a + b;
        }
    }

    /** What one key has in one namespace, in the model. */
    private static final class Content {
        final List<Long> list = new ArrayList<>();
        long timers;
    }

    /** A backend with three states in namespaces that can be changed in place. */
    private static final class Subject {
        final KeyedStateBackend<Long> backend;
        final NamespacedState<Sum, ListState<Long>> list;
        final NamespacedState<Sum, ReducingState<Sum>> total;
        final NamespacedState<Sum, AggregatingState<Long, String>> text;
        final TimerQueue<Long, Sum> timers;
        final Sum reused = new Sum(0, 0);

        Subject(KeyedStateBackend<Long> backend) throws Exception {
            this.backend = backend;
            Sum.Serializer namespaces = new Sum.Serializer();
            list = backend.state(namespaces, LIST);
            total = backend.state(namespaces, TOTAL);
            text = backend.state(namespaces, LATEST);
            timers = backend.timers("t", namespaces);
        }

        /** The very same object for all namespaces, as a program might do it. */
        Sum namespace(int number) {
            reused.n = number;
            reused.sum = -number;
            return reused;
        }

        void at(long key) {
            backend.setCurrentKey(key, Long.hashCode(key));
        }

        void verify(long key, int namespace, Content expected) throws Exception {
            at(key);
            Sum in = namespace(namespace);
            if (expected == null) {
                expected = new Content();
            }
            assertThat(list.in(in).get()).containsExactlyElementsOf(expected.list);
            long sum = expected.list.stream().mapToLong(l -> l).sum();
            assertThat(total.in(in).get())
                    .isEqualTo(expected.list.isEmpty() ? null : new Sum(expected.list.size(), sum));
            assertThat(text.in(in).get()).isEqualTo(expected.list.isEmpty() ? null : "=" + sum);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    @DisplayName("S17, RS: equals a model through merges, snapshots and rescaling")
    void equalsAModel(long seed) throws Exception {
        Random random = new Random(seed);
        Map<List<Long>, Content> model =
                new TreeMap<>(java.util.Comparator.comparing(List::toString));
        List<Subject> parts = new ArrayList<>(List.of(new Subject(backend(ALL))));
        for (int round = 0; round < 6; round++) {
            for (int i = 0; i < 2_000; i++) {
                long key = random.nextInt(40);
                Subject subject = parts.get(owner(key, parts.size()));
                subject.at(key);
                change(subject, key, random, model);
            }
            List<RestoredState> handles = new ArrayList<>();
            for (Subject part : parts) {
                var frozen = part.backend.freeze(round);
                // Changes after the barrier, in place, must not be seen in the snapshot.
                part.backend.setCurrentKey(1L, 1);
                for (int n = 0; n < 8; n++) {
                    part.list.in(part.namespace(n)).add(99L);
                    part.total.in(part.namespace(n)).add(new Sum(99, 99));
                    part.text.in(part.namespace(n)).add(99L);
                }
                handles.add(StateBytes.restorable(frozen));
            }
            int parallelism = 1 + random.nextInt(3);
            parts = new ArrayList<>();
            for (int subtask = 0; subtask < parallelism; subtask++) {
                parts.add(
                        new Subject(
                                backend(
                                        KeyGroups.range(subtask, parallelism, 128),
                                        handles.toArray(new RestoredState[0]))));
            }
            long timers = 0;
            for (long key = 0; key < 40; key++) {
                for (int namespace = 0; namespace < 8; namespace++) {
                    Content expected = model.get(List.of(key, (long) namespace));
                    parts.get(owner(key, parallelism)).verify(key, namespace, expected);
                    timers += expected == null ? 0 : expected.timers;
                }
            }
            assertThat(parts.stream().mapToLong(part -> part.timers.size()).sum())
                    .isEqualTo(timers);
        }
    }

    private static void change(
            Subject subject, long key, Random random, Map<List<Long>, Content> model)
            throws Exception {
        int namespace = random.nextInt(8);
        Content content = model.computeIfAbsent(List.of(key, (long) namespace), k -> new Content());
        Sum in = subject.namespace(namespace);
        int dice = random.nextInt(10);
        if (dice < 6) {
            long value = random.nextInt(1000);
            content.list.add(value);
            subject.list.in(in).add(value);
            subject.total.in(in).add(new Sum(1, value));
            subject.text.in(in).add(value);
            if (subject.timers.add(key, Long.hashCode(key), in, 7)) {
                content.timers++;
            }
        } else if (dice < 8) {
            content.list.clear();
            subject.list.in(in).clear();
            subject.total.in(in).clear();
            subject.text.in(in).clear();
            if (subject.timers.remove(key, Long.hashCode(key), in, 7)) {
                content.timers--;
            }
        } else {
            List<Sum> sources = new ArrayList<>();
            for (int n = 0; n < 8; n++) {
                if (n != namespace && random.nextInt(3) == 0) {
                    sources.add(new Sum(n, -n));
                    Content source = model.get(List.of(key, (long) n));
                    if (source != null) {
                        content.list.addAll(source.list);
                        source.list.clear();
                    }
                }
            }
            subject.list.merge(in, sources);
            subject.total.merge(in, sources);
            subject.text.merge(in, sources);
        }
    }

    private static int owner(long key, int parallelism) {
        return KeyGroups.subtask(KeyGroups.keyGroup(Long.hashCode(key), 128), parallelism, 128);
    }

    @Test
    @DisplayName("S25: a walk over all keys shows nothing of what is in namespaces")
    void s25WalksSeeNoNamespaces() throws Exception {
        KeyedStateBackend<Long> backend = backend(ALL);
        backend.setCurrentKey(1L, 1);
        backend.state(VALUE).update(10L);
        NamespacedState<String, ValueState<Long>> named =
                backend.state(StringSerializer.INSTANCE, VALUE);
        named.in("a").update(11L);
        backend.setCurrentKey(2L, 2);
        named.in("a").update(12L);
        List<String> seen = new ArrayList<>();
        backend.forEachKey(VALUE, (key, state) -> seen.add(key + "=" + state.value()));
        assertThat(seen).containsExactly("1=10");
        assertThat(named.in("a").value()).isEqualTo(12L);
        backend.setCurrentKey(1L, 1);
        assertThat(named.in("a").value()).as("the namespace stays").isEqualTo(11L);
        assertThat(backend.state(VoidNamespaceSerializer.INSTANCE, VALUE).in(null).value())
                .isEqualTo(10L);
    }

    @Test
    void aWalkOverNamespacesShowsEachPlaceOnceAndNothingElse() throws Exception {
        KeyedStateBackend<Long> backend = backend(ALL);
        NamespacedState<String, ValueState<Long>> named =
                backend.state(StringSerializer.INSTANCE, VALUE);
        backend.setCurrentKey(1L, 1);
        backend.state(VALUE).update(10L);
        named.in("a").update(11L);
        named.in("b").update(12L);
        backend.setCurrentKey(2L, 2);
        named.in("b").update(22L);
        List<String> seen = new ArrayList<>();
        backend.forEachNamespace(
                StringSerializer.INSTANCE,
                VALUE,
                (key, namespace) -> {
                    seen.add(
                            key
                                    + namespace
                                    + backend.currentKey()
                                    + "="
                                    + backend.state(StringSerializer.INSTANCE, VALUE)
                                            .in(namespace)
                                            .value());
                    if (key == 1L) {
                        named.in("a").clear();
                        named.in("b").clear();
                    }
                });
        assertThat(seen).hasSize(2).contains("2b2=22").containsAnyOf("1a1=11", "1b1=12");
        assertThat(backend.currentKey()).isEqualTo(2L);
    }

    @Test
    void theNamespaceStaysWhenTheKeyChangesAndMustBeSetOnce() throws Exception {
        KeyedStateBackend<Long> backend = backend(ALL);
        NamespacedState<String, ValueState<Long>> state =
                backend.state(StringSerializer.INSTANCE, VALUE);
        ValueState<Long> value = state.in("a");
        assertThatThrownBy(value::value)
                .isInstanceOf(NullPointerException.class)
                .hasMessageContaining("No key is set");
        backend.setCurrentKey(1L, 1);
        value.update(5L);
        backend.setCurrentKey(2L, 2);
        assertThat(value.value()).isNull();
        backend.setCurrentKey(1L, 1);
        assertThat(value.value()).isEqualTo(5);
        KeyedStateBackend<Long> other = backend(ALL);
        other.setCurrentKey(1L, 1);
        assertThatThrownBy(() -> other.state(StringSerializer.INSTANCE, LIST).in(null))
                .isInstanceOf(NullPointerException.class)
                .hasMessageContaining("namespace of the list state 'list'");
    }

    @Test
    void valuesAreNotMerged() throws Exception {
        KeyedStateBackend<Long> backend = backend(ALL);
        backend.setCurrentKey(1L, 1);
        NamespacedState<String, ValueState<Long>> state =
                backend.state(StringSerializer.INSTANCE, VALUE);
        assertThatThrownBy(() -> state.merge("a", List.of("b")))
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessageContaining("value state 'value'");
    }

    @Test
    @DisplayName("S03: namespaces of another type are refused, live and restored")
    void s03OtherNamespacesAreRefused() throws Exception {
        KeyedStateBackend<Long> backend = backend(ALL);
        backend.setCurrentKey(1L, 1);
        backend.state(StringSerializer.INSTANCE, VALUE).in("a").update(1L);
        backend.timers("t", StringSerializer.INSTANCE).add(1L, 1, "a", 3);
        assertThatThrownBy(() -> backend.state(LongSerializer.INSTANCE, VALUE))
                .isInstanceOf(StateMismatch.class)
                .hasMessageContainingAll("'value'", "'Count'", "type String", "type Long");
        assertThatThrownBy(() -> backend.timers("t", LongSerializer.INSTANCE))
                .isInstanceOf(StateMismatch.class)
                .hasMessageContainingAll("'t'", "'Count'", "type String", "type Long");
        KeyedStateBackend<Long> restored = backend(ALL, StateBytes.restorable(backend.freeze(1)));
        assertThatThrownBy(() -> restored.state(LongSerializer.INSTANCE, VALUE))
                .isInstanceOf(StateMismatch.class)
                .hasMessageContainingAll("'value'", "'Count'", "type String", "type Long");
        assertThatThrownBy(() -> restored.timers("t"))
                .isInstanceOf(StateMismatch.class)
                .hasMessageContainingAll("'t'", "'Count'", "type String", "without namespaces");
        restored.setCurrentKey(1L, 1);
        assertThat(restored.state(StringSerializer.INSTANCE, VALUE).in("a").value()).isEqualTo(1);
    }

    private static KeyedStateBackend<Long> backend(KeyGroupRange range, RestoredState... restored)
            throws Exception {
        return new HeapKeyedStateBackendFactory()
                .create(
                        StateBytes.request(
                                "Count",
                                "c",
                                LongSerializer.INSTANCE,
                                128,
                                range,
                                new ExecutionConfig(),
                                List.of(restored)));
    }
}
