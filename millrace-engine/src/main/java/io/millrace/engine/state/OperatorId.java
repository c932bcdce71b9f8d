// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state;

/**
 * The stable name under which an operator's state is kept: 32 hexadecimal digits made from its uid,
 * or, where the user gave none, from its place in the graph.
 */
public record OperatorId(String value) {
    public OperatorId {
        if (!value.matches("[0-9a-f]{32}")) {
            throw new IllegalArgumentException(
                    "An operator id has 32 lower-case hexadecimal digits, not '" + value + "'");
        }
    }

    // Written out for a quick start: what a record gets by itself is linked from classes made at
    // run
    // time.
    @Override
    public boolean equals(Object other) {
        return other instanceof OperatorId that && value.equals(that.value);
    }

    @Override
    public int hashCode() {
        return value.hashCode();
    }

    @Override
    public String toString() {
        return value;
    }
}
