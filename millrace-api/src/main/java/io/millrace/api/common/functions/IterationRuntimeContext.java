// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.functions;

import io.millrace.annotation.Public;

/** What a function inside a batch iteration would be told. Streams have none. */
@Public
public interface IterationRuntimeContext extends RuntimeContext {

    /** The number of the current round, from 1. */
    int getSuperstepNumber();
}
