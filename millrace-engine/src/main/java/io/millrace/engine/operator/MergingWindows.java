// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.operator;

import io.millrace.api.common.state.ListState;
import io.millrace.api.common.state.ListStateDescriptor;
import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.api.java.tuple.Tuple2;
import io.millrace.api.java.typeutils.runtime.TupleSerializer;
import io.millrace.streaming.api.windowing.assigners.MergingWindowAssigner;
import io.millrace.streaming.api.windowing.windows.Window;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The windows of the current key that are there, where windows merge, and for each the state window
 * under which its contents are kept: of the windows that became one, the contents of the oldest
 * stay where they are, and those of the others are brought there.
 *
 * <p>{@link #load} before, {@link #save} after whatever changes something.
 */
final class MergingWindows<W extends Window> {

    /** Name of the state. */
    static final String STATE = "merging-window-set";

    /** Brings together what belongs to windows that have become one. */
    interface Merge<W> {

        /**
         * Windows have become one.
         *
         * @param old those that are no more, in the order in which they began; not the new one
         * @param stateWindow where its contents are to be from now on
         * @param oldStateWindows where further contents of it are now
         */
        void merge(W result, List<W> old, W stateWindow, List<W> oldStateWindows) throws Exception;
    }

    private final MergingWindowAssigner<?, W> assigner;
    private final KeyedStates keyedStates;
    private final TypeSerializer<W> windowSerializer;

    /** Window to state window, in the order in which they began. */
    private final Map<W, W> windows = new LinkedHashMap<>();

    private ListState<Tuple2<W, W>> saved;
    private boolean changed;

    MergingWindows(
            MergingWindowAssigner<?, W> assigner,
            KeyedStates keyedStates,
            TypeSerializer<W> windowSerializer) {
        this.assigner = assigner;
        this.keyedStates = keyedStates;
        this.windowSerializer = windowSerializer;
    }

    void initialize() {
        Class<Tuple2<W, W>> pair = Casts.of(Tuple2.class);
        saved =
                keyedStates.getListState(
                        new ListStateDescriptor<>(
                                STATE,
                                new TupleSerializer<>(
                                        pair,
                                        new TypeSerializer<?>[] {
                                            windowSerializer, windowSerializer
                                        })));
    }

    /** The current key's windows. */
    void load() throws Exception {
        windows.clear();
        changed = false;
        for (Tuple2<W, W> entry : saved.get()) {
            windows.put(entry.f0, entry.f1);
        }
    }

    void save() throws Exception {
        if (!changed) {
            return;
        }
        changed = false;
        List<Tuple2<W, W>> entries = new ArrayList<>(windows.size());
        windows.forEach((window, state) -> entries.add(Tuple2.of(window, state)));
        saved.update(entries);
    }

    /** Where the contents of a window are; null when there is no such window. */
    W stateWindow(W window) {
        return windows.get(window);
    }

    /** The window whose contents are there; that one itself when it has merged with no other. */
    W windowOf(W stateWindow) {
        for (Map.Entry<W, W> entry : windows.entrySet()) {
            if (entry.getValue().equals(stateWindow)) {
                return entry.getKey();
            }
        }
        return stateWindow;
    }

    void retire(W window) {
        changed |= windows.remove(window) != null;
    }

    /**
     * Adds a window, and merges what then hangs together.
     *
     * @return the window that the added one is part of now
     */
    W add(W fresh, Merge<W> merge) throws Exception {
        if (windows.containsKey(fresh)) {
            return fresh;
        }
        List<W> all = new ArrayList<>(windows.keySet());
        all.add(fresh);
        Map<W, Collection<W>> groups = new LinkedHashMap<>();
        assigner.mergeWindows(all, (group, result) -> groups.put(result, group));
        W place = null;
        for (Map.Entry<W, Collection<W>> group : groups.entrySet()) {
            W result = group.getKey();
            if (group.getValue().contains(fresh)) {
                place = result;
            }
            unite(result, group.getValue(), merge);
        }
        if (place == null) {
            place = fresh;
        }
        if (!windows.containsKey(place)) {
            windows.put(place, place);
            changed = true;
        }
        return place;
    }

    private void unite(W result, Collection<W> group, Merge<W> merge) throws Exception {
        List<W> old = new ArrayList<>();
        for (W window : windows.keySet()) {
            if (group.contains(window)) {
                old.add(window);
            }
        }
        if (old.isEmpty() || old.size() == 1 && old.get(0).equals(result)) {
            return; // nothing of what was there changes its bounds
        }
        List<W> states = new ArrayList<>();
        for (W window : old) {
            states.add(windows.remove(window));
        }
        W stateWindow = states.remove(0);
        windows.put(result, stateWindow);
        changed = true;
        old.remove(result);
        merge.merge(result, old, stateWindow, states);
    }
}
