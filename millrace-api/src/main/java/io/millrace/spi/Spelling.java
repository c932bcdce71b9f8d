// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.spi;

import java.util.Collection;

/** What somebody may have meant who wrote a name that nobody knows. */
public final class Spelling {

    private Spelling() {}

    /** "; did you mean ...?" with the nearest of the names there are; empty when none is near. */
    public static String hint(String written, Collection<String> names) {
        String nearest = null;
        int least = Math.max(3, written.length() / 3);
        for (String known : names) {
            int distance = distance(written, known);
            if (distance < least) {
                least = distance;
                nearest = known;
            }
        }
        return nearest == null ? "" : "; did you mean '" + nearest + "'?";
    }

    /** Levenshtein's distance. */
    private static int distance(String a, String b) {
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int above = row[j];
                int change = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
                row[j] = Math.min(Math.min(above, row[j - 1]) + 1, diagonal + change);
                diagonal = above;
            }
        }
        return row[b.length()];
    }
}
