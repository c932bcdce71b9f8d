// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.functions.sink;

import io.millrace.annotation.Public;
import io.millrace.api.common.SupportsConcurrentExecutionAttempts;

/** Takes records and forgets them. */
@Public
public class DiscardingSink<T> implements SinkFunction<T>, SupportsConcurrentExecutionAttempts {

    private static final long serialVersionUID = 1L;

    public DiscardingSink() {}

    @Override
    public void invoke(T value) {}
}
