// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.environment;

import io.millrace.api.common.ExecutionConfig;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.api.connector.source.Boundedness;
import io.millrace.api.connector.source.ReaderOutput;
import io.millrace.api.connector.source.Source;
import io.millrace.api.connector.source.SourceReader;
import io.millrace.api.connector.source.SourceReaderContext;
import io.millrace.api.connector.source.SourceSplit;
import io.millrace.api.connector.source.SplitEnumerator;
import io.millrace.api.connector.source.SplitEnumeratorContext;
import io.millrace.api.java.typeutils.MissingTypeInfo;
import io.millrace.api.java.typeutils.ResultTypeQueryable;
import io.millrace.core.io.InputStatus;
import io.millrace.core.io.SimpleVersionedSerializer;
import io.millrace.core.memory.DataInputDeserializer;
import io.millrace.core.memory.DataOutputSerializer;
import io.millrace.spi.SplitsOnRequest;
import io.millrace.spi.types.RuntimeTypeSerializer;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;

/**
 * Records that the program had in hand. They are written to bytes when the source is made, so that
 * what the program does to the objects afterwards does no harm; a split is a range of positions, so
 * that replay is exact.
 */
final class CollectionSource<T>
        implements Source<T, CollectionSource.Range, List<CollectionSource.Range>>,
                ResultTypeQueryable<T> {

    private static final long serialVersionUID = 1L;

    private final TypeInformation<T> type;
    private final TypeSerializer<T> serializer;
    private final byte[] bytes;

    /** Where each record ends. */
    private final int[] ends;

    CollectionSource(Collection<T> data, TypeInformation<T> type, ExecutionConfig config) {
        Objects.requireNonNull(data, "data");
        this.type = type;
        this.serializer = serializer(type, config);
        DataOutputSerializer out = new DataOutputSerializer(64);
        this.ends = new int[data.size()];
        int position = 0;
        for (T record : data) {
            if (record == null) {
                throw new IllegalArgumentException(
                        "A collection for a source must not hold null, but element "
                                + position
                                + " is.");
            }
            try {
                serializer.serialize(record, out);
            } catch (IOException | RuntimeException e) {
                throw new IllegalArgumentException(
                        "Element "
                                + position
                                + " of a collection for a source cannot be serialized as "
                                + type
                                + ": its class is "
                                + record.getClass().getName()
                                + '.',
                        e);
            }
            ends[position++] = out.length();
        }
        this.bytes = out.getCopyOfBuffer();
    }

    private static <T> TypeSerializer<T> serializer(
            TypeInformation<T> type, ExecutionConfig config) {
        return type instanceof MissingTypeInfo
                ? new RuntimeTypeSerializer<>(config.getSerializerConfig())
                : type.createSerializer(config.getSerializerConfig());
    }

    @Override
    public TypeInformation<T> getProducedType() {
        return type;
    }

    @Override
    public Boundedness getBoundedness() {
        return Boundedness.BOUNDED;
    }

    @Override
    public SourceReader<T, Range> createReader(SourceReaderContext readerContext) {
        return new Reader(readerContext);
    }

    @Override
    public SplitEnumerator<Range, List<Range>> createEnumerator(
            SplitEnumeratorContext<Range> enumContext) {
        int parts = enumContext.currentParallelism();
        List<Range> ranges = new ArrayList<>();
        for (int i = 0; i < parts; i++) {
            int from = (int) ((long) ends.length * i / parts);
            int to = (int) ((long) ends.length * (i + 1) / parts);
            if (from < to) {
                ranges.add(new Range(from, to));
            }
        }
        return new SplitsOnRequest<>(enumContext, ranges);
    }

    @Override
    public SplitEnumerator<Range, List<Range>> restoreEnumerator(
            SplitEnumeratorContext<Range> enumContext, List<Range> checkpoint) {
        return new SplitsOnRequest<>(enumContext, checkpoint);
    }

    @Override
    public SimpleVersionedSerializer<Range> getSplitSerializer() {
        return new RangeSerializer();
    }

    @Override
    public SimpleVersionedSerializer<List<Range>> getEnumeratorCheckpointSerializer() {
        return new RangesSerializer();
    }

    @Override
    public String toString() {
        return ends.length + " elements of " + type;
    }

    /** Records from one position to before another. */
    record Range(int from, int to) implements SourceSplit {

        /** The end stays while the beginning moves on. */
        @Override
        public String splitId() {
            return "to-" + to;
        }
    }

    private final class Reader implements SourceReader<T, Range> {

        private final SourceReaderContext context;
        private final TypeSerializer<T> own = serializer.duplicate();
        private final DataInputDeserializer in = new DataInputDeserializer();
        private final Queue<Range> ranges = new ArrayDeque<>();
        private CompletableFuture<Void> availability = new CompletableFuture<>();
        private boolean noMoreSplits;
        private boolean reading;
        private int next;
        private int end;

        Reader(SourceReaderContext context) {
            this.context = context;
        }

        @Override
        public void start() {
            if (ranges.isEmpty()) {
                context.sendSplitRequest();
            }
        }

        @Override
        public InputStatus pollNext(ReaderOutput<T> output) throws Exception {
            if (reading && next < end) {
                int from = next == 0 ? 0 : ends[next - 1];
                in.setBuffer(bytes, from, ends[next] - from);
                output.collect(own.deserialize(in));
                next++;
                return InputStatus.MORE_AVAILABLE;
            }
            if (reading) {
                reading = false;
                if (ranges.isEmpty() && !noMoreSplits) {
                    context.sendSplitRequest();
                }
            }
            Range range = ranges.poll();
            if (range != null) {
                begin(range);
                return InputStatus.MORE_AVAILABLE;
            }
            if (noMoreSplits) {
                return InputStatus.END_OF_INPUT;
            }
            if (availability.isDone()) {
                availability = new CompletableFuture<>();
            }
            return InputStatus.NOTHING_AVAILABLE;
        }

        private void begin(Range range) {
            if (range.to() > ends.length) {
                throw new IllegalStateException(
                        "The snapshot was taken with at least "
                                + range.to()
                                + " elements in the collection, now there are "
                                + ends.length
                                + ". Give the source the elements it had.");
            }
            reading = true;
            next = range.from();
            end = range.to();
        }

        @Override
        public List<Range> snapshotState(long checkpointId) {
            List<Range> splits = new ArrayList<>();
            if (reading && next < end) {
                splits.add(new Range(next, end));
            }
            splits.addAll(ranges);
            return splits;
        }

        @Override
        public CompletableFuture<Void> isAvailable() {
            return availability;
        }

        @Override
        public void addSplits(List<Range> splits) {
            ranges.addAll(splits);
            availability.complete(null);
        }

        @Override
        public void notifyNoMoreSplits() {
            noMoreSplits = true;
            availability.complete(null);
        }

        @Override
        public void close() {}
    }

    private static final class RangeSerializer implements SimpleVersionedSerializer<Range> {

        @Override
        public int getVersion() {
            return 1;
        }

        @Override
        public byte[] serialize(Range range) throws IOException {
            return new RangesSerializer().serialize(List.of(range));
        }

        @Override
        public Range deserialize(int version, byte[] serialized) throws IOException {
            return new RangesSerializer().deserialize(version, serialized).get(0);
        }
    }

    private static final class RangesSerializer implements SimpleVersionedSerializer<List<Range>> {

        @Override
        public int getVersion() {
            return 1;
        }

        @Override
        public byte[] serialize(List<Range> ranges) throws IOException {
            DataOutputSerializer out = new DataOutputSerializer(4 + 8 * ranges.size());
            out.writeInt(ranges.size());
            for (Range range : ranges) {
                out.writeInt(range.from());
                out.writeInt(range.to());
            }
            return out.getCopyOfBuffer();
        }

        @Override
        public List<Range> deserialize(int version, byte[] serialized) throws IOException {
            if (version != 1) {
                throw new IOException(
                        "Unknown version "
                                + version
                                + " of a collection source's position; this build reads 1.");
            }
            DataInputDeserializer in = new DataInputDeserializer(serialized);
            int count = in.readInt();
            List<Range> ranges = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                ranges.add(new Range(in.readInt(), in.readInt()));
            }
            return ranges;
        }
    }
}
