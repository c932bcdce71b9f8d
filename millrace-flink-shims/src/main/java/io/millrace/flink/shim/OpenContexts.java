// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.flink.shim;

import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichFunction;
import org.apache.flink.api.common.functions.WithConfigurationOpenContext;
import org.apache.flink.configuration.Configuration;

/** {@code open(Configuration)}, which is {@code open(OpenContext)} now. */
public final class OpenContexts {

    private OpenContexts() {}

    /** What a function that wants a configuration gets: an empty one, unless somebody gave one. */
    public static Configuration forward(OpenContext context) {
        return context instanceof WithConfigurationOpenContext with
                ? with.getConfiguration()
                : new Configuration();
    }

    public static OpenContext back(Configuration configuration) {
        return new WithConfigurationOpenContext(configuration);
    }

    public static void open(RichFunction function, Configuration configuration) throws Exception {
        function.open(back(configuration));
    }
}
