// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.connector.kinesis.source.enumerator.assigner;

import io.millrace.annotation.Internal;
import io.millrace.connector.kinesis.source.enumerator.KinesisShardAssigner;
import io.millrace.connector.kinesis.source.split.KinesisShardSplit;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Cuts the range of hash keys into as many equal parts as there are readers; the part that holds
 * the middle of a shard's range says whose it is. It depends on nothing but the shard and the
 * number of readers.
 */
@Internal
public class UniformShardAssigner implements KinesisShardAssigner {

    private static final long serialVersionUID = 1L;

    /** Hash keys are MD5 sums. */
    private static final int BITS = 128;

    @Override
    public int assign(KinesisShardSplit split, Context context) {
        List<Integer> readers = new ArrayList<>(context.getRegisteredReaders().keySet());
        if (readers.isEmpty()) {
            throw new IllegalArgumentException(
                    "No reader has registered to whom " + split.splitId() + " could be assigned");
        }
        Collections.sort(readers);
        BigInteger twiceTheMiddle =
                new BigInteger(split.getStartingHashKey())
                        .add(new BigInteger(split.getEndingHashKey()));
        int part =
                twiceTheMiddle
                        .multiply(BigInteger.valueOf(readers.size()))
                        .shiftRight(BITS + 1)
                        .intValueExact();
        return readers.get(Math.min(part, readers.size() - 1));
    }
}
