// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.operator;

import io.millrace.api.java.functions.KeySelector;
import io.millrace.engine.chain.OperatorContext;
import io.millrace.engine.state.KeyedStateBackend;
import io.millrace.spi.types.KeyTypes;

/**
 * Sets the key under which the state of a keyed operator reads and writes, for the records of one
 * input.
 */
final class CurrentKey<T> {

    private final KeySelector<T, Object> selector;
    private final KeyedStateBackend<Object> backend;
    private final OperatorContext context;
    private Class<?> lastClass;

    @SuppressWarnings(
            "unchecked") // the planner gave this operator a backend for this selector's keys
    CurrentKey(KeySelector<T, ?> selector, OperatorContext context) {
        this.selector = (KeySelector<T, Object>) selector;
        this.backend = (KeyedStateBackend<Object>) context.keyedState();
        this.context = context;
        if (backend == null) {
            throw new IllegalStateException(
                    "The operator '"
                            + context.operatorName()
                            + "' has a key selector but no keyed state backend; this is a fault of Millrace's planner");
        }
    }

    /** For an operator that may be keyed: null where it isn't. */
    static <T> CurrentKey<T> orNull(KeySelector<T, ?> selector, OperatorContext context) {
        return selector == null ? null : new CurrentKey<>(selector, context);
    }

    void set(T value) throws Exception {
        Object key = of(value);
        backend.setCurrentKey(key, key.hashCode());
    }

    /** The record's key for who looks it up himself; it is checked, but not set. */
    Object of(T value) throws Exception {
        Object key = selector.getKey(value);
        if (key == null) {
            throw nullKey();
        }
        if (key.getClass() != lastClass) {
            // The selector's type may not have been known until a key was there (CK-84).
            KeyTypes.validateKey(key);
            lastClass = key.getClass();
        }
        return key;
    }

    private NullPointerException nullKey() {
        return new NullPointerException(
                "The key selector of operator '"
                        + context.operatorName()
                        + "' returned null. A key must not be null: filter such records out before keyBy, or give"
                        + " them a key of their own");
    }
}
