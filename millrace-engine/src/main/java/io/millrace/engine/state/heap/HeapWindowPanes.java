// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state.heap;

import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.engine.state.NamespaceType;
import io.millrace.engine.state.StateHeader;
import io.millrace.engine.state.StateName;
import io.millrace.engine.state.StateShape;
import io.millrace.engine.state.WindowPanes;
import io.millrace.engine.state.WindowPanesSpec;
import io.millrace.spi.WindowGrid;
import io.millrace.spi.types.TypeDescription;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Windows by chunks of as many neighbours as one record lies in ({@link PaneChunk}): a record finds
 * its key once in one chunk, or in two, and all its windows are side by side there. Tumbling
 * windows have a chunk each.
 *
 * <p>A calendar has every window that holds anything, by its end. Windows that are not on the grid
 * come from a snapshot of a job with other windows, or from the ends of time; each is a chunk of
 * its own.
 *
 * <p>Nothing is removed key by key: a window is shown by one walk through its chunk, and dropped by
 * one bit. The price is that in sliding windows a key's row lives until the last window of its
 * chunk is gone, at most one window's length longer than it must.
 *
 * @param <K> keys
 * @param <I> records
 * @param <A> accumulators
 */
final class HeapWindowPanes<K, I, A> implements WindowPanes<K, I, A> {

    final WindowPanesSpec<I, A> spec;
    private final WindowGrid grid;
    private final KeyedRows<K, I, A> keyed;
    private final KeyedRows<K, I, A> lone;
    private final int columns;
    private final Map<Long, PaneChunk> chunks = new HashMap<>();
    private final TreeMap<Span, Place> calendar = new TreeMap<>();

    /** The two chunks that were used last. */
    private PaneChunk recent;

    private PaneChunk other;

    /** What snapshots say of it; made for the first of them. */
    private StateHeader contents;

    private StateHeader timers;

    /** Where a window is. */
    private record Place(PaneChunk chunk, int column, boolean onGrid) {}

    HeapWindowPanes(WindowPanesSpec<I, A> spec, Boxed boxedKey) {
        this.spec = spec;
        this.grid = spec.grid();
        PaneRows<I, A> rows =
                PaneRows.of(spec.accumulators(), spec.fold(), grid.overlap(), Integer.MAX_VALUE);
        this.keyed = new KeyedRows<>(rows, boxedKey);
        this.lone =
                new KeyedRows<>(
                        PaneRows.of(spec.accumulators(), spec.fold(), grid.overlap(), 1), boxedKey);
        this.columns = rows.columns;
    }

    @Override
    public void fold(K key, int keyHash, I record, long firstNumber, long lastNumber)
            throws Exception {
        long bare = keyed.bare(key, keyHash);
        long mix = Mix.of(bare);
        long number = lastNumber;
        while (number >= firstNumber) {
            PaneChunk chunk = chunkOf(number);
            int to = (int) (number - chunk.base);
            int from = (int) Math.max(0, firstNumber - chunk.base);
            long wanted = (2L << to) - (1L << from);
            if ((chunk.live & wanted) != wanted) {
                begin(chunk, wanted);
            }
            keyed.fold(chunk.table, key, bare, mix, chunk.live, record, from, to);
            number = chunk.base - 1;
        }
    }

    @Override
    public void fold(K key, int keyHash, I record, Span window) throws Exception {
        if (grid.isOn(window.start(), window.end())) {
            long number = grid.last(window.start());
            fold(key, keyHash, record, number, number);
            return;
        }
        long bare = lone.bare(key, keyHash);
        lone.fold(loneChunk(window).table, key, bare, Mix.of(bare), 1, record, 0, 0);
    }

    private PaneChunk chunkOf(long number) {
        PaneChunk chunk = recent;
        if (chunk != null && number >= chunk.base && number - chunk.base < columns) {
            return chunk;
        }
        chunk = other;
        if (chunk == null || number < chunk.base || number - chunk.base >= columns) {
            long base = Math.floorDiv(number, (long) columns) * columns;
            chunk = chunks.computeIfAbsent(base, b -> new PaneChunk(b, keyed.newTable()));
        }
        other = recent;
        recent = chunk;
        return chunk;
    }

    /** Some columns get their first record. */
    private void begin(PaneChunk chunk, long wanted) {
        long stale = wanted & chunk.dropped;
        if (stale != 0) {
            // Time went back: rows must not show what was dropped before.
            chunk.table = keyed.copy(chunk.table, chunk.live);
            chunk.dropped &= chunk.live;
        }
        for (int column = 0; column < columns; column++) {
            long bit = 1L << column;
            if ((wanted & ~chunk.live & bit) != 0) {
                long number = chunk.base + column;
                calendar.put(
                        new Span(grid.start(number), grid.end(number)),
                        new Place(chunk, column, true));
                chunk.live |= bit;
            }
        }
    }

