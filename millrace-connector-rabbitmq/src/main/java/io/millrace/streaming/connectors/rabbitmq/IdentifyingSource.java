// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.connectors.rabbitmq;

import io.millrace.streaming.api.functions.source.MultipleIdsMessageAcknowledgingSourceBase;

/**
 * A source that knows its messages in its own way. Here because the mirrored class inherits {@code
 * addId} and does not declare it.
 */
abstract class IdentifyingSource<OUT, UId>
        extends MultipleIdsMessageAcknowledgingSourceBase<OUT, UId, Long> {

    private static final long serialVersionUID = 1L;

    IdentifyingSource(Class<UId> idClass) {
        super(idClass);
    }

    /** Notes a message; whether it is new. Under the checkpoint lock. */
    abstract boolean delivered(UId uid);

    @Override
    protected boolean addId(UId uid) {
        return delivered(uid);
    }
}
