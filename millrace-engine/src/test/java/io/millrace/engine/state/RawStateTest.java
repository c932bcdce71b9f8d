// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.common.ExecutionConfig;
import io.millrace.api.common.state.ListStateDescriptor;
import io.millrace.api.common.typeutils.base.LongSerializer;
import io.millrace.engine.keys.KeyGroups;
import io.millrace.runtime.state.KeyGroupRangeAssignment;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class RawStateTest {

    private static final int MAX = 12;

    private static HeapOperatorStateBackend backend(
            List<List<RestoredState>> old, int subtask, int parallelism) throws Exception {
        HeapOperatorStateBackend backend =
                new HeapOperatorStateBackend(
                        "Raw",
                        "raw",
                        new ExecutionConfig(),
                        OperatorStateRedistribution.shares(old, subtask, parallelism),
                        subtask,
                        parallelism);
        backend.keepKeyGroups(KeyGroups.range(subtask, parallelism, MAX));
        return backend;
    }

    /**
     * Each subtask writes two partitions, and something for each of its key groups but the first.
     */
    private static List<List<RestoredState>> written(int parallelism) throws Exception {
        List<List<RestoredState>> all = new ArrayList<>();
        for (int subtask = 0; subtask < parallelism; subtask++) {
            HeapOperatorStateBackend backend = backend(List.of(), subtask, parallelism);
            RawState.Range own = RawState.keyGroups(subtask, parallelism, MAX);
            List<RawState.KeyGroup> groups = new ArrayList<>();
            for (int group = own.last(); group > own.first(); group--) {
                groups.add(new RawState.KeyGroup(group, bytes("g" + group)));
            }
            backend.putRaw(
                    new RawState.Content(
                            List.of(bytes(subtask + "a"), bytes(subtask + "b")), groups));
            all.add(List.of(StateBytes.restorable(backend.freeze(1))));
        }
        return all;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static List<String> partitions(RawState.Content content) {
        return content.partitions().stream()
                .map(bytes -> new String(bytes, StandardCharsets.UTF_8))
                .toList();
    }

    private static List<String> groups(RawState.Content content) {
        return content.keyGroups().stream()
                .map(group -> group.id() + new String(group.bytes(), StandardCharsets.UTF_8))
                .toList();
    }

    @Test
    @DisplayName("ST-16: at the same parallelism each subtask gets its own raw state back")
    void atTheSameParallelismEachGetsItsOwn() throws Exception {
        List<List<RestoredState>> old = written(3);
        RawState.Content second = backend(old, 1, 3).takeRaw();
        assertThat(partitions(second)).containsExactly("1a", "1b");
        assertThat(groups(second)).containsExactly("5g5", "6g6", "7g7");
    }

    @Test
    @DisplayName("ST-16: partitions are dealt as lists are, key groups go where their keys go")
    void atAnotherParallelismPartitionsAreDealtAndKeyGroupsMove() throws Exception {
        List<List<RestoredState>> old = written(3);
        for (int parallelism : new int[] {1, 2, 4, 5}) {
            List<String> partitions = new ArrayList<>();
            List<String> groups = new ArrayList<>();
            for (int subtask = 0; subtask < parallelism; subtask++) {
                RawState.Content content = backend(old, subtask, parallelism).takeRaw();
                partitions.addAll(partitions(content));
                groups.addAll(groups(content));
                for (RawState.KeyGroup group : content.keyGroups()) {
                    assertThat(KeyGroups.subtask(group.id(), parallelism, MAX)).isEqualTo(subtask);
                }
            }
            assertThat(partitions).containsExactly("0a", "0b", "1a", "1b", "2a", "2b");
            assertThat(groups)
                    .containsExactly(
                            "1g1", "2g2", "3g3", "5g5", "6g6", "7g7", "9g9", "10g10", "11g11");
        }
        assertThat(partitions(backend(old, 0, 4).takeRaw())).containsExactly("0a", "0b");
        assertThat(partitions(backend(old, 3, 4).takeRaw())).containsExactly("2b");
    }

    @Test
    @DisplayName("Raw state that nobody takes is carried on, once each, at another parallelism too")
    void whatIsNotTakenIsCarriedOn() throws Exception {
        List<List<RestoredState>> old = written(3);
        for (int parallelism : new int[] {2, 4, 3}) {
            List<List<RestoredState>> next = new ArrayList<>();
            for (int subtask = 0; subtask < parallelism; subtask++) {
                HeapOperatorStateBackend backend = backend(old, subtask, parallelism);
                assertThat(backend.getRegisteredStateNames()).isEmpty();
                next.add(List.of(StateBytes.restorable(backend.freeze(2))));
            }
            old = next;
        }
        RawState.Content all = backend(old, 0, 1).takeRaw();
        assertThat(partitions(all)).containsExactly("0a", "0b", "1a", "1b", "2a", "2b");
        assertThat(groups(all))
                .containsExactly("1g1", "2g2", "3g3", "5g5", "6g6", "7g7", "9g9", "10g10", "11g11");
    }

    @Test
    void whatWasTakenIsWrittenAgainOnlyIfItIsPutAgain() throws Exception {
        HeapOperatorStateBackend backend = backend(written(1), 0, 1);
        backend.takeRaw();
        assertThat(backend.freeze(2).isEmpty()).isTrue();
        backend.putRaw(new RawState.Content(List.of(bytes("x")), List.of()));
        assertThat(backend.freeze(3).isEmpty()).isFalse();
        assertThat(backend.freeze(4).isEmpty()).isTrue();
    }

    @Test
    void noStateOfAProgramIsCalledAsRawStateIs() throws Exception {
        HeapOperatorStateBackend backend = backend(List.of(), 0, 1);
        assertThatThrownBy(
                        () ->
                                backend.getListState(
                                        new ListStateDescriptor<>(
                                                "(raw)", LongSerializer.INSTANCE)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'(raw)'");
    }

    @Test
    void programsFindTheSameKeyGroupsAsTheEngine() {
        for (int key = -2_000; key < 2_000; key++) {
            Integer boxed = key * 77_777;
            for (int max : new int[] {1, 7, 128, 1000, 32_768}) {
                int group = KeyGroupRangeAssignment.assignToKeyGroup(boxed, max);
                assertThat(group).isEqualTo(KeyGroups.keyGroup(boxed.hashCode(), max));
            }
            int subtask = KeyGroupRangeAssignment.assignKeyToParallelOperator(boxed, 1000, 7);
            int group = KeyGroups.keyGroup(boxed.hashCode(), 1000);
            assertThat(subtask).isEqualTo(KeyGroups.subtask(group, 7, 1000));
            assertThat(
                            KeyGroupRangeAssignment.computeKeyGroupRangeForOperatorIndex(
                                    1000, 7, subtask))
                    .contains(group);
        }
    }
}
