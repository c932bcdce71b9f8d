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
import io.millrace.api.common.state.MapState;
import io.millrace.api.common.state.MapStateDescriptor;
import io.millrace.api.common.state.ReducingState;
import io.millrace.api.common.state.ReducingStateDescriptor;
import io.millrace.api.common.state.StateDescriptor;
import io.millrace.api.common.state.StateTtlConfig;
import io.millrace.api.common.state.ValueState;
import io.millrace.api.common.state.ValueStateDescriptor;
import io.millrace.api.common.typeinfo.Types;
import io.millrace.api.common.typeutils.base.LongSerializer;
import io.millrace.api.common.typeutils.base.StringSerializer;
import io.millrace.api.common.typeutils.base.array.LongPrimitiveArraySerializer;
import io.millrace.engine.keys.KeyGroupRange;
import io.millrace.engine.state.FrozenState;
import io.millrace.engine.state.KeyedStateBackend;
import io.millrace.engine.state.NamespacedState;
import io.millrace.engine.state.RestoredState;
import io.millrace.engine.state.StateBytes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** State with a time to live, on the heap. */
class ExpiringStateTest {

    private static final long TTL = 100;

    private long now = 1_000;

    private KeyedStateBackend<Long> backend(RestoredState... restored) throws Exception {
        return backend(new KeyGroupRange(0, 127), restored);
    }

    private KeyedStateBackend<Long> backend(KeyGroupRange groups, RestoredState... restored)
            throws Exception {
        return new HeapKeyedStateBackendFactory(() -> now)
                .create(
                        StateBytes.request(
                                "Sessions",
                                "s",
                                LongSerializer.INSTANCE,
                                128,
                                groups,
                                new ExecutionConfig(),
                                List.of(restored)));
    }

    private static void at(KeyedStateBackend<Long> backend, long key) {
        backend.setCurrentKey(key, Long.hashCode(key));
    }

    private static StateTtlConfig.Builder ttl() {
        return StateTtlConfig.newBuilder(Duration.ofMillis(TTL));
    }

    private static <D extends StateDescriptor<?, ?>> D with(D descriptor, StateTtlConfig config) {
        descriptor.enableTimeToLive(config);
        return descriptor;
    }

    private static ValueStateDescriptor<String> value(StateTtlConfig config) {
        return with(new ValueStateDescriptor<>("v", StringSerializer.INSTANCE), config);
    }

    private static ListStateDescriptor<String> list(StateTtlConfig config) {
        return with(new ListStateDescriptor<>("l", StringSerializer.INSTANCE), config);
    }

    private static MapStateDescriptor<String, Long> map(StateTtlConfig config) {
        return with(
                new MapStateDescriptor<>("m", StringSerializer.INSTANCE, LongSerializer.INSTANCE),
                config);
    }

    private static ReducingStateDescriptor<Long> reducing(StateTtlConfig config) {
        return with(new ReducingStateDescriptor<>("r", Long::sum, LongSerializer.INSTANCE), config);
    }

    /** Joins the words it is given; shows them in brackets. */
    private static final class Joined implements AggregateFunction<String, String, String> {
        private static final long serialVersionUID = 1L;

        @Override
        public String createAccumulator() {
            return "";
        }

        @Override
        public String add(String value, String accumulator) {
            return accumulator + value;
        }

        @Override
        public String getResult(String accumulator) {
            return "<" + accumulator + ">";
        }

        @Override
        public String merge(String a, String b) {
            return a + b;
        }
    }

    private static AggregatingStateDescriptor<String, String, String> aggregating(
            StateTtlConfig config) {
        return with(
                new AggregatingStateDescriptor<>("a", new Joined(), StringSerializer.INSTANCE),
                config);
    }

    private static <K, V> Map<K, V> content(MapState<K, V> state) throws Exception {
        Map<K, V> content = new TreeMap<>();
        for (Map.Entry<K, V> entry : state.entries()) {
            content.put(entry.getKey(), entry.getValue());
        }
        return content;
    }

