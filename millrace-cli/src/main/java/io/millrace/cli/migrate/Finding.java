// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.cli.migrate;

import java.util.Comparator;

/**
 * A place that needs a hand.
 *
 * @param file the file as it is called after the migration, relative to the tree
 * @param line counted from 1, in the text before the migration; in sources lines stay what they are
 * @param text what is to be known about it
 */
record Finding(String file, int line, String text) implements Comparable<Finding> {

    @Override
    public int compareTo(Finding other) {
        return Comparator.comparing(Finding::file)
                .thenComparingInt(Finding::line)
                .thenComparing(Finding::text)
                .compare(this, other);
    }
}
