// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.runtime.execution;

import io.millrace.runtime.throwable.ThrowableAnnotation;
import io.millrace.runtime.throwable.ThrowableType;

/** Wraps an error after which the job must not be restarted, whatever its restart strategy. */
@ThrowableAnnotation(ThrowableType.NonRecoverableError)
public class SuppressRestartsException extends RuntimeException {

    private static final long serialVersionUID = 221873676920848349L;

    /** Wraps the error. */
    public SuppressRestartsException(Throwable cause) {
        super(
                "The job can't recover from this, so it is not restarted: " + cause.getMessage(),
                cause);
    }
}
