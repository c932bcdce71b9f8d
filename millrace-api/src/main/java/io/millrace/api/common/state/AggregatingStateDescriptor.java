// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.state;

import static io.millrace.util.Preconditions.checkNotNull;

import io.millrace.annotation.PublicEvolving;
import io.millrace.api.common.functions.AggregateFunction;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.common.typeutils.TypeSerializer;

/**
 * Describes an {@link AggregatingState}, by the type of its accumulator.
 *
 * @param <IN> what is added
 * @param <ACC> what is kept
 * @param <OUT> what is read
 */
@PublicEvolving
public class AggregatingStateDescriptor<IN, ACC, OUT>
        extends StateDescriptor<AggregatingState<IN, OUT>, ACC> {

    private static final long serialVersionUID = 1L;

    private final AggregateFunction<IN, ACC, OUT> aggFunction;

    /** Describes by class. */
    public AggregatingStateDescriptor(
            String name, AggregateFunction<IN, ACC, OUT> aggFunction, Class<ACC> stateType) {
        super(name, stateType, null);
        this.aggFunction = checkPlain(name, aggFunction);
    }

    /** Describes by type. */
    public AggregatingStateDescriptor(
            String name,
            AggregateFunction<IN, ACC, OUT> aggFunction,
            TypeInformation<ACC> stateType) {
        super(name, stateType, null);
        this.aggFunction = checkPlain(name, aggFunction);
    }

    /** Describes by serializer. */
    public AggregatingStateDescriptor(
            String name,
            AggregateFunction<IN, ACC, OUT> aggFunction,
            TypeSerializer<ACC> typeSerializer) {
        super(name, typeSerializer, null);
        this.aggFunction = checkPlain(name, aggFunction);
    }

    private static <IN, ACC, OUT> AggregateFunction<IN, ACC, OUT> checkPlain(
            String name, AggregateFunction<IN, ACC, OUT> function) {
        return checkNotNull(function, "The aggregate function of state '%s' is null.", name);
    }

    /** What values are added with. */
    public AggregateFunction<IN, ACC, OUT> getAggregateFunction() {
        return aggFunction;
    }

    @Override
    public Type getType() {
        return Type.AGGREGATING;
    }
}
