// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.connectors.gcp.pubsub.common;

import java.util.List;

/** Tells the service that messages are done. */
public interface Acknowledger<AcknowledgeId> {

    /** Acknowledges these deliveries; throws if they can't be, and is then called again. */
    void acknowledge(List<AcknowledgeId> ids);
}
