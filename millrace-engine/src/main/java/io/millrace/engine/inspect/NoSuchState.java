// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.inspect;

import java.io.IOException;

/** A checkpoint has no operator or state of that name; the message lists those there are. */
public final class NoSuchState extends IOException {

    private static final long serialVersionUID = 1L;

    public NoSuchState(String message) {
        super(message);
    }
}