    // ------------------------------------------------------------------ when and what

    @Test
    @DisplayName("ST-22, ST-23: a value has expired when its last write plus the time is now")
    void aValueExpiresToTheMillisecond() throws Exception {
        KeyedStateBackend<Long> backend = backend();
        ValueState<String> state = backend.state(value(ttl().build()));
        at(backend, 1);
        assertThat(state.value()).isNull();
        state.update("x");
        now += TTL - 1;
        assertThat(state.value()).isEqualTo("x"); // a read does not make it younger
        assertThat(backend.entries("v")).isEqualTo(1);
        now += 1;
        assertThat(state.value()).isNull();
        assertThat(backend.entries("v")).isZero();
        state.update("y");
        now += TTL / 2;
        state.update("z");
        now += TTL - 1;
        assertThat(state.value()).isEqualTo("z");
        state.update(null);
        assertThat(backend.entries("v")).isZero();
    }

    @Test
    @DisplayName("ST-21: with OnReadAndWrite a read makes an entry younger, in every kind")
    void readsRenewIfAsked() throws Exception {
        StateTtlConfig config = ttl().updateTtlOnReadAndWrite().build();
        KeyedStateBackend<Long> backend = backend();
        ValueState<String> value = backend.state(value(config));
        ListState<String> list = backend.state(list(config));
        MapState<String, Long> map = backend.state(map(config));
        ReducingState<Long> reducing = backend.state(reducing(config));
        AggregatingState<String, String> aggregating = backend.state(aggregating(config));
        at(backend, 1);
        value.update("x");
        list.add("x");
        map.put("read", 1L);
        map.put("contained", 1L);
        map.put("left alone", 1L);
        reducing.add(3L);
        aggregating.add("x");
        for (int i = 0; i < 3; i++) {
            now += TTL - 1;
            assertThat(value.value()).isEqualTo("x");
            assertThat(list.get()).containsExactly("x");
            assertThat(map.get("read")).isEqualTo(1);
            assertThat(map.contains("contained")).isTrue();
            assertThat(reducing.get()).isEqualTo(3);
            assertThat(aggregating.get()).isEqualTo("<x>");
        }
        assertThat(map.get("left alone")).isNull();
        assertThat(content(map)).containsOnlyKeys("read", "contained");
        now += TTL - 1;
        assertThat(content(map)).hasSize(2); // a walk is a read
        now += TTL - 1;
        assertThat(content(map)).hasSize(2);
    }

    @Test
    @DisplayName("ST-21: what has expired is shown if asked, but once")
    void expiredIsShownOnceIfAsked() throws Exception {
        StateTtlConfig config = ttl().returnExpiredIfNotCleanedUp().build();
        KeyedStateBackend<Long> backend = backend();
        ValueState<String> value = backend.state(value(config));
        ListState<String> list = backend.state(list(config));
        MapState<String, Long> map = backend.state(map(config));
        ReducingState<Long> reducing = backend.state(reducing(config));
        AggregatingState<String, String> aggregating = backend.state(aggregating(config));
        at(backend, 1);
        value.update("x");
        list.add("x");
        map.putAll(Map.of("a", 1L, "b", 2L));
        reducing.add(3L);
        aggregating.add("x");
        now += TTL;
        map.put("c", 3L);
        assertThat(value.value()).isEqualTo("x");
        assertThat(list.get()).containsExactly("x");
        assertThat(map.get("a")).isEqualTo(1);
        assertThat(content(map)).containsOnlyKeys("b", "c");
        assertThat(reducing.get()).isEqualTo(3);
        assertThat(aggregating.get()).isEqualTo("<x>");

        assertThat(value.value()).isNull();
        assertThat(list.get()).isEmpty();
        assertThat(content(map)).containsOnlyKeys("c");
        assertThat(reducing.get()).isNull();
        assertThat(aggregating.get()).isNull();
    }

