// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.connectors.gcp.pubsub.common;

import com.google.auth.Credentials;
import java.io.IOException;
import java.io.Serializable;

/** Makes what reads a subscription, one for each subtask. */
public interface PubSubSubscriberFactory extends Serializable {

    /** Connects; the credentials are the source's, or those of Google's chain. */
    PubSubSubscriber getSubscriber(Credentials credentials) throws IOException;
}
