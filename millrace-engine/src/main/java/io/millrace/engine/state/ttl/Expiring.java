// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state.ttl;

/** A state as the program sees it, whose entries expire. */
interface Expiring {

    /** Whether the current key has anything to show; what has expired of it is removed. */
    boolean hasLiving() throws Exception;
}
