// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.connector.source.lib;

import io.millrace.annotation.Public;
import io.millrace.api.common.typeinfo.BasicTypeInfo;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.connector.source.Boundedness;
import io.millrace.api.connector.source.Source;
import io.millrace.api.connector.source.SourceReader;
import io.millrace.api.connector.source.SourceReaderContext;
import io.millrace.api.connector.source.SplitEnumerator;
import io.millrace.api.connector.source.SplitEnumeratorContext;
import io.millrace.api.connector.source.lib.util.IteratorSourceEnumerator;
import io.millrace.api.connector.source.lib.util.IteratorSourceReader;
import io.millrace.api.connector.source.lib.util.IteratorSourceSplit;
import io.millrace.api.java.typeutils.ResultTypeQueryable;
import io.millrace.core.io.SimpleVersionedSerializer;
import io.millrace.core.memory.DataInputDeserializer;
import io.millrace.core.memory.DataInputView;
import io.millrace.core.memory.DataOutputSerializer;
import io.millrace.core.memory.DataOutputView;
import io.millrace.util.NumberSequenceIterator;
import java.io.IOException;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;

/**
 * All numbers from one to another, both included. Each subtask reads a range of its own, in order.
 */
@Public
public class NumberSequenceSource
        implements Source<
                        Long,
                        NumberSequenceSource.NumberSequenceSplit,
                        Collection<NumberSequenceSource.NumberSequenceSplit>>,
                ResultTypeQueryable<Long> {

    private static final long serialVersionUID = 1L;

    private final long from;
    private final long to;

    /**
     * The numbers.
     *
     * @throws IllegalArgumentException when {@code from} is greater than {@code to}
     */
    public NumberSequenceSource(long from, long to) {
        if (from > to) {
            throw new IllegalArgumentException(
                    "A sequence must not end before it begins: from " + from + " to " + to + '.');
        }
        this.from = from;
        this.to = to;
    }

    public long getFrom() {
        return from;
    }

    public long getTo() {
        return to;
    }

    @Override
    public TypeInformation<Long> getProducedType() {
        return BasicTypeInfo.LONG_TYPE_INFO;
    }

    @Override
    public Boundedness getBoundedness() {
        return Boundedness.BOUNDED;
    }

    @Override
    public SourceReader<Long, NumberSequenceSplit> createReader(SourceReaderContext readerContext) {
        return new IteratorSourceReader<>(readerContext);
    }

    @Override
    public SplitEnumerator<NumberSequenceSplit, Collection<NumberSequenceSplit>> createEnumerator(
            SplitEnumeratorContext<NumberSequenceSplit> enumContext) {
        return new IteratorSourceEnumerator<>(
                enumContext, splitNumberRange(from, to, enumContext.currentParallelism()));
    }

    @Override
    public SplitEnumerator<NumberSequenceSplit, Collection<NumberSequenceSplit>> restoreEnumerator(
            SplitEnumeratorContext<NumberSequenceSplit> enumContext,
            Collection<NumberSequenceSplit> checkpoint) {
        return new IteratorSourceEnumerator<>(enumContext, checkpoint);
    }

    @Override
    public SimpleVersionedSerializer<NumberSequenceSplit> getSplitSerializer() {
        return new SplitSerializer();
    }

    @Override
    public SimpleVersionedSerializer<Collection<NumberSequenceSplit>>
            getEnumeratorCheckpointSerializer() {
        return new CheckpointSerializer();
    }

    /**
     * Cuts a range into as many parts of nearly equal size, fewer when it has not as many numbers.
     */
    protected List<NumberSequenceSplit> splitNumberRange(long from, long to, int numSplits) {
        // The count of a range of longs need not fit in a long.
        BigInteger start = BigInteger.valueOf(from);
        BigInteger count = BigInteger.valueOf(to).subtract(start).add(BigInteger.ONE);
        int parts = count.min(BigInteger.valueOf(numSplits)).intValueExact();
        List<NumberSequenceSplit> splits = new ArrayList<>(parts);
        for (int i = 0; i < parts; i++) {
            splits.add(
                    new NumberSequenceSplit(
                            String.valueOf(i + 1),
                            start.add(share(count, i, parts)).longValueExact(),
                            start.add(share(count, i + 1, parts))
                                    .subtract(BigInteger.ONE)
                                    .longValueExact()));
        }
        return splits;
    }

    private static BigInteger share(BigInteger count, int part, int parts) {
        return count.multiply(BigInteger.valueOf(part)).divide(BigInteger.valueOf(parts));
    }

    /** A range of numbers. */
    public static class NumberSequenceSplit
            implements IteratorSourceSplit<Long, NumberSequenceIterator> {

        private final String splitId;
        private final long from;
        private final long to;

        /**
         * A range, both ends included.
         *
         * @throws IllegalArgumentException when {@code from} is greater than {@code to}
         */
        public NumberSequenceSplit(String splitId, long from, long to) {
            if (from > to) {
                throw new IllegalArgumentException(
                        "A split must not end before it begins: from " + from + " to " + to + '.');
            }
            this.splitId = Objects.requireNonNull(splitId, "splitId");
            this.from = from;
            this.to = to;
        }

        @Override
        public String splitId() {
            return splitId;
        }

        public long from() {
            return from;
        }

        public long to() {
            return to;
        }

        @Override
        public NumberSequenceIterator getIterator() {
            return new NumberSequenceIterator(from, to);
        }

        @Override
        public IteratorSourceSplit<Long, NumberSequenceIterator> getUpdatedSplitForIterator(
                NumberSequenceIterator iterator) {
            return new NumberSequenceSplit(splitId, iterator.getCurrent(), iterator.getTo());
        }

        @Override
        public String toString() {
            return "split " + splitId + ": " + from + " to " + to;
        }
    }

    private static void write(NumberSequenceSplit split, DataOutputView out) throws IOException {
        out.writeUTF(split.splitId());
        out.writeLong(split.from());
        out.writeLong(split.to());
    }

    private static NumberSequenceSplit read(DataInputView in) throws IOException {
        return new NumberSequenceSplit(in.readUTF(), in.readLong(), in.readLong());
    }

    private static void checkVersion(int version, int known) throws IOException {
        if (version != known) {
            throw new IOException(
                    "Unknown version "
                            + version
                            + " of a number sequence; this build reads "
                            + known
                            + '.');
        }
    }

    private static final class SplitSerializer
            implements SimpleVersionedSerializer<NumberSequenceSplit> {

        @Override
        public int getVersion() {
            return 1;
        }

        @Override
        public byte[] serialize(NumberSequenceSplit split) throws IOException {
            DataOutputSerializer out = new DataOutputSerializer(32);
            write(split, out);
            return out.getCopyOfBuffer();
        }

        @Override
        public NumberSequenceSplit deserialize(int version, byte[] serialized) throws IOException {
            checkVersion(version, getVersion());
            return read(new DataInputDeserializer(serialized));
        }
    }

    private static final class CheckpointSerializer
            implements SimpleVersionedSerializer<Collection<NumberSequenceSplit>> {

        @Override
        public int getVersion() {
            return 1;
        }

        @Override
        public byte[] serialize(Collection<NumberSequenceSplit> splits) throws IOException {
            DataOutputSerializer out = new DataOutputSerializer(4 + 32 * splits.size());
            out.writeInt(splits.size());
            for (NumberSequenceSplit split : splits) {
                write(split, out);
            }
            return out.getCopyOfBuffer();
        }

        @Override
        public Collection<NumberSequenceSplit> deserialize(int version, byte[] serialized)
                throws IOException {
            checkVersion(version, getVersion());
            DataInputDeserializer in = new DataInputDeserializer(serialized);
            int count = in.readInt();
            List<NumberSequenceSplit> splits = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                splits.add(read(in));
            }
            return splits;
        }
    }
}
