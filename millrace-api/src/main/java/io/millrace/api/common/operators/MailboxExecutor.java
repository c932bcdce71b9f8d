// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.operators;

import io.millrace.annotation.PublicEvolving;
import io.millrace.util.FlinkRuntimeException;
import io.millrace.util.function.RunnableWithException;
import io.millrace.util.function.ThrowingRunnable;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;

/**
 * Has the task's thread run something between records. May be called from any thread, apart from
 * the two that yield.
 */
@PublicEvolving
public interface MailboxExecutor {

    /** For descriptions that take none. */
    Object[] EMPTY_ARGS = new Object[0];

    /** How a command is treated. */
    @PublicEvolving
    interface MailOptions {

        /** As usual. */
        static MailOptions options() {
            return MailRules.USUAL;
        }

        /** So that a task handling a batch of work may put it off. */
        static MailOptions deferrable() {
            return MailRules.DEFERRABLE;
        }
    }

    /**
     * Runs the command.
     *
     * @param description for people
     */
    default void execute(ThrowingRunnable<? extends Exception> command, String description) {
        execute(command, description, EMPTY_ARGS);
    }

    /**
     * Runs the command.
     *
     * @param description for people
     */
    default void execute(
            MailOptions mailOptions,
            ThrowingRunnable<? extends Exception> command,
            String description) {
        execute(mailOptions, command, description, EMPTY_ARGS);
    }

    /**
     * Runs the command.
     *
     * @param descriptionFormat for people, in the form of {@link String#format}
     */
    default void execute(
            ThrowingRunnable<? extends Exception> command,
            String descriptionFormat,
            Object... descriptionArgs) {
        execute(MailOptions.options(), command, descriptionFormat, descriptionArgs);
    }

    /**
     * Runs the command.
     *
     * @param descriptionFormat for people, in the form of {@link String#format}
     * @throws java.util.concurrent.RejectedExecutionException when the task has ended
     */
    void execute(
            MailOptions mailOptions,
            ThrowingRunnable<? extends Exception> command,
            String descriptionFormat,
            Object... descriptionArgs);

    /** Runs the command; its failure is in the future. */
    default Future<Void> submit(
            RunnableWithException command, String descriptionFormat, Object... descriptionArgs) {
        FutureTask<Void> future =
                new FutureTask<>(
                        () -> {
                            command.run();
                            return null;
                        });
        execute(future::run, descriptionFormat, descriptionArgs);
        return future;
    }

    /** Runs the command; its failure is in the future. */
    default Future<Void> submit(RunnableWithException command, String description) {
        return submit(command, description, EMPTY_ARGS);
    }

    /** Runs the command; its result or failure is in the future. */
    default <T> Future<T> submit(
            Callable<T> command, String descriptionFormat, Object... descriptionArgs) {
        FutureTask<T> future = new FutureTask<>(command);
        execute(future::run, descriptionFormat, descriptionArgs);
        return future;
    }

    /** Runs the command; its result or failure is in the future. */
    default <T> Future<T> submit(Callable<T> command, String description) {
        return submit(command, description, EMPTY_ARGS);
    }

    /**
     * Runs the next command, waiting for one if there is none. From the task's thread only.
     *
     * @throws InterruptedException when the task is cancelled meanwhile
     */
    void yield() throws InterruptedException, FlinkRuntimeException;

    /**
     * Runs the next command if there is one; tells whether there was. From the task's thread only.
     */
    boolean tryYield() throws FlinkRuntimeException;

    /** Whether a long call had better return, for something is waiting. */
    boolean shouldInterrupt();
}
