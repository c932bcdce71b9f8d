// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.util;

import static io.millrace.util.Preconditions.checkArgument;

import io.millrace.annotation.Public;
import java.math.BigInteger;
import java.util.NoSuchElementException;

/** Whole numbers, from one to another, both included. */
@Public
public class NumberSequenceIterator extends SplittableIterator<Long> {

    private static final long serialVersionUID = 1L;

    private final long to;
    private long current;

    /**
     * Set when the last number has been given: counting on would overflow at the end of the range.
     */
    private boolean exhausted;

    /** The numbers from one to another, which must not be smaller. */
    public NumberSequenceIterator(long from, long to) {
        checkArgument(
                from <= to,
                "A sequence must not end before it begins, but %s is less than %s.",
                to,
                from);
        this.current = from;
        this.to = to;
    }

    /** An empty sequence, as a part of one shorter than the number of parts. */
    private NumberSequenceIterator() {
        this.current = 1;
        this.to = 0;
        this.exhausted = true;
    }

    /** The next number. */
    public long getCurrent() {
        return current;
    }

    /** The last number. */
    public long getTo() {
        return to;
    }

    @Override
    public boolean hasNext() {
        return !exhausted;
    }

    @Override
    public Long next() {
        if (exhausted) {
            throw new NoSuchElementException();
        }
        long next = current;
        if (next == to) {
            exhausted = true;
        } else {
            current++;
        }
        return next;
    }

    @Override
    public void remove() {
        throw new UnsupportedOperationException("Numbers can't be removed from a sequence.");
    }

    @Override
    public NumberSequenceIterator[] split(int numPartitions) {
        checkArgument(
                numPartitions >= 1,
                "A sequence can't be cut into %s parts, only into 1 or more.",
                numPartitions);
        NumberSequenceIterator[] parts = new NumberSequenceIterator[numPartitions];
        // How many numbers there are may not fit into a long.
        BigInteger count =
                exhausted
                        ? BigInteger.ZERO
                        : BigInteger.valueOf(to)
                                .subtract(BigInteger.valueOf(current))
                                .add(BigInteger.ONE);
        BigInteger[] each = count.divideAndRemainder(BigInteger.valueOf(numPartitions));
        long longer = each[1].longValueExact();
        BigInteger next = BigInteger.valueOf(current);
        for (int i = 0; i < numPartitions; i++) {
            BigInteger size = i < longer ? each[0].add(BigInteger.ONE) : each[0];
            if (size.signum() == 0) {
                parts[i] = new NumberSequenceIterator();
            } else {
                BigInteger end = next.add(size);
                parts[i] =
                        new NumberSequenceIterator(
                                next.longValueExact(),
                                end.subtract(BigInteger.ONE).longValueExact());
                next = end;
            }
        }
        return parts;
    }

    @Override
    public int getMaximumNumberOfSplits() {
        if (exhausted) {
            return 0;
        }
        BigInteger count =
                BigInteger.valueOf(to).subtract(BigInteger.valueOf(current)).add(BigInteger.ONE);
        return count.min(BigInteger.valueOf(Integer.MAX_VALUE)).intValue();
    }
}
