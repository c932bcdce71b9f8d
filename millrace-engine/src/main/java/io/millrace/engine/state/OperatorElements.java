// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state;

import io.millrace.core.memory.DataInputView;
import java.io.IOException;

/**
 * One operator state's elements: what it can do for its backend. Elements are what redistribution
 * counts and cuts: items of a list, entries of a map.
 */
interface OperatorElements {

    /** As in {@link StateSummary#kind()}. */
    String kind();

    String type();

    /** Reads one element, in the form it was written, and adds it. */
    interface Reader {
        void restore(DataInputView in) throws IOException;
    }

    /** A deep copy, to be written by another thread. */
    Frozen freeze();

    /** Elements that nobody changes any more. */
    interface Frozen {
        long size();

        void write(StateFileWriter writer) throws IOException;
    }
}
