// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.core.io;

import io.millrace.annotation.PublicEvolving;
import java.io.IOException;

/** Bytes were written by a version that the reader does not know. */
@PublicEvolving
public class VersionMismatchException extends IOException {

    private static final long serialVersionUID = 7024258967585372438L;

    public VersionMismatchException() {
        super();
    }

    public VersionMismatchException(String message) {
        super(message);
    }

    public VersionMismatchException(String message, Throwable cause) {
        super(message, cause);
    }

    public VersionMismatchException(Throwable cause) {
        super(cause);
    }
}
