// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.state.api;

import io.millrace.api.common.state.KeyedStateStore;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.engine.offline.SavedKeys;
import io.millrace.engine.operator.KeyedStateView;
import io.millrace.state.api.functions.KeyedStateReaderFunction;
import io.millrace.util.Collector;
import java.util.Set;
import java.util.TreeSet;

/** Shows a function one key after the other. */
final class SavedByKey<K, T> extends SavedKeyed<K, K, T> {
    private static final long serialVersionUID = 1L;

    private final KeyedStateReaderFunction<K, T> function;
    private transient KeyedStateView<K> view;

    SavedByKey(
            Saved saved,
            OperatorIdentifier identifier,
            TypeInformation<K> keyType,
            KeyedStateReaderFunction<K, T> function) {
        super(saved, identifier, keyType, function);
        this.function = function;
    }

    @Override
    KeyedStateStore restored(SavedKeys its) {
        view = its.byKey();
        return view.states();
    }

    @Override
    Iterable<K> places() throws Exception {
        Set<String> asked = new TreeSet<>(view.askedFor());
        if (asked.isEmpty()) {
            throw new IllegalStateException(
                    "The function that is to read the keyed state of "
                            + identifier()
                            + " asked for no state in open(): get each state that is to be read"
                            + " there, by getRuntimeContext().");
        }
        operator().require(asked, Set.of());
        return view.keys();
    }

    @Override
    void read(K key, Collector<T> out) throws Exception {
        view.at(key);
        function.readKey(
                key,
                new KeyedStateReaderFunction.Context() {
                    @Override
                    public Set<Long> registeredEventTimeTimers() throws Exception {
                        return view.eventTimeTimers(key);
                    }

                    @Override
                    public Set<Long> registeredProcessingTimeTimers() throws Exception {
                        return view.processingTimeTimers(key);
                    }
                },
                out);
    }
}
