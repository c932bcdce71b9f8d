// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.common.ExecutionConfig;
import io.millrace.api.common.state.BroadcastState;
import io.millrace.api.common.state.ListState;
import io.millrace.api.common.state.ListStateDescriptor;
import io.millrace.api.common.state.MapStateDescriptor;
import io.millrace.api.common.state.StateTtlConfig;
import io.millrace.api.common.typeutils.base.LongSerializer;
import io.millrace.api.common.typeutils.base.StringSerializer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class HeapOperatorStateBackendTest {

    private static final ListStateDescriptor<Long> LIST =
            new ListStateDescriptor<>("l", LongSerializer.INSTANCE);
    private static final ListStateDescriptor<String> UNION =
            new ListStateDescriptor<>("u", StringSerializer.INSTANCE);
    private static final MapStateDescriptor<String, Long> RULES =
            new MapStateDescriptor<>("b", StringSerializer.INSTANCE, LongSerializer.INSTANCE);

    private static HeapOperatorStateBackend backend(List<RestoredShare> restored) throws Exception {
        return new HeapOperatorStateBackend(
                "Read files", "src", new ExecutionConfig(), restored, 0, 1);
    }

    private static HeapOperatorStateBackend backend(
            List<List<RestoredState>> old, int subtask, int parallelism) throws Exception {
        return new HeapOperatorStateBackend(
                "Read files",
                "src",
                new ExecutionConfig(),
                OperatorStateRedistribution.shares(old, subtask, parallelism),
                subtask,
                parallelism);
    }

    private static List<RestoredState> filled(int subtask) throws Exception {
        HeapOperatorStateBackend backend = backend(List.of());
        ListState<Long> list = backend.getListState(LIST);
        ListState<String> union = backend.getUnionListState(UNION);
        BroadcastState<String, Long> rules = backend.getBroadcastState(RULES);
        for (long i = 0; i < 30_000; i++) {
            list.add(subtask * 30_000L + i);
        }
        union.add("of " + subtask);
        rules.put("r1", 42L);
        rules.put("none", null);
        FrozenState frozen = backend.freeze(1);
        // Changes after the freeze do not show.
        list.clear();
        union.add("later");
        rules.put("r2", 1L);
        return List.of(StateBytes.restorable(frozen));
    }

    @Test
    void allModesComeBackAtTheSameParallelism() throws Exception {
        List<List<RestoredState>> old = List.of(filled(0), filled(1));
        HeapOperatorStateBackend second = backend(OperatorStateRedistribution.shares(old, 1, 2));
        assertThat(second.getListState(LIST).get()).hasSize(30_000).startsWith(30_000L, 30_001L);
        assertThat(second.getUnionListState(UNION).get()).containsExactly("of 0", "of 1");
        BroadcastState<String, Long> rules = second.getBroadcastState(RULES);
        assertThat(rules.get("r1")).isEqualTo(42L);
        assertThat(rules.contains("none")).isTrue();
        assertThat(rules.contains("r2")).isFalse();
        assertThat(second.getRegisteredStateNames()).containsExactly("l", "u");
        assertThat(second.getRegisteredBroadcastStateNames()).containsExactly("b");
    }

    @Test
    void listsAreCutAtTheRightElementsWhenTheParallelismChanges() throws Exception {
        List<List<RestoredState>> old = List.of(filled(0), filled(1));
        List<Long> all = new ArrayList<>();
        for (int subtask = 0; subtask < 7; subtask++) {
            HeapOperatorStateBackend backend =
                    backend(OperatorStateRedistribution.shares(old, subtask, 7));
            List<Long> dealt = new ArrayList<>();
            backend.getListState(LIST).get().forEach(dealt::add);
            assertThat(dealt).hasSizeBetween(60_000 / 7, 60_000 / 7 + 1);
            all.addAll(dealt);
            assertThat(backend.getUnionListState(UNION).get()).containsExactly("of 0", "of 1");
            assertThat(backend.getBroadcastState(RULES).get("r1")).isEqualTo(42L);
        }
        for (int i = 0; i < 60_000; i++) {
            if (all.get(i) != i) {
                assertThat(all.get(i)).isEqualTo(i);
            }
        }
    }

    @Test
    void whatIsNeverAskedForIsCarriedAlong() throws Exception {
        HeapOperatorStateBackend silent =
                backend(OperatorStateRedistribution.shares(List.of(filled(0)), 0, 1));
        FrozenState frozen = silent.freeze(2);
        assertThat(frozen.isEmpty()).isFalse();
        RestoredState again = StateBytes.restorable(frozen);
        HeapOperatorStateBackend last =
                backend(OperatorStateRedistribution.shares(List.of(List.of(again)), 0, 1));
        assertThat(last.getListState(LIST).get()).hasSize(30_000);
        assertThat(last.getUnionListState(UNION).get()).containsExactly("of 0");
    }

    @Test
    void bytesOfWhatTheProgramHasAskedForAreNotKept() throws Exception {
        HeapOperatorStateBackend backend = backend(List.of(filled(0), filled(1)), 0, 3);
        assertThat(backend.carriesAnything()).isTrue();
        backend.getListState(LIST);
        backend.take(UNION, true, element -> {});
        backend.getBroadcastState(RULES);
        assertThat(backend.carriesAnything()).isFalse();
    }

    @Test
    void aUnionListThatIsNeverAskedForDoesNotGrow() throws Exception {
        List<List<RestoredState>> old = List.of(filled(0), filled(1), filled(2));
        for (int parallelism : new int[] {2, 4, 4, 1, 3}) {
            List<List<RestoredState>> next = new ArrayList<>();
            for (int subtask = 0; subtask < parallelism; subtask++) {
                HeapOperatorStateBackend silent = backend(old, subtask, parallelism);
                assertThat(silent.getRegisteredStateNames()).containsExactlyInAnyOrder("l", "u");
                assertThat(silent.getRegisteredBroadcastStateNames()).containsExactly("b");
                FrozenState frozen = silent.freeze(2);
                next.add(frozen.isEmpty() ? List.of() : List.of(StateBytes.restorable(frozen)));
            }
            old = next;
        }
        HeapOperatorStateBackend last = backend(old, 1, 2);
        assertThat(last.getUnionListState(UNION).get()).containsExactly("of 0", "of 1", "of 2");
        assertThat(last.getListState(LIST).get()).hasSize(45_000).startsWith(45_000L);
        assertThat(last.getBroadcastState(RULES).get("r1")).isEqualTo(42L);
    }

    @Test
    @DisplayName("ST-13: a subtask that gets nothing of a state refuses another mode of it, too")
    void st13ASubtaskThatGetsNothingRefusesAnotherModeToo() throws Exception {
        HeapOperatorStateBackend writing = backend(List.of());
        writing.getListState(UNION).add("only one");
        List<List<RestoredState>> old = List.of(List.of(StateBytes.restorable(writing.freeze(1))));
        for (int subtask = 0; subtask < 3; subtask++) {
            HeapOperatorStateBackend restored = backend(old, subtask, 3);
            assertThat(restored.getRegisteredStateNames()).containsExactly("u");
            assertThatThrownBy(() -> restored.getUnionListState(UNION))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContainingAll(
                            "'u'", "'Read files'", "'src'", "operator-list", "union-list");
        }
    }

    @Test
    void anotherModeOrTypeUnderAKnownNameIsRefused() throws Exception {
        HeapOperatorStateBackend fresh = backend(List.of());
        ListState<Long> list = fresh.getListState(LIST);
        assertThat((Object) fresh.getListState(LIST)).isSameAs(list);
        assertThatThrownBy(() -> fresh.getUnionListState(LIST))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContainingAll("'l'", "'src'", "operator-list", "union-list");
        HeapOperatorStateBackend restored =
                backend(OperatorStateRedistribution.shares(List.of(filled(0)), 0, 1));
        assertThatThrownBy(() -> restored.getListState(UNION))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContainingAll("'u'", "restored", "operator-list", "union-list");
        assertThatThrownBy(
                        () ->
                                restored.getListState(
                                        new ListStateDescriptor<>("l", StringSerializer.INSTANCE)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContainingAll("Long", "String");
    }

    @Test
    void nullElementsAreRefusedAndMutableOnesAreCopiedAtTheFreeze() throws Exception {
        HeapOperatorStateBackend backend = backend(List.of());
        ListStateDescriptor<Sum> descriptor =
                new ListStateDescriptor<>("sums", new Sum.Serializer());
        ListState<Sum> sums = backend.getListState(descriptor);
        Sum sum = new Sum(1, 10);
        sums.add(sum);
        assertThatThrownBy(() -> sums.add(null))
                .isInstanceOf(NullPointerException.class)
                .hasMessageContaining("list state 'sums'");
        assertThatThrownBy(() -> sums.addAll(Arrays.asList(sum, null)))
                .isInstanceOf(NullPointerException.class);
        assertThat(sums.get()).hasSize(1);
        FrozenState frozen = backend.freeze(1);
        sum.add(5);
        HeapOperatorStateBackend restored =
                backend(
                        OperatorStateRedistribution.shares(
                                List.of(List.of(StateBytes.restorable(frozen))), 0, 1));
        assertThat(restored.getListState(descriptor).get()).containsExactly(new Sum(1, 10));
        sums.update(List.of());
        assertThat(sums.get()).isEmpty();
        assertThat(backend.freeze(2).isEmpty()).isTrue();
    }

    @Test
    void onlyKeyedStateCanHaveATimeToLive() throws Exception {
        StateTtlConfig ttl = StateTtlConfig.newBuilder(Duration.ofHours(1)).build();
        ListStateDescriptor<Long> list =
                new ListStateDescriptor<>("short-lived", LongSerializer.INSTANCE);
        list.enableTimeToLive(ttl);
        MapStateDescriptor<String, Long> rules =
                new MapStateDescriptor<>("r", StringSerializer.INSTANCE, LongSerializer.INSTANCE);
        rules.enableTimeToLive(ttl);
        HeapOperatorStateBackend backend = backend(List.of());

        assertThatThrownBy(() -> backend.getListState(list))
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessageContaining("'short-lived'")
                .hasMessageContaining("Read files");
        assertThatThrownBy(() -> backend.getUnionListState(list))
                .isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> backend.getBroadcastState(rules))
                .isInstanceOf(UnsupportedOperationException.class);
    }
}
