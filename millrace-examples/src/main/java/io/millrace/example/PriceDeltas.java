// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.example;

import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.streaming.api.datastream.DataStream;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.api.functions.windowing.delta.DeltaFunction;
import io.millrace.streaming.api.windowing.assigners.GlobalWindows;
import io.millrace.streaming.api.windowing.triggers.DeltaTrigger;
import io.millrace.streaming.api.windowing.triggers.PurgingTrigger;
import java.util.SplittableRandom;

/**
 * Tells of a share's price when it has moved by more than 5 since it was last told of: a trigger
 * that looks at the difference between records.
 *
 * <pre>
 * bin/millrace run examples/PriceDeltas.jar
 * </pre>
 */
public final class PriceDeltas {

    static final double MOVED = 5;

    /** A price of a share. */
    public record Price(String share, double price) {

        static Price numbered(long n) {
            double noise = new SplittableRandom(n).nextDouble(-2, 2);
            return new Price("share-" + n % 2, 100 + 20 * Math.sin(n / 20.0) + noise);
        }
    }

    private PriceDeltas() {}

    public static void main(String[] args) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();

        moves(env.fromSequence(0, 399).map(Price::numbered)).print();

        env.execute("price deltas");
    }

    static DataStream<Price> moves(DataStream<Price> prices) {
        DeltaFunction<Price> difference = (before, now) -> Math.abs(now.price() - before.price());
        // What the trigger measures from is state, so it must know how to write it.
        TypeSerializer<Price> serializer =
                TypeInformation.of(Price.class)
                        .createSerializer(prices.getExecutionConfig().getSerializerConfig());
        return prices.keyBy(Price::share)
                .window(GlobalWindows.create())
                .trigger(PurgingTrigger.of(DeltaTrigger.of(MOVED, difference, serializer)))
                .reduce((before, now) -> now)
                .uid("moves");
    }
}
