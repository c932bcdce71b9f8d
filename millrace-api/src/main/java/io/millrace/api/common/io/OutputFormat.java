// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.io;

import io.millrace.annotation.Public;
import io.millrace.annotation.PublicEvolving;
import io.millrace.configuration.Configuration;
import java.io.IOException;
import java.io.Serializable;

/**
 * Writes records: for {@code writeUsingOutputFormat}. It takes no part in checkpoints: what it
 * writes after the last one is written again after a failure.
 *
 * @param <IT> the records
 */
@Public
public interface OutputFormat<IT> extends Serializable {

    /** The first call. */
    void configure(Configuration parameters);

    /**
     * Begins to write, in one subtask of several; older form of the method below, and called by it.
     *
     * @param taskNumber from 0
     */
    @Deprecated
    default void open(int taskNumber, int numTasks) throws IOException {
        throw new UnsupportedOperationException(
                getClass().getName() + " implements neither of the two forms of open");
    }

    /** Begins to write, in one subtask of several. */
    default void open(InitializationContext context) throws IOException {
        open(context.getTaskNumber(), context.getNumTasks());
    }

    void writeRecord(IT record) throws IOException;

    /** Ends; called after a failure, too. */
    void close() throws IOException;

    /** What a format learns when it begins. */
    @PublicEvolving
    interface InitializationContext {

        /** How many subtasks write. */
        int getNumTasks();

        /** Which of them this is, from 0. */
        int getTaskNumber();

        /** 0 at first, and one more with each restart. */
        int getAttemptNumber();
    }
}
