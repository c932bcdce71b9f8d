// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.spi;

import io.millrace.api.common.ExecutionConfig;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.java.typeutils.InputTypeConfigurable;
import io.millrace.streaming.api.operators.AbstractStreamOperator;
import io.millrace.streaming.api.operators.ChainingStrategy;
import io.millrace.streaming.api.operators.OneInputStreamOperatorFactory;
import io.millrace.streaming.api.operators.OutputTypeConfigurable;
import io.millrace.streaming.api.operators.StreamOperator;
import io.millrace.streaming.api.operators.StreamOperatorParameters;
import io.millrace.streaming.api.operators.TwoInputStreamOperatorFactory;
import java.util.Objects;

/** Hands out the operator that the program made itself: each subtask's copy has a copy of it. */
public final class GivenOperator<A, B, OUT>
        implements OneInputStreamOperatorFactory<A, OUT>, TwoInputStreamOperatorFactory<A, B, OUT> {

    private static final long serialVersionUID = 1L;

    private final AbstractStreamOperator<OUT> operator;

    /**
     * @throws IllegalArgumentException when it is of a class that can't be given its surroundings
     */
    public GivenOperator(String name, StreamOperator<OUT> operator) {
        Objects.requireNonNull(operator, "operator");
        if (!(operator instanceof AbstractStreamOperator<OUT> known)) {
            throw new IllegalArgumentException(
                    "The operator '"
                            + name
                            + "' is of class "
                            + operator.getClass().getName()
                            + ", which does not extend AbstractStreamOperator, and there is no other way"
                            + " to give an operator its output and its state. Extend it; or hand"
                            + " transform(...) a factory, which is given the output for its operator.");
        }
        this.operator = known;
    }

    @Override
    @SuppressWarnings("unchecked") // the mirrored signature leaves the class to the caller
    public <T extends StreamOperator<OUT>> T createStreamOperator(
            StreamOperatorParameters<OUT> parameters) {
        return (T) operator;
    }

    @Override
    public void setChainingStrategy(ChainingStrategy strategy) {
        operator.setChainingStrategy(strategy);
    }

    @Override
    public ChainingStrategy getChainingStrategy() {
        return operator.getChainingStrategy();
    }

    @Override
    public boolean isOutputTypeConfigurable() {
        return operator instanceof OutputTypeConfigurable;
    }

    @Override
    @SuppressWarnings("unchecked") // it emits what this factory's operators emit
    public void setOutputType(TypeInformation<OUT> type, ExecutionConfig executionConfig) {
        ((OutputTypeConfigurable<OUT>) operator).setOutputType(type, executionConfig);
    }

    @Override
    public boolean isInputTypeConfigurable() {
        return operator instanceof InputTypeConfigurable;
    }

    @Override
    public void setInputType(TypeInformation<?> type, ExecutionConfig executionConfig) {
        ((InputTypeConfigurable) operator).setInputType(type, executionConfig);
    }

    @Override
    @SuppressWarnings("rawtypes") // the mirrored signature
    public Class<? extends StreamOperator> getStreamOperatorClass(ClassLoader classLoader) {
        return operator.getClass();
    }
}
