// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.example;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.streaming.api.datastream.SingleOutputStreamOperator;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.util.CloseableIterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Whatever the order of the two streams, nothing is lost and nothing is converted wrongly. */
class ExchangeRatesTest {

    @Test
    void eachPaymentIsConvertedOrSetAside() throws Exception {
        StreamExecutionEnvironment env = Run.environment(2);
        List<ExchangeRates.Payment> payments = Run.numbered(200, ExchangeRates.Payment::numbered);
        Map<String, Double> rates = Map.of("EUR", 1.25, "CHF", 1.5, "SEK", 0.125);
        SingleOutputStreamOperator<ExchangeRates.Dollars> dollars =
                ExchangeRates.inDollars(
                        env.fromData(payments),
                        env.fromData(
                                new ExchangeRates.Rate("EUR", 1.25),
                                new ExchangeRates.Rate("CHF", 1.5),
                                new ExchangeRates.Rate("SEK", 0.125)));
        CloseableIterator<ExchangeRates.Payment> aside =
                dollars.getSideOutput(ExchangeRates.NO_RATE).collectAsync();
        CloseableIterator<ExchangeRates.Dollars> converted = dollars.collectAsync();
        env.execute();

        Set<Long> seen = new TreeSet<>();
        aside.forEachRemaining(payment -> assertThat(seen.add(payment.id())).isTrue());
        assertThat(payments)
                .filteredOn(payment -> payment.currency().equals("XXX"))
                .allMatch(payment -> seen.contains(payment.id()));
        converted.forEachRemaining(
                paid -> {
                    ExchangeRates.Payment payment = payments.get((int) paid.id());
                    assertThat(paid.amount())
                            .isEqualTo(payment.amount() * rates.get(payment.currency()));
                    assertThat(seen.add(paid.id())).isTrue();
                });
        assertThat(seen).hasSameSizeAs(payments);
    }
}