    @Test
    @DisplayName("ST-22: elements of a list expire each by itself")
    void elementsExpireEachByItself() throws Exception {
        KeyedStateBackend<Long> backend = backend();
        ListState<String> state = backend.state(list(ttl().build()));
        at(backend, 1);
        state.add("a");
        now += 60;
        state.addAll(List.of("b", "c"));
        now += 60;
        assertThat(state.get()).containsExactly("b", "c");
        state.add("d");
        now += 60;
        assertThat(state.get()).containsExactly("d");
        now += 60;
        assertThat(state.get()).isEmpty();
        assertThat(backend.entries("l")).isZero();
        assertThatThrownBy(() -> state.add(null))
                .isInstanceOf(NullPointerException.class)
                .hasMessageContaining("list state 'l'");
        state.update(List.of("x"));
        state.update(List.of());
        assertThat(backend.entries("l")).isZero();
    }

    @Test
    @DisplayName("ST-22: entries of a map expire each by itself, and its views stay live")
    void entriesExpireEachByItself() throws Exception {
        KeyedStateBackend<Long> backend = backend();
        MapState<String, Long> state = backend.state(map(ttl().build()));
        at(backend, 1);
        state.put("a", 1L);
        now += 60;
        state.putAll(Map.of("b", 2L, "c", 3L));
        now += 60;
        assertThat(state.get("a")).isNull();
        assertThat(state.contains("b")).isTrue();
        assertThat(state.keys()).containsExactlyInAnyOrder("b", "c");
        assertThat(state.values()).containsExactlyInAnyOrder(2L, 3L);
        for (Map.Entry<String, Long> entry : state.entries()) {
            if (entry.getKey().equals("b")) {
                entry.setValue(20L); // begins a new life
            }
        }
        now += 60;
        assertThat(content(state)).containsExactly(Map.entry("b", 20L));
        Iterator<String> keys = state.keys().iterator();
        keys.next();
        keys.remove();
        assertThat(backend.entries("m")).isZero();
        state.put("d", 4L);
        now += TTL;
        assertThat(state.isEmpty()).as("ST-26: it does not look at times").isFalse();
        assertThat(state.entries()).isEmpty();
        assertThat(state.isEmpty()).isTrue();
        assertThat(backend.entries("m")).isZero();
    }

    @Test
    void whatIsFoldedBeginsAnewAfterItHasExpired() throws Exception {
        KeyedStateBackend<Long> backend = backend();
        ReducingState<Long> reducing = backend.state(reducing(ttl().build()));
        AggregatingState<String, String> aggregating = backend.state(aggregating(ttl().build()));
        at(backend, 1);
        reducing.add(1L);
        aggregating.add("a");
        now += TTL - 1;
        reducing.add(2L);
        aggregating.add("b");
        now += TTL - 1;
        assertThat(reducing.get()).isEqualTo(3);
        assertThat(aggregating.get()).isEqualTo("<ab>");
        now += 1;
        reducing.add(10L);
        aggregating.add("c");
        assertThat(reducing.get()).isEqualTo(10);
        assertThat(aggregating.get()).isEqualTo("<c>");
        now += TTL;
        assertThat(reducing.get()).isNull();
        assertThat(aggregating.get()).isNull();
        assertThat(backend.entries("r") + backend.entries("a")).isZero();
        reducing.add(1L);
        reducing.add(null);
        assertThat(reducing.get()).isNull();
    }

