// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.runtime.operators.testutils;

/** Thrown by a test's function on purpose. */
public class ExpectedTestException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public static final String MESSAGE = "Expected Test Exception";

    public ExpectedTestException() {
        this(MESSAGE);
    }

    public ExpectedTestException(String message) {
        super(message);
    }
}
