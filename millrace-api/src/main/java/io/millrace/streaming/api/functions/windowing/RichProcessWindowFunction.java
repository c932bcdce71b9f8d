// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.functions.windowing;

import io.millrace.annotation.PublicEvolving;
import io.millrace.streaming.api.windowing.windows.Window;

/**
 * The same as a {@link ProcessWindowFunction}.
 *
 * @deprecated it adds nothing
 */
@Deprecated
@PublicEvolving
public abstract class RichProcessWindowFunction<IN, OUT, KEY, W extends Window>
        extends ProcessWindowFunction<IN, OUT, KEY, W> {

    private static final long serialVersionUID = 1L;

    public RichProcessWindowFunction() {}
}
