// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.environment;

import io.millrace.api.common.io.FileInputFormat;
import io.millrace.api.common.io.InputFormat;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.connector.source.Boundedness;
import io.millrace.api.connector.source.Source;
import io.millrace.api.connector.source.SourceReader;
import io.millrace.api.connector.source.SourceReaderContext;
import io.millrace.api.connector.source.SplitEnumerator;
import io.millrace.api.connector.source.SplitEnumeratorContext;
import io.millrace.api.java.typeutils.ResultTypeQueryable;
import io.millrace.core.io.InputSplit;
import io.millrace.core.io.SimpleVersionedSerializer;
import io.millrace.streaming.api.functions.source.FileProcessingMode;

/**
 * The source behind {@code createInput} and {@code readFile}: the parts of an input format's input
 * are dealt out to readers as they ask, and each is read from where the last checkpoint had come
 * to.
 *
 * @param <T> the records
 * @param <S> the format's parts
 */
final class InputFormatSource<T, S extends InputSplit>
        implements Source<T, FormatSplit, FormatProgress>, ResultTypeQueryable<T> {

    private static final long serialVersionUID = 1L;

    private final InputFormat<T, S> format;
    private final TypeInformation<T> type;

    /** Milliseconds between two looks for files; 0 for one look. */
    private final long intervalMs;

    /**
     * @param mode of files; of anything else {@code PROCESS_ONCE}
     * @param intervalMs between two looks
     */
    InputFormatSource(
            InputFormat<T, S> format,
            TypeInformation<T> type,
            FileProcessingMode mode,
            long intervalMs) {
        this.format = format;
        this.type = type;
        this.intervalMs = mode == FileProcessingMode.PROCESS_CONTINUOUSLY ? intervalMs : 0;
    }

    @Override
    public TypeInformation<T> getProducedType() {
        return type;
    }

    @Override
    public Boundedness getBoundedness() {
        return intervalMs > 0 ? Boundedness.CONTINUOUS_UNBOUNDED : Boundedness.BOUNDED;
    }

    @Override
    public SourceReader<T, FormatSplit> createReader(SourceReaderContext readerContext) {
        return new InputFormatReader<>(format, type, readerContext);
    }

    @Override
    public SplitEnumerator<FormatSplit, FormatProgress> createEnumerator(
            SplitEnumeratorContext<FormatSplit> enumContext) {
        return enumerator(enumContext, null);
    }

    @Override
    public SplitEnumerator<FormatSplit, FormatProgress> restoreEnumerator(
            SplitEnumeratorContext<FormatSplit> enumContext, FormatProgress checkpoint) {
        return enumerator(enumContext, checkpoint);
    }

    private SplitEnumerator<FormatSplit, FormatProgress> enumerator(
            SplitEnumeratorContext<FormatSplit> enumContext, FormatProgress checkpoint) {
        return intervalMs > 0
                ? new WatchingFormatEnumerator(
                        (FileInputFormat<?>) format, intervalMs, enumContext, checkpoint)
                : new InputFormatEnumerator<>(format, enumContext, checkpoint);
    }

    @Override
    public SimpleVersionedSerializer<FormatSplit> getSplitSerializer() {
        return new JavaBytes<>(format.getClass().getClassLoader());
    }

    @Override
    public SimpleVersionedSerializer<FormatProgress> getEnumeratorCheckpointSerializer() {
        return new JavaBytes<>(format.getClass().getClassLoader());
    }
}
