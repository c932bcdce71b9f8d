// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.functions.windowing;

import io.millrace.annotation.PublicEvolving;
import io.millrace.streaming.api.windowing.windows.Window;

/**
 * The same as a {@link ProcessAllWindowFunction}.
 *
 * @deprecated it adds nothing
 */
@Deprecated
@PublicEvolving
public abstract class RichProcessAllWindowFunction<IN, OUT, W extends Window>
        extends ProcessAllWindowFunction<IN, OUT, W> {

    private static final long serialVersionUID = 1L;

    public RichProcessAllWindowFunction() {}
}
