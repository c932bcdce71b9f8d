// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.io;

import io.millrace.annotation.Public;

/** A record can't be read from what is in its place. */
@Public
public class ParseException extends RuntimeException {

    private static final long serialVersionUID = -6721968786653128017L;

    public ParseException() {}

    public ParseException(String message) {
        super(message);
    }

    public ParseException(Throwable cause) {
        super(cause);
    }

    public ParseException(String message, Throwable cause) {
        super(message, cause);
    }
}
