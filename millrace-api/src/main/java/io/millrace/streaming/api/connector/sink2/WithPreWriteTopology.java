// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.connector.sink2;

import io.millrace.annotation.Experimental;
import io.millrace.api.connector.sink2.Sink;

/** Older form of {@link SupportsPreWriteTopology}. */
@Experimental
@Deprecated
public interface WithPreWriteTopology<InputT>
        extends Sink<InputT>, SupportsPreWriteTopology<InputT> {}
