// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.operator;

import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.api.java.functions.KeySelector;
import io.millrace.engine.chain.OperatorContext;
import io.millrace.engine.chain.Output;
import io.millrace.spi.OperatorSpec;
import io.millrace.streaming.api.windowing.assigners.MergingWindowAssigner;
import io.millrace.streaming.api.windowing.assigners.WindowAssigner;
import io.millrace.streaming.api.windowing.triggers.TriggerResult;
import io.millrace.streaming.api.windowing.windows.Window;
import java.util.Collection;
import java.util.List;

/**
 * Windows in their general form: any assigner, trigger and evictor, with lateness, merging, and
 * state per window.
 *
 * <p>A record is put into each of its windows that is not gone yet; the trigger is asked, and what
 * it says is done: the contents are shown (the function is called with them), forgotten, or both.
 * The same happens when one of the window's timers comes due.
 *
 * <p><b>The life of a window</b> begins with its first record and ends at its <em>clean-up
 * time</em> ({@link WindowEnds}), for which each record registers one and the same timer. When that
 * comes due the trigger is asked a last time, and then all is removed that was kept for the window:
 * its contents, the trigger's and the function's state of it, and its place in the merging set. A
 * record that finds all its windows gone is late ({@link LateRecords}). A purge is not an end: the
 * trigger's state and the timers stay.
 *
 * <p><b>Windows that merge</b> change their bounds with every record, and moving the contents along
 * each time would be dear. So a merged window has a <em>state window</em>, one of those that it
 * grew from, and the contents stay under that ({@link MergingWindows}). Timers, and the trigger's
 * state, are under the window itself.
 *
 * <p><b>A record in several windows</b> is as many records: where it can be changed in place, each
 * window gets one of its own, so that what a function does to it (a reduce that adds into its first
 * argument, say) shows in one window only (S15).
 *
 * <p><b>Time.</b> Watermarks are no part of a snapshot, but timers are; what was due when the
 * snapshot was taken fires with the first watermark after a restore. All sums of times stop at the
 * ends of long.
 */
