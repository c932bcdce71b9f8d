// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.io;

import io.millrace.annotation.Public;
import io.millrace.api.common.io.statistics.BaseStatistics;
import io.millrace.configuration.Configuration;
import io.millrace.core.io.GenericInputSplit;
import java.io.IOException;

/**
 * An input whose parts are known by their numbers.
 *
 * @param <OT> the records
 */
@Public
public abstract class GenericInputFormat<OT> extends RichInputFormat<OT, GenericInputSplit> {

    private static final long serialVersionUID = 1L;

    /** Of the part that is open. */
    protected int partitionNumber;

    @Override
    public void configure(Configuration parameters) {}

    @Override
    public BaseStatistics getStatistics(BaseStatistics cachedStatistics) throws IOException {
        return cachedStatistics;
    }

    /** As many as are wanted, or one where the input is not to be cut. */
    @Override
    public GenericInputSplit[] createInputSplits(int numSplits) throws IOException {
        if (numSplits < 1) {
            throw new IllegalArgumentException(
                    "An input has at least one part, not " + numSplits + '.');
        }
        int parts = this instanceof NonParallelInput ? 1 : numSplits;
        GenericInputSplit[] splits = new GenericInputSplit[parts];
        for (int i = 0; i < parts; i++) {
            splits[i] = new GenericInputSplit(i, parts);
        }
        return splits;
    }

    @Override
    public DefaultInputSplitAssigner getInputSplitAssigner(GenericInputSplit[] splits) {
        return new DefaultInputSplitAssigner(splits);
    }

    @Override
    public void open(GenericInputSplit split) throws IOException {
        partitionNumber = split.getSplitNumber();
    }

    @Override
    public void close() throws IOException {}
}
