// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state;

import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.spi.WindowGrid;

/**
 * What {@link WindowPanes}, or {@link WindowSlices}, are made of.
 *
 * @param grid where windows lie
 * @param name of the state in snapshots
 * @param kind of the state in snapshots: {@code aggregating} or {@code reducing}
 * @param timers name of the timers in snapshots
 * @param namespaces what writes the windows; its form must be start and end, eight bytes each
 * @param accumulators writes accumulators
 * @param fold makes them
 */
public record WindowPanesSpec<I, A>(
        WindowGrid grid,
        String name,
        String kind,
        String timers,
        TypeSerializer<?> namespaces,
        TypeSerializer<A> accumulators,
        WindowFold<I, A> fold) {

    public WindowPanesSpec {
        if (namespaces.getLength() != 2 * Long.BYTES) {
            throw new IllegalArgumentException(
                    "Windows are written as two longs, but not by " + namespaces.getClass());
        }
    }
}
