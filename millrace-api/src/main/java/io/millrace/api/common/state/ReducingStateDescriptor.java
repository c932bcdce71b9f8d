// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.state;

import static io.millrace.util.Preconditions.checkNotNull;

import io.millrace.annotation.PublicEvolving;
import io.millrace.api.common.functions.ReduceFunction;
import io.millrace.api.common.functions.RichFunction;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.common.typeutils.TypeSerializer;

/**
 * Describes a {@link ReducingState}.
 *
 * @param <T> the values
 */
@PublicEvolving
public class ReducingStateDescriptor<T> extends StateDescriptor<ReducingState<T>, T> {

    private static final long serialVersionUID = 1L;

    private final ReduceFunction<T> reduceFunction;

    /** Describes by class. */
    public ReducingStateDescriptor(
            String name, ReduceFunction<T> reduceFunction, Class<T> typeClass) {
        super(name, typeClass, null);
        this.reduceFunction = checkPlain(name, reduceFunction);
    }

    /** Describes by type. */
    public ReducingStateDescriptor(
            String name, ReduceFunction<T> reduceFunction, TypeInformation<T> typeInfo) {
        super(name, typeInfo, null);
        this.reduceFunction = checkPlain(name, reduceFunction);
    }

    /** Describes by serializer. */
    public ReducingStateDescriptor(
            String name, ReduceFunction<T> reduceFunction, TypeSerializer<T> typeSerializer) {
        super(name, typeSerializer, null);
        this.reduceFunction = checkPlain(name, reduceFunction);
    }

    private static <T> ReduceFunction<T> checkPlain(String name, ReduceFunction<T> function) {
        checkNotNull(function, "The reduce function of state '%s' is null.", name);
        if (function instanceof RichFunction) {
            // The function of a state is never opened, so a rich one would run half alive.
            throw new UnsupportedOperationException(
                    "The reduce function of state '"
                            + name
                            + "' must not be a rich function: it is never opened or closed.");
        }
        return function;
    }

    /** What folds two values into one. */
    public ReduceFunction<T> getReduceFunction() {
        return reduceFunction;
    }

    @Override
    public Type getType() {
        return Type.REDUCING;
    }
}
