// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.operators;

import io.millrace.annotation.PublicEvolving;
import io.millrace.api.common.ExecutionConfig;
import io.millrace.api.common.typeinfo.TypeInformation;
import java.io.Serializable;

/**
 * Makes an operator where it is to run. Each subtask has its own copy of the factory, made by Java
 * serialization, and asks it for one operator. An operator that extends {@link
 * AbstractStreamOperator} is given its surroundings afterwards, before state is initialized; a
 * factory need not set it up.
 *
 * @param <OUT> what the operator emits
 */
@PublicEvolving
public interface StreamOperatorFactory<OUT> extends Serializable {

    /** The operator of one subtask. */
    <T extends StreamOperator<OUT>> T createStreamOperator(
            StreamOperatorParameters<OUT> parameters);

    void setChainingStrategy(ChainingStrategy strategy);

    ChainingStrategy getChainingStrategy();

    /** Always false here: sources are no operators. */
    default boolean isStreamSource() {
        return false;
    }

    /** Always false here: sources are no operators. */
    default boolean isLegacySource() {
        return false;
    }

    /** Whether {@link #setOutputType} is to be called. */
    default boolean isOutputTypeConfigurable() {
        return false;
    }

    /** The type of what the operator emits; before it is made. */
    default void setOutputType(TypeInformation<OUT> type, ExecutionConfig executionConfig) {}

    /** Whether {@link #setInputType} is to be called. */
    default boolean isInputTypeConfigurable() {
        return false;
    }

    /** The type of what comes in on the first input; before the operator is made. */
    default void setInputType(TypeInformation<?> type, ExecutionConfig executionConfig) {}

    /** The class of the operators. */
    @SuppressWarnings("rawtypes") // the mirrored signature
    Class<? extends StreamOperator> getStreamOperatorClass(ClassLoader classLoader);
}
