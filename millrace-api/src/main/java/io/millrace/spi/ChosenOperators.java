// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.spi;

import io.millrace.api.common.InvalidProgramException;
import io.millrace.streaming.api.operators.AbstractUdfStreamOperator;
import io.millrace.streaming.api.operators.StreamOperator;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * Reads what the mirrored operators around one function choose. {@code new
 * KeyedProcessOperator<>(f)} says <em>which</em> operator; the engine has the thing, and runs it
 * when the choice is given to {@code transform} or to a test harness. How a choice is read must not
 * be part of its public face, so each class leaves it here.
 */
public final class ChosenOperators {

    private static final Map<Class<?>, Function<Object, OperatorSpec>> READINGS =
            new ConcurrentHashMap<>();

    private ChosenOperators() {}

    /** Left by each class of choices that have nothing but a function, when it is initialized. */
    public static <F> void leave(
            Class<?> choice, Class<F> function, Function<F, OperatorSpec> reading) {
        READINGS.put(
                choice,
                operator ->
                        reading.apply(
                                function.cast(
                                        ((AbstractUdfStreamOperator<?, ?>) operator)
                                                .getUserFunction())));
    }

    /** Left by the others. */
    public static <C extends StreamOperator<?>> void leave(
            Class<C> choice, Function<C, OperatorSpec> reading) {
        READINGS.put(choice, operator -> reading.apply(choice.cast(operator)));
    }

    /**
     * What the operator chooses; null when it is an operator of the program's own.
     *
     * @throws InvalidProgramException when it is a subclass of a choice, whose methods would never
     *     be called
     */
    public static OperatorSpec specOf(StreamOperator<?> operator) {
        if (operator == null) {
            return null; // whoever asks refuses it in better words
        }
        Class<?> type = operator.getClass();
        Function<Object, OperatorSpec> reading = READINGS.get(type);
        if (reading != null) {
            return reading.apply(operator);
        }
        for (Class<?> above = type.getSuperclass(); above != null; above = above.getSuperclass()) {
            if (READINGS.containsKey(above)) {
                throw new InvalidProgramException(
                        "The operator "
                                + type.getName()
                                + " extends "
                                + above.getName()
                                + ", which only says which operator of the engine is to run: nothing of"
                                + " the subclass would be called. Extend AbstractUdfStreamOperator, or"
                                + " give the function to a "
                                + above.getSimpleName()
                                + " itself.");
            }
        }
        return null;
    }

    /** What a choice answers to a call that only the engine's own operator can carry out. */
    public static UnsupportedOperationException notRunHere(StreamOperator<?> choice) {
        return new UnsupportedOperationException(
                choice.getClass().getSimpleName()
                        + " only says which operator is to run, and the engine runs its own: hand it to"
                        + " transform(...), or to a test harness, and call the harness.");
    }
}
