// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.operators;

import io.millrace.annotation.Internal;

/** Says whether records of an input have a key. */
@Internal
public interface KeyContextHandler {

    /** Of the only input. */
    default boolean hasKeyContext() {
        return hasKeyContext1();
    }

    default boolean hasKeyContext1() {
        return true;
    }

    default boolean hasKeyContext2() {
        return true;
    }
}
