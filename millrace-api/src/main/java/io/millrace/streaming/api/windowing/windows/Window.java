// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.windowing.windows;

import io.millrace.annotation.PublicEvolving;

/**
 * A finite part of a stream. Windows are kept under in state, so a class of one's own needs {@code
 * equals} and {@code hashCode}.
 */
@PublicEvolving
public abstract class Window {

    public Window() {}

    /** The largest timestamp that still belongs to the window, in milliseconds. */
    public abstract long maxTimestamp();
}
