// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.state.api;

import io.millrace.api.common.functions.DefaultOpenContext;
import io.millrace.api.common.functions.RichFunction;
import io.millrace.api.common.state.KeyedStateStore;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.engine.offline.SavedKeys;
import io.millrace.engine.offline.SavedOperator;
import io.millrace.util.Collector;
import java.io.IOException;
import java.util.Iterator;

/**
 * Reads what keys have, as many parts of the key groups one after the other as keep what is
 * restored at a time small.
 *
 * @param <K> the keys
 * @param <P> a key, or a key's window
 */
abstract class SavedKeyed<K, P, T> extends SavedFormat<T> {
    private static final long serialVersionUID = 1L;

    private final TypeInformation<K> keyType;

    /** Null for none. */
    private final RichFunction function;

    private transient SavedKeys keys;
    private transient Iterator<P> places;
    private transient boolean opened;

    SavedKeyed(
            Saved saved,
            OperatorIdentifier identifier,
            TypeInformation<K> keyType,
            RichFunction function) {
        super(saved, identifier);
        this.keyType = keyType;
        this.function = function;
    }

    /** Where the function's state is; the function is not open yet. */
    abstract KeyedStateStore restored(SavedKeys its) throws Exception;

    /** All there are; the function is open. */
    abstract Iterable<P> places() throws Exception;

    abstract void read(P place, Collector<T> out) throws Exception;

    @Override
    void check() throws IOException {
        operator();
    }

    @Override
    final int parts(int atLeast) throws IOException {
        return operator().pieces(atLeast);
    }

    @Override
    final void begin(int part, int parts) throws Exception {
        keys =
                operator()
                        .restore(
                                part,
                                parts,
                                new SavedOperator.Reading<>(
                                        keyType,
                                        saved.backend(),
                                        saved.settings(),
                                        saved.config(),
                                        getRuntimeContext().getUserCodeClassLoader()));
        KeyedStateStore states = restored(keys);
        if (function != null) {
            function.setRuntimeContext(new ReadingContext(getRuntimeContext(), states));
            opened = true;
            function.open(DefaultOpenContext.INSTANCE);
        }
        places = places().iterator();
    }

    @Override
    final boolean step(Collector<T> out) throws Exception {
        if (!places.hasNext()) {
            return false;
        }
        read(places.next(), out);
        return true;
    }

    @Override
    final void end() throws Exception {
        places = null;
        try {
            if (opened) {
                opened = false;
                function.close();
            }
        } finally {
            if (keys != null) {
                keys.close();
                keys = null;
            }
        }
    }
}
