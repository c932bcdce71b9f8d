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
 * bin/millrace run examples/DynamicRules.jar --input spendings --rules rules --output /tmp/alerts
 * </pre>
 *
 * <p>Each line of the input has an account and the cents it has spent; each line of the rules a
 * name and a limit in cents. {@link Ends} tells of all arguments.
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

        static Spending parse(String line) {
            try {
                String[] parts = line.split(" ", 2);
                return new Spending(parts[0], Long.parseLong(parts[1]));
            } catch (RuntimeException e) {
                throw new IllegalArgumentException("Not an account and cents: " + line, e);
            }
        }
    }

    /** No account may spend more in all. */
    public record Rule(String name, long limitCents) {

        /** Each for 500 more. */
        static Rule numbered(long n) {
            return new Rule("limit-" + (n + 1), (n + 1) * 50_000);
        }

        static Rule parse(String line) {
            try {
                String[] parts = line.split(" ", 2);
                return new Rule(parts[0], Long.parseLong(parts[1]));
            } catch (RuntimeException e) {
                throw new IllegalArgumentException("Not a rule's name and limit: " + line, e);
            }
        }
    }

    /** An account has gone beyond a limit. */
    public record Alert(String account, String rule) {}

    private DynamicRules() {}

    public static void main(String[] args) throws Exception {
        Ends ends = new Ends(args, 500);
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        env.enableCheckpointing(500);

        DataStream<Spending> spendings =
                ends.read(env, Spending.class, Spending::numbered, Spending::parse);
        DataStream<Rule> rules =
                ends.read(env, "rules", 100, Rule.class, Rule::numbered, Rule::parse);
        ends.write(alerts(spendings, rules));

        ends.execute(env, "dynamic rules");
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
