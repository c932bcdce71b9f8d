// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.example;

import io.millrace.api.common.functions.AggregateFunction;
import io.millrace.streaming.api.datastream.DataStream;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import java.util.SplittableRandom;

/**
 * Averages the last five values of each share, each time two more have come: a window that counts
 * records instead of looking at their times.
 *
 * <pre>
 * bin/millrace run examples/MovingAverage.jar
 * </pre>
 */
public final class MovingAverage {

    static final int LAST = 5;
    static final int EVERY = 2;

    /** What a share was traded for. */
    public record Trade(String share, double price) {

        static Trade numbered(long n) {
            double noise = new SplittableRandom(n).nextDouble(-1, 1);
            return new Trade("share-" + n % 3, 100 + n / 10.0 + noise);
        }
    }

    /** The average of a share's last values. */
    public record Average(String share, double price) {}

    /** What is kept of the values of a window. */
    public record Sum(String share, double price, int count) {}

    private MovingAverage() {}

    public static void main(String[] args) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();

        averages(env.fromSequence(0, 99).map(Trade::numbered)).print();

        env.execute("moving average");
    }

    static DataStream<Average> averages(DataStream<Trade> trades) {
        return trades.keyBy(Trade::share)
                .countWindow(LAST, EVERY)
                .aggregate(new Mean())
                .uid("averages");
    }

    private static final class Mean implements AggregateFunction<Trade, Sum, Average> {
        private static final long serialVersionUID = 1L;

        @Override
        public Sum createAccumulator() {
            return new Sum(null, 0, 0);
        }

        @Override
        public Sum add(Trade trade, Sum sum) {
            return new Sum(trade.share(), sum.price() + trade.price(), sum.count() + 1);
        }

        @Override
        public Average getResult(Sum sum) {
            return new Average(sum.share(), sum.price() / sum.count());
        }

        @Override
        public Sum merge(Sum one, Sum other) {
            return new Sum(
                    one.share() == null ? other.share() : one.share(),
                    one.price() + other.price(),
                    one.count() + other.count());
        }
    }
}
