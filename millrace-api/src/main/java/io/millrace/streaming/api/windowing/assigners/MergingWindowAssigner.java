// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.windowing.assigners;

import io.millrace.annotation.PublicEvolving;
import io.millrace.streaming.api.windowing.windows.Window;
import java.util.Collection;

/**
 * Gives each record a window of its own, and then makes one window of several, as sessions do.
 *
 * @param <T> the records
 * @param <W> the windows
 */
@PublicEvolving
public abstract class MergingWindowAssigner<T, W extends Window> extends WindowAssigner<T, W> {

    private static final long serialVersionUID = 1L;

    public MergingWindowAssigner() {}

    /** Tells the callback which of these windows of one key are to become one. */
    public abstract void mergeWindows(Collection<W> windows, MergeCallback<W> callback);

    /** Is told which windows are to become one. */
    public interface MergeCallback<W> {

        /**
         * These windows become one.
         *
         * @param toBeMerged out of those that were asked about
         * @param mergeResult the window that takes their place
         */
        void merge(Collection<W> toBeMerged, W mergeResult);
    }
}
