// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.functions.aggregation;

import io.millrace.spi.FieldAccess;

/**
 * The plus of each class of numbers: its result is of the same class and overflows as Java's does.
 */
enum NumberAddition {
    BYTE(Byte.class) {
        @Override
        Object add(Object a, Object b) {
            return (byte) ((Byte) a + (Byte) b);
        }
    },
    SHORT(Short.class) {
        @Override
        Object add(Object a, Object b) {
            return (short) ((Short) a + (Short) b);
        }
    },
    INTEGER(Integer.class) {
        @Override
        Object add(Object a, Object b) {
            return (Integer) a + (Integer) b;
        }
    },
    LONG(Long.class) {
        @Override
        Object add(Object a, Object b) {
            return (Long) a + (Long) b;
        }
    },
    FLOAT(Float.class) {
        @Override
        Object add(Object a, Object b) {
            return (Float) a + (Float) b;
        }
    },
    DOUBLE(Double.class) {
        @Override
        Object add(Object a, Object b) {
            return (Double) a + (Double) b;
        }
    };

    private final Class<?> type;

    NumberAddition(Class<?> type) {
        this.type = type;
    }

    abstract Object add(Object a, Object b);

    static NumberAddition of(FieldAccess<?> field) {
        for (NumberAddition addition : values()) {
            if (addition.type == field.fieldClass()) {
                return addition;
            }
        }
        throw new IllegalArgumentException(
                "The "
                        + field
                        + " cannot be summed: its class "
                        + field.fieldClass().getName()
                        + " is not one of Byte, Short, Integer, Long, Float, Double.");
    }
}
