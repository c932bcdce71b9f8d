// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.test.util;

/** Thrown by a function to end a job that has shown what it was to show. */
public class SuccessException extends RuntimeException {

    private static final long serialVersionUID = -7011865671593955887L;

    public SuccessException() {}
}
