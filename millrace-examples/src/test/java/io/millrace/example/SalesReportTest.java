// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.example;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.common.RuntimeExecutionMode;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Each region once, with the sum of its sales. */
class SalesReportTest {

    @Test
    void eachRegionIsToldOnce() throws Exception {
        StreamExecutionEnvironment env = Run.environment(2);
        env.setRuntimeMode(RuntimeExecutionMode.BATCH);
        List<SalesReport.Sale> sales = Run.numbered(1000, SalesReport.Sale::numbered);

        List<SalesReport.Sale> sums = Run.all(SalesReport.sums(env.fromData(sales)));

        Map<String, Long> expected = new TreeMap<>();
        sales.forEach(sale -> expected.merge(sale.region(), sale.cents(), Long::sum));
        assertThat(sums)
                .containsExactlyInAnyOrderElementsOf(
                        expected.entrySet().stream()
                                .map(sum -> new SalesReport.Sale(sum.getKey(), sum.getValue()))
                                .toList());
    }
}
