// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.util.serialization;

import io.millrace.annotation.Public;
import io.millrace.api.java.typeutils.ResultTypeQueryable;
import java.io.IOException;
import java.io.Serializable;

/** First name of {@link io.millrace.api.common.serialization.DeserializationSchema}. */
@Public
public interface DeserializationSchema<T>
        extends io.millrace.api.common.serialization.DeserializationSchema<T>,
                Serializable,
                ResultTypeQueryable<T> {

    @Override
    T deserialize(byte[] message) throws IOException;

    @Override
    boolean isEndOfStream(T nextElement);
}
