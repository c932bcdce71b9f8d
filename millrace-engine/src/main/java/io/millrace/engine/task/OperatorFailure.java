// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.task;

/**
 * Something thrown inside an operator, on its way out of the chain; its cause is what was thrown.
 */
public final class OperatorFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String operator;
    private final String uid;

    OperatorFailure(String doing, String operator, String uid, Throwable cause) {
        super(
                "Operator '"
                        + operator
                        + "'"
                        + (uid == null ? "" : " (uid '" + uid + "')")
                        + " failed "
                        + doing,
                cause);
        this.operator = operator;
        this.uid = uid;
    }

    /**
     * Wraps once: what has been wrapped further inside stays as it is; a cancellation is no
     * failure.
     */
    static RuntimeException of(String doing, String operator, String uid, Throwable thrown) {
        if (thrown instanceof OperatorFailure failure) {
            return failure;
        }
        if (thrown instanceof TaskCancelled cancelled) {
            return cancelled;
        }
        return new OperatorFailure(doing, operator, uid, thrown);
    }

    public String operator() {
        return operator;
    }

    public String uid() {
        return uid;
    }
}
