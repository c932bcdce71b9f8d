// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state.heap;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.runtime.state.VoidNamespace;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HeapTimerQueueTest {

    private static final VoidNamespace VOID = VoidNamespace.INSTANCE;

    private record Timer(long timestamp, long key) implements Comparable<Timer> {
        @Override
        public int compareTo(Timer other) {
            int byTime = Long.compare(timestamp, other.timestamp);
            return byTime != 0 ? byTime : Long.compare(key, other.key);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void equalsASortedSetAndItsFrozenImagesStayAsTheyWere(long seed) {
        Random random = new Random(seed);
        HeapTimerQueue<Long, VoidNamespace> queue = new HeapTimerQueue<>(null);
        TreeSet<Timer> model = new TreeSet<>();
        List<TableImage> images = new ArrayList<>();
        List<Set<Timer>> expected = new ArrayList<>();
        for (int i = 0; i < 40_000; i++) {
            Long key = (long) random.nextInt(50);
            long timestamp = random.nextInt(400) - 200L;
            int dice = random.nextInt(100);
            if (dice < (i < 20_000 ? 55 : 30)) {
                assertThat(queue.add(key, key.hashCode(), VOID, timestamp))
                        .isEqualTo(model.add(new Timer(timestamp, key)));
            } else if (dice < 75) {
                assertThat(queue.remove(key, key.hashCode(), VOID, timestamp))
                        .isEqualTo(model.remove(new Timer(timestamp, key)));
            } else if (!model.isEmpty()) {
                long first = model.first().timestamp;
                assertThat(queue.firstTimestamp()).isEqualTo(first);
                Long polled = queue.pollFirst().key();
                assertThat(model.remove(new Timer(first, polled))).isTrue();
            }
            assertThat(queue.size()).isEqualTo(model.size());
            assertThat(queue.isEmpty()).isEqualTo(model.isEmpty());
            if (random.nextInt(5000) == 0) {
                images.add(queue.table.freeze(new SnapshotLease()));
                expected.add(new HashSet<>(model));
            }
        }
        for (int i = 0; i < images.size(); i++) {
            Set<Timer> found = new HashSet<>();
            images.get(i)
                    .forEach(
                            (page, slot) -> {
                                HeapTimer<?, ?> timer =
                                        (HeapTimer<?, ?>) ((ObjectKeyPage) page).keys[slot];
                                found.add(new Timer(timer.timestamp(), (Long) timer.key()));
                            });
            assertThat(found).isEqualTo(expected.get(i));
        }
    }

    @Test
    void timersAtTheEndOfTimeAreTimersToo() {
        HeapTimerQueue<String, VoidNamespace> queue = new HeapTimerQueue<>(null);
        assertThat(queue.add("a", "a".hashCode(), VOID, Long.MAX_VALUE)).isTrue();
        assertThat(queue.add("a", "a".hashCode(), VOID, Long.MAX_VALUE)).isFalse();
        assertThat(queue.add("b", "b".hashCode(), VOID, Long.MIN_VALUE)).isTrue();
        assertThat(queue.firstTimestamp()).isEqualTo(Long.MIN_VALUE);
        assertThat(queue.pollFirst().key()).isEqualTo("b");
        assertThat(queue.firstTimestamp()).isEqualTo(Long.MAX_VALUE);
        assertThat(queue.pollFirst().key()).isEqualTo("a");
        assertThat(queue.isEmpty()).isTrue();
    }
}
