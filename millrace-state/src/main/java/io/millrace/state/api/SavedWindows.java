// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.state.api;

import io.millrace.api.common.functions.AggregateFunction;
import io.millrace.api.common.functions.ReduceFunction;
import io.millrace.api.common.state.KeyedStateStore;
import io.millrace.api.common.state.State;
import io.millrace.api.common.state.StateDescriptor;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.engine.offline.SavedKeys;
import io.millrace.engine.operator.WindowsView;
import io.millrace.spi.WindowContents;
import io.millrace.state.api.functions.WindowReaderFunction;
import io.millrace.streaming.api.windowing.windows.Window;
import io.millrace.util.Collector;
import java.io.Serializable;
import java.util.Set;

/**
 * Shows a function one window of a key after the other.
 *
 * @param <V> what is in a window
 */
final class SavedWindows<K, V, W extends Window, T>
        extends SavedKeyed<K, WindowsView.Place<K, W>, T> {
    private static final long serialVersionUID = 1L;

    /** How the operator keeps its windows. */
    interface Kept extends Serializable {
        WindowContents contents();

        /** The records; with an evictor, with their timestamps. */
        static Kept elements(TypeInformation<?> type) {
            return () -> new WindowContents.Elements(type);
        }

        /** With an evictor, the records. */
        static <T> Kept reduced(ReduceFunction<T> function, TypeInformation<T> type) {
            return () -> new WindowContents.Reduced(function, type);
        }

        /**
         * With an evictor, the records.
         *
         * @param type of the accumulators, or of the records where those are kept
         */
        static Kept aggregated(AggregateFunction<?, ?, ?> function, TypeInformation<?> type) {
            return () -> new WindowContents.Aggregated(function, type, type);
        }
    }

    private final Kept kept;
    private final boolean evicting;
    private final TypeSerializer<W> windows;

    /** Null: what is in the windows is passed on. */
    private final WindowReaderFunction<V, T, K, W> function;

    private transient WindowsView<K, V, W> view;

    SavedWindows(
            Saved saved,
            OperatorIdentifier identifier,
            TypeInformation<K> keyType,
            TypeSerializer<W> windows,
            Kept kept,
            boolean evicting,
            WindowReaderFunction<V, T, K, W> function) {
        super(saved, identifier, keyType, function);
        this.windows = windows;
        this.kept = kept;
        this.evicting = evicting;
        this.function = function;
    }

    @Override
    KeyedStateStore restored(SavedKeys its) {
        view = its.byWindow(kept.contents(), evicting, windows);
        return view.states();
    }

    @Override
    Iterable<WindowsView.Place<K, W>> places() throws Exception {
        return view.places();
    }

    @Override
    @SuppressWarnings("unchecked") // without a function what is read is what is in the windows
    void read(WindowsView.Place<K, W> place, Collector<T> out) throws Exception {
        Iterable<V> contents = view.at(place);
        if (function == null) {
            for (V each : contents) {
                out.collect((T) each);
            }
        } else {
            function.readWindow(place.key(), new AtWindow(place), contents, out);
        }
    }

    /** Never written: the contract makes contexts serializable. */
    @SuppressWarnings("serial")
    private final class AtWindow implements WindowReaderFunction.Context<W> {
        private static final long serialVersionUID = 1L;

        private final WindowsView.Place<K, W> place;

        AtWindow(WindowsView.Place<K, W> place) {
            this.place = place;
        }

        @Override
        public W window() {
            return place.window();
        }

        @Override
        public <S extends State> S triggerState(StateDescriptor<S, ?> descriptor) {
            return view.stateOf(place.window(), descriptor);
        }

        @Override
        public KeyedStateStore windowState() {
            return view.statesOf(place.window());
        }

        @Override
        public KeyedStateStore globalState() {
            return view.states();
        }

        @Override
        public Set<Long> registeredEventTimeTimers() throws Exception {
            return view.eventTimeTimers(place);
        }

        @Override
        public Set<Long> registeredProcessingTimeTimers() throws Exception {
            return view.processingTimeTimers(place);
        }
    }
}
