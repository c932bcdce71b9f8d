// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.operators;

import io.millrace.annotation.Internal;
import io.millrace.api.common.functions.Function;

/** Gives out the function it is built around. */
@Internal
public interface UserFunctionProvider<F extends Function> {

    F getUserFunction();
}
