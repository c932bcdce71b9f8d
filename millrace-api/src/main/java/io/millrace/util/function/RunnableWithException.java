// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.util.function;

import io.millrace.annotation.Public;

/** Does something, or throws any exception. */
@Public
@FunctionalInterface
public interface RunnableWithException extends ThrowingRunnable<Exception> {

    @Override
    void run() throws Exception;
}
