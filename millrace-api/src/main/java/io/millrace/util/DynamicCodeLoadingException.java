// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.util;

import io.millrace.annotation.Public;

/** A class named in settings can't be loaded or made. */
@Public
public class DynamicCodeLoadingException extends FlinkException {

    private static final long serialVersionUID = -25138443817255490L;

    /** With a cause. */
    public DynamicCodeLoadingException(Throwable cause) {
        super(cause);
    }

    /** With a message and a cause. */
    public DynamicCodeLoadingException(String message, Throwable cause) {
        super(message, cause);
    }
}
