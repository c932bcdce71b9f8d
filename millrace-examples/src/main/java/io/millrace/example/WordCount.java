// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.example;

import io.millrace.streaming.api.datastream.DataStream;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.util.Collector;
import java.util.List;
import java.util.Locale;

/**
 * Counts the words of a text file or of all files in a folder, or of two verses if no file is
 * named, and prints each count as it grows.
 *
 * <pre>
 * bin/millrace run examples/WordCount.jar examples/WordCount.java
 * </pre>
 */
public final class WordCount {

    /** A word and how often it has been seen. */
    public record Count(String word, long times) {

        Count plus(Count other) {
            return new Count(word, times + other.times);
        }

        @Override
        public String toString() {
            return word + ": " + times;
        }
    }

    private static final List<String> VERSES =
            List.of(
                    "Round and round the wheel goes, and the water comes and goes;",
                    "the miller counts the sacks of flour, the water counts the hour.");

    private WordCount() {}

    public static void main(String[] args) throws Exception {
        if (args.length > 1) {
            System.err.println("Usage: WordCount [FILE]");
            System.exit(2);
        }
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();

        count(args.length == 0 ? env.fromData(VERSES) : env.readTextFile(args[0])).print();

        env.execute("word count");
    }

    static DataStream<Count> count(DataStream<String> lines) {
        return lines.flatMap(WordCount::words)
                .returns(Count.class)
                .keyBy(Count::word)
                .reduce(Count::plus);
    }

    private static void words(String line, Collector<Count> out) {
        for (String word : line.toLowerCase(Locale.ROOT).split("[^\\p{L}\\p{Nd}]+", -1)) {
            if (!word.isEmpty()) {
                out.collect(new Count(word, 1));
            }
        }
    }
}
