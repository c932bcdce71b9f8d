// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.offline;

import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.engine.operator.KeyedStateView;
import io.millrace.engine.operator.WindowsView;
import io.millrace.engine.state.KeyedStateBackendFactory;
import io.millrace.spi.WindowContents;
import io.millrace.streaming.api.windowing.windows.Window;

/** The keyed state of some key groups of an operator, restored to be looked at. For one thread. */
public final class SavedKeys implements AutoCloseable {

    private final OfflineContext context;
    private final KeyedStateBackendFactory backends;

    SavedKeys(OfflineContext context, KeyedStateBackendFactory backends) {
        this.context = context;
        this.backends = backends;
    }

    /** As its functions saw it. */
    public <K> KeyedStateView<K> byKey() {
        return new KeyedStateView<>(context);
    }

    /**
     * As windows.
     *
     * @param kept how the operator keeps what is in them
     * @param evicting whether it has an evictor
     */
    public <K, V, W extends Window> WindowsView<K, V, W> byWindow(
            WindowContents kept, boolean evicting, TypeSerializer<W> windows) {
        return new WindowsView<>(context, kept, evicting, windows);
    }

    @Override
    public void close() {
        try {
            context.close();
        } finally {
            backends.close();
        }
    }
}
