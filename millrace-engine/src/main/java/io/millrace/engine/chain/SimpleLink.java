// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.chain;

import io.millrace.api.common.functions.Function;

/**
 * An operator that is nothing but its function: one record in, at most one out, no key, no timers,
 * watermarks passed on. The task may then call the function itself and leave the operator out of
 * the record's way.
 */
public interface SimpleLink {

    /** The function; null when the operator is not that simple after all (it is keyed). */
    Function simpleFunction();

    /**
     * Whether the function is a FilterFunction; a MapFunction otherwise. A user's class may be
     * both.
     */
    boolean isFilter();
}
