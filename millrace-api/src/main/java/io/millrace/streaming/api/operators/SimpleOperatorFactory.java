// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.operators;

import io.millrace.annotation.Internal;
import io.millrace.api.common.ExecutionConfig;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.spi.GivenOperator;

/**
 * Hands out one operator that is there already; each subtask's copy has a copy of it.
 *
 * @param <OUT> what is emitted
 */
@Internal
public class SimpleOperatorFactory<OUT> extends AbstractStreamOperatorFactory<OUT> {

    private static final long serialVersionUID = 1L;

    private final StreamOperator<OUT> operator;
    private final GivenOperator<?, ?, OUT> given;

    protected SimpleOperatorFactory(StreamOperator<OUT> operator) {
        this.given = new GivenOperator<>(operator.getClass().getSimpleName(), operator);
        this.operator = operator;
    }

    /**
     * A factory that hands out this operator.
     *
     * @throws IllegalArgumentException when it is of a class that can't be given its surroundings
     */
    public static <OUT> SimpleOperatorFactory<OUT> of(StreamOperator<OUT> operator) {
        return new SimpleOperatorFactory<>(operator);
    }

    public StreamOperator<OUT> getOperator() {
        return operator;
    }

    @Override
    public <T extends StreamOperator<OUT>> T createStreamOperator(
            StreamOperatorParameters<OUT> parameters) {
        return given.createStreamOperator(parameters);
    }

    @Override
    public void setChainingStrategy(ChainingStrategy strategy) {
        given.setChainingStrategy(strategy);
    }

    @Override
    public ChainingStrategy getChainingStrategy() {
        return given.getChainingStrategy();
    }

    @Override
    public boolean isOutputTypeConfigurable() {
        return given.isOutputTypeConfigurable();
    }

    @Override
    public void setOutputType(TypeInformation<OUT> type, ExecutionConfig executionConfig) {
        given.setOutputType(type, executionConfig);
    }

    @Override
    public boolean isInputTypeConfigurable() {
        return given.isInputTypeConfigurable();
    }

    @Override
    public void setInputType(TypeInformation<?> type, ExecutionConfig executionConfig) {
        given.setInputType(type, executionConfig);
    }

    @Override
    @SuppressWarnings("rawtypes") // the mirrored signature
    public Class<? extends StreamOperator> getStreamOperatorClass(ClassLoader classLoader) {
        return given.getStreamOperatorClass(classLoader);
    }
}
