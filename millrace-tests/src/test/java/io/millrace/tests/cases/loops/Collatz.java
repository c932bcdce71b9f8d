// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.cases.loops;

import io.millrace.api.common.functions.MapFunction;
import io.millrace.api.java.tuple.Tuple3;
import java.util.ArrayList;
import java.util.List;

/**
 * Numbers that go round a loop until they are 1, halved when even and tripled and one more when
 * odd. A record is the number it began as, what it is now, and the steps it has made.
 */
final class Collatz {

    private Collatz() {}

    static Tuple3<Long, Long, Long> begin(long number) {
        return Tuple3.of(number, number, 0L);
    }

    static Tuple3<Long, Long, Long> step(Tuple3<Long, Long, Long> record) {
        long value = record.f1;
        return Tuple3.of(record.f0, value % 2 == 0 ? value / 2 : 3 * value + 1, record.f2 + 1);
    }

    static boolean isDone(Tuple3<Long, Long, Long> record) {
        return record.f1 == 1;
    }

    /** What leaves the loop: begins with the number, then its steps. */
    static String row(Tuple3<Long, Long, Long> record) {
        return record.f0 + " in " + record.f2;
    }

    /** What must leave it for the numbers 2 to {@code to}, in order, by a plain loop. */
    static List<String> rows(long to) {
        List<String> rows = new ArrayList<>();
        for (long number = 2; number <= to; number++) {
            long steps = 0;
            for (long value = number; value != 1; steps++) {
                value = value % 2 == 0 ? value / 2 : 3 * value + 1;
            }
            rows.add(number + " in " + steps);
        }
        rows.sort(null);
        return rows;
    }

    /** One step, as a function with a name. */
    static final class Step
            implements MapFunction<Tuple3<Long, Long, Long>, Tuple3<Long, Long, Long>> {
        private static final long serialVersionUID = 1L;

        @Override
        public Tuple3<Long, Long, Long> map(Tuple3<Long, Long, Long> record) {
            return step(record);
        }
    }
}
