// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.operator;

/** The cast that rests on the types of the user's program, which its compiler has checked. */
final class Casts {

    private Casts() {}

    @SuppressWarnings("unchecked") // see above
    static <X> X of(Object object) {
        return (X) object;
    }
}
