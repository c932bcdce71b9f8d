// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.operators;

import io.millrace.annotation.PublicEvolving;

/** Whether an operator may be joined with its neighbours by method calls. */
@PublicEvolving
public enum ChainingStrategy {
    /** With the one before and the one after. */
    ALWAYS,
    /** With neither. */
    NEVER,
    /** Only with the one after. */
    HEAD,
    /** With the one after, and with sources before it. */
    HEAD_WITH_SOURCES;

    public static final ChainingStrategy DEFAULT_CHAINING_STRATEGY = ALWAYS;
}
