// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.kafka;

import io.millrace.util.ExceptionUtils;
import io.millrace.util.FlinkRuntimeException;
import org.apache.kafka.common.errors.TimeoutException;

/** A failure of Kafka's client with what it leaves out: whose it is, and what to do. */
final class ExplainedFailure extends FlinkRuntimeException {

    private static final long serialVersionUID = 1L;

    ExplainedFailure(String message, Throwable cause) {
        super(message, cause);
    }

    /** Whether somebody nearer to it has explained it already. */
    static boolean isIn(Throwable failure) {
        return ExceptionUtils.findThrowable(failure, ExplainedFailure.class).isPresent();
    }

    /** What Kafka's client says of brokers that do not answer; null if it is something else. */
    static TimeoutException noAnswerIn(Throwable failure) {
        return ExceptionUtils.findThrowable(failure, TimeoutException.class).orElse(null);
    }
}
