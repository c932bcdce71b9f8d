// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.example;

import io.millrace.streaming.api.datastream.DataStream;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.util.CloseableIterator;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.LongStream;

/** Runs a program of streams in this JVM and gives back what comes out. */
final class Run {

    private Run() {}

    static StreamExecutionEnvironment environment(int parallelism) {
        return StreamExecutionEnvironment.createLocalEnvironment(parallelism);
    }

    /** All records of a stream, in the order of their arrival. */
    static <T> List<T> all(DataStream<T> stream) throws Exception {
        List<T> all = new ArrayList<>();
        try (CloseableIterator<T> records = stream.executeAndCollect()) {
            records.forEachRemaining(all::add);
        }
        return all;
    }

    /** The records with the numbers from 0 on. */
    static <T> List<T> numbered(int count, Function<Long, T> record) {
        return LongStream.range(0, count).boxed().map(record).toList();
    }
}