final class WindowOperator<K, I, V, O, W extends Window> extends OneInputOperator<I, O>
        implements NamespacedTimerService.Target<W> {

    /** Begins the names of the timers in the snapshot. */
    static final String TIMERS = "window-timers/";

    private final WindowAssigner<I, W> assigner;
    private final WindowOwnership<I> ownership;
    private final WindowStore<I, V, W> store;
    private final WindowCaller<V, O, W> caller;
    private final TypeSerializer<W> windowSerializer;
    private final StatesOfWindows<W> functionStates;
    private final WindowTrigger<I, W> trigger;
    private final WindowEnds<W> ends;
    private final LateRecords<I> late;
    private final AssignerContext assignerContext;

    /** Null where windows don't merge. */
    private final MergingWindows<W> merging;

    private NamespacedTimerService<K, W> timers;

    /**
     * @param type of the records; may be unknown
     * @param resultType of what is emitted; may be unknown
     */
    WindowOperator(
            OperatorContext context,
            OperatorSpec.Window spec,
            TypeInformation<I> type,
            TypeInformation<O> resultType,
            KeySelector<I, K> selector,
            Output<O> out) {
        super(context, spec.call().function(), selector, out);
        this.assigner = Casts.of(spec.assigner());
        this.ownership = new WindowOwnership<>(type, context.executionConfig());
        this.store = WindowStore.of(spec, context);
        this.windowSerializer = assigner.getWindowSerializer(context.executionConfig());
        this.functionStates =
                new StatesOfWindows<>(functionContext.keyedStates(), windowSerializer);
        this.trigger =
                new WindowTrigger<>(
                        context,
                        Casts.of(spec.trigger()),
                        new StatesOfWindows<>(functionContext.keyedStates(), windowSerializer));
        this.ends = new WindowEnds<>(assigner.isEventTime(), spec.allowedLateness());
        this.late =
                new LateRecords<>(
                        context,
                        assigner.isEventTime(),
                        spec.allowedLateness(),
                        Casts.of(spec.lateOutput()),
                        out);
        MergingWindowAssigner<?, W> merger =
                assigner instanceof MergingWindowAssigner<I, W> found ? found : null;
        this.merging =
                merger == null
                        ? null
                        : new MergingWindows<>(
                                merger, functionContext.keyedStates(), windowSerializer);
        this.caller =
                WindowCaller.<K, V, O, W>of(
                                spec.call(),
                                Casts.of(
                                        new WindowOwnership<>(
                                                resultType, context.executionConfig())))
                        .make(
                                new WindowCaller.Surroundings<>(
                                        context,
                                        functionContext,
                                        functionStates,
                                        merging != null,
                                        () -> timers.currentWatermark()),
                                out);
        this.assignerContext = new AssignerContext(context);
    }

    @Override
    public void initializeState() throws Exception {
        timers = new NamespacedTimerService<>(context, TIMERS, windowSerializer, this);
        trigger.use(timers);
        store.initialize(functionContext.keyedStates(), windowSerializer);
        if (merging != null) {
            merging.initialize();
        }
        super.initializeState();
    }

    @Override
    public void open() throws Exception {
        super.open();
        timers.open();
    }

    @Override
    public void element(I value, long timestamp) throws Exception {
        key.set(value);
        Collection<W> windows = assigner.assignWindows(value, timestamp, assignerContext);
        boolean taken =
                merging == null
                        ? putInto(windows, value, timestamp)
                        : mergeInto(windows, value, timestamp);
        if (!taken && late.isLate(timestamp, timers.currentWatermark())) {
            late.take(value, timestamp);
        }
    }

    /** Whether there was a window for the record. */
    private boolean putInto(Collection<W> windows, I value, long timestamp) throws Exception {
        boolean taken = false;
        int left = windows.size();
        for (W window : windows) {
            left--;
            if (ends.isGone(window, timers.currentWatermark())) {
                continue;
            }
            taken = true;
            put(left == 0 ? value : ownership.copy(value), timestamp, window, window);
        }
        return taken;
    }

    private boolean mergeInto(Collection<W> windows, I value, long timestamp) throws Exception {
        boolean taken = false;
        int left = windows.size();
        merging.load();
        for (W fresh : windows) {
            left--;
            W window = merging.add(fresh, this::merge);
            if (ends.isGone(window, timers.currentWatermark())) {
                merging.retire(window);
                continue;
            }
            taken = true;
            put(
                    left == 0 ? value : ownership.copy(value),
                    timestamp,
                    window,
                    merging.stateWindow(window));
        }
        merging.save();
        return taken;
    }

    private void put(I value, long timestamp, W window, W stateWindow) throws Exception {
        store.add(stateWindow, value, timestamp);
        obey(trigger.onElement(value, timestamp, window), window, stateWindow);
        registerCleanUp(window);
    }

    /** Several windows have become one. */
    private void merge(W result, List<W> old, W stateWindow, List<W> oldStateWindows)
            throws Exception {
        if (ends.isGone(result, timers.currentWatermark())) {
            throw new UnsupportedOperationException(
                    "The assigner "
                            + assigner
                            + " has merged the windows "
                            + old
                            + " into "
                            + result
                            + ", which ended before the watermark "
                            + timers.currentWatermark()
                            + ". Windows cannot become past by merging: the merged window must cover those"
                            + " that it is made of");
        }
        trigger.onMerge(result, old);
        for (W window : old) {
            trigger.clear(window);
            deleteCleanUp(window);
        }
        store.merge(stateWindow, oldStateWindows);
    }

    private void obey(TriggerResult result, W window, W stateWindow) throws Exception {
        if (result.isFire()) {
            store.show(stateWindow, window, caller);
        }
        if (result.isPurge()) {
            store.clear(stateWindow);
        }
    }

    @Override
    public void onEventTime(W window, long time) throws Exception {
        W stateWindow = found(window);
        if (stateWindow != null) {
            obey(trigger.onEventTime(time, window), window, stateWindow);
            if (ends.isEventTime()) {
                goOrStay(window, stateWindow, time);
            } else {
                keepCleanUp(window, timers.currentProcessingTime());
            }
        }
    }

    @Override
    public void onProcessingTime(W window, long time) throws Exception {
        W stateWindow = found(window);
        if (stateWindow != null) {
            obey(trigger.onProcessingTime(time, window), window, stateWindow);
            if (ends.isEventTime()) {
                keepCleanUp(window, timers.currentWatermark());
            } else {
                goOrStay(window, stateWindow, time);
            }
        }
    }

    /** Where the contents are; null when windows merge and this one is none any more. */
    private W found(W window) throws Exception {
        if (merging == null) {
            return window;
        }
        merging.load();
        return merging.stateWindow(window);
    }

    /** A timer has come due of the time by which the window ends. */
    private void goOrStay(W window, W stateWindow, long time) throws Exception {
        long end = ends.cleanUpTime(window);
        if (time == end) {
            remove(window, stateWindow);
        } else if (time > end) {
            // The trigger has left a timer behind, and the window is gone; or an earlier run
            // allowed
            // more lateness, and this is how it would have ended there.
            forget(window, stateWindow);
        } else {
            keepCleanUp(window, time);
        }
    }

    private void remove(W window, W stateWindow) throws Exception {
        caller.gone(window);
        forget(window, stateWindow);
    }

    private void forget(W window, W stateWindow) throws Exception {
        store.clear(stateWindow);
        trigger.clear(window);
        functionStates.clear(window);
        if (merging != null) {
            merging.retire(window);
            merging.save();
        }
    }

    /**
     * A trigger that starts over deletes its timers, of which one may be for the same time as the
     * clean-up, and so the same timer. And a window that was restored may have none for its end, if
     * the run before allowed another lateness.
     */
    private void keepCleanUp(W window, long now) {
        if (ends.cleanUpTime(window) > now) {
            registerCleanUp(window);
        }
    }

    private void registerCleanUp(W window) {
        long time = ends.cleanUpTime(window);
        if (time == Long.MAX_VALUE) {
            return; // it never ends
        }
        if (ends.isEventTime()) {
            timers.registerEventTimeTimer(window, time);
        } else {
            timers.registerProcessingTimeTimer(window, time);
        }
    }

    private void deleteCleanUp(W window) {
        long time = ends.cleanUpTime(window);
        if (time == Long.MAX_VALUE) {
            return;
        }
        if (ends.isEventTime()) {
            timers.deleteEventTimeTimer(window, time);
        } else {
            timers.deleteProcessingTimeTimer(window, time);
        }
    }

    @Override
    public void watermark(long timestamp) throws Exception {
        timers.advanceTo(timestamp);
        out.watermark(timestamp);
    }

    @Override
    public void finish() throws Exception {
        timers.end();
        super.finish();
    }

    @Override
    public void close() throws Exception {
        if (timers != null) {
            timers.end();
        }
        super.close();
    }
}
