// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.example;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The moves are found here by remembering the price that was told last. */
class PriceDeltasTest {

    @Test
    void aPriceIsToldWhenItHasMovedFarEnough() throws Exception {
        StreamExecutionEnvironment env = Run.environment(1);
        List<PriceDeltas.Price> prices = Run.numbered(400, PriceDeltas.Price::numbered);

        List<PriceDeltas.Price> moves = Run.all(PriceDeltas.moves(env.fromData(prices)));

        List<PriceDeltas.Price> expected = new ArrayList<>();
        Map<String, Double> last = new HashMap<>();
        for (PriceDeltas.Price price : prices) {
            Double before = last.putIfAbsent(price.share(), price.price());
            if (before != null && Math.abs(price.price() - before) > PriceDeltas.MOVED) {
                last.put(price.share(), price.price());
                expected.add(price);
            }
        }
        assertThat(moves).containsExactlyElementsOf(expected);
        assertThat(expected).hasSizeGreaterThan(20);
    }
}
