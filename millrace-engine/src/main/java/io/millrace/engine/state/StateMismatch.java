// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state;

import io.millrace.runtime.throwable.ThrowableAnnotation;
import io.millrace.runtime.throwable.ThrowableType;

/**
 * The program and its state do not fit each other: another type, another kind, another key, or
 * bytes that the program's serializer can't read. Every further attempt has the same program and
 * the same state, so the job fails at once, whatever its restart strategy.
 *
 * <p>Not for what may be otherwise next time, such as a file that can't be read or is damaged.
 */
@ThrowableAnnotation(ThrowableType.NonRecoverableError)
public final class StateMismatch extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    public StateMismatch(String message) {
        super(message);
    }

    public StateMismatch(String message, Throwable cause) {
        super(message, cause);
    }
}
