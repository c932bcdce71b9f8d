// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.example;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * An account that has spent more than a limit is an alert, whether the rule came before or after.
 */
class DynamicRulesTest {

    @Test
    void eachAccountBeyondALimitIsAnAlertOnce() throws Exception {
        StreamExecutionEnvironment env = Run.environment(2);
        List<DynamicRules.Spending> spendings = Run.numbered(500, DynamicRules.Spending::numbered);
        List<DynamicRules.Rule> rules =
                List.of(
                        new DynamicRules.Rule("low", 10_000),
                        new DynamicRules.Rule("middle", 240_000),
                        new DynamicRules.Rule("high", 10_000_000));

        List<DynamicRules.Alert> alerts =
                Run.all(DynamicRules.alerts(env.fromData(spendings), env.fromData(rules)));

        Map<String, Long> spent = new TreeMap<>();
        spendings.forEach(spending -> spent.merge(spending.account(), spending.cents(), Long::sum));
        List<DynamicRules.Alert> expected = new ArrayList<>();
        spent.forEach(
                (account, cents) ->
                        rules.stream()
                                .filter(rule -> cents > rule.limitCents())
                                .forEach(
                                        rule ->
                                                expected.add(
                                                        new DynamicRules.Alert(
                                                                account, rule.name()))));
        assertThat(alerts).containsExactlyInAnyOrderElementsOf(expected);
        assertThat(expected).hasSizeBetween(spent.size() + 1, 2 * spent.size() - 1);
    }
}
