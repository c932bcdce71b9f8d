// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.functions;

import io.millrace.annotation.PublicEvolving;

/** The same under its first name. */
@PublicEvolving
public abstract class AscendingTimestampExtractor<T>
        extends io.millrace.streaming.api.functions.timestamps.AscendingTimestampExtractor<T> {

    private static final long serialVersionUID = 9217202728304487605L;

    public AscendingTimestampExtractor() {}
}
