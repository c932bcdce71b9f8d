// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.example;

import io.millrace.streaming.api.datastream.DataStream;
import io.millrace.streaming.api.datastream.IterativeStream;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import java.util.List;

/**
 * Counts the stems of words. A loop takes one ending away each time round, and a word goes round
 * until none is left: {@code carelessly}, {@code careless}, {@code care}.
 *
 * <pre>
 * bin/millrace run examples/Stems.jar
 * </pre>
 */
public final class Stems {

    private static final List<String> ENDINGS = List.of("less", "ness", "ing", "ly", "er", "s");
    private static final int SHORTEST = 3;

    private static final String TEXT =
            "the miller mills and the mills milling the millers careless care carelessly carelessness"
                    + " read reader readers reading readings";

    /** A word on its way, or at its end. */
    public record Word(String text, boolean done) {

        /** One ending less. */
        Word shorter() {
            for (String ending : ENDINGS) {
                if (text.endsWith(ending) && text.length() >= SHORTEST + ending.length()) {
                    return new Word(text.substring(0, text.length() - ending.length()), false);
                }
            }
            return new Word(text, true);
        }
    }

    /** How often a stem was found. */
    public record Count(String stem, long times) {}

    private Stems() {}

    public static void main(String[] args) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();

        count(env.fromData(List.of(TEXT.split(" ")))).print();

        env.execute("stems");
    }

    static DataStream<Count> count(DataStream<String> words) {
        IterativeStream<Word> loop = words.map(word -> new Word(word, false)).iterate();
        DataStream<Word> shorter = loop.map(Word::shorter);
        loop.closeWith(shorter.filter(word -> !word.done()));
        return shorter.filter(Word::done)
                .map(word -> new Count(word.text(), 1))
                .keyBy(Count::stem)
                .reduce((one, other) -> new Count(one.stem(), one.times() + other.times()));
    }
}
