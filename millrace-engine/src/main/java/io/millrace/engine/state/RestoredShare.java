// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state;

/**
 * What a subtask is given of one operator state in one old handle.
 *
 * @param restored the handle, of operator state
 * @param state the state's name
 * @param from first element, by its place in the handle
 * @param to end, exclusive
 */
public record RestoredShare(RestoredState restored, String state, long from, long to) {

    /** Whether it only says that there was such a state. */
    public boolean isEmpty() {
        return from == to;
    }
}
