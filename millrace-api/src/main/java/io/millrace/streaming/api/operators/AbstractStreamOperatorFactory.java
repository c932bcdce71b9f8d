// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.operators;

import io.millrace.annotation.Experimental;
import io.millrace.api.common.operators.MailboxExecutor;
import io.millrace.streaming.runtime.tasks.ProcessingTimeService;
import io.millrace.streaming.runtime.tasks.ProcessingTimeServiceAware;
import java.util.Objects;

/** What factories have in common: how the operator is chained, and what it is to be given. */
@Experimental
public abstract class AbstractStreamOperatorFactory<OUT>
        implements StreamOperatorFactory<OUT>, ProcessingTimeServiceAware {

    private static final long serialVersionUID = 1L;

    protected ChainingStrategy chainingStrategy = ChainingStrategy.DEFAULT_CHAINING_STRATEGY;

    /** There while the operator is made. */
    protected transient ProcessingTimeService processingTimeService;

    private transient MailboxExecutor mailboxExecutor;

    public AbstractStreamOperatorFactory() {}

    @Override
    public void setChainingStrategy(ChainingStrategy strategy) {
        this.chainingStrategy = strategy;
    }

    @Override
    public ChainingStrategy getChainingStrategy() {
        return chainingStrategy;
    }

    @Override
    public void setProcessingTimeService(ProcessingTimeService processingTimeService) {
        this.processingTimeService = processingTimeService;
    }

    public void setMailboxExecutor(MailboxExecutor mailboxExecutor) {
        this.mailboxExecutor = mailboxExecutor;
    }

    /**
     * The operator's mailbox, where the factory is a {@link YieldingOperatorFactory}.
     *
     * @throws NullPointerException when it was not given one
     */
    protected MailboxExecutor getMailboxExecutor() {
        return Objects.requireNonNull(
                mailboxExecutor,
                "The factory has no mailbox: it must implement YieldingOperatorFactory, and ask while"
                        + " it makes its operator.");
    }
}
