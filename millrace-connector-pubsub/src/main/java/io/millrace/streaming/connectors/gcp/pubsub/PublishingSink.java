// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.connectors.gcp.pubsub;

import io.millrace.streaming.api.functions.sink.RichSinkFunction;

/**
 * A sink that ends only when all is published. Here because the mirrored class shows no such
 * method.
 */
abstract class PublishingSink<IN> extends RichSinkFunction<IN> {

    private static final long serialVersionUID = 1L;

    /** Returns when everything is published. */
    abstract void flush() throws Exception;

    @Override
    public void finish() throws Exception {
        flush();
    }
}
