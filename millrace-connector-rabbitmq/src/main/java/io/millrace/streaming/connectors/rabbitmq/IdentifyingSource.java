// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.connectors.rabbitmq;

import io.millrace.spi.RunsAlone;
import io.millrace.streaming.api.functions.source.MultipleIdsMessageAcknowledgingSourceBase;

/**
 * A source that knows its messages in its own way. Here because the mirrored class inherits {@code
 * addId} and does not declare it.
 */
abstract class IdentifyingSource<OUT, UId>
        extends MultipleIdsMessageAcknowledgingSourceBase<OUT, UId, Long> implements RunsAlone {

    private static final long serialVersionUID = 1L;

    IdentifyingSource(Class<UId> idClass) {
        super(idClass);
    }

    /** Notes a message; whether it is new. Under the checkpoint lock. */
    abstract boolean delivered(UId uid);

    @Override
    public String whyAlone() {
        return "the source knows by its id what RabbitMQ delivers again, after a failure or a lost"
                + " connection, and the broker may deliver it to any reader of the queue: several"
                + " subtasks would not know each other's ids";
    }

    @Override
    protected boolean addId(UId uid) {
        return delivered(uid);
    }
}
