// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.task;

import io.millrace.engine.exchange.InputGate;
import io.millrace.engine.state.InFlightLog;
import java.util.function.Supplier;

/**
 * What a task must know of barriers that overtake.
 *
 * @param overtakable per channel of the input gate: whether barriers may overtake what comes on it;
 *     on the others they come in line
 * @param newLog makes an empty log of all channels; null where nothing can be overtaken
 * @param restored what was on its way to the task in the snapshot that the attempt begins with;
 *     null for nothing
 */
public record InFlightPlace(
        boolean[] overtakable, Supplier<InFlightLog> newLog, Restored restored) {

    /** Gives back what was on its way. */
    public interface Restored {
        /** Puts it before everything else that the gate will give. On the task's step. */
        void into(InputGate inputs) throws Exception;
    }

    /** Of a task to which nothing can be overtaken, and nothing was. */
    public static final InFlightPlace NONE = new InFlightPlace(new boolean[0], null, null);

    /** Whether any barrier may overtake anything here. */
    boolean isAnyOvertakable() {
        for (boolean each : overtakable) {
            if (each) {
                return true;
            }
        }
        return false;
    }
}
