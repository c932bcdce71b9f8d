// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.example;

import io.millrace.api.common.RuntimeExecutionMode;
import io.millrace.streaming.api.datastream.DataStream;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import java.util.SplittableRandom;

/**
 * A report over input that has an end: in batch mode each key's result is told once, when all is
 * known, instead of growing record by record.
 *
 * <pre>
 * bin/millrace run examples/SalesReport.jar
 * </pre>
 */
public final class SalesReport {

    /** Something was sold. */
    public record Sale(String region, long cents) {

        static Sale numbered(long n) {
            SplittableRandom random = new SplittableRandom(n);
            return new Sale("region-" + random.nextInt(6), random.nextInt(100_000));
        }

        Sale plus(Sale other) {
            return new Sale(region, cents + other.cents);
        }
    }

    private SalesReport() {}

    public static void main(String[] args) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        env.setRuntimeMode(RuntimeExecutionMode.BATCH);

        sums(env.fromSequence(1, 10_000).map(Sale::numbered)).print();

        env.execute("sales report");
    }

    static DataStream<Sale> sums(DataStream<Sale> sales) {
        return sales.keyBy(Sale::region).reduce(Sale::plus).uid("sums");
    }
}
