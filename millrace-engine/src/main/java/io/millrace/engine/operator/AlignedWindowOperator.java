// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.operator;

import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.java.functions.KeySelector;
import io.millrace.engine.chain.OperatorContext;
import io.millrace.engine.chain.Output;
import io.millrace.engine.state.KeyedStateBackend;
import io.millrace.engine.state.WindowPanes;
import io.millrace.engine.state.WindowPanes.Span;
import io.millrace.engine.state.WindowPanesSpec;
import io.millrace.spi.OperatorSpec;
import io.millrace.spi.WindowGrid;
import io.millrace.spi.WindowGrids;
import io.millrace.streaming.api.windowing.assigners.SlidingEventTimeWindows;
import io.millrace.streaming.api.windowing.assigners.TumblingEventTimeWindows;
import io.millrace.streaming.api.windowing.assigners.WindowAssigner;
import io.millrace.streaming.api.windowing.triggers.EventTimeTrigger;
import io.millrace.streaming.api.windowing.windows.TimeWindow;
import java.util.Collections;

/**
 * Tumbling and sliding windows of event time whose records are folded as they come, as most windows
 * are: what {@link WindowOperator} does, where its generality is not asked for.
 *
 * <p>Such windows begin and end at the same time for all keys, and are shown once, when the
 * watermark passes their end. So there need be no window objects, no timers and no state by key and
 * window: {@link WindowPanes} keep the accumulators of a key side by side, and a window is shown
 * for all keys by one walk. What comes out is the same, and what goes into a snapshot is, too: a
 * job may get, or lose, a trigger or an evictor of its own and go on from its checkpoint.
 *
 * <p>Times at the ends of the range of long, where windows are cut, have no numbers on the grid;
 * there the assigner is asked.
 */
class AlignedWindowOperator<K, I, A, V, O> extends OneInputOperator<I, O> {

    final WindowGrid grid;
    private final WindowAssigner<I, TimeWindow> assigner;
    private final FoldOfWindows<I, A, V> fold;
    final WindowPanesSpec<I, A> panesSpec;
    final KeyedStateBackend<K> backend;
    private final StatesOfWindows<TimeWindow> functionStates;
    private final WindowCaller<V, O, TimeWindow> caller;
    private final WindowEnds<TimeWindow> ends = new WindowEnds<>(true, 0);
    private final LateRecords<I> late;
    private final AssignerContext assignerContext;
    WindowPanes<K, I, A> panes;
    private long watermark = Long.MIN_VALUE;

    /** Number of the first window that the watermark has not passed. */
    private long firstOpen = Long.MIN_VALUE;

    // All times from `since` to before `until` lie in the windows from `first` to `last`.
    private long since;
    private long until;
    private long first;
    private long last;

    /**
     * @param type of the records; may be unknown
     * @param resultType of what is emitted; may be unknown
     */
    AlignedWindowOperator(
            OperatorContext context,
            OperatorSpec.Window spec,
            TypeInformation<I> type,
            TypeInformation<O> resultType,
            KeySelector<I, K> selector,
            Output<O> out) {
        super(context, spec.call().function(), selector, out);
        this.grid = WindowGrids.of(spec.assigner());
        this.assigner = Casts.of(spec.assigner());
        this.backend = Casts.of(context.keyedState());
        this.fold = FoldOfWindows.of(spec.contents(), type, context.executionConfig());
        this.panesSpec =
                new WindowPanesSpec<>(
                        grid,
                        WindowStore.STATE,
                        fold.kind(),
                        WindowOperator.TIMERS + NamespacedTimerService.EVENT_TIME,
                        assigner.getWindowSerializer(context.executionConfig()),
                        fold.accumulators(context.executionConfig()),
                        fold);
        this.functionStates =
                new StatesOfWindows<>(
                        functionContext.keyedStates(),
                        assigner.getWindowSerializer(context.executionConfig()));
        this.late = new LateRecords<>(context, true, 0, Casts.of(spec.lateOutput()), out);
        this.caller =
                WindowCaller.<K, V, O, TimeWindow>of(
                                spec.call(),
                                Casts.of(
                                        new WindowOwnership<>(
                                                resultType, context.executionConfig())))
                        .make(
                                new WindowCaller.Surroundings<>(
                                        context,
                                        functionContext,
                                        functionStates,
                                        false,
                                        () -> watermark),
                                out);
        this.assignerContext = new AssignerContext(context);
    }

