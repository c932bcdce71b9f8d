// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.state.api;

import io.millrace.annotation.PublicEvolving;
import io.millrace.streaming.api.datastream.DataStream;

/** Where building the state of an operator begins. */
@PublicEvolving
public final class OperatorTransformation {

    private OperatorTransformation() {}

    /**
     * From this data, which must end; of a collection, a stream is made by {@code fromData}.
     *
     * @param <T> the data
     */
    public static <T> OneInputStateTransformation<T> bootstrapWith(DataStream<T> stream) {
        return new OneInputStateTransformation<>(stream);
    }
}
