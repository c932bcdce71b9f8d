// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.java.typeutils.runtime;

import io.millrace.annotation.Internal;
import io.millrace.api.common.typeutils.SimpleTypeSerializerSnapshot;
import io.millrace.api.java.tuple.Tuple0;

/** Remembers that it was the tuple without fields. */
@Internal
public final class Tuple0SerializerSnapshot extends SimpleTypeSerializerSnapshot<Tuple0> {

    /** Also used when a checkpoint is read. */
    public Tuple0SerializerSnapshot() {
        super(() -> Tuple0Serializer.INSTANCE);
    }
}
