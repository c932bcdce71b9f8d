// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.util;

import io.millrace.annotation.Public;

/** The root of checked errors of the engine. */
@Public
public class FlinkException extends Exception {

    private static final long serialVersionUID = 450688772469004724L;

    /** With a message. */
    public FlinkException(String message) {
        super(message);
    }

    /** With a cause. */
    public FlinkException(Throwable cause) {
        super(cause);
    }

    /** With a message and a cause. */
    public FlinkException(String message, Throwable cause) {
        super(message, cause);
    }
}
