// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.chain;

import io.millrace.api.common.accumulators.Accumulator;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * What one operator's function counts in one subtask, by name.
 *
 * <p>Added to on the task's step, or by the thread of a source of the older kind; copied on the
 * task's step. The map bears both at once; an accumulator itself is as safe as its class makes it.
 */
public final class Accumulators {

    private final String operator;

    private final Map<String, Accumulator<?, ?>> byName = new ConcurrentSkipListMap<>();

    /**
     * @param operator for people
     */
    public Accumulators(String operator) {
        this.operator = operator;
    }

    /**
     * Adds one.
     *
     * @throws UnsupportedOperationException when the name is taken
     */
    public void add(String name, Accumulator<?, ?> accumulator) {
        if (byName.putIfAbsent(name, accumulator) != null) {
            throw new UnsupportedOperationException(
                    "There is already an accumulator '"
                            + name
                            + "' in operator '"
                            + operator
                            + "'; a second one can't be added under the same name");
        }
    }

    /** Null when there is none. */
    public Accumulator<?, ?> get(String name) {
        return byName.get(name);
    }

    /**
     * That of the name, made on first use.
     *
     * @throws UnsupportedOperationException when there is one of another kind
     */
    public <A extends Accumulator<?, ?>> A get(String name, Class<A> kind, Supplier<A> fresh) {
        Accumulator<?, ?> there = byName.computeIfAbsent(name, key -> fresh.get());
        if (!kind.isInstance(there)) {
            throw new UnsupportedOperationException(
                    "The accumulator '"
                            + name
                            + "' of operator '"
                            + operator
                            + "' is a "
                            + there.getClass().getSimpleName()
                            + ", not a "
                            + kind.getSimpleName());
        }
        return kind.cast(there);
    }

    /** Hands over a copy of each, as they stand. A copy that fails is handed over as failed. */
    public void copyTo(Consumer<AccumulatorValue> taker) {
        byName.forEach((name, accumulator) -> taker.accept(copy(name, accumulator)));
    }

    private AccumulatorValue copy(String name, Accumulator<?, ?> accumulator) {
        try {
            return new AccumulatorValue(name, operator, accumulator.clone(), null);
        } catch (Throwable t) {
            // The user's code; the job goes on, and who asks for the value is told.
            return new AccumulatorValue(name, operator, null, t);
        }
    }
}
