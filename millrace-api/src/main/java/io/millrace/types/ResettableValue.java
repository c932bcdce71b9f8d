// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.types;

import io.millrace.annotation.Public;

/** A value that can take over the content of another. */
@Public
public interface ResettableValue<T extends Value> extends Value {

    /** Takes over the other's content. */
    void setValue(T value);
}
