// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.operators;

import io.millrace.annotation.Internal;
import io.millrace.api.common.operators.MailboxExecutor;

/** Is given a mailbox, through which other threads can have things done between two records. */
@Internal
public interface YieldingOperator<OUT> extends StreamOperator<OUT> {

    /** Before state is initialized. */
    void setMailboxExecutor(MailboxExecutor mailboxExecutor);
}
