// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.connectors.gcp.pubsub;

import io.millrace.api.common.functions.OpenContext;
import io.millrace.api.common.state.MapState;
import io.millrace.api.common.state.MapStateDescriptor;
import io.millrace.api.common.state.ValueState;
import io.millrace.api.common.state.ValueStateDescriptor;
import io.millrace.streaming.api.functions.KeyedProcessFunction;
import io.millrace.util.Collector;

/** Keyed state that shows whether a message has counted twice or not at all. */
final class Counting {

    private Counting() {}

    /** "n m different": records so far, and how many different ones. */
    static final class Total extends KeyedProcessFunction<Integer, String, String> {
        private transient ValueState<Integer> count;
        private transient ValueState<Integer> different;
        private transient MapState<String, Boolean> seen;

        @Override
        public void open(OpenContext context) {
            count = getRuntimeContext().getState(new ValueStateDescriptor<>("n", Integer.class));
            different =
                    getRuntimeContext().getState(new ValueStateDescriptor<>("d", Integer.class));
            seen =
                    getRuntimeContext()
                            .getMapState(
                                    new MapStateDescriptor<>("seen", String.class, Boolean.class));
        }

        @Override
        public void processElement(String text, Context context, Collector<String> out)
                throws Exception {
            int n = (count.value() == null ? 0 : count.value()) + 1;
            int d = different.value() == null ? 0 : different.value();
            if (!seen.contains(text)) {
                seen.put(text, true);
                d++;
            }
            count.update(n);
            different.update(d);
            out.collect(n + " " + d + " different");
        }
    }
}
