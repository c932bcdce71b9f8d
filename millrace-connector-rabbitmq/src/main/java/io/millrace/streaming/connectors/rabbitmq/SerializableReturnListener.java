// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.connectors.rabbitmq;

import com.rabbitmq.client.ReturnListener;
import io.millrace.annotation.PublicEvolving;
import java.io.Serializable;

/**
 * Is told of messages of a sink that led to no queue, on the client's thread; they count as
 * written.
 */
@PublicEvolving
public interface SerializableReturnListener extends Serializable, ReturnListener {}
