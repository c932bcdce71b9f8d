// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.util.function;

import io.millrace.util.FlinkRuntimeException;

/** Turns what was thrown into something unchecked. */
final class Sneaky {

    private Sneaky() {}

    /** The exception if it is unchecked, else one that wraps it; errors are thrown at once. */
    static RuntimeException wrapped(Throwable t) {
        if (t instanceof Error error) {
            throw error;
        } else if (t instanceof RuntimeException runtime) {
            return runtime;
        }
        return new FlinkRuntimeException(t);
    }
}
