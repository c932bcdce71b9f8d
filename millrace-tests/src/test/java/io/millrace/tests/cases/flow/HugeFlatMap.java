// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.cases.flow;

import io.millrace.api.common.functions.FlatMapFunction;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.api.functions.sink.SinkFunction;
import io.millrace.util.Collector;
import java.util.concurrent.atomic.LongAdder;

/**
 * The program of a forked JVM: one record becomes as many as its argument says, and all are
 * counted.
 */
public final class HugeFlatMap {

    private static final LongAdder COUNT = new LongAdder();
    private static final LongAdder SUM = new LongAdder();

    private HugeFlatMap() {}

    /** A million records from one, or more. */
    private static final class Explode implements FlatMapFunction<Long, Long> {
        private static final long serialVersionUID = 1L;

        @Override
        public void flatMap(Long count, Collector<Long> out) {
            for (long i = 0; i < count; i++) {
                out.collect(i);
            }
        }
    }

    private static final class Add implements SinkFunction<Long> {
        private static final long serialVersionUID = 1L;

        @Override
        public void invoke(Long value, Context context) {
            COUNT.increment();
            SUM.add(value);
        }
    }

    public static void main(String[] args) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.createLocalEnvironment(2);
        env.enableCheckpointing(
                100); // a barrier waits for its turn behind the call, and does no harm
        env.fromData(Long.parseLong(args[0]))
                .flatMap(new Explode())
                .keyBy(value -> value % 1000)
                .map(value -> value)
                .addSink(new Add());
        env.execute("huge flatMap");
        System.out.println("records=" + COUNT.sum() + " sum=" + SUM.sum());
    }
}
