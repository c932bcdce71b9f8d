// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.testing.bench;

import io.millrace.runtime.checkpoint.OperatorSubtaskState;
import java.lang.invoke.MethodHandles;
import java.util.Objects;

/**
 * Opens and makes the mirrored holder of a snapshot, whose public face does not show what is in it.
 */
public final class SubtaskStates {

    private static volatile Key key;

    private SubtaskStates() {}

    /** What the holder lets be done to it. */
    public interface Key {

        OperatorSubtaskState hold(BenchState state);

        BenchState open(OperatorSubtaskState holder);
    }

    /** Left by the holder. */
    public static void leave(Key left) {
        key = Objects.requireNonNull(left, "left");
    }

    public static OperatorSubtaskState hold(BenchState state) {
        return key().hold(state);
    }

    /** Null for null. */
    public static BenchState open(OperatorSubtaskState holder) {
        return holder == null ? null : key().open(holder);
    }

    private static Key key() {
        if (key == null) {
            try {
                MethodHandles.lookup().ensureInitialized(OperatorSubtaskState.class);
            } catch (IllegalAccessException e) {
                throw new AssertionError("OperatorSubtaskState is public and of this module", e);
            }
        }
        return key;
    }
}
