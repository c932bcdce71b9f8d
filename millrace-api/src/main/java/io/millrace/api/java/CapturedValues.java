// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.java;

import java.lang.invoke.SerializedLambda;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;

/** What a serializable lambda captured. */
final class CapturedValues {

    private CapturedValues() {}

    /** The values in order, those of {@code this} first; null if the object is no such lambda. */
    static Object[] of(Object object) {
        if (!object.getClass().isSynthetic()) {
            return null;
        }
        try {
            Method writeReplace = object.getClass().getDeclaredMethod("writeReplace");
            writeReplace.setAccessible(true);
            if (!(writeReplace.invoke(object) instanceof SerializedLambda lambda)) {
                return null;
            }
            Object[] values = new Object[lambda.getCapturedArgCount()];
            for (int i = 0; i < values.length; i++) {
                values[i] = lambda.getCapturedArg(i);
            }
            return values;
        } catch (NoSuchMethodException e) {
            return null;
        } catch (IllegalAccessException | InvocationTargetException e) {
            throw new IllegalStateException(
                    "The lambda " + object.getClass().getName() + " can't be looked into.", e);
        }
    }
}