    private PaneChunk loneChunk(Span window) {
        Place place = calendar.get(window);
        if (place == null) {
            PaneChunk chunk = new PaneChunk(0, lone.newTable());
            chunk.live = 1;
            place = new Place(chunk, 0, false);
            calendar.put(window, place);
        }
        return place.chunk;
    }

    @Override
    public Span first() {
        return calendar.isEmpty() ? null : calendar.firstKey();
    }

    @Override
    public void showFirst(Reader<K, A> reader) throws Exception {
        Place place = calendar.firstEntry().getValue();
        KeyedRows<K, I, A> layout = layout(place);
        PagedTable table = place.chunk.table;
        table.image()
                .<Exception>forEach(
                        (page, slot) -> {
                            A accumulator = layout.rows.take(table, page, slot, place.column);
                            if (accumulator != null) {
                                reader.pane(layout.key(page, slot), accumulator);
                            }
                        });
    }

    private KeyedRows<K, I, A> layout(Place place) {
        return place.onGrid ? keyed : lone;
    }

    @Override
    public void dropFirst() {
        Place place = calendar.pollFirstEntry().getValue();
        PaneChunk chunk = place.chunk;
        chunk.live &= ~(1L << place.column);
        chunk.dropped |= 1L << place.column;
        if (chunk.live == 0 && place.onGrid) {
            chunks.remove(chunk.base);
            recent = null;
            other = null;
        }
    }

    /** Puts back what a snapshot has; only before the first record. */
    void restore(K key, Span window, A accumulator) {
        boolean onGrid = grid.isOn(window.start(), window.end());
        long number = onGrid ? grid.last(window.start()) : 0;
        PaneChunk chunk = onGrid ? chunkOf(number) : loneChunk(window);
        int column = (int) (number - chunk.base);
        if (onGrid && ((chunk.live >>> column) & 1) == 0) {
            begin(chunk, 1L << column);
        }
        (onGrid ? keyed : lone).put(chunk.table, key, column, accumulator);
    }

    /** At least as many as {@link #entries}, told without looking at them. */
    long size() {
        long sum = 0;
        for (Place place : calendar.values()) {
            sum += place.chunk.table.size();
        }
        return sum;
    }

    /** How many keys all windows have together. */
    long entries() {
        long[] count = {0};
        for (Place place : calendar.values()) {
            PaneRows<I, A> layout = layout(place).rows;
            place.chunk
                    .table
                    .image()
                    .forEach(
                            (page, slot) ->
                                    count[0] +=
                                            layout.peek(page, slot, place.column) == null ? 0 : 1);
        }
        return count[0];
    }

    /**
     * All windows, as state and as timers in namespaces: what is read back does not know that they
     * were not.
     *
     * @param keys writes keys
     * @param writing writes accumulators
     */
    List<FrozenTables> freeze(
            Freezing freezing, TypeSerializer<K> keys, TypeSerializer<A> writing, String keyType) {
        if (contents == null) {
            NamespaceType namespaces = NamespaceType.of(spec.namespaces());
            contents =
                    new StateHeader(
                            spec.name(),
                            spec.kind(),
                            TypeDescription.of(spec.accumulators()),
                            StateShape.of(spec.accumulators()),
                            namespaces);
            timers =
                    new StateHeader(
                            spec.timers(), StateName.TIMERS, keyType, StateShape.NONE, namespaces);
        }
        Map<PaneChunk, TableImage> images = new HashMap<>();
        List<FrozenTables.Table> values = new ArrayList<>(calendar.size());
        List<FrozenTables.Table> times = new ArrayList<>(calendar.size());
        calendar.forEach(
                (span, place) -> {
                    PagedTable table = place.chunk.table;
                    TableImage image =
                            images.computeIfAbsent(place.chunk, c -> freezing.freeze(table));
                    KeyedRows<K, I, A> layout = layout(place);
                    int column = place.column;
                    values.add(
                            new FrozenTables.Table(
                                    Freezing.number(table, column, false),
                                    image,
                                    new PaneForm<>(layout, column, span, keys, writing, null)));
                    times.add(
                            new FrozenTables.Table(
                                    Freezing.number(table, column, true),
                                    image,
                                    new PaneForm<>(layout, column, span, keys, null, null)));
                });
        return List.of(new FrozenTables(contents, values), new FrozenTables(timers, times));
    }
}
