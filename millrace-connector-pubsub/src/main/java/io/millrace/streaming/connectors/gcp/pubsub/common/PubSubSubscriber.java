// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.connectors.gcp.pubsub.common;

import com.google.pubsub.v1.ReceivedMessage;
import java.util.List;

/**
 * Reads one subscription for one subtask of a source. {@link #pull} is called by the source's
 * thread, {@link #acknowledge} by another one at the same time.
 */
public interface PubSubSubscriber extends Acknowledger<String> {

    /**
     * The next messages. It should return, if need be with none, within a second or so: as long as
     * it waits the source can't be cancelled.
     */
    List<ReceivedMessage> pull();

    /** Lets go of the connection. */
    void close() throws Exception;
}
