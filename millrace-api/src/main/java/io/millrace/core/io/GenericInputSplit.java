// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.core.io;

import io.millrace.annotation.PublicEvolving;
import java.io.Serializable;

/** A part that is known by its number alone. */
@PublicEvolving
public class GenericInputSplit implements InputSplit, Serializable {

    private static final long serialVersionUID = 1L;

    private final int partitionNumber;
    private final int totalNumberOfPartitions;

    /** Part {@code partitionNumber}, from 0, of as many. */
    public GenericInputSplit(int partitionNumber, int totalNumberOfPartitions) {
        this.partitionNumber = partitionNumber;
        this.totalNumberOfPartitions = totalNumberOfPartitions;
    }

    @Override
    public int getSplitNumber() {
        return partitionNumber;
    }

    public int getTotalNumberOfSplits() {
        return totalNumberOfPartitions;
    }

    @Override
    public int hashCode() {
        return partitionNumber ^ totalNumberOfPartitions;
    }

    @Override
    public boolean equals(Object obj) {
        return obj instanceof GenericInputSplit other
                && partitionNumber == other.partitionNumber
                && totalNumberOfPartitions == other.totalNumberOfPartitions;
    }

    @Override
    public String toString() {
        return "part " + partitionNumber + " of " + totalNumberOfPartitions;
    }
}
