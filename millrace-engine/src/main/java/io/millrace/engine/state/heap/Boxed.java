// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state.heap;

import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.api.common.typeutils.base.BooleanSerializer;
import io.millrace.api.common.typeutils.base.ByteSerializer;
import io.millrace.api.common.typeutils.base.CharSerializer;
import io.millrace.api.common.typeutils.base.DoubleSerializer;
import io.millrace.api.common.typeutils.base.FloatSerializer;
import io.millrace.api.common.typeutils.base.IntSerializer;
import io.millrace.api.common.typeutils.base.LongSerializer;
import io.millrace.api.common.typeutils.base.ShortSerializer;

/**
 * The boxes whose content fits in a long: kept as such in pages, so that no fresh reference is
 * stored per record (which under G1 costs more than all else that a table does). One class with a
 * switch, not a class per type, so that call sites stay monomorphic.
 */
final class Boxed {

    private static final int LONG = 0;
    private static final int INT = 1;
    private static final int SHORT = 2;
    private static final int BYTE = 3;
    private static final int CHAR = 4;
    private static final int BOOLEAN = 5;
    private static final int DOUBLE = 6;
    private static final int FLOAT = 7;

    private final int kind;

    private Boxed(int kind) {
        this.kind = kind;
    }

    /** How values of this serializer fit in a long; null when they do not. */
    static Boxed forValues(TypeSerializer<?> serializer) {
        Boxed integral = forKeys(serializer);
        if (integral != null) {
            return integral;
        } else if (serializer instanceof DoubleSerializer) {
            return new Boxed(DOUBLE);
        } else if (serializer instanceof FloatSerializer) {
            return new Boxed(FLOAT);
        }
        return null;
    }

    /**
     * As {@link #forValues}, for types whose equality is that of the long: not floating point
     * numbers.
     */
    static Boxed forKeys(TypeSerializer<?> serializer) {
        if (serializer instanceof LongSerializer) {
            return new Boxed(LONG);
        } else if (serializer instanceof IntSerializer) {
            return new Boxed(INT);
        } else if (serializer instanceof ShortSerializer) {
            return new Boxed(SHORT);
        } else if (serializer instanceof ByteSerializer) {
            return new Boxed(BYTE);
        } else if (serializer instanceof CharSerializer) {
            return new Boxed(CHAR);
        } else if (serializer instanceof BooleanSerializer) {
            return new Boxed(BOOLEAN);
        }
        return null;
    }

    Object box(long raw) {
        switch (kind) {
            case LONG:
                return raw;
            case INT:
                return (int) raw;
            case SHORT:
                return (short) raw;
            case BYTE:
                return (byte) raw;
            case CHAR:
                return (char) raw;
            case BOOLEAN:
                return raw != 0;
            case DOUBLE:
                return Double.longBitsToDouble(raw);
            default:
                return Float.intBitsToFloat((int) raw);
        }
    }

    long unbox(Object value) {
        switch (kind) {
            case LONG:
                return (Long) value;
            case INT:
                return (Integer) value;
            case SHORT:
                return (Short) value;
            case BYTE:
                return (Byte) value;
            case CHAR:
                return (Character) value;
            case BOOLEAN:
                return (Boolean) value ? 1 : 0;
            case DOUBLE:
                return Double.doubleToRawLongBits((Double) value);
            default:
                return Float.floatToRawIntBits((Float) value);
        }
    }
}
