// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.operator;

import io.millrace.configuration.ConfigOption;
import io.millrace.configuration.ConfigOptions;

/** Settings of windows. */
public final class WindowOptions {

    /** Whether sliding windows share slices. */
    public enum Slices {
        /** Where it can be proven to give the same results. */
        AUTO,
        /** Wherever there is something to merge; the program gives its word for its functions. */
        ON,
        /** Never. */
        OFF
    }

    public static final ConfigOption<Slices> SLICES =
            ConfigOptions.key("millrace.window.slices")
                    .enumType(Slices.class)
                    .defaultValue(Slices.AUTO)
                    .withDescription(
                            "Whether overlapping windows that reduce or aggregate fold each record"
                                    + " once, into a slice of time, and merge slices when a window is"
                                    + " shown, instead of folding it into each window. AUTO does so"
                                    + " where results are the same for certain: sum, min and max of"
                                    + " bare whole numbers; not where the windows' size and slide"
                                    + " would make very short slices. With ON the program promises that its"
                                    + " reduce functions, and merge(...) of its aggregate functions,"
                                    + " give the same whatever the order and the grouping of the"
                                    + " records.");

    private WindowOptions() {}
}
