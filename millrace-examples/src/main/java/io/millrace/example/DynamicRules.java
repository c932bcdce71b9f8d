// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.example;

import io.millrace.api.common.state.MapStateDescriptor;
import io.millrace.api.common.state.ValueState;
import io.millrace.api.common.state.ValueStateDescriptor;
import io.millrace.streaming.api.datastream.DataStream;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.api.functions.co.KeyedBroadcastProcessFunction;
import io.millrace.util.Collector;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Checks what accounts spend against rules that come while the job runs. Rules are broadcast; a new
 * one is held against what was spent before, too.
 *
 * <pre>
 * bin/millrace run examples/DynamicRules.jar
 * </pre>
 */
public final class DynamicRules {

    private static final MapStateDescriptor<String, Rule> RULES =
            new MapStateDescriptor<>("rules", String.class, Rule.class);

    private static final ValueStateDescriptor<Long> SPENT =
            new ValueStateDescriptor<>("spent", Long.class);

    /** An account has spent something. */
    public record Spending(String account, long cents) {

        static Spending numbered(long n) {
            SplittableRandom random = new SplittableRandom(n);
            return new Spending("account-" + random.nextInt(10), random.nextInt(10_000));
        }
    }

    /** No account may spend more in all. */
    public record Rule(String name, long limitCents) {}

    /** An account has gone beyond a limit. */
    public record Alert(String account, String rule) {}

    private DynamicRules() {}

    public static void main(String[] args) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();

        DataStream<Spending> spendings = env.fromSequence(1, 500).map(Spending::numbered);
        DataStream<Rule> rules =
                env.fromData(new Rule("attention", 200_000), new Rule("stop", 250_000));
        alerts(spendings, rules).print();

        env.execute("dynamic rules");
    }

    static DataStream<Alert> alerts(DataStream<Spending> spendings, DataStream<Rule> rules) {
        return spendings
                .keyBy(Spending::account)
                .connect(rules.broadcast(RULES))
                .process(new Check())
                .uid("check");
    }

    private static final class Check
            extends KeyedBroadcastProcessFunction<String, Spending, Rule, Alert> {
        private static final long serialVersionUID = 1L;

        @Override
        public void processElement(Spending spending, ReadOnlyContext context, Collector<Alert> out)
                throws Exception {
            ValueState<Long> spent = getRuntimeContext().getState(SPENT);
            long before = spent.value() == null ? 0 : spent.value();
            long after = before + spending.cents();
            spent.update(after);
            for (Map.Entry<String, Rule> entry :
                    context.getBroadcastState(RULES).immutableEntries()) {
                long limit = entry.getValue().limitCents();
                if (before <= limit && after > limit) {
                    out.collect(new Alert(spending.account(), entry.getKey()));
                }
            }
        }

        @Override
        public void processBroadcastElement(Rule rule, Context context, Collector<Alert> out)
                throws Exception {
            context.getBroadcastState(RULES).put(rule.name(), rule);
            context.applyToKeyedState(
                    SPENT,
                    (account, spent) -> {
                        if (spent.value() > rule.limitCents()) {
                            out.collect(new Alert(account, rule.name()));
                        }
                    });
        }
    }
}