    @Test
    @DisplayName("What is folded lives as long as its younger part when the clock was set back")
    void whatIsFoldedAfterTheClockWasSetBackLivesOn() throws Exception {
        KeyedStateBackend<Long> backend = backend();
        ReducingState<Long> reducing = backend.state(reducing(ttl().build()));
        AggregatingState<String, String> aggregating = backend.state(aggregating(ttl().build()));
        at(backend, 1);
        reducing.add(1L);
        aggregating.add("a");
        now -= 60;
        reducing.add(2L);
        aggregating.add("b");

        now += 60 + TTL - 1;
        assertThat(reducing.get()).isEqualTo(3L);
        assertThat(aggregating.get()).isEqualTo("<ab>");
        now++;
        assertThat(reducing.get()).isNull();
        assertThat(aggregating.get()).isNull();
    }

    @Test
    @DisplayName("What a read would still be given is folded on")
    void whatIsStillShownIsFoldedOn() throws Exception {
        StateTtlConfig config =
                ttl().returnExpiredIfNotCleanedUp().disableCleanupInBackground().build();
        KeyedStateBackend<Long> backend = backend();
        ReducingState<Long> reducing = backend.state(reducing(config));
        AggregatingState<String, String> aggregating = backend.state(aggregating(config));
        at(backend, 1);
        reducing.add(1L);
        aggregating.add("a");

        now += 2 * TTL;
        reducing.add(2L);
        aggregating.add("b");

        assertThat(reducing.get()).isEqualTo(3);
        assertThat(aggregating.get()).isEqualTo("<ab>");

        now += TTL - 1;
        assertThat(reducing.get()).as("in its new life").isEqualTo(3);

        now += 1;
        assertThat(reducing.get()).as("for the last time").isEqualTo(3);
        assertThat(reducing.get()).isNull();
    }

    @Test
    @DisplayName("ST-23, ST-26: the longest time never ends; a clock that is set back lets live on")
    void theLongestTimeNeverEnds() throws Exception {
        KeyedStateBackend<Long> backend = backend();
        ValueState<String> state =
                backend.state(
                        value(
                                StateTtlConfig.newBuilder(Duration.ofMillis(Long.MAX_VALUE))
                                        .build()));
        at(backend, 1);
        state.update("x");
        now = Long.MAX_VALUE - 1;
        assertThat(state.value()).isEqualTo("x");

        now = 1_000;
        ReducingState<Long> reducing = backend.state(reducing(ttl().build()));
        reducing.add(1L);
        now -= 500;
        assertThat(reducing.get()).isEqualTo(1);
        now += 500 + TTL - 1;
        assertThat(reducing.get()).isEqualTo(1);
    }

    // ------------------------------------------------------------------ cleaned for real

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @DisplayName("S13: expired lists and maps leave no shell of a key behind")
    void s13(boolean perRecord) throws Exception {
        StateTtlConfig config = ttl().cleanupIncrementally(10, perRecord).build();
        KeyedStateBackend<Long> backend = backend();
        ListState<String> list = backend.state(list(config));
        MapState<String, Long> map = backend.state(map(config));
        for (long key = 0; key < 10_000; key++) {
            at(backend, key);
            list.add("x");
            map.put("x", key);
        }
        assertThat(backend.entries("l")).isEqualTo(10_000);
        now += 500;
        for (int i = 0; i < 5_000; i++) {
            at(backend, -1);
            list.add("y");
            map.put("y", 1L);
        }
        assertThat(backend.entries("l")).isEqualTo(1);
        assertThat(backend.entries("m")).isEqualTo(1);
        for (StateDescriptor<?, ?> descriptor : List.of(list(config), map(config))) {
            List<Long> visited = new ArrayList<>();
            backend.forEachKey(cast(descriptor), (key, state) -> visited.add(key));
            assertThat(visited).containsExactly(-1L);
        }
    }

    @SuppressWarnings("unchecked") // a descriptor of some state
    private static StateDescriptor<io.millrace.api.common.state.State, ?> cast(
            StateDescriptor<?, ?> descriptor) {
        return (StateDescriptor<io.millrace.api.common.state.State, ?>) descriptor;
    }

