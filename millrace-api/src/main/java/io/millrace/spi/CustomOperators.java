// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.spi;

import io.millrace.streaming.api.operators.AbstractStreamOperator;
import io.millrace.streaming.api.operators.StreamOperatorParameters;
import java.lang.invoke.MethodHandles;
import java.util.Objects;

/**
 * Gives custom operators what is around them. In Flink that is public, and names its runtime; here
 * it must not be part of the operators' public face, so they leave a key, and whoever may see this
 * package can use it.
 */
public final class CustomOperators {

    private static volatile Key key;

    private CustomOperators() {}

    /** What operators let be done to them. */
    public interface Key {

        <T> void setUp(AbstractStreamOperator<T> operator, OperatorSurroundings<T> surroundings);

        <T> StreamOperatorParameters<T> parameters(OperatorSurroundings<T> surroundings);
    }

    /** Left by the operators. */
    public static void leave(Key left) {
        key = Objects.requireNonNull(left, "left");
    }

    /** Before the operator's state is initialized; once. */
    public static <T> void setUp(
            AbstractStreamOperator<T> operator, OperatorSurroundings<T> surroundings) {
        key().setUp(operator, surroundings);
    }

    /** What a factory is given. */
    public static <T> StreamOperatorParameters<T> parameters(OperatorSurroundings<T> surroundings) {
        return key().parameters(surroundings);
    }

    private static Key key() {
        if (key == null) {
            try {
                MethodHandles.lookup().ensureInitialized(AbstractStreamOperator.class);
            } catch (IllegalAccessException e) {
                throw new AssertionError("AbstractStreamOperator is public and of this module", e);
            }
        }
        return key;
    }
}
