// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.operator;

import io.millrace.api.common.typeinfo.BasicTypeInfo;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.java.functions.KeySelector;
import io.millrace.engine.chain.OperatorContext;
import io.millrace.engine.chain.Output;
import io.millrace.engine.state.StateMismatch;
import io.millrace.engine.state.WindowPanes;
import io.millrace.engine.state.WindowPanes.Span;
import io.millrace.engine.state.WindowPanesSpec;
import io.millrace.engine.state.WindowSlices;
import io.millrace.spi.OperatorSpec;
import io.millrace.spi.WindowContents;
import io.millrace.spi.WindowGrid;
import io.millrace.spi.WindowGrids;
import io.millrace.streaming.api.functions.aggregation.ComparableAggregator;
import io.millrace.streaming.api.functions.aggregation.SumAggregator;
import io.millrace.streaming.api.windowing.windows.TimeWindow;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * Sliding windows that share slices: a record is folded once, and a window is merged of its slices
 * when it is shown ({@link WindowSlices}). So a record of windows of an hour each second costs as
 * much as one of a tumbling window, where it would have to be folded 3600 times.
 *
 * <p>Slices are as long as the greatest common divisor of size and slide: no window begins or ends
 * within one. A slice is kept until the last window that covers it has been shown.
 *
 * <p>Records at the ends of the range of time have no slices; their windows are kept as they are by
 * the class that this one extends. So are windows that come from a snapshot of a job without
 * slices: what they had cannot be taken apart. Those that end as windows of today do get nothing
 * new, for later records go into slices; when such a window is shown, what it had and what its
 * slices have is merged. Windows of another size are shown as they were.
 */
final class SlicedWindowOperator<K, I, A, V, O> extends AlignedWindowOperator<K, I, A, V, O> {

    /** Names of the state in snapshots. */
    static final String SLICES = "window-slices";

    static final String SHOWN = "window-slices-shown";

    private static final Set<TypeInformation<?>> WHOLE_NUMBERS =
            Set.of(
                    BasicTypeInfo.LONG_TYPE_INFO,
                    BasicTypeInfo.INT_TYPE_INFO,
                    BasicTypeInfo.SHORT_TYPE_INFO,
                    BasicTypeInfo.BYTE_TYPE_INFO);

    private final WindowGrid slicing;
    private final WindowPanesSpec<I, A> slicesSpec;
    private WindowSlices<K, I, A> slices;

    /** Of the last record: its slice, and until when the following ones are in the same. */
    private long slice;

    private long sliceSince;
    private long sliceUntil;

    SlicedWindowOperator(
            OperatorContext context,
            OperatorSpec.Window spec,
            TypeInformation<I> type,
            TypeInformation<O> resultType,
            KeySelector<I, K> selector,
            Output<O> out) {
        super(context, spec, type, resultType, selector, out);
        this.slicing = slicing(grid);
        this.slicesSpec =
                new WindowPanesSpec<>(
                        slicing,
                        SLICES,
                        panesSpec.kind(),
                        SHOWN,
                        panesSpec.namespaces(),
                        panesSpec.accumulators(),
                        panesSpec.fold());
    }

    /** Whether these windows are to be sliced; they fit the class that this one extends. */
    static boolean fits(OperatorSpec.Window spec, WindowOptions.Slices wanted) {
        WindowGrid grid = WindowGrids.of(spec.assigner());
        if (grid == null || grid.overlap() == 1) {
            return false;
        }
        return switch (wanted) {
            case ON -> true;
            case AUTO -> isProven(spec.contents()) && isWorthIt(grid);
            case OFF -> false;
        };
    }

    /**
     * A sum wraps around in any order, and equal whole numbers can't be told apart. Not so when the
     * number is a field of a record: the other fields are those of the record that came first.
     */
    private static boolean isProven(WindowContents contents) {
        return contents instanceof WindowContents.Reduced reduced
                && WHOLE_NUMBERS.contains(reduced.type())
                && (reduced.function().getClass() == SumAggregator.class
                        || reduced.function().getClass() == ComparableAggregator.class);
    }

    /**
     * Where size and slide have little in common, slices are short, and a table for each costs more
     * than to fold a record into its few windows: 10 s each 3.001 s would be 10000 slices.
     */
    private static boolean isWorthIt(WindowGrid grid) {
        return grid.slide() / slicing(grid).size() <= grid.overlap();
    }

    static WindowGrid slicing(WindowGrid grid) {
        long length = gcd(grid.size(), grid.slide());
        return new WindowGrid(length, length, grid.origin() % length);
    }

    private static long gcd(long a, long b) {
        return b == 0 ? a : gcd(b, a % b);
    }

    @Override
    public void initializeState() throws Exception {
        slices = backend.slices(slicesSpec);
        super.initializeState(); // which takes over windows that were kept without slices
    }

    /** Whoever keeps windows without slices can't do so with what was restored in slices. */
    static void requireNone(OperatorContext context) {
        if (context.keyedState().entries(SLICES) > 0) {
            throw new StateMismatch(
                    "The windows of operator '"
                            + context.operatorName()
                            + "' were kept in slices in the snapshot, but the program now has windows"
                            + " that are not sliced. Leave "
                            + WindowOptions.SLICES.key()
                            + " and the kind of windows as they were, or give the operator another uid to"
                            + " begin with empty windows.");
        }
    }

    @Override
    void fold(K own, I value, long timestamp, long from, long last) throws Exception {
        if (timestamp < sliceSince || timestamp >= sliceUntil) {
            slice = slicing.last(timestamp);
            sliceSince = slicing.start(slice);
            sliceUntil = slicing.end(slice);
        }
        slices.fold(own, own.hashCode(), value, slice);
    }

    /** Windows in the order of their ends, of both kinds. */
    @Override
    void showUntil(long reached, long firstOpenBefore) throws Exception {
        long number = firstOpenBefore;
        while (slices.first() != WindowSlices.NONE) {
            long since = slicing.start(slices.first());
            number = Math.max(number, grid.first(since));
            Span due = new Span(grid.start(number), grid.end(number));
            if (due.maxTimestamp() > reached) {
                break;
            }
            showPanesBefore(due);
            show(due);
            slices.shown(due.start());
            number++;
            slices.dropBefore(slicing.last(grid.start(number)));
        }
        showPanesUntil(reached);
    }

    /** Shows what a window has in its slices, and what it had when it was kept without. */
    private void show(Span window) throws Exception {
        WindowPanes.Reader<K, A> shower = shower(new TimeWindow(window.start(), window.end()));
        long firstSlice = slicing.last(window.start());
        long lastSlice = firstSlice + grid.size() / slicing.size() - 1;
        if (!window.equals(panes.first())) {
            slices.show(firstSlice, lastSlice, window.start(), shower);
            return;
        }
        Map<K, A> earlier = new HashMap<>();
        panes.showFirst(earlier::put);
        panes.dropFirst();
        slices.show(
                firstSlice,
                lastSlice,
                window.start(),
                (own, later) -> {
                    A before = earlier.remove(own);
                    shower.pane(
                            own, before == null ? later : slicesSpec.fold().merge(before, later));
                });
        for (Map.Entry<K, A> only : earlier.entrySet()) {
            shower.pane(only.getKey(), only.getValue());
        }
    }
}
