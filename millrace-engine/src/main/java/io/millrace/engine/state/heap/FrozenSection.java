// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state.heap;

import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.engine.state.StateFileWriter;
import java.io.IOException;

/** Something at a freeze that writes itself as one state or several. */
interface FrozenSection<K> {

    boolean isEmpty();

    /** Used by one I/O thread. */
    void write(StateFileWriter writer, TypeSerializer<K> keys, String keyType) throws IOException;
}
