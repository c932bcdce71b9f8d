// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.util;

import io.millrace.annotation.Public;

/** The root of unchecked errors of the engine. */
@Public
public class FlinkRuntimeException extends RuntimeException {

    private static final long serialVersionUID = 193141189399279147L;

    /** With a message. */
    public FlinkRuntimeException(String message) {
        super(message);
    }

    /** With a cause. */
    public FlinkRuntimeException(Throwable cause) {
        super(cause);
    }

    /** With a message and a cause. */
    public FlinkRuntimeException(String message, Throwable cause) {
        super(message, cause);
    }
}
