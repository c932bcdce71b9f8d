// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.rename;

/** What can't be renamed, and why: the message names the class or the entry. */
public final class RenameException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    RenameException(String message) {
        super(message);
    }

    RenameException(String message, Throwable cause) {
        super(message, cause);
    }
}
