// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.configuration;

import static io.millrace.configuration.ConfigOptions.key;

import io.millrace.annotation.PublicEvolving;

/** Sinks. Keys begin with {@code sink}. */
@PublicEvolving
public class SinkOptions {

    /** How many times a commit is tried again before the job fails. */
    public static final ConfigOption<Integer> COMMITTER_RETRIES =
            key("sink.committer.retries")
                    .intType()
                    .defaultValue(10)
                    .withDescription(
                            "How many times a commit is tried again before the job fails.");

    private SinkOptions() {
        throw new UnsupportedOperationException("This class holds constants only.");
    }
}
