// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.operator;

import io.millrace.api.common.operators.MailboxExecutor;
import io.millrace.engine.chain.OperatorContext;
import io.millrace.util.FlinkRuntimeException;
import io.millrace.util.function.ThrowingRunnable;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * Lets the own threads of a sink or a custom operator have something done in the task's step. What
 * is given in is done in order, once, either when the task comes to it or when the operator yields.
 * Giving in: any thread; yielding: the task's.
 */
final class TaskMailbox implements MailboxExecutor {

    private final OperatorContext context;
    private final BlockingQueue<Mail> mails = new LinkedBlockingQueue<>();

    private record Mail(ThrowingRunnable<? extends Exception> command, String description) {}

    TaskMailbox(OperatorContext context) {
        this.context = context;
    }

    @Override
    public void execute(
            MailOptions mailOptions,
            ThrowingRunnable<? extends Exception> command,
            String descriptionFormat,
            Object... descriptionArgs) {
        mails.add(
                new Mail(
                        command,
                        descriptionArgs.length == 0
                                ? descriptionFormat
                                : String.format(descriptionFormat, descriptionArgs)));
        context.execute(this::runOne);
    }

    private void runOne() throws Exception {
        Mail mail = mails.poll();
        if (mail != null) {
            mail.command().run();
        }
    }

    /**
     * Does what has been given in first, and waits for it if there is nothing. The wait holds up
     * this task alone, as any call of a user's that blocks; cancelling the job interrupts it.
     */
    @Override
    public void yield() throws InterruptedException, FlinkRuntimeException {
        run(mails.take());
    }

    @Override
    public boolean tryYield() throws FlinkRuntimeException {
        Mail mail = mails.poll();
        if (mail == null) {
            return false;
        }
        run(mail);
        return true;
    }

    private void run(Mail mail) throws FlinkRuntimeException {
        try {
            mail.command().run();
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new FlinkRuntimeException(
                    "What operator '"
                            + context.operatorName()
                            + "' put into its mailbox ("
                            + mail.description()
                            + ") failed",
                    e);
        }
    }

    @Override
    public boolean shouldInterrupt() {
        return !mails.isEmpty();
    }
}
