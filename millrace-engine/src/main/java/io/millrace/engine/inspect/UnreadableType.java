// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.inspect;

import java.io.IOException;

/** Values of a type can't be read here; the message says which class or jar is lacking. */
final class UnreadableType extends IOException {

    private static final long serialVersionUID = 1L;

    UnreadableType(String message) {
        super(message);
    }

    UnreadableType(String message, Throwable cause) {
        super(message, cause);
    }
}
