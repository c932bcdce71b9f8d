// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.spi;

import io.millrace.api.common.InvalidProgramException;
import io.millrace.api.common.functions.Function;
import io.millrace.streaming.api.operators.AbstractUdfStreamOperator;
import io.millrace.streaming.api.operators.ChainingStrategy;
import io.millrace.streaming.api.operators.SimpleOperatorFactory;
import io.millrace.streaming.api.operators.StreamOperator;
import io.millrace.streaming.api.operators.StreamOperatorFactory;

/**
 * What the mirrored operators around one function are: choices. {@code new
 * KeyedProcessOperator<>(f)} says <em>which</em> operator; the engine has the thing, and runs it
 * when a choice is given to {@code transform} or to a test harness.
 *
 * @param <OUT> what is emitted
 * @param <F> the function
 */
public abstract class ChosenOperator<OUT, F extends Function>
        extends AbstractUdfStreamOperator<OUT, F> {

    private static final long serialVersionUID = 1L;

    /** Looked at while the program is built; a choice is never serialized. */
    private final transient OperatorSpec spec;

    /**
     * @param spec what is chosen, with that very function
     */
    protected ChosenOperator(F function, OperatorSpec spec) {
        super(function);
        this.spec = spec;
        this.chainingStrategy = ChainingStrategy.ALWAYS;
    }

    /**
     * What the operator chooses; null when it is an operator of the program's own.
     *
     * @throws InvalidProgramException when it is a subclass of a choice, whose methods would never
     *     be called
     */
    public static OperatorSpec specOf(StreamOperator<?> operator) {
        if (!(operator instanceof ChosenOperator<?, ?> chosen)) {
            return null;
        }
        Class<?> type = operator.getClass();
        if (type.getClassLoader() != ChosenOperator.class.getClassLoader()
                || type.getSuperclass() != ChosenOperator.class) {
            throw new InvalidProgramException(
                    "The operator "
                            + type.getName()
                            + " extends "
                            + type.getSuperclass().getName()
                            + ", which only says which operator of the engine is to run: nothing of the"
                            + " subclass would be called. Extend AbstractUdfStreamOperator, or give the"
                            + " function to a "
                            + type.getSuperclass().getSimpleName()
                            + " itself.");
        }
        return chosen.spec;
    }

    /**
     * The choice that a factory would hand out; null when it makes its operators by itself.
     */
    public static ChosenOperator<?, ?> of(StreamOperatorFactory<?> factory) {
        return factory instanceof SimpleOperatorFactory<?> simple
                        && simple.getOperator() instanceof ChosenOperator<?, ?> chosen
                ? chosen
                : null;
    }

    protected final UnsupportedOperationException notRunHere() {
        return new UnsupportedOperationException(
                getClass().getSimpleName()
                        + " only says which operator is to run, and the engine runs its own: hand it to"
                        + " transform(...), or to a test harness, and call the harness.");
    }
}
