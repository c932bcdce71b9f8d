// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state.heap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.millrace.api.common.ExecutionConfig;
import io.millrace.api.common.functions.AggregateFunction;
import io.millrace.api.common.state.AggregatingState;
import io.millrace.api.common.state.AggregatingStateDescriptor;
import io.millrace.api.common.state.ListState;
import io.millrace.api.common.state.ListStateDescriptor;
import io.millrace.api.common.state.MapState;
import io.millrace.api.common.state.MapStateDescriptor;
import io.millrace.api.common.state.ReducingState;
import io.millrace.api.common.state.ReducingStateDescriptor;
import io.millrace.api.common.state.ValueState;
import io.millrace.api.common.state.ValueStateDescriptor;
import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.api.common.typeutils.base.BooleanSerializer;
import io.millrace.api.common.typeutils.base.ByteSerializer;
import io.millrace.api.common.typeutils.base.CharSerializer;
import io.millrace.api.common.typeutils.base.DoubleSerializer;
import io.millrace.api.common.typeutils.base.EnumSerializer;
import io.millrace.api.common.typeutils.base.FloatSerializer;
import io.millrace.api.common.typeutils.base.IntSerializer;
import io.millrace.api.common.typeutils.base.LongSerializer;
import io.millrace.api.common.typeutils.base.ShortSerializer;
import io.millrace.api.common.typeutils.base.StringSerializer;
import io.millrace.api.java.tuple.Tuple2;
import io.millrace.api.java.typeutils.runtime.TupleSerializer;
import io.millrace.engine.keys.KeyGroupRange;
import io.millrace.engine.keys.KeyGroups;
import io.millrace.engine.state.FrozenState;
import io.millrace.engine.state.KeyedStateBackend;
import io.millrace.engine.state.RestoredState;
import io.millrace.engine.state.StateBytes;
import io.millrace.engine.state.Sum;
import io.millrace.engine.state.TimerQueue;
import io.millrace.runtime.state.VoidNamespace;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class HeapKeyedStateBackendTest {

    private static final KeyGroupRange ALL = new KeyGroupRange(0, 127);
    private static final ValueStateDescriptor<Long> COUNT =
            new ValueStateDescriptor<>("v", LongSerializer.INSTANCE);

    private static <K> KeyedStateBackend<K> backend(
            TypeSerializer<K> keys, KeyGroupRange range, RestoredState... restored)
            throws Exception {
        return new HeapKeyedStateBackendFactory()
                .create(
                        StateBytes.request(
                                "Count words",
                                "c",
                                keys,
                                128,
                                range,
                                new ExecutionConfig(),
                                List.of(restored)));
    }

    private static KeyedStateBackend<String> fresh() throws Exception {
        return backend(StringSerializer.INSTANCE, ALL);
    }

    private static <K> void at(KeyedStateBackend<K> backend, K key) {
        backend.setCurrentKey(key, key.hashCode());
    }

    // ------------------------------------------------------------------ the five kinds

    @Test
    void valueStateIsNullUntilSetAndUpdateWithNullClears() throws Exception {
        KeyedStateBackend<String> backend = fresh();
        ValueState<Long> state = backend.state(COUNT);
        at(backend, "a");
        assertThat(state.value()).isNull();
        state.update(1L);
        assertThat(state.value()).isEqualTo(1L);
        at(backend, "b");
        assertThat(state.value()).isNull();
        state.update(2L);
        at(backend, "a");
        state.update(null);
        assertThat(state.value()).isNull();
        at(backend, "b");
        assertThat(state.value()).isEqualTo(2L);
        assertThat(backend.entries("v")).isEqualTo(1);
        state.clear();
        assertThat(backend.entries("v")).isZero();
    }

    @Test
    void everyBoxKeepsItsValueExactly() throws Exception {
        KeyedStateBackend<Integer> backend = backend(IntSerializer.INSTANCE, ALL);
        box(backend, LongSerializer.INSTANCE, Long.MIN_VALUE, -1L, 0L, Long.MAX_VALUE);
        box(backend, IntSerializer.INSTANCE, Integer.MIN_VALUE, -1, 0, Integer.MAX_VALUE);
        box(backend, ShortSerializer.INSTANCE, Short.MIN_VALUE, (short) -1, Short.MAX_VALUE);
        box(backend, ByteSerializer.INSTANCE, Byte.MIN_VALUE, (byte) -1, Byte.MAX_VALUE);
        box(backend, CharSerializer.INSTANCE, '\0', 'x', '\uffff');
        box(backend, BooleanSerializer.INSTANCE, true, false);
        box(backend, DoubleSerializer.INSTANCE, -0.0, Double.NaN, Double.MIN_VALUE, 1e300);
        box(backend, FloatSerializer.INSTANCE, -0.0f, Float.NaN, Float.MIN_VALUE, 1e30f);
    }

    @SafeVarargs
    private static <V> void box(
            KeyedStateBackend<Integer> backend, TypeSerializer<V> serializer, V... values)
            throws Exception {
        ValueState<V> state =
                backend.state(
                        new ValueStateDescriptor<>(serializer.getClass().getName(), serializer));
        for (int i = 0; i < values.length; i++) {
            at(backend, i);
            state.update(values[i]);
        }
        for (int i = 0; i < values.length; i++) {
            at(backend, i);
            assertThat(state.value()).isEqualTo(values[i]);
            assertThat(backend.currentKey()).isEqualTo(i);
        }
    }

    @Test
    void reducingStateFoldsAndDoesNotKeepTheSendersObject() throws Exception {
        KeyedStateBackend<String> backend = fresh();
        ReducingState<Sum> state =
                backend.state(
                        new ReducingStateDescriptor<>(
                                "r",
                                (a, b) -> {
                                    a.n += b.n;
                                    a.sum += b.sum;
                                    return a;
                                },
                                new Sum.Serializer()));
        at(backend, "a");
        assertThat(state.get()).isNull();
        Sum first = new Sum(1, 5);
        state.add(first);
        state.add(new Sum(1, 6));
        assertThat(state.get()).isEqualTo(new Sum(2, 11));
        assertThat(first).isEqualTo(new Sum(1, 5));
        state.clear();
        assertThat(state.get()).isNull();
    }

    @Test
    void aggregatingStateKeepsTheAccumulator() throws Exception {
        KeyedStateBackend<String> backend = fresh();
        AggregatingState<Long, String> state =
                backend.state(
                        new AggregatingStateDescriptor<>("g", new Average(), new Sum.Serializer()));
        at(backend, "a");
        assertThat(state.get()).isNull();
        state.add(4L);
        state.add(8L);
        assertThat(state.get()).isEqualTo("6");
        at(backend, "b");
        assertThat(state.get()).isNull();
    }

    private static final class Average implements AggregateFunction<Long, Sum, String> {
        private static final long serialVersionUID = 1L;

        @Override
        public Sum createAccumulator() {
            return new Sum();
        }

        @Override
        public Sum add(Long value, Sum accumulator) {
            return accumulator.add(value);
        }

        @Override
        public String getResult(Sum accumulator) {
            return "" + accumulator.sum / accumulator.n;
        }

        @Override
        public Sum merge(Sum a, Sum b) {
            return new Sum(a.n + b.n, a.sum + b.sum);
        }
    }

    @Test
    void mapStateIsAMapPerKeyWithLiveViews() throws Exception {
        KeyedStateBackend<String> backend = fresh();
        MapState<String, Long> state =
                backend.state(
                        new MapStateDescriptor<>(
                                "m", StringSerializer.INSTANCE, LongSerializer.INSTANCE));
        at(backend, "a");
        state.put("x", 1L);
        state.putAll(Map.of("y", 2L, "z", 3L));
        state.put("nothing", null);
        assertThat(state.get("y")).isEqualTo(2L);
        assertThat(state.get("nothing")).isNull();
        assertThat(state.contains("nothing")).isTrue();
        assertThat(state.keys()).containsExactlyInAnyOrder("x", "y", "z", "nothing");
        state.remove("nothing");
        for (Map.Entry<String, Long> entry : state.entries()) {
            entry.setValue(entry.getValue() * 10);
        }
        assertThat(state.values()).containsExactlyInAnyOrder(10L, 20L, 30L);
        at(backend, "b");
        assertThat(state.isEmpty()).isTrue();
        at(backend, "a");
        Iterator<Map.Entry<String, Long>> iterator = state.iterator();
        while (iterator.hasNext()) {
            iterator.next();
            iterator.remove();
        }
        assertThat(state.isEmpty()).isTrue();
        assertThat(backend.entries("m")).as("no empty shell stays").isZero();
        state.put("x", 1L);
        state.remove("x");
        assertThat(backend.entries("m")).isZero();
    }

    @Test
    void s09_addingNullToAListFailsAndLeavesTheListAsItWas() throws Exception {
        KeyedStateBackend<String> backend = fresh();
        ListState<String> state =
                backend.state(new ListStateDescriptor<>("words", StringSerializer.INSTANCE));
        at(backend, "a");
        state.add("x");
        assertThatThrownBy(() -> state.add(null))
                .isInstanceOf(NullPointerException.class)
                .hasMessageContaining("list state 'words'");
        assertThatThrownBy(() -> state.addAll(Arrays.asList("y", null)))
                .isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> state.update(Arrays.asList("y", null)))
                .isInstanceOf(NullPointerException.class);
        assertThat(state.get()).containsExactly("x");
    }

    @Test
    void s11_emptyStateIsReadAsEmptyAndNeverAsNull() throws Exception {
        KeyedStateBackend<String> backend = fresh();
        ListState<String> list =
                backend.state(new ListStateDescriptor<>("l", StringSerializer.INSTANCE));
        MapState<String, String> map =
                backend.state(
                        new MapStateDescriptor<>(
                                "m", StringSerializer.INSTANCE, StringSerializer.INSTANCE));
        ValueState<String> value =
                backend.state(new ValueStateDescriptor<>("s", StringSerializer.INSTANCE));
        at(backend, "a");
        assertThat(list.get()).isNotNull().isEmpty();
        assertThat(map.entries()).isNotNull().isEmpty();
        assertThat(map.keys()).isNotNull().isEmpty();
        assertThat(map.values()).isNotNull().isEmpty();
        assertThat(map.iterator().hasNext()).isFalse();
        assertThat(map.isEmpty()).isTrue();
        assertThat(value.value()).isNull();
        list.add("x");
        list.update(List.of());
        value.update("q");
        value.update(null);
        assertThat(list.get()).isEmpty();
        assertThat(value.value()).isNull();
        assertThat(backend.entries("l")).isZero();
    }

    @Test
    void usingStateWithoutAKeySaysSo() throws Exception {
        KeyedStateBackend<String> backend = fresh();
        ValueState<Long> state = backend.state(COUNT);
        for (Throwable thrown :
                List.of(
                        catchThrowable(state::value),
                        catchThrowable(() -> state.update(1L)),
                        catchThrowable(state::clear))) {
            assertThat(thrown)
                    .isInstanceOf(NullPointerException.class)
                    .hasMessageContaining("No key is set")
                    .hasMessageContaining("'v'");
        }
        at(backend, "a");
        state.update(1L);
        backend.setCurrentKey(null, 0);
        assertThat(backend.currentKey()).isNull();
        assertThatThrownBy(state::value).isInstanceOf(NullPointerException.class);
    }

    // ------------------------------------------------------------------ registration

    @Test
    void theSameNameGivesTheSameState() throws Exception {
        KeyedStateBackend<String> backend = fresh();
        ValueState<Long> state = backend.state(COUNT);
        assertThat((Object) backend.state(COUNT)).isSameAs(state);
        assertThat((Object) backend.state(new ValueStateDescriptor<>("v", LongSerializer.INSTANCE)))
                .isSameAs(state);
    }

    @Test
    void s03_anotherKindOrTypeUnderAKnownNameIsRefusedWithBothNamed() throws Exception {
        KeyedStateBackend<String> backend = fresh();
        backend.state(COUNT);
        assertThatThrownBy(
                        () ->
                                backend.state(
                                        new ValueStateDescriptor<>("v", StringSerializer.INSTANCE)))
                .hasMessageContainingAll("'v'", "'c'", "'Count words'", "Long", "String");
        assertThatThrownBy(
                        () ->
                                backend.state(
                                        new ListStateDescriptor<>("v", LongSerializer.INSTANCE)))
                .hasMessageContainingAll("'v'", "value state", "list state");
    }

    @Test
    void s03_aRestoredTypeIsComparedBeforeTheFirstRecord() throws Exception {
        KeyedStateBackend<String> before = fresh();
        ValueState<Long> state = before.state(COUNT);
        at(before, "a");
        state.update(5L);
        RestoredState restored = StateBytes.restorable(before.freeze(1));
        KeyedStateBackend<String> after = backend(StringSerializer.INSTANCE, ALL, restored);
        assertThatThrownBy(
                        () ->
                                after.state(
                                        new ValueStateDescriptor<>("v", StringSerializer.INSTANCE)))
                .hasMessageContainingAll("'v'", "'c'", "restored", "Long", "String");
        assertThatThrownBy(() -> backend(LongSerializer.INSTANCE, ALL, restored))
                .hasMessageContainingAll("'c'", "key", "Long", "String");
    }

    // ------------------------------------------------------------------ snapshots

    private enum Colour {
        RED,
        GREEN,
        BLUE
    }

    @Test
    void keysOfEverySortFindTheirStateAgain() throws Exception {
        roundTrip(LongSerializer.INSTANCE, List.of(Long.MIN_VALUE, -1L, 0L, 1L, 1L << 40));
        roundTrip(IntSerializer.INSTANCE, List.of(Integer.MIN_VALUE, -1, 0, 1, 77));
        roundTrip(ShortSerializer.INSTANCE, List.of((short) -1, (short) 0, (short) 9));
        roundTrip(BooleanSerializer.INSTANCE, List.of(true, false));
        roundTrip(DoubleSerializer.INSTANCE, List.of(-0.0, 0.0, Double.NaN, 1.5));
        roundTrip(StringSerializer.INSTANCE, List.of("", "a", "user-1", "Aa", "BB"));
        roundTrip(new EnumSerializer<>(Colour.class), List.of(Colour.values()));
        @SuppressWarnings("unchecked")
        Class<Tuple2<String, Long>> tuple = (Class<Tuple2<String, Long>>) (Class<?>) Tuple2.class;
        roundTrip(
                new TupleSerializer<>(
                        tuple,
                        new TypeSerializer<?>[] {
                            StringSerializer.INSTANCE, LongSerializer.INSTANCE
                        }),
                List.of(Tuple2.of("a", 1L), Tuple2.of("a", 2L), Tuple2.of("b", 1L)));
    }

    private static <K> void roundTrip(TypeSerializer<K> serializer, List<K> keys) throws Exception {
        KeyedStateBackend<K> first = backend(serializer, ALL);
        ValueState<Long> state = first.state(COUNT);
        for (int i = 0; i < keys.size(); i++) {
            at(first, keys.get(i));
            assertThat(state.value()).isNull();
            state.update((long) i);
            assertThat(first.currentKey()).isEqualTo(keys.get(i));
        }
        KeyedStateBackend<K> second =
                backend(serializer, ALL, StateBytes.restorable(first.freeze(1)));
        ValueState<Long> again = second.state(COUNT);
        for (int i = 0; i < keys.size(); i++) {
            // An equal key that is another object.
            at(second, serializer.copy(keys.get(i)));
            assertThat(again.value()).isEqualTo(i);
        }
        assertThat(second.entries("v")).isEqualTo(keys.size());
    }

    @Test
    void s17_objectsChangedInPlaceAfterTheFreezeDoNotShowInTheImage() throws Exception {
        KeyedStateBackend<Long> backend = backend(LongSerializer.INSTANCE, ALL);
        ValueState<Sum> value =
                backend.state(new ValueStateDescriptor<>("value", new Sum.Serializer()));
        ListState<Sum> list =
                backend.state(new ListStateDescriptor<>("list", new Sum.Serializer()));
        MapState<Long, Sum> map =
                backend.state(
                        new MapStateDescriptor<>(
                                "map", LongSerializer.INSTANCE, new Sum.Serializer()));
        Random random = new Random(17);
        Map<Long, Sum> model = new HashMap<>();
        List<FrozenState> running = new ArrayList<>();
        List<Map<Long, Sum>> expected = new ArrayList<>();
        for (int i = 0; i < 30_000; i++) {
            // More and more keys, and some that go: entries move while a snapshot holds their
            // objects.
            long key = random.nextInt(500 + i / 6);
            at(backend, key);
            if (random.nextInt(8) == 0) {
                value.clear();
                list.clear();
                map.clear();
                model.remove(key);
                continue;
            }
            Sum sum = value.value();
            if (sum == null) {
                sum = new Sum();
                value.update(sum);
                list.add(new Sum());
                map.put(key, new Sum());
            }
            sum.add(i);
            if (random.nextBoolean()) {
                value.update(sum); // Otherwise changed in place only (ST-9).
            }
            list.get().iterator().next().add(i);
            map.get(key).add(i);
            model.computeIfAbsent(key, k -> new Sum()).add(i);
            if (random.nextInt(6000) == 0) {
                running.add(backend.freeze(i));
                Map<Long, Sum> copy = new HashMap<>();
                model.forEach((k, s) -> copy.put(k, new Sum(s.n, s.sum)));
                expected.add(copy);
            }
            if (!running.isEmpty() && random.nextInt(6000) == 0) {
                int which = random.nextInt(running.size());
                verifySums(running.remove(which), expected.remove(which));
            }
        }
        for (int i = 0; i < running.size(); i++) {
            verifySums(running.get(i), expected.get(i));
        }
        verifySums(backend.freeze(0), model);
    }

    private static void verifySums(FrozenState frozen, Map<Long, Sum> expected) throws Exception {
        KeyedStateBackend<Long> restored =
                backend(LongSerializer.INSTANCE, ALL, StateBytes.restorable(frozen));
        ValueState<Sum> value =
                restored.state(new ValueStateDescriptor<>("value", new Sum.Serializer()));
        ListState<Sum> list =
                restored.state(new ListStateDescriptor<>("list", new Sum.Serializer()));
        MapState<Long, Sum> map =
                restored.state(
                        new MapStateDescriptor<>(
                                "map", LongSerializer.INSTANCE, new Sum.Serializer()));
        assertThat(restored.entries("value")).isEqualTo(expected.size());
        for (Map.Entry<Long, Sum> entry : expected.entrySet()) {
            at(restored, entry.getKey());
            assertThat(value.value()).isEqualTo(entry.getValue());
            assertThat(list.get()).containsExactly(entry.getValue());
            assertThat(map.get(entry.getKey())).isEqualTo(entry.getValue());
        }
    }

    @Test
    void immutableObjectsAreNeverCopiedAndUnchangedOnesStayTheSame() throws Exception {
        KeyedStateBackend<String> backend = fresh();
        ValueState<String> state =
                backend.state(new ValueStateDescriptor<>("s", StringSerializer.INSTANCE));
        ValueState<Sum> sums =
                backend.state(new ValueStateDescriptor<>("sum", new Sum.Serializer()));
        at(backend, "a");
        String text = "text";
        Sum sum = new Sum(1, 1);
        state.update(text);
        sums.update(sum);
        assertThat(sums.value()).isSameAs(sum);
        FrozenState frozen = backend.freeze(1);
        assertThat(state.value()).isSameAs(text);
        Sum copy = sums.value();
        assertThat(copy).isEqualTo(sum).isNotSameAs(sum);
        assertThat(sums.value()).as("copied once").isSameAs(copy);
        frozen.release();
        backend.freeze(2).release();
        assertThat(sums.value()).as("no snapshot runs").isSameAs(copy);
    }

    @Test
    void allKindsAndTimersComeBackFromBytesAndForeignKeyGroupsStayOut() throws Exception {
        KeyedStateBackend<String> whole = fresh();
        States<String> states = new States<>(whole);
        for (int i = 0; i < 3000; i++) {
            String key = "key-" + i;
            at(whole, key);
            states.fill(i);
            whole.timers("user/event").add(key, key.hashCode(), VoidNamespace.INSTANCE, i);
        }
        FrozenState frozen = whole.freeze(7);
        assertThat(frozen.isEmpty()).isFalse();
        RestoredState restored = StateBytes.restorable(frozen);
        assertThat(frozen.summaries())
                .anySatisfy(
                        summary -> {
                            assertThat(summary.name()).isEqualTo("v");
                            assertThat(summary.kind()).isEqualTo("value");
                            assertThat(summary.type()).isEqualTo("Long");
                            assertThat(summary.entries()).isEqualTo(3000);
                        })
                .anySatisfy(summary -> assertThat(summary.type()).isEqualTo("Map<String, Long>"))
                .anySatisfy(
                        summary -> {
                            assertThat(summary.kind()).isEqualTo("timers");
                            assertThat(summary.entries()).isEqualTo(3000);
                        });
        List<RestoredState> parts = new ArrayList<>();
        long entries = 0;
        for (int subtask = 0; subtask < 3; subtask++) {
            KeyGroupRange range = KeyGroups.range(subtask, 3, 128);
            KeyedStateBackend<String> part = backend(StringSerializer.INSTANCE, range, restored);
            entries += verify(part, range);
            parts.add(StateBytes.restorable(part.freeze(8)));
        }
        assertThat(entries).isEqualTo(3000);
        // And back into one, from several handles.
        KeyedStateBackend<String> joined =
                backend(StringSerializer.INSTANCE, ALL, parts.toArray(new RestoredState[0]));
        assertThat(verify(joined, ALL)).isEqualTo(3000);
    }

    private static long verify(KeyedStateBackend<String> backend, KeyGroupRange range)
            throws Exception {
        States<String> states = new States<>(backend);
        TimerQueue<String, VoidNamespace> timers = backend.timers("user/event");
        long expected = 0;
        for (int i = 0; i < 3000; i++) {
            String key = "key-" + i;
            at(backend, key);
            if (range.contains(KeyGroups.keyGroup(key.hashCode(), 128))) {
                expected++;
                states.verify(i);
                assertThat(timers.add(key, key.hashCode(), VoidNamespace.INSTANCE, i)).isFalse();
            } else {
                assertThat(states.value.value()).isNull();
            }
        }
        assertThat(backend.entries("v")).isEqualTo(expected);
        assertThat(timers.size()).isEqualTo(expected);
        return expected;
    }

    /** One state of each kind. */
    private static final class States<K> {
        final ValueState<Long> value;
        final ListState<String> list;
        final MapState<String, Long> map;
        final ReducingState<Long> reducing;
        final AggregatingState<Long, String> aggregating;

        States(KeyedStateBackend<K> backend) throws Exception {
            value = backend.state(COUNT);
            list = backend.state(new ListStateDescriptor<>("l", StringSerializer.INSTANCE));
            map =
                    backend.state(
                            new MapStateDescriptor<>(
                                    "m", StringSerializer.INSTANCE, LongSerializer.INSTANCE));
            reducing =
                    backend.state(
                            new ReducingStateDescriptor<>("r", Long::sum, LongSerializer.INSTANCE));
            aggregating =
                    backend.state(
                            new AggregatingStateDescriptor<>(
                                    "g", new Average(), new Sum.Serializer()));
        }

        void fill(long i) throws Exception {
            value.update(i);
            list.addAll(List.of("a" + i, "b" + i));
            map.put("x" + i, i);
            map.put("null", null);
            reducing.add(i);
            reducing.add(1L);
            aggregating.add(i);
        }

        void verify(long i) throws Exception {
            assertThat(value.value()).isEqualTo(i);
            assertThat(list.get()).containsExactly("a" + i, "b" + i);
            assertThat(map.get("x" + i)).isEqualTo(i);
            assertThat(map.contains("null")).isTrue();
            assertThat(map.get("null")).isNull();
            assertThat(reducing.get()).isEqualTo(i + 1);
            assertThat(aggregating.get()).isEqualTo("" + i);
        }
    }

    @Test
    void statesThatAreNeverAskedForAreCarriedAlongWithinTheKeyGroups() throws Exception {
        KeyedStateBackend<String> first = fresh();
        ValueState<Long> state = first.state(COUNT);
        for (int i = 0; i < 1000; i++) {
            at(first, "key-" + i);
            state.update((long) i);
            first.timers("t").add("key-" + i, ("key-" + i).hashCode(), VoidNamespace.INSTANCE, i);
        }
        RestoredState restored = StateBytes.restorable(first.freeze(1));
        List<RestoredState> halves = new ArrayList<>();
        for (int subtask = 0; subtask < 2; subtask++) {
            KeyedStateBackend<String> silent =
                    backend(StringSerializer.INSTANCE, KeyGroups.range(subtask, 2, 128), restored);
            FrozenState frozen = silent.freeze(2);
            assertThat(frozen.isEmpty()).isFalse();
            halves.add(StateBytes.restorable(frozen));
        }
        KeyedStateBackend<String> last =
                backend(StringSerializer.INSTANCE, ALL, halves.toArray(new RestoredState[0]));
        assertThat(last.entries("v")).isEqualTo(1000);
        ValueState<Long> again = last.state(COUNT);
        for (int i = 0; i < 1000; i++) {
            at(last, "key-" + i);
            assertThat(again.value()).isEqualTo(i);
        }
        assertThat(last.timers("t").size()).isEqualTo(1000);
        assertThat(last.timers("t").pollFirst().key()).isEqualTo("key-0");
    }

    @Test
    void registeringRestoredStateDoesNotLoseTheCurrentKey() throws Exception {
        KeyedStateBackend<String> first = fresh();
        ValueState<Long> state = first.state(COUNT);
        at(first, "a");
        state.update(1L);
        KeyedStateBackend<String> second =
                backend(StringSerializer.INSTANCE, ALL, StateBytes.restorable(first.freeze(1)));
        at(second, "b");
        ValueState<Long> again = second.state(COUNT);
        assertThat(second.currentKey()).isEqualTo("b");
        assertThat(again.value()).isNull();
    }

    @Test
    void anEmptyBackendHasNothingToWrite() throws Exception {
        KeyedStateBackend<String> backend = fresh();
        backend.state(COUNT);
        backend.timers("t");
        assertThat(backend.freeze(1).isEmpty()).isTrue();
    }

    @Test
    void brokenBytesAreRefusedWithTheOperatorNamed() throws Exception {
        KeyedStateBackend<String> first = fresh();
        ValueState<Long> state = first.state(COUNT);
        at(first, "a");
        state.update(1L);
        FrozenState frozen = first.freeze(1);
        byte[] bytes = StateBytes.write(frozen);
        for (int length = 0; length < bytes.length; length++) {
            byte[] cut = Arrays.copyOf(bytes, length);
            assertThatThrownBy(
                            () ->
                                    backend(
                                            StringSerializer.INSTANCE,
                                            ALL,
                                            StateBytes.restorable(frozen, cut)))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("'c'");
        }
        byte[] newer = bytes.clone();
        newer[7] = 9;
        assertThatThrownBy(
                        () ->
                                backend(
                                        StringSerializer.INSTANCE,
                                        ALL,
                                        StateBytes.restorable(frozen, newer)))
                .hasMessageContaining("version 9");
        RestoredState unreadable =
                new RestoredState(
                        StateBytes.restorable(frozen, bytes).handle(),
                        () -> {
                            new ByteArrayInputStream(bytes).close();
                            throw new IOException("chk-3/abc is missing");
                        });
        assertThatThrownBy(() -> backend(StringSerializer.INSTANCE, ALL, unreadable))
                .hasMessageContaining("chk-3/abc is missing");
    }
}
