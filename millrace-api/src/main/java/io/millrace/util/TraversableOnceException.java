// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.util;

import io.millrace.annotation.Public;

/** An iterable that can be walked over once was to be walked over again. */
@Public
public class TraversableOnceException extends RuntimeException {

    private static final long serialVersionUID = 7636881584773577290L;

    /** With the usual message. */
    public TraversableOnceException() {
        super(
                "This iterable can be walked over once only; its first iterator has been asked for "
                        + "already.");
    }
}
