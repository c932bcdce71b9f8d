// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.java.tuple;

/** A class of its own, for its verification loads the class of every tuple. */
final class NewTuples {

    private NewTuples() {}

    static Tuple of(int arity) {
        return switch (arity) {
            case 0 -> Tuple0.INSTANCE;
            case 1 -> new Tuple1<>();
            case 2 -> new Tuple2<>();
            case 3 -> new Tuple3<>();
            case 4 -> new Tuple4<>();
            case 5 -> new Tuple5<>();
            case 6 -> new Tuple6<>();
            case 7 -> new Tuple7<>();
            case 8 -> new Tuple8<>();
            case 9 -> new Tuple9<>();
            case 10 -> new Tuple10<>();
            case 11 -> new Tuple11<>();
            case 12 -> new Tuple12<>();
            case 13 -> new Tuple13<>();
            case 14 -> new Tuple14<>();
            case 15 -> new Tuple15<>();
            case 16 -> new Tuple16<>();
            case 17 -> new Tuple17<>();
            case 18 -> new Tuple18<>();
            case 19 -> new Tuple19<>();
            case 20 -> new Tuple20<>();
            case 21 -> new Tuple21<>();
            case 22 -> new Tuple22<>();
            case 23 -> new Tuple23<>();
            case 24 -> new Tuple24<>();
            case 25 -> new Tuple25<>();
            default ->
                    throw new IllegalArgumentException(
                            "a tuple has 0 to " + Tuple.MAX_ARITY + " fields, not " + arity);
        };
    }
}
