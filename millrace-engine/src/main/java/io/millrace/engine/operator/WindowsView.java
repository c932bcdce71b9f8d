// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.operator;

import io.millrace.api.common.state.KeyedStateStore;
import io.millrace.api.common.state.State;
import io.millrace.api.common.state.StateDescriptor;
import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.engine.chain.OperatorContext;
import io.millrace.engine.state.KeyedStateBackend;
import io.millrace.engine.state.TimerQueue;
import io.millrace.spi.OperatorSpec;
import io.millrace.spi.WindowContents;
import io.millrace.streaming.api.windowing.evictors.Evictor;
import io.millrace.streaming.api.windowing.windows.Window;
import io.millrace.streaming.runtime.operators.windowing.TimestampedValue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The windows of an operator that is not there, looked at one by one. A window that others have
 * merged into is shown as what it has become. For one thread.
 *
 * @param <K> the keys
 * @param <V> what a function is shown of a window
 * @param <W> the windows
 */
public final class WindowsView<K, V, W extends Window> {

    /**
     * A window of a key.
     *
     * @param stateWindow under which its contents are
     */
    public record Place<K, W>(K key, W window, W stateWindow) {}

    private record KeyAndWindow<K, W>(K key, W window) {}

    private final KeyedStateBackend<K> backend;
    private final TypeSerializer<W> windowSerializer;
    private final WindowStore<?, V, W> store;
    private final MergingWindows<W> merged;
    private final StatesOfWindows<W> states;
    private final KeyedStates keyedStates;
    private final Contents<V, W> contents;
    private Map<KeyAndWindow<K, W>, Set<Long>> eventTime;
    private Map<KeyAndWindow<K, W>, Set<Long>> processingTime;

    /**
     * @param kept how the operator keeps what is in a window
     * @param evicting whether it has an evictor, and so keeps the records with their timestamps;
     *     none is called here
     */
    @SuppressWarnings("unchecked") // the caller made the backend for these keys
    public WindowsView(
            OperatorContext context,
            WindowContents kept,
            boolean evicting,
            TypeSerializer<W> windowSerializer) {
        SlicedWindowOperator.requireNone(context);
        this.backend = (KeyedStateBackend<K>) context.keyedState();
        this.windowSerializer = windowSerializer;
        this.keyedStates = new KeyedStates(context);
        this.store =
                WindowStore.of(
                        new OperatorSpec.Window(
                                null,
                                null,
                                evicting ? new KeepAll<W>() : null,
                                0,
                                null,
                                kept,
                                null),
                        context);
        this.merged = new MergingWindows<>(null, keyedStates, windowSerializer);
        this.states = new StatesOfWindows<>(keyedStates, windowSerializer);
        this.contents =
                new Contents<>(
                        new WindowCaller.Surroundings<>(
                                context,
                                new FunctionContext(context),
                                states,
                                false,
                                () -> Long.MIN_VALUE));
        store.initialize(keyedStates, windowSerializer);
        merged.initialize();
    }

    /** All windows that have contents. */
    public List<Place<K, W>> places() throws Exception {
        List<Place<K, W>> places = new ArrayList<>();
        addPlaces(store.descriptor(), places);
        return places;
    }

    private <S extends State> void addPlaces(
            StateDescriptor<S, ?> descriptor, List<Place<K, W>> places) throws Exception {
        backend.forEachNamespace(
                windowSerializer,
                descriptor,
                (key, stateWindow) -> {
                    merged.load();
                    places.add(new Place<>(key, merged.windowOf(stateWindow), stateWindow));
                });
    }

    /** Sets key and window; what is in it. Only valid until the next call. */
    public Iterable<V> at(Place<K, W> place) throws Exception {
        backend.setCurrentKey(place.key(), place.key().hashCode());
        contents.shown = List.of();
        store.show(place.stateWindow(), place.window(), contents);
        return contents.shown;
    }

    /** State that a trigger, or a function, has of that window, of the key that is set. */
    public <S extends State> S stateOf(W window, StateDescriptor<S, ?> descriptor) {
        return states.of(window, descriptor);
    }

    /** The same as a function sees it. */
    public KeyedStateStore statesOf(W window) {
        return states.store(window);
    }

    /** State that the key has for all windows. */
    public KeyedStateStore states() {
        return keyedStates;
    }

    /** When a window's timers of event time are due, that of its end among them. */
    public Set<Long> eventTimeTimers(Place<K, W> place) throws Exception {
        if (eventTime == null) {
            eventTime = timers(NamespacedTimerService.EVENT_TIME);
        }
        return of(place, eventTime);
    }

    /** The same of the clock's. */
    public Set<Long> processingTimeTimers(Place<K, W> place) throws Exception {
        if (processingTime == null) {
            processingTime = timers(NamespacedTimerService.PROCESSING_TIME);
        }
        return of(place, processingTime);
    }

    private static <K, W> Set<Long> of(
            Place<K, W> place, Map<KeyAndWindow<K, W>, Set<Long>> timers) {
        return new TreeSet<>(
                timers.getOrDefault(new KeyAndWindow<>(place.key(), place.window()), Set.of()));
    }

    private Map<KeyAndWindow<K, W>, Set<Long>> timers(String name) throws Exception {
        Map<KeyAndWindow<K, W>, Set<Long>> found = new HashMap<>();
        TimerQueue<K, W> queue = backend.timers(WindowOperator.TIMERS + name, windowSerializer);
        queue.forEach(
                (key, window, timestamp) ->
                        found.computeIfAbsent(
                                        new KeyAndWindow<>(key, window), at -> new TreeSet<>())
                                .add(timestamp));
        return found;
    }

    /** Stands where the operator would call its function. */
    private static final class Contents<V, W extends Window> extends WindowCaller<V, Object, W> {
        private Iterable<V> shown = List.of();

        Contents(Surroundings<W> surroundings) {
            super(surroundings, null);
        }

        @Override
        void call(Iterable<V> all) {
            shown = all;
        }
    }

    /** Stands where the operator has an evictor. */
    private static final class KeepAll<W extends Window> implements Evictor<Object, W> {
        private static final long serialVersionUID = 1L;

        @Override
        public void evictBefore(
                Iterable<TimestampedValue<Object>> elements,
                int size,
                W window,
                EvictorContext evictorContext) {
            // what is there is to be seen
        }

        @Override
        public void evictAfter(
                Iterable<TimestampedValue<Object>> elements,
                int size,
                W window,
                EvictorContext evictorContext) {
            // likewise
        }
    }
}
