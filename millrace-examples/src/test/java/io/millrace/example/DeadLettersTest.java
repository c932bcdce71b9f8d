// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.example;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.streaming.api.datastream.SingleOutputStreamOperator;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.util.CloseableIterator;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Good lines go on, bad ones are set aside with a reason. */
class DeadLettersTest {

    @Test
    void eachLineIsEitherAnOrderOrADeadLetter() throws Exception {
        StreamExecutionEnvironment env = Run.environment(1);
        List<String> lines = Run.numbered(60, DeadLetters::numbered);
        SingleOutputStreamOperator<DeadLetters.Order> orders =
                DeadLetters.orders(env.fromData(lines));
        CloseableIterator<DeadLetters.DeadLetter> dead =
                orders.getSideOutput(DeadLetters.DEAD).collectAsync();
        CloseableIterator<DeadLetters.Order> read = orders.collectAsync();
        env.execute();

        List<Long> ids = new ArrayList<>();
        read.forEachRemaining(
                order -> {
                    assertThat(order.item()).isEqualTo("wheel");
                    assertThat(order.pieces()).isEqualTo((int) (order.id() % 7));
                    ids.add(order.id());
                });
        assertThat(ids)
                .containsExactlyElementsOf(
                        LongStream.range(0, 60).filter(n -> n % 5 != 4).boxed().toList());
        List<String> aside = new ArrayList<>();
        dead.forEachRemaining(
                letter -> {
                    assertThat(letter.reason()).isNotBlank();
                    aside.add(letter.line());
                });
        assertThat(aside)
                .containsExactlyElementsOf(
                        lines.stream().filter(line -> lines.indexOf(line) % 5 == 4).toList());
    }
}
