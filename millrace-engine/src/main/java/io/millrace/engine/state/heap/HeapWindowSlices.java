// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state.heap;

import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.engine.keys.KeyGroupRange;
import io.millrace.engine.keys.KeyGroups;
import io.millrace.engine.state.NamespaceType;
import io.millrace.engine.state.StateHeader;
import io.millrace.engine.state.StateShape;
import io.millrace.engine.state.WindowPanes;
import io.millrace.engine.state.WindowPanes.Span;
import io.millrace.engine.state.WindowPanesSpec;
import io.millrace.engine.state.WindowSlices;
import io.millrace.spi.WindowGrid;
import io.millrace.spi.types.TypeDescription;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;

/**
 * A table for each slice, and over them a tree of merged tables, so that a window of thousands of
 * slices is shown by merging some dozens.
 *
 * <p><b>The tree.</b> A node of level n stands for 4^n neighbouring slices. It is merged when a
 * window that covers it is shown for the first time, and serves the windows after that, until one
 * begins within it. A record for a slice that a node has in it already (it is late for some
 * windows, but not for all) goes into the node as well. Nodes follow from slices and are in no
 * snapshot.
 *
 * <p><b>Marks.</b> All windows of a subtask are shown in order, so one number tells which have
 * been. After a restore at another parallelism key groups come from subtasks that had come further
 * or less far: each has a mark of its own until the windows have passed the last of them.
 */
final class HeapWindowSlices<K, I, A> implements WindowSlices<K, I, A> {

    /** Windows of less slices are merged from those directly. */
    private static final long WORTH_A_TREE = 16;

    /** Of the branching, as a power of two. */
    private static final int BITS = 2;

    private static final int LEVELS = 12;

    final WindowPanesSpec<I, A> spec;
    private final WindowGrid grid;
    private final int maxParallelism;
    private final KeyGroupRange keyGroups;
    private final KeyedRows<K, I, A> keyed;
    private final TreeMap<Long, PagedTable> slices = new TreeMap<>();

    /** By level, from 1 on. */
    private final List<TreeMap<Long, PagedTable>> nodes = new ArrayList<>();

    /** The last slice that is in a node. */
    private long newestInNodes = Long.MIN_VALUE;

    private long recentSlice;
    private PagedTable recent;

    /** Windows that begin at this time or earlier have been shown. */
    private long shown = Long.MIN_VALUE;

    /** The same by key group, of what was restored; null: no group is further than all. */
    private long[] shownOfGroups;

    private long furthestShown = Long.MIN_VALUE;

    /** What snapshots say of it; made for the first of them. */
    private StateHeader header;

    HeapWindowSlices(
            WindowPanesSpec<I, A> spec,
            Boxed boxedKey,
            int maxParallelism,
            KeyGroupRange keyGroups) {
        this.spec = spec;
        this.grid = spec.grid();
        this.maxParallelism = maxParallelism;
        this.keyGroups = keyGroups;
        this.keyed = new KeyedRows<>(PaneRows.of(spec.accumulators(), spec.fold(), 1, 1), boxedKey);
        for (int level = 0; level < LEVELS; level++) {
            nodes.add(new TreeMap<>());
        }
    }

    @Override
    public void fold(K key, int keyHash, I record, long slice) throws Exception {
        PagedTable table = recent;
        if (table == null || slice != recentSlice) {
            table = slices.computeIfAbsent(slice, s -> keyed.newTable());
            recent = table;
            recentSlice = slice;
        }
        long bare = keyed.bare(key, keyHash);
        long mix = Mix.of(bare);
        if (slice <= newestInNodes) {
            for (int level = 1; level < LEVELS; level++) {
                PagedTable node = nodes.get(level).get(slice >> (BITS * level));
                if (node != null) {
                    // Before the slice itself: what keeps the record must have one of its own.
                    keyed.fold(node, key, bare, mix, 1, spec.fold().another(record), 0, 0);
                }
            }
        }
        keyed.fold(table, key, bare, mix, 1, record, 0, 0);
    }

    @Override
    public long first() {
        return slices.isEmpty() ? NONE : slices.firstKey();
    }

    @Override
    public void show(
            long firstSlice, long lastSlice, long windowStart, WindowPanes.Reader<K, A> reader)
            throws Exception {
        PagedTable merged = keyed.newTable();
        for (PagedTable part : cover(firstSlice, lastSlice)) {
            keyed.merge(merged, part, spec.fold());
        }
        boolean all = shownOfGroups == null || windowStart > furthestShown;
        merged.image()
                .<Exception>forEach(
                        (page, slot) -> {
                            A accumulator = keyed.rows.peek(page, slot, 0);
                            K key = keyed.key(page, slot);
                            if (accumulator != null && (all || windowStart > shownOf(key))) {
                                reader.pane(key, accumulator);
                            }
                        });
    }

