// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.java.functions;

import io.millrace.annotation.Internal;

/** Gives all records one key. */
@Internal
public class NullByteKeySelector<T> implements KeySelector<T, Byte> {

    private static final long serialVersionUID = 614256539098549020L;

    /** Has no state. */
    public NullByteKeySelector() {}

    @Override
    public Byte getKey(T value) throws Exception {
        return 0;
    }
}
