// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.operators;

import io.millrace.annotation.Experimental;
import io.millrace.api.common.operators.MailboxExecutor;
import io.millrace.spi.OperatorSurroundings;
import io.millrace.streaming.runtime.streamrecord.StreamRecord;
import io.millrace.streaming.runtime.tasks.ProcessingTimeService;

/** What a factory may hand to the operator that it makes. */
@Experimental
public class StreamOperatorParameters<OUT> {

    private final OperatorSurroundings<OUT> surroundings;

    StreamOperatorParameters(OperatorSurroundings<OUT> surroundings) {
        this.surroundings = surroundings;
    }

    /** What the operator emits to. */
    public Output<StreamRecord<OUT>> getOutput() {
        return surroundings.output();
    }

    public ProcessingTimeService getProcessingTimeService() {
        return surroundings.processingTime();
    }

    public MailboxExecutor getMailboxExecutor() {
        return surroundings.mailbox();
    }
}
