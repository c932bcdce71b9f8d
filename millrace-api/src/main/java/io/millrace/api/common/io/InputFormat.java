// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.io;

import io.millrace.annotation.Public;
import io.millrace.api.common.io.statistics.BaseStatistics;
import io.millrace.configuration.Configuration;
import io.millrace.core.io.InputSplit;
import io.millrace.core.io.InputSplitAssigner;
import io.millrace.core.io.InputSplitSource;
import java.io.IOException;
import java.io.Serializable;

/**
 * Reads records, part by part: for {@code createInput}.
 *
 * <p>A life has two halves. Where the job is led the format is configured and cuts the input into
 * parts. In each task a copy of it is configured, and opened, read and closed for one part after
 * the other. Each copy is used by one thread.
 *
 * @param <OT> the records
 * @param <T> the parts
 */
@Public
public interface InputFormat<OT, T extends InputSplit> extends InputSplitSource<T>, Serializable {

    /** The first call, in both halves. */
    void configure(Configuration parameters);

    /** What is known of the size of the input; null for nothing. */
    BaseStatistics getStatistics(BaseStatistics cachedStatistics) throws IOException;

    @Override
    T[] createInputSplits(int minNumSplits) throws IOException;

    @Override
    InputSplitAssigner getInputSplitAssigner(T[] inputSplits);

    /** Begins a part. */
    void open(T split) throws IOException;

    /** Whether the part has no more records. */
    boolean reachedEnd() throws IOException;

    /**
     * The next record; null for none, though the part may go on.
     *
     * @param reuse a record that may be filled and returned; null where its type can't make one
     */
    OT nextRecord(OT reuse) throws IOException;

    /** Ends the part. */
    void close() throws IOException;
}
