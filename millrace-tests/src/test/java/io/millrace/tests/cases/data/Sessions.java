// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.cases.data;

import io.millrace.api.common.functions.OpenContext;
import io.millrace.api.common.state.ListState;
import io.millrace.api.common.state.ListStateDescriptor;
import io.millrace.api.common.typeinfo.Types;
import io.millrace.streaming.api.functions.KeyedProcessFunction;
import io.millrace.util.Collector;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Per client: visits, parted by 30 minutes without a line. Lines come out of order, so their times
 * are kept until the watermark has passed what could still join them.
 */
public final class Sessions extends KeyedProcessFunction<String, AccessLine, String> {

    private static final long serialVersionUID = 1L;
    private static final long GAP = 1_800_000;

    private transient ListState<Long> times;

    @Override
    public void open(OpenContext context) {
        times = getRuntimeContext().getListState(new ListStateDescriptor<>("times", Types.LONG));
    }

    @Override
    public void processElement(AccessLine line, Context context, Collector<String> out)
            throws Exception {
        times.add(line.timeMs());
        context.timerService().registerEventTimeTimer(line.timeMs() + GAP);
    }

    @Override
    public void onTimer(long timestamp, OnTimerContext context, Collector<String> out)
            throws Exception {
        List<Long> open = new ArrayList<>();
        times.get().forEach(open::add);
        Collections.sort(open);
        // A session has ended by now when its last line lies at least the gap before this timer.
        int begin = 0;
        for (int i = 0; i < open.size() && open.get(i) + GAP <= timestamp; i++) {
            boolean last = i + 1 == open.size() || open.get(i + 1) - open.get(i) > GAP;
            if (last) {
                out.collect(
                        context.getCurrentKey()
                                + "\t"
                                + open.get(begin)
                                + "\t"
                                + (open.get(i) + GAP)
                                + "\t"
                                + (i + 1 - begin));
                begin = i + 1;
            }
        }
        times.update(open.subList(begin, open.size()));
    }
}