    /** Whether this operator does all that is asked. */
    static boolean fits(OperatorSpec.Window spec) {
        Class<?> assigner = spec.assigner().getClass();
        return (assigner == TumblingEventTimeWindows.class
                        || assigner == SlidingEventTimeWindows.class)
                && WindowGrids.of(spec.assigner()) != null
                && spec.trigger().getClass() == EventTimeTrigger.class
                && spec.evictor() == null
                && spec.allowedLateness() == 0
                && FoldOfWindows.folds(spec.contents());
    }

    @Override
    public void initializeState() throws Exception {
        panes = backend.panes(panesSpec);
        super.initializeState();
    }

    @Override
    public void element(I value, long timestamp) throws Exception {
        K own = Casts.of(key.of(value));
        if (timestamp < since || timestamp >= until) {
            if (!grid.holds(timestamp)) {
                elementAtTheEndOfTime(own, value, timestamp);
                return;
            }
            find(timestamp);
        }
        long from = Math.max(first, firstOpen);
        if (from <= last) {
            fold(own, value, timestamp, from, last);
        } else if (late.isLate(timestamp, watermark)) {
            late.take(value, timestamp);
        }
    }

    /** Puts a record into the windows with these numbers. */
    void fold(K own, I value, long timestamp, long from, long to) throws Exception {
        panes.fold(own, own.hashCode(), value, from, to);
    }

    private void find(long timestamp) {
        first = grid.first(timestamp);
        last = grid.last(timestamp);
        since = Math.max(grid.end(first - 1), grid.start(last));
        until = Math.min(grid.end(first), grid.start(last + 1));
    }

    private void elementAtTheEndOfTime(K own, I value, long timestamp) throws Exception {
        boolean taken = false;
        for (TimeWindow window : assigner.assignWindows(value, timestamp, assignerContext)) {
            if (!ends.isGone(window, watermark)) {
                taken = true;
                panes.fold(
                        own, own.hashCode(), value, new Span(window.getStart(), window.getEnd()));
            }
        }
        if (!taken && late.isLate(timestamp, watermark)) {
            late.take(value, timestamp);
        }
    }

    @Override
    public void watermark(long timestamp) throws Exception {
        if (timestamp > watermark) {
            watermark = timestamp;
            long firstOpenBefore = firstOpen;
            firstOpen =
                    grid.holds(timestamp)
                            ? grid.first(timestamp + 1)
                            : timestamp < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
            showUntil(timestamp, firstOpenBefore);
        }
        out.watermark(timestamp);
    }

    /**
     * Shows the windows that end by then, one after the other.
     *
     * @param firstOpenBefore number of the first window that has not been shown
     */
    void showUntil(long reached, long firstOpenBefore) throws Exception {
        showPanesUntil(reached);
    }

    final void showPanesUntil(long reached) throws Exception {
        Span due = panes.first();
        while (due != null && due.maxTimestamp() <= reached) {
            showFirstPane(due);
            due = panes.first();
        }
    }

    /** The same with those that come due before that window. */
    final void showPanesBefore(Span window) throws Exception {
        Span due = panes.first();
        while (due != null && due.compareTo(window) < 0) {
            showFirstPane(due);
            due = panes.first();
        }
    }

    private void showFirstPane(Span first) throws Exception {
        panes.showFirst(shower(new TimeWindow(first.start(), first.end())));
        panes.dropFirst();
    }

    /** Has the user's function called, and forget the window, for each key. */
    final WindowPanes.Reader<K, A> shower(TimeWindow window) {
        return (own, accumulator) -> {
            context.checkCancelled();
            backend.setCurrentKey(own, own.hashCode());
            V result = fold.result(accumulator);
            if (result != null) {
                caller.show(window, Collections.singletonList(result));
            }
            caller.gone(window);
            functionStates.clear(window);
        };
    }
}