    @Test
    @DisplayName(
            "ST-24: without clean-up in the background, who is not met stays, but is not shown")
    void withoutCleanUpWhoIsNotMetStays() throws Exception {
        StateTtlConfig config = ttl().disableCleanupInBackground().build();
        KeyedStateBackend<Long> backend = backend();
        ValueState<String> state = backend.state(value(config));
        for (long key = 0; key < 100; key++) {
            at(backend, key);
            state.update("x");
        }
        now += TTL;
        at(backend, 1_000);
        for (int i = 0; i < 1_000; i++) {
            state.update("y");
        }
        assertThat(backend.entries("v")).isEqualTo(101);
        List<Long> visited = new ArrayList<>();
        backend.forEachKey(value(config), (key, each) -> visited.add(key));
        assertThat(visited).containsExactly(1_000L);
        assertThat(backend.entries("v")).isEqualTo(1); // they were met by the walk
    }

    @Test
    @DisplayName("ST-24: by default five entries of other keys are looked at per access")
    void byDefaultAFewEntriesAreLookedAt() throws Exception {
        KeyedStateBackend<Long> backend = backend();
        ValueState<String> state = backend.state(value(ttl().build()));
        for (long key = 0; key < 50; key++) {
            at(backend, key);
            state.update("x");
        }
        now += TTL;
        at(backend, 1_000);
        state.update("y");
        long after = backend.entries("v");
        assertThat(after).isBetween(46L, 51L);
        for (int i = 0; i < 100; i++) {
            state.value();
        }
        assertThat(backend.entries("v")).isEqualTo(1);
    }

    @Test
    @DisplayName(
            "Parts of lists and maps are removed without disturbing anybody who walks over them")
    void aSweepLeavesTheCurrentKeyAlone() throws Exception {
        StateTtlConfig config = ttl().cleanupIncrementally(1_000, true).build();
        KeyedStateBackend<Long> backend = backend();
        MapState<String, Long> map = backend.state(map(config));
        at(backend, 1);
        map.put("a", 1L);
        map.put("b", 2L);
        int seen = 0;
        for (Map.Entry<String, Long> entry : map.entries()) {
            now += TTL; // from now on both have expired
            map.get("something else");
            assertThat(entry.getValue()).isPositive();
            seen++;
        }
        assertThat(seen).isEqualTo(2);
        at(backend, 2);
        map.put("c", 3L);
        assertThat(backend.entries("m")).isEqualTo(1);
    }

    @Test
    @DisplayName("S17: what a sweep leaves of a list is still the running snapshot's, too")
    void whatASweepLeavesIsCopiedBeforeItIsChanged() throws Exception {
        ListStateDescriptor<long[]> descriptor =
                with(
                        new ListStateDescriptor<>("l", LongPrimitiveArraySerializer.INSTANCE),
                        ttl().cleanupIncrementally(1_000, false).build());
        KeyedStateBackend<Long> backend = backend();
        ListState<long[]> state = backend.state(descriptor);
        at(backend, 1);
        state.add(new long[] {1});
        now += TTL - 1;
        state.add(new long[] {2});
        FrozenState frozen = backend.freeze(1);
        now += 1; // the first has expired
        at(backend, 2);
        state.add(new long[] {3}); // looks at key 1
        at(backend, 1);
        state.get().iterator().next()[0] = 99;

        KeyedStateBackend<Long> restored = backend(StateBytes.restorable(frozen));
        ListState<long[]> then = restored.state(descriptor);
        at(restored, 1);
        assertThat(then.get()).containsExactly(new long[] {2});
    }

