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

    @Override
    public String toString() {
        return value;
    }
}
