// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.example;

import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.api.common.typeinfo.Types;
import io.millrace.api.connector.source.util.ratelimit.RateLimiterStrategy;
import io.millrace.connector.datagen.source.DataGeneratorSource;
import io.millrace.streaming.api.datastream.DataStream;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;

/**
 * Makes records at a steady rate, as for a test of what comes after: 20 a second, 60 in all, or
 * what the arguments say.
 *
 * <pre>
 * bin/millrace run examples/Metronome.jar 5 100
 * </pre>
 */
public final class Metronome {

    private Metronome() {}

    public static void main(String[] args) throws Exception {
        double perSecond = args.length > 0 ? Double.parseDouble(args[0]) : 20;
        long count = args.length > 1 ? Long.parseLong(args[1]) : 60;
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();

        ticks(env, perSecond, count).print();

        env.execute("metronome");
    }

    static DataStream<String> ticks(StreamExecutionEnvironment env, double perSecond, long count) {
        DataGeneratorSource<String> source =
                new DataGeneratorSource<>(
                        n -> (n % 4 == 0 ? "TICK " : "tick ") + n,
                        count,
                        RateLimiterStrategy.perSecond(perSecond),
                        Types.STRING);
        return env.fromSource(source, WatermarkStrategy.noWatermarks(), "metronome");
    }
}
