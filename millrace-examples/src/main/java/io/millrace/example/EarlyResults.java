// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.example;

import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.api.common.state.ReducingState;
import io.millrace.api.common.state.ReducingStateDescriptor;
import io.millrace.streaming.api.datastream.DataStream;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.api.windowing.assigners.TumblingEventTimeWindows;
import io.millrace.streaming.api.windowing.triggers.Trigger;
import io.millrace.streaming.api.windowing.triggers.TriggerResult;
import io.millrace.streaming.api.windowing.windows.TimeWindow;
import java.time.Duration;

/**
 * Shows the count of an hour before the hour is over: a trigger of one's own fires at each 100th
 * record and at the end.
 *
 * <pre>
 * bin/millrace run examples/EarlyResults.jar
 * </pre>
 */
public final class EarlyResults {

    static final long EACH = 100;

    /** Somebody has voted. */
    public record Vote(String party, long timeMs) {

        /** One every three seconds. */
        static Vote numbered(long n) {
            return new Vote(n % 5 < 2 ? "wind" : "water", n * 3_000);
        }
    }

    /** The votes of an hour so far. */
    public record Count(String party, long votes) {}

    private EarlyResults() {}

    public static void main(String[] args) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();

        counts(env.fromSequence(0, 2399).map(Vote::numbered)).print();

        env.execute("early results");
    }

    static DataStream<Count> counts(DataStream<Vote> votes) {
        return votes.assignTimestampsAndWatermarks(
                        WatermarkStrategy.<Vote>forMonotonousTimestamps()
                                .withTimestampAssigner((vote, ignored) -> vote.timeMs()))
                .map(vote -> new Count(vote.party(), 1))
                .keyBy(Count::party)
                .window(TumblingEventTimeWindows.of(Duration.ofHours(1)))
                .trigger(new EarlyAndAtTheEnd())
                .reduce((one, other) -> new Count(one.party(), one.votes() + other.votes()))
                .uid("counts");
    }

    /** What a trigger remembers is state like any other, and one more is kept for each window. */
    private static final class EarlyAndAtTheEnd extends Trigger<Count, TimeWindow> {
        private static final long serialVersionUID = 1L;

        private static final ReducingStateDescriptor<Long> SEEN =
                new ReducingStateDescriptor<>("seen", Long::sum, Long.class);

        @Override
        public TriggerResult onElement(
                Count vote, long timeMs, TimeWindow window, TriggerContext context)
                throws Exception {
            context.registerEventTimeTimer(window.maxTimestamp());
            ReducingState<Long> seen = context.getPartitionedState(SEEN);
            seen.add(1L);
            if (seen.get() < EACH) {
                return TriggerResult.CONTINUE;
            }
            seen.clear();
            return TriggerResult.FIRE;
        }

        @Override
        public TriggerResult onEventTime(long timeMs, TimeWindow window, TriggerContext context) {
            return timeMs == window.maxTimestamp() ? TriggerResult.FIRE : TriggerResult.CONTINUE;
        }

        @Override
        public TriggerResult onProcessingTime(
                long timeMs, TimeWindow window, TriggerContext context) {
            return TriggerResult.CONTINUE;
        }

        @Override
        public void clear(TimeWindow window, TriggerContext context) throws Exception {
            context.deleteEventTimeTimer(window.maxTimestamp());
            context.getPartitionedState(SEEN).clear();
        }
    }
}
