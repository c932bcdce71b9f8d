// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.environment;

import io.millrace.api.common.io.CheckpointableInputFormat;
import io.millrace.api.common.io.InputFormat;
import io.millrace.api.common.io.RichInputFormat;
import io.millrace.api.common.serialization.SerializerConfigImpl;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.api.connector.source.ReaderOutput;
import io.millrace.api.connector.source.SourceReader;
import io.millrace.api.connector.source.SourceReaderContext;
import io.millrace.api.java.typeutils.MissingTypeInfo;
import io.millrace.configuration.Configuration;
import io.millrace.core.io.InputSplit;
import io.millrace.core.io.InputStatus;
import io.millrace.spi.ReaderRuntime;
import io.millrace.util.FlinkRuntimeException;
import java.io.IOException;
import java.io.Serializable;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Reads parts of an input format's input, one after the other. A part that was begun goes on from
 * where its format says it was; of a format that can't say so it is read from its beginning, and as
 * many records are passed over as were emitted.
 */
@SuppressWarnings("try") // close() is as open as AutoCloseable's, in the contract too
final class InputFormatReader<T, S extends InputSplit> implements SourceReader<T, FormatSplit> {

    private final InputFormat<T, S> format;
    private final TypeInformation<T> type;
    private final SourceReaderContext context;
    private final ArrayDeque<FormatSplit> parts = new ArrayDeque<>();
    private CompletableFuture<Void> availability = new CompletableFuture<>();

    /** The part that is open; null for none. */
    private FormatSplit current;

    private long emitted;
    private boolean asked;
    private boolean noMore;
    private boolean opened;

    /** Makes records for the format to fill; null where the type can't. */
    private TypeSerializer<T> records;

    InputFormatReader(
            InputFormat<T, S> format, TypeInformation<T> type, SourceReaderContext context) {
        this.format = format;
        this.type = type;
        this.context = context;
    }

    @Override
    public void start() {
        records = serializer();
        format.configure(new Configuration());
        if (format instanceof RichInputFormat<?, ?> rich) {
            if (context instanceof ReaderRuntime runtime) {
                rich.setRuntimeContext(runtime.runtimeContext());
            }
            try {
                rich.openInputFormat();
            } catch (IOException e) {
                throw new FlinkRuntimeException(
                        "The input format " + format + " can't be opened", e);
            }
        }
        opened = true;
        if (parts.isEmpty()) {
            ask();
        }
    }

    @SuppressWarnings("unchecked") // a missing type stands for any
    private TypeSerializer<T> serializer() {
        if ((Object) type instanceof MissingTypeInfo) {
            return null;
        }
        try {
            TypeSerializer<T> serializer = type.createSerializer(new SerializerConfigImpl());
            return serializer.createInstance() == null ? null : serializer;
        } catch (RuntimeException e) {
            return null; // a type without a way to make an empty record: formats bear null
        }
    }

    private void ask() {
        if (!asked && !noMore) {
            asked = true;
            context.sendSplitRequest();
        }
    }

    @Override
    public InputStatus pollNext(ReaderOutput<T> output) throws Exception {
        if (current == null && !begin()) {
            return noMore ? InputStatus.END_OF_INPUT : InputStatus.NOTHING_AVAILABLE;
        }
        if (format.reachedEnd()) {
            end();
            return InputStatus.MORE_AVAILABLE;
        }
        T record = next();
        if (record != null) {
            emitted++;
            output.collect(record);
        }
        return InputStatus.MORE_AVAILABLE;
    }

    private T next() throws IOException {
        return format.nextRecord(records == null ? null : records.createInstance());
    }

    /** Opens the next part; false when there is none yet, or none any more. */
    @SuppressWarnings("unchecked") // parts came from the format
    private boolean begin() throws IOException {
        FormatSplit part = parts.peek();
        if (part == null) {
            ask();
            if (availability.isDone() && !noMore) {
                availability = new CompletableFuture<>();
            }
            return false;
        }
        S split = (S) part.split();
        if (part.position() != null) {
            ((CheckpointableInputFormat<S, Serializable>) format).reopen(split, part.position());
        } else {
            format.open(split);
        }
        // From here on the part is the current one, so that what was passed over is known.
        parts.poll();
        current = part;
        emitted = 0;
        long passOver = part.position() == null ? part.emitted() : 0;
        while (emitted < passOver && !format.reachedEnd()) {
            if (next() != null) {
                emitted++;
            }
        }
        return true;
    }

    private void end() throws IOException {
        current = null;
        format.close();
        if (parts.isEmpty()) {
            ask();
        }
    }

    @Override
    public List<FormatSplit> snapshotState(long checkpointId) {
        List<FormatSplit> splits = new ArrayList<>();
        if (current != null) {
            splits.add(new FormatSplit(current.splitId(), current.split(), position(), emitted));
        }
        splits.addAll(parts);
        return splits;
    }

    private Serializable position() {
        if (!(format instanceof CheckpointableInputFormat<?, ?> checkpointable)) {
            return null;
        }
        try {
            return checkpointable.getCurrentState();
        } catch (IOException e) {
            throw new FlinkRuntimeException(
                    "The input format "
                            + format
                            + " can't say how far it has come in "
                            + current.split(),
                    e);
        }
    }

    @Override
    public CompletableFuture<Void> isAvailable() {
        return current != null ? CompletableFuture.completedFuture(null) : availability;
    }

    @Override
    public void addSplits(List<FormatSplit> splits) {
        asked = false;
        parts.addAll(splits);
        availability.complete(null);
    }

    @Override
    public void notifyNoMoreSplits() {
        noMore = true;
        availability.complete(null);
    }

    @Override
    public void close() throws Exception {
        if (!opened) {
            return;
        }
        opened = false;
        try {
            if (current != null) {
                format.close();
            }
        } finally {
            if (format instanceof RichInputFormat<?, ?> rich) {
                rich.closeInputFormat();
            }
        }
    }
}