    private long shownOf(K key) {
        int group = KeyGroups.keyGroup(key.hashCode(), maxParallelism);
        return shownOfGroups[group - keyGroups.first()];
    }

    /** The fewest tables that have these slices, and no others, in them; in order of time. */
    private List<PagedTable> cover(long firstSlice, long lastSlice) throws Exception {
        if (lastSlice - firstSlice < WORTH_A_TREE) {
            return List.copyOf(slices.subMap(firstSlice, true, lastSlice, true).values());
        }
        List<PagedTable> parts = new ArrayList<>();
        long slice = firstSlice;
        while (slice <= lastSlice) {
            int level = 0;
            while (level + 1 < LEVELS
                    && (slice & (length(level + 1) - 1)) == 0
                    && slice + length(level + 1) - 1 <= lastSlice) {
                level++;
            }
            PagedTable part = node(level, slice >> (BITS * level));
            if (part != null) {
                parts.add(part);
            }
            slice += length(level);
        }
        return parts;
    }

    private static long length(int level) {
        return 1L << (BITS * level);
    }

    /** Null when nothing is in it. */
    private PagedTable node(int level, long index) throws Exception {
        if (level == 0) {
            return slices.get(index);
        }
        PagedTable node = nodes.get(level).get(index);
        if (node != null) {
            return node;
        }
        for (long child = index << BITS; child < ((index + 1) << BITS); child++) {
            PagedTable part = node(level - 1, child);
            if (part != null) {
                if (node == null) {
                    node = keyed.newTable();
                }
                keyed.merge(node, part, spec.fold());
            }
        }
        if (node != null) {
            nodes.get(level).put(index, node);
            newestInNodes = Math.max(newestInNodes, ((index + 1) << (BITS * level)) - 1);
        }
        return node;
    }

    @Override
    public void shown(long windowStart) {
        shown = Math.max(shown, windowStart);
        if (shown >= furthestShown) {
            shownOfGroups = null;
        }
    }

    @Override
    public void dropBefore(long slice) {
        slices.headMap(slice).clear();
        for (int level = 1; level < LEVELS; level++) {
            // Those that begin earlier: no window covers them any more.
            nodes.get(level).headMap((slice + length(level) - 1) >> (BITS * level)).clear();
        }
        if (recentSlice < slice) {
            recent = null;
        }
    }

    /** Puts back what a snapshot has; only before the first record. */
    void restore(K key, long slice, A accumulator) {
        keyed.put(slices.computeIfAbsent(slice, s -> keyed.newTable()), key, 0, accumulator);
    }

    /** Puts back which windows of the key's group have been shown. */
    void restoreShown(K key, long windowStart) {
        if (shownOfGroups == null) {
            shownOfGroups = new long[keyGroups.last() - keyGroups.first() + 1];
            Arrays.fill(shownOfGroups, Long.MIN_VALUE);
        }
        int group = KeyGroups.keyGroup(key.hashCode(), maxParallelism) - keyGroups.first();
        shownOfGroups[group] = Math.max(shownOfGroups[group], windowStart);
        furthestShown = Math.max(furthestShown, windowStart);
    }

    /** How many keys all slices have together. */
    long entries() {
        return slices.values().stream().mapToLong(PagedTable::size).sum();
    }

    /** Where the last window began that was shown, by key group. */
    SliceMarks<K> freezeMarks() {
        long[] marks = new long[keyGroups.last() - keyGroups.first() + 1];
        for (int i = 0; i < marks.length; i++) {
            marks[i] = shownOfGroups == null ? shown : Math.max(shown, shownOfGroups[i]);
        }
        StateHeader header =
                new StateHeader(
                        spec.timers(), "value", "Long", StateShape.NONE, NamespaceType.NONE);
        return new SliceMarks<>(header, marks, maxParallelism, keyGroups);
    }

    /**
     * All slices, as state in namespaces, each slice being one.
     *
     * @param keys writes keys
     * @param writing writes accumulators
     * @param marks is told of the keys
     */
    FrozenTables freeze(
            Freezing freezing,
            TypeSerializer<K> keys,
            TypeSerializer<A> writing,
            SliceMarks<K> marks) {
        if (header == null) {
            header =
                    new StateHeader(
                            spec.name(),
                            spec.kind(),
                            TypeDescription.of(spec.accumulators()),
                            StateShape.of(spec.accumulators()),
                            NamespaceType.of(spec.namespaces()));
        }
        List<FrozenTables.Table> frozen = new ArrayList<>(slices.size());
        slices.forEach(
                (number, table) -> {
                    Span span = new Span(grid.start(number), grid.end(number));
                    TableImage image = freezing.freeze(table);
                    frozen.add(
                            new FrozenTables.Table(
                                    Freezing.number(table, 0, false),
                                    image,
                                    new PaneForm<>(keyed, 0, span, keys, writing, marks)));
                });
        return new FrozenTables(header, frozen);
    }
}
