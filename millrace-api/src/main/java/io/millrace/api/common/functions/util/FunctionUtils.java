// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.functions.util;

import io.millrace.annotation.Internal;
import io.millrace.api.common.functions.Function;
import io.millrace.api.common.functions.OpenContext;
import io.millrace.api.common.functions.RichFunction;
import io.millrace.api.common.functions.RuntimeContext;

/** Calls on functions that may or may not be rich. */
@Internal
public final class FunctionUtils {

    private FunctionUtils() {}

    /** Opens the function if it is rich. */
    public static void openFunction(Function function, OpenContext openContext) throws Exception {
        if (function instanceof RichFunction rich) {
            rich.open(openContext);
        }
    }

    /** Closes the function if it is rich. */
    public static void closeFunction(Function function) throws Exception {
        if (function instanceof RichFunction rich) {
            rich.close();
        }
    }

    /** Tells the function where it runs, if it is rich. */
    public static void setFunctionRuntimeContext(Function function, RuntimeContext context) {
        if (function instanceof RichFunction rich) {
            rich.setRuntimeContext(context);
        }
    }

    /** The context the function has if it is rich, else the default given. */
    public static RuntimeContext getFunctionRuntimeContext(
            Function function, RuntimeContext defaultContext) {
        return function instanceof RichFunction rich ? rich.getRuntimeContext() : defaultContext;
    }
}
