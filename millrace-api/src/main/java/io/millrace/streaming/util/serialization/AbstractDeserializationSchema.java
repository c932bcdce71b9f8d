// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.util.serialization;

import io.millrace.annotation.PublicEvolving;

/** First name of {@link io.millrace.api.common.serialization.AbstractDeserializationSchema}. */
@PublicEvolving
public abstract class AbstractDeserializationSchema<T>
        extends io.millrace.api.common.serialization.AbstractDeserializationSchema<T>
        implements DeserializationSchema<T> {

    private static final long serialVersionUID = 1L;

    public AbstractDeserializationSchema() {}
}