    @Test
    @DisplayName("A model and the state agree, with sweeps, snapshots and restores in between")
    void aModelAgrees() throws Exception {
        for (long seed = 0; seed < 20; seed++) {
            Random random = new Random(seed);
            StateTtlConfig config =
                    ttl().cleanupIncrementally(1 + random.nextInt(8), random.nextBoolean())
                            .cleanupFullSnapshot()
                            .build();
            KeyedStateBackend<Long> backend = backend();
            Map<Long, Map<String, long[]>> model = new HashMap<>(); // value, last write
            MapState<String, Long> state = backend.state(map(config));
            for (int step = 0; step < 3_000; step++) {
                now += random.nextInt(3);
                long key = random.nextInt(40);
                String field = "f" + random.nextInt(4);
                at(backend, key);
                Map<String, long[]> fields = model.computeIfAbsent(key, k -> new HashMap<>());
                fields.values().removeIf(each -> each[1] + TTL <= now);
                switch (random.nextInt(6)) {
                    case 0, 1 -> {
                        state.put(field, (long) step);
                        fields.put(field, new long[] {step, now});
                    }
                    case 2 -> {
                        state.remove(field);
                        fields.remove(field);
                    }
                    case 3 -> {
                        long[] expected = fields.get(field);
                        assertThat(state.get(field))
                                .isEqualTo(expected == null ? null : (Long) expected[0]);
                    }
                    case 4 -> {
                        Map<String, Long> expected = new TreeMap<>();
                        fields.forEach((name, each) -> expected.put(name, each[0]));
                        assertThat(content(state)).as("seed %s", seed).isEqualTo(expected);
                    }
                    default -> {
                        if (random.nextInt(100) == 0) {
                            backend = backend(StateBytes.restorable(backend.freeze(step)));
                            state = backend.state(map(config));
                        }
                    }
                }
            }
        }
    }

    // ------------------------------------------------------------------ snapshots

    @Test
    @DisplayName("ST-24: cleanupFullSnapshot leaves out what has expired, else it is written")
    void aSnapshotLeavesOutWhatHasExpiredIfAsked() throws Exception {
        for (boolean leavesOut : List.of(true, false)) {
            StateTtlConfig.Builder builder = ttl().disableCleanupInBackground();
            StateTtlConfig config = (leavesOut ? builder.cleanupFullSnapshot() : builder).build();
            KeyedStateBackend<Long> backend = backend();
            ValueState<String> value = backend.state(value(config));
            ListState<String> list = backend.state(list(config));
            at(backend, 1);
            value.update("old");
            list.add("old");
            at(backend, 2);
            list.add("old");
            now += TTL;
            value.update("new");
            list.add("new");
            KeyedStateBackend<Long> next = backend(StateBytes.restorable(backend.freeze(1)));
            assertThat(next.entries("v")).isEqualTo(leavesOut ? 1 : 2);
            assertThat(next.entries("l")).isEqualTo(leavesOut ? 1 : 2);
            ListState<String> restored = next.state(list(config));
            at(next, 2);
            assertThat(restored.get()).containsExactly("new");
            at(backend, 1);
            assertThat(backend.entries("v")).as("the state itself is as it was").isEqualTo(2);
        }
    }

    @Test
    @DisplayName("ST-25: times survive a restore; their length is the program's of now")
    void timesSurviveARestore() throws Exception {
        KeyedStateBackend<Long> backend = backend();
        ValueState<String> state = backend.state(value(ttl().build()));
        at(backend, 1);
        state.update("x");
        now += 60;
        RestoredState snapshot = StateBytes.restorable(backend.freeze(1));
        KeyedStateBackend<Long> same = backend(snapshot);
        at(same, 1);
        ValueState<String> again = same.state(value(ttl().build()));
        now += 39;
        assertThat(again.value()).isEqualTo("x");
        now += 1;
        assertThat(again.value()).isNull();

        KeyedStateBackend<Long> longer = backend(snapshot);
        at(longer, 1);
        assertThat(
                        longer.state(
                                        value(
                                                StateTtlConfig.newBuilder(Duration.ofSeconds(9))
                                                        .build()))
                                .value())
                .isEqualTo("x");
    }

