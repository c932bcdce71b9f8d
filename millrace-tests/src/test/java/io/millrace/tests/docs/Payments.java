// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.docs;

import io.millrace.api.common.functions.OpenContext;
import io.millrace.api.common.serialization.SimpleStringEncoder;
import io.millrace.api.common.state.ValueState;
import io.millrace.api.common.state.ValueStateDescriptor;
import io.millrace.connector.file.sink.FileSink;
import io.millrace.core.fs.Path;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.api.functions.KeyedProcessFunction;
import io.millrace.streaming.api.functions.sink.filesystem.rollingpolicies.OnCheckpointRollingPolicy;
import io.millrace.util.Collector;

/** The payment pipeline that the pages speak of. */
public final class Payments {

    // snippet: Payments
    public record Payment(String account, long cents) {
        static Payment parse(String line) {
            String[] fields = line.split(",", -1);
            return new Payment(fields[0], Long.parseLong(fields[1]));
        }
    }

    public static void main(String[] args) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        env.enableCheckpointing(1000); // milliseconds; nothing else is needed

        env.readTextFile(args[0])
                .uid("payments")
                .map(Payment::parse)
                .keyBy(Payment::account)
                .process(new Balances())
                .uid("balances") // the name its state is found by, now and in later versions
                .sinkTo(
                        FileSink.forRowFormat(new Path(args[1]), new SimpleStringEncoder<String>())
                                .withRollingPolicy(OnCheckpointRollingPolicy.build())
                                .build())
                .uid("statements");

        env.execute("payments");
    }

    // end of snippet

    // snippet: Balances
    public static final class Balances extends KeyedProcessFunction<String, Payment, String> {
        private transient ValueState<Long> balance;

        @Override
        public void open(OpenContext context) {
            balance = getRuntimeContext().getState(new ValueStateDescriptor<>("cents", Long.class));
        }

        @Override
        public void processElement(Payment payment, Context context, Collector<String> out)
                throws Exception {
            Long before = balance.value(); // of this payment's account; null at its first
            long after = (before == null ? 0 : before) + payment.cents();
            balance.update(after);
            out.collect(payment.account() + "," + after);
        }
    }

    // end of snippet

    private Payments() {}
}
