// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.operators;

import io.millrace.annotation.PublicEvolving;

/** Says how it may be chained. */
@PublicEvolving
public interface SetupableStreamOperator<OUT> {

    ChainingStrategy getChainingStrategy();

    /** Before the job runs. */
    void setChainingStrategy(ChainingStrategy strategy);
}
