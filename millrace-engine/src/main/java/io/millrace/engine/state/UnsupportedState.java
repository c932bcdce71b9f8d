// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state;

import io.millrace.runtime.throwable.ThrowableAnnotation;
import io.millrace.runtime.throwable.ThrowableType;

/** The program asks for state that there is none of in this version; asking again is no help. */
@ThrowableAnnotation(ThrowableType.NonRecoverableError)
public final class UnsupportedState extends UnsupportedOperationException {
    private static final long serialVersionUID = 1L;

    public UnsupportedState(String message) {
        super(message);
    }
}
