// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.testing;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Says in what two outcomes differ, shortly where they are collections. */
final class Difference {

    private static final int SHOWN = 20;

    private Difference() {}

    static String between(Object expected, Object actual) {
        if (expected instanceof Collection<?> wanted && actual instanceof Collection<?> found) {
            Map<Object, Integer> counts = new HashMap<>();
            wanted.forEach(x -> counts.merge(x, -1, Integer::sum));
            found.forEach(x -> counts.merge(x, 1, Integer::sum));
            List<String> missing = new ArrayList<>();
            List<String> surplus = new ArrayList<>();
            counts.forEach(
                    (x, n) -> {
                        if (n != 0) {
                            (n < 0 ? missing : surplus)
                                    .add(x + (Math.abs(n) > 1 ? " x" + Math.abs(n) : ""));
                        }
                    });
            return missing.size()
                    + " missing "
                    + some(missing)
                    + ", "
                    + surplus.size()
                    + " too many "
                    + some(surplus)
                    + (missing.isEmpty() && surplus.isEmpty() ? ", only the order differs" : "");
        }
        return "expected " + expected + " but was " + actual;
    }

    private static String some(List<String> items) {
        items.sort(null);
        return items.size() <= SHOWN
                ? items.toString()
                : items.subList(0, SHOWN) + " and " + (items.size() - SHOWN) + " more";
    }
}