    @Test
    @DisplayName("ST-25: a time to live may be switched on for existing state, which is then fresh")
    void switchedOn() throws Exception {
        KeyedStateBackend<Long> before = backend();
        at(before, 1);
        before.state(value(StateTtlConfig.DISABLED)).update("x");
        before.state(list(StateTtlConfig.DISABLED)).add("x");
        before.state(map(StateTtlConfig.DISABLED)).put("x", 1L);
        before.state(map(StateTtlConfig.DISABLED)).put("null", null);
        before.state(reducing(StateTtlConfig.DISABLED)).add(1L);
        before.state(aggregating(StateTtlConfig.DISABLED)).add("x");
        now += 10_000;
        KeyedStateBackend<Long> backend = backend(StateBytes.restorable(before.freeze(1)));
        at(backend, 1);
        StateTtlConfig config = ttl().build();
        ValueState<String> value = backend.state(value(config));
        ListState<String> list = backend.state(list(config));
        MapState<String, Long> map = backend.state(map(config));
        ReducingState<Long> reducing = backend.state(reducing(config));
        AggregatingState<String, String> aggregating = backend.state(aggregating(config));
        now += TTL - 1;
        assertThat(value.value()).isEqualTo("x");
        assertThat(list.get()).containsExactly("x");
        assertThat(map.get("x")).isEqualTo(1);
        assertThat(map.contains("null")).isTrue();
        assertThat(map.get("null")).isNull();
        assertThat(reducing.get()).isEqualTo(1);
        assertThat(aggregating.get()).isEqualTo("<x>");
        now += 1;
        assertThat(value.value()).isNull();
        assertThat(list.get()).isEmpty();
        assertThat(map.get("x")).isNull();
        assertThat(map.contains("null")).as("a null value expires like any other").isFalse();
        assertThat(reducing.get()).isNull();
        assertThat(aggregating.get()).isNull();
    }

    @Test
    @DisplayName(
            "ST-25: one subtask has asked for the state since it was switched on, another has not")
    void switchedOnForSomeSubtasks() throws Exception {
        KeyedStateBackend<Long> before = backend();
        for (long key = 0; key < 20; key++) {
            at(before, key);
            before.state(value(StateTtlConfig.DISABLED)).update("x" + key);
        }
        FrozenState frozen = before.freeze(1);
        RestoredState all = StateBytes.restorable(frozen);
        KeyedStateBackend<Long> asks = backend(new KeyGroupRange(0, 63), all);
        KeyedStateBackend<Long> never = backend(new KeyGroupRange(64, 127), all);
        asks.state(value(ttl().build()));
        RestoredState one = StateBytes.restorable(asks.freeze(2));
        RestoredState other = StateBytes.restorable(never.freeze(2));

        for (RestoredState[] parts : new RestoredState[][] {{one, other}, {other, one}}) {
            KeyedStateBackend<Long> together = backend(parts);
            ValueState<String> state = together.state(value(ttl().build()));
            for (long key = 0; key < 20; key++) {
                at(together, key);
                assertThat(state.value()).isEqualTo("x" + key);
            }
        }
    }

    @Test
    @DisplayName("ST-25: and switched off again")
    void switchedOff() throws Exception {
        StateTtlConfig config = ttl().disableCleanupInBackground().build();
        KeyedStateBackend<Long> before = backend();
        at(before, 1);
        before.state(value(config)).update("x");
        before.state(list(config)).add("x");
        before.state(map(config)).putAll(mapWithNull());
        before.state(reducing(config)).add(1L);
        before.state(aggregating(config)).add("x");
        KeyedStateBackend<Long> backend = backend(StateBytes.restorable(before.freeze(1)));
        now += 10 * TTL;
        at(backend, 1);
        assertThat(backend.state(value(StateTtlConfig.DISABLED)).value()).isEqualTo("x");
        assertThat(backend.state(list(StateTtlConfig.DISABLED)).get()).containsExactly("x");
        MapState<String, Long> map = backend.state(map(StateTtlConfig.DISABLED));
        assertThat(map.get("x")).isEqualTo(1);
        assertThat(map.contains("null")).isTrue();
        assertThat(backend.state(reducing(StateTtlConfig.DISABLED)).get()).isEqualTo(1);
        assertThat(backend.state(aggregating(StateTtlConfig.DISABLED)).get()).isEqualTo("<x>");
    }

