// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state.heap;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.common.typeutils.base.LongSerializer;
import io.millrace.engine.state.StateLabel;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The table against a reference model, with snapshots running while it changes. */
class PagedTableTest {

    /** A key whose hash code is one and the same for all. */
    record Colliding(int number) {
        @Override
        public int hashCode() {
            return 42;
        }
    }

    /** A key with few hash codes, so that whole pages collide beside pages that do not. */
    record Clustered(int number) {
        @Override
        public int hashCode() {
            return number % 7 == 0 ? 1 : number;
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void longKeysAndLongValuesEqualTheModel(long seed) {
        run(seed, true, i -> (long) i - 1000, 3000, 60_000);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void sparseLongKeysEqualTheModel(long seed) {
        run(seed, true, i -> (long) i << 40, 3000, 60_000);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void stringKeysEqualTheModel(long seed) {
        run(seed, false, i -> "key-" + i, 3000, 60_000);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2})
    void keysThatAllHaveOneHashCodeEqualTheModel(long seed) {
        run(seed, false, Colliding::new, 1000, 5_000);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void keysOfWhichManyShareAHashCodeEqualTheModel(long seed) {
        run(seed, false, Clustered::new, 6000, 30_000);
    }

    @Test
    void anInsertNeverMovesMoreThanAPage() {
        KeyCursor<Long> cursor = new KeyCursor<>(Boxed.forKeys(LongSerializer.INSTANCE));
        PagedTable table = new PagedTable(true, PagedTable.Values.LONGS);
        long longest = 0;
        for (long i = 0; i < 1_000_000; i++) {
            cursor.set(i, Long.hashCode(i));
            long before = table.movedSlots();
            Page page = table.roomFor(cursor.mix);
            page.longs[cursor.add(page)] = i;
            longest = Math.max(longest, table.movedSlots() - before);
        }
        assertThat(longest).isPositive().isLessThanOrEqualTo(PagedTable.MAX_PAGE);
        assertThat(table.size()).isEqualTo(1_000_000);
        long wrong = 0;
        for (long i = 0; i < 1_000_000; i++) {
            cursor.set(i, Long.hashCode(i));
            Page page = table.page(cursor.mix);
            wrong += page.longs[cursor.find(page)] == i ? 0 : 1;
        }
        assertThat(wrong).isZero();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aTableThatIsClearedGivesItsMemoryBackInSmallSteps(boolean whileASnapshotRuns) {
        KeyCursor<Long> cursor = new KeyCursor<>(Boxed.forKeys(LongSerializer.INSTANCE));
        PagedTable table = new PagedTable(true, PagedTable.Values.LONGS);
        for (long i = 0; i < 200_000; i++) {
            cursor.set(i, 0);
            cursor.add(table.roomFor(cursor.mix));
        }
        assertThat(table.pages()).isGreaterThan(200);
        SnapshotLease lease = new SnapshotLease();
        TableImage image = table.freeze(lease);
        if (!whileASnapshotRuns) {
            lease.release();
        }
        long longest = 0;
        for (long i = 0; i < 200_000; i++) {
            cursor.set(i, 0);
            long before = table.movedSlots();
            Page page = table.page(cursor.mix);
            table.remove(page, cursor.find(page), cursor.mix);
            longest = Math.max(longest, table.movedSlots() - before);
        }
        assertThat(table.size()).isZero();
        assertThat(table.pages()).isEqualTo(1);
        assertThat(table.directoryLength()).isEqualTo(1);
        assertThat(table.page(0).capacity()).isEqualTo(PagedTable.MIN_PAGE);
        assertThat(longest).isLessThanOrEqualTo(2L * PagedTable.MAX_PAGE);
        if (whileASnapshotRuns) {
            long[] count = {0};
            image.forEach((page, slot) -> count[0]++);
            assertThat(count[0]).isEqualTo(200_000);
        }
    }

    @Test
    void freezingTouchesNoEntryAndCopiesPagesOnlyWhileTheSnapshotRuns() {
        KeyCursor<Long> cursor = new KeyCursor<>(Boxed.forKeys(LongSerializer.INSTANCE));
        PagedTable table = new PagedTable(true, PagedTable.Values.LONGS);
        cursor.set(5L, 0);
        Page page = table.roomFor(cursor.mix);
        cursor.add(page);

        SnapshotLease lease = new SnapshotLease();
        TableImage image = table.freeze(lease);
        assertThat(table.page(cursor.mix)).isSameAs(page);
        Page copy = table.writable(page, cursor.mix);
        assertThat(copy).isNotSameAs(page);
        assertThat(image.directory()[0]).isSameAs(page);

        table.freeze(new SnapshotLease()).forEach((p, s) -> assertThat(p).isSameAs(copy));
        lease.release();
        assertThat(table.writable(copy, cursor.mix)).isNotSameAs(copy);
    }

    @Test
    void withoutARunningSnapshotAPageIsOnlyStamped() {
        KeyCursor<Long> cursor = new KeyCursor<>(Boxed.forKeys(LongSerializer.INSTANCE));
        PagedTable table = new PagedTable(true, PagedTable.Values.LONGS);
        cursor.set(5L, 0);
        Page page = table.roomFor(cursor.mix);
        int slot = cursor.add(page);
        SnapshotLease lease = new SnapshotLease();
        table.freeze(lease);
        lease.release();
        assertThat(table.writable(page, cursor.mix)).isSameAs(page);
        assertThat(Bits.get(page.dirty, slot)).isFalse();
        assertThat(page.epoch).isEqualTo(table.epoch);
    }

    @Test
    void nothingIsLoggedWhileNothingWasEverFrozen() {
        KeyCursor<Long> cursor = new KeyCursor<>(Boxed.forKeys(LongSerializer.INSTANCE));
        PagedTable table = new PagedTable(true, PagedTable.Values.LONGS);
        for (long i = 0; i < 10_000; i++) {
            cursor.set(i, 0);
            cursor.add(table.roomFor(cursor.mix));
            Page page = table.page(cursor.mix);
            table.remove(page, cursor.find(page), cursor.mix);
        }
        assertThat(table.image().removed().size()).isZero();
    }

    /** A snapshot that runs, with what it must hold. */
    private record Running(
            SnapshotLease lease,
            TableImage image,
            Map<Object, Long> before,
            Map<Object, Long> expected,
            Set<Object> touched) {}

    private static void run(
            long seed, boolean longKeys, IntFunction<Object> keyOf, int keys, int operations) {
        Random random = new Random(seed);
        KeyCursor<Object> cursor =
                new KeyCursor<>(longKeys ? Boxed.forKeys(LongSerializer.INSTANCE) : null);
        PagedTable table = new PagedTable(longKeys, PagedTable.Values.LONGS);
        PrimitiveValue<Long> cell =
                new PrimitiveValue<>(
                        table,
                        cursor,
                        new StateLabel("v", "value", "op", "uid"),
                        null,
                        Boxed.forValues(LongSerializer.INSTANCE));
        Map<Object, Long> model = new HashMap<>();
        Map<Object, Long> atLastFreeze = new HashMap<>();
        Set<Object> touched = new HashSet<>();
        Deque<Running> running = new ArrayDeque<>();
        // Phases of growth and of shrinking, so that pages split and merge.
        for (int i = 0; i < operations; i++) {
            boolean growing = (i / (operations / 6)) % 2 == 0;
            Object key = keyOf.apply(random.nextInt(keys));
            cursor.set(key, key.hashCode());
            int dice = random.nextInt(100);
            if (dice < (growing ? 60 : 15)) {
                long value = random.nextLong();
                cell.update(value);
                model.put(key, value);
                touched.add(key);
            } else if (dice < (growing ? 70 : 85)) {
                cell.clear();
                model.remove(key);
            } else {
                assertThat(cell.value()).isEqualTo(model.get(key));
                if (random.nextBoolean()) {
                    cell.update(7L);
                    model.put(key, 7L);
                    touched.add(key);
                }
            }
            if (random.nextInt(operations / 40) == 0) {
                verifyChanges(table.image(), longKeys, atLastFreeze, model, touched);
                SnapshotLease lease = new SnapshotLease();
                Map<Object, Long> frozen = new HashMap<>(model);
                running.add(new Running(lease, table.freeze(lease), atLastFreeze, frozen, touched));
                atLastFreeze = frozen;
                touched = new HashSet<>();
            }
            // Up to three run at once, and end in any order.
            if (running.size() > 3
                    || (!running.isEmpty() && random.nextInt(operations / 40) == 0)) {
                Running ended = random.nextBoolean() ? running.pollFirst() : running.pollLast();
                assertThat(contents(ended.image, longKeys)).isEqualTo(ended.expected);
                assertThat(ended.image.size()).isEqualTo(ended.expected.size());
                verifyChanges(ended.image, longKeys, ended.before, ended.expected, ended.touched);
                ended.lease.release();
            }
        }
        for (Running last : running) {
            assertThat(contents(last.image, longKeys)).isEqualTo(last.expected);
            verifyChanges(last.image, longKeys, last.before, last.expected, last.touched);
        }
        assertThat(table.size()).isEqualTo(model.size());
        assertThat(contents(table.image(), longKeys)).isEqualTo(model);
    }

    private static Map<Object, Long> contents(TableImage image, boolean longKeys) {
        Map<Object, Long> contents = new HashMap<>();
        image.forEach(
                (page, slot) ->
                        assertThat(contents.put(key(page, slot, longKeys), page.longs[slot]))
                                .as("a key that is there twice")
                                .isNull());
        return contents;
    }

    private static void verifyChanges(
            TableImage image,
            boolean longKeys,
            Map<Object, Long> before,
            Map<Object, Long> after,
            Set<Object> touched) {
        List<Object> removed = new ArrayList<>();
        Map<Object, Long> written = new HashMap<>();
        image.forEachChange(
                (log, index) -> removed.add(longKeys ? log.longKey(index) : log.objectKey(index)),
                (page, slot) ->
                        assertThat(written.put(key(page, slot, longKeys), page.longs[slot]))
                                .isNull());
        Set<Object> gone = new HashSet<>(before.keySet());
        gone.removeAll(after.keySet());
        assertThat(removed).doesNotHaveDuplicates();
        assertThat(new HashSet<>(removed)).isEqualTo(gone);
        Map<Object, Long> expected = new HashMap<>(after);
        expected.keySet().retainAll(touched);
        assertThat(written).isEqualTo(expected);
        Map<Object, Long> replayed = new HashMap<>(before);
        replayed.keySet().removeAll(removed);
        replayed.putAll(written);
        assertThat(replayed).isEqualTo(after);
    }

    private static Object key(Page page, int slot, boolean longKeys) {
        return longKeys ? ((LongKeyPage) page).keys[slot] : ((ObjectKeyPage) page).keys[slot];
    }
}
