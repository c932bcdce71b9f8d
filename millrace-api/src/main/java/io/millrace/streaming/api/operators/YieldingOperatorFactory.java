// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.operators;

import io.millrace.annotation.Experimental;
import io.millrace.api.common.operators.MailboxExecutor;

/** Is given the mailbox of the operator that it is about to make. */
@Experimental
public interface YieldingOperatorFactory<OUT> extends StreamOperatorFactory<OUT> {

    void setMailboxExecutor(MailboxExecutor mailboxExecutor);
}
