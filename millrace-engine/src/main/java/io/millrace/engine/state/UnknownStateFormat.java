// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state;

import io.millrace.runtime.throwable.ThrowableAnnotation;
import io.millrace.runtime.throwable.ThrowableType;
import java.io.IOException;

/** State of a version that this build does not read; no other attempt of this build will. */
@ThrowableAnnotation(ThrowableType.NonRecoverableError)
public final class UnknownStateFormat extends IOException {
    private static final long serialVersionUID = 1L;

    public UnknownStateFormat(String message) {
        super(message);
    }
}
