// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.datastream;

import io.millrace.annotation.Experimental;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.java.functions.KeySelector;
import io.millrace.api.java.typeutils.TypeExtractor;
import io.millrace.spi.PartitionTransformation;
import io.millrace.spi.Partitioning;
import io.millrace.streaming.api.operators.collect.ClientAndIterator;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;

/** What can be done with streams beside what they offer themselves. */
@Experimental
@SuppressWarnings("try") // what close() may throw is mirrored; this one throws nothing
public final class DataStreamUtils {

    private static final String COLLECT_JOB = "Data Stream Collect";

    private DataStreamUtils() {}

    /** Older form of {@link DataStream#executeAndCollect()}. */
    @Deprecated
    public static <OUT> Iterator<OUT> collect(DataStream<OUT> stream) {
        return collect(stream, COLLECT_JOB);
    }

    /** Older form of {@link DataStream#executeAndCollect(String)}. */
    @Deprecated
    public static <OUT> Iterator<OUT> collect(DataStream<OUT> stream, String executionJobName) {
        try {
            return stream.executeAndCollect(executionJobName);
        } catch (Exception e) {
            throw new RuntimeException(
                    "The job '" + executionJobName + "' could not be started: " + e.getMessage(),
                    e);
        }
    }

    /** Runs the job; besides its results the program gets a hold on the job itself. */
    @Deprecated
    public static <OUT> ClientAndIterator<OUT> collectWithClient(
            DataStream<OUT> stream, String jobExecutionName) throws Exception {
        return stream.collected(jobExecutionName);
    }

    /** Runs a job whose input ends, and returns all its results. */
    @Deprecated
    public static <E> List<E> collectBoundedStream(DataStream<E> stream, String jobName)
            throws Exception {
        List<E> results = new ArrayList<>();
        try (ClientAndIterator<E> job = collectWithClient(stream, jobName)) {
            job.iterator.forEachRemaining(results::add);
        }
        return results;
    }

    /**
     * Runs a job, returns so many of its results, and cancels it.
     *
     * @throws IllegalArgumentException when the job ends before it has given that many
     */
    @Deprecated
    public static <E> List<E> collectUnboundedStream(
            DataStream<E> stream, int numElements, String jobName) throws Exception {
        try (ClientAndIterator<E> job = collectWithClient(stream, jobName)) {
            return collectRecordsFromUnboundedStream(job, numElements);
        }
    }

    /**
     * Reads so many results.
     *
     * @throws IllegalArgumentException when the job ends before it has given that many
     */
    @Deprecated
    public static <E> List<E> collectRecordsFromUnboundedStream(
            ClientAndIterator<E> client, int numElements) {
        if (numElements < 1) {
            throw new IllegalArgumentException(
                    "The number of results must be at least 1, but is " + numElements + '.');
        }
        List<E> results = new ArrayList<>();
        while (results.size() < numElements && client.iterator.hasNext()) {
            results.add(client.iterator.next());
        }
        if (results.size() < numElements) {
            throw new IllegalArgumentException(
                    "The job ended after "
                            + results.size()
                            + " results, but "
                            + numElements
                            + " were asked for.");
        }
        return results;
    }

    /**
     * Takes a stream for keyed whose records are parted already exactly as {@code keyBy} with this
     * selector would part them, the parallelism and the maximum parallelism being the same: for
     * example one that came out of a keyed operator that does not touch the key. Saves the way over
     * the exchange. A record that is in the wrong subtask fails the job.
     */
    public static <T, K> KeyedStream<T, K> reinterpretAsKeyedStream(
            DataStream<T> stream, KeySelector<T, K> keySelector) {
        return reinterpretAsKeyedStream(
                stream,
                keySelector,
                OutputTypes.of(
                        null,
                        "reinterpretAsKeyedStream",
                        () ->
                                TypeExtractor.getKeySelectorTypes(
                                        keySelector,
                                        stream.transformation.outputType(),
                                        "reinterpretAsKeyedStream",
                                        false)));
    }

    /** The same, with the type of the keys. */
    public static <T, K> KeyedStream<T, K> reinterpretAsKeyedStream(
            DataStream<T> stream, KeySelector<T, K> keySelector, TypeInformation<K> typeInfo) {
        return new KeyedStream<>(
                stream,
                new PartitionTransformation<>(stream.input(), new Partitioning.Forward()),
                stream.cleanFor(
                        "reinterpretAsKeyedStream",
                        Objects.requireNonNull(keySelector, "keySelector")),
                Objects.requireNonNull(typeInfo, "typeInfo"));
    }
}
