// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.util.serialization;

import io.millrace.annotation.Public;
import java.io.Serializable;

/** First name of {@link io.millrace.api.common.serialization.SerializationSchema}. */
@Public
public interface SerializationSchema<T>
        extends io.millrace.api.common.serialization.SerializationSchema<T>, Serializable {

    @Override
    byte[] serialize(T element);
}
