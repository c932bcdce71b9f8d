// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.connector.source;

import io.millrace.annotation.Public;
import io.millrace.api.common.eventtime.Watermark;

/**
 * Where a reader puts records. Outputs made per split keep a watermark of their own each, so that
 * the oldest split decides.
 */
@Public
public interface ReaderOutput<T> extends SourceOutput<T> {

    @Override
    void collect(T record);

    @Override
    void collect(T record, long timestamp);

    @Override
    void emitWatermark(Watermark watermark);

    @Override
    void markIdle();

    /** The output of this split; the same one when asked again. */
    SourceOutput<T> createOutputForSplit(String splitId);

    /** Forgets the split and its watermark. */
    void releaseOutputForSplit(String splitId);
}
