// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.connector.sink2;

import io.millrace.annotation.Public;
import io.millrace.core.io.SimpleVersionedSerializer;
import java.io.IOException;
import java.util.Collection;

/** A sink whose writers have state. */
@Public
public interface SupportsWriterState<InputT, WriterStateT> {

    /**
     * A writer that goes on from this state, which may be that of several earlier writers or of
     * none.
     */
    StatefulSinkWriter<InputT, WriterStateT> restoreWriter(
            WriterInitContext context, Collection<WriterStateT> recoveredState) throws IOException;

    SimpleVersionedSerializer<WriterStateT> getWriterStateSerializer();

    /** A sink that can also read the state of other sinks. */
    interface WithCompatibleState {

        /** The names under which the others keep their writers' state. */
        Collection<String> getCompatibleWriterStateNames();
    }
}