    /** A class whose shape is in the checkpoint. */
    public static final class Visit {
        public long n;
        public String who;

        public Visit() {}

        Visit(long n, String who) {
            this.n = n;
            this.who = who;
        }
    }

    private static ValueStateDescriptor<Visit> visit(StateTtlConfig config) {
        return with(new ValueStateDescriptor<>("visit", Types.POJO(Visit.class)), config);
    }

    @Test
    @DisplayName("ST-25: the same with classes that are restored field by field")
    void switchedOnAndOffWithAClass() throws Exception {
        KeyedStateBackend<Long> backend = backend();
        at(backend, 1);
        backend.state(visit(StateTtlConfig.DISABLED)).update(new Visit(7, "anna"));
        for (boolean expires : List.of(true, true, false, false, true)) {
            backend = backend(StateBytes.restorable(backend.freeze(1)));
            at(backend, 1);
            ValueState<Visit> state =
                    backend.state(visit(expires ? ttl().build() : StateTtlConfig.DISABLED));
            assertThat(state.value().n).isEqualTo(7);
            assertThat(state.value().who).isEqualTo("anna");
        }
        FrozenState frozen = backend.freeze(2);
        backend.state(visit(ttl().build())).value().n = 8; // in place, as on the heap one can
        backend = backend(StateBytes.restorable(frozen));
        at(backend, 1);
        assertThat(backend.state(visit(ttl().build())).value().n).isEqualTo(7);
    }

    private static Map<String, Long> mapWithNull() {
        Map<String, Long> map = new HashMap<>();
        map.put("x", 1L);
        map.put("null", null);
        return map;
    }

    @Test
    void anotherTypeIsStillRefused() throws Exception {
        KeyedStateBackend<Long> before = backend();
        at(before, 1);
        before.state(value(ttl().build())).update("x");
        KeyedStateBackend<Long> backend = backend(StateBytes.restorable(before.freeze(1)));
        assertThatThrownBy(
                        () ->
                                backend.state(
                                        with(
                                                new ValueStateDescriptor<>(
                                                        "v", LongSerializer.INSTANCE),
                                                ttl().build())))
                .hasMessageContaining("'v'")
                .hasMessageContaining("String with times")
                .hasMessageContaining("Long with times");
        assertThatThrownBy(
                        () -> {
                            before.state(value(StateTtlConfig.DISABLED));
                        })
                .hasMessageContaining("registered already");
    }

    // ------------------------------------------------------------------ in namespaces

    @Test
    @DisplayName("State of windows expires, and windows that become one keep what is alive")
    void inNamespaces() throws Exception {
        KeyedStateBackend<Long> backend = backend();
        NamespacedState<String, ReducingState<Long>> reducing =
                backend.state(StringSerializer.INSTANCE, reducing(ttl().build()));
        NamespacedState<String, ListState<String>> list =
                backend.state(StringSerializer.INSTANCE, list(ttl().build()));
        at(backend, 1);
        reducing.in("a").add(1L);
        list.in("a").add("a");
        now += 60;
        reducing.in("b").add(2L);
        list.in("b").add("b");
        now += 60;
        reducing.merge("c", List.of("a", "b"));
        list.merge("c", List.of("a", "b"));
        assertThat(reducing.in("c").get()).isEqualTo(2);
        assertThat(list.in("c").get()).containsExactly("b");
        assertThat(reducing.in("a").get()).isNull();
        now += TTL;
        at(backend, 2);
        for (int i = 0; i < 10; i++) {
            reducing.in("z").add(1L);
        }
        assertThat(backend.entries("r")).isEqualTo(1);
    }
}
