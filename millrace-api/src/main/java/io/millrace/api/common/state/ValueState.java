// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.state;

import io.millrace.annotation.PublicEvolving;
import java.io.IOException;

/**
 * One value.
 *
 * @param <T> the value
 */
@PublicEvolving
public interface ValueState<T> extends State {

    /**
     * The value, null (or the descriptor's deprecated default value) if there is none. An object
     * read from here may be the one the state holds: to change it, change it and {@link #update}
     * it.
     */
    T value() throws IOException;

    /** Replaces the value; null is the same as {@link #clear}. */
    void update(T value) throws IOException;
}
