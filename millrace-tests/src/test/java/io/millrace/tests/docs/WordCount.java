// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.docs;

// snippet: WordCount
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.util.Collector;
import java.util.Locale;

public final class WordCount {

    public record Count(String word, long times) {
        Count plus(Count other) {
            return new Count(word, times + other.times);
        }
    }

    public static void main(String[] args) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        env.enableCheckpointing(1000);

        env.readTextFile(args[0])
                .flatMap(WordCount::words)
                .returns(Count.class)
                .keyBy(Count::word)
                .reduce(Count::plus)
                .print();

        env.execute("word count");
    }

    private static void words(String line, Collector<Count> out) {
        for (String word : line.toLowerCase(Locale.ROOT).split("[^\\p{L}\\p{Nd}]+", -1)) {
            if (!word.isEmpty()) {
                out.collect(new Count(word, 1));
            }
        }
    }
}
// end of snippet
