// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.runtime;

import io.millrace.util.FlinkException;

/**
 * A job can't go on; the message says why no further attempt is made, the cause what happened last.
 */
public class JobException extends FlinkException {

    private static final long serialVersionUID = 1275864691743020176L;

    public JobException(String message) {
        super(message);
    }

    public JobException(String message, Throwable cause) {
        super(message, cause);
    }
}
