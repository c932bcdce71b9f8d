// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.example;

import io.millrace.api.common.functions.OpenContext;
import io.millrace.api.common.functions.RichFilterFunction;
import io.millrace.api.common.state.StateTtlConfig;
import io.millrace.api.common.state.ValueState;
import io.millrace.api.common.state.ValueStateDescriptor;
import io.millrace.streaming.api.datastream.DataStream;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import java.time.Duration;
import java.util.SplittableRandom;

/**
 * Lets each event through once, though it was sent several times. The numbers that have been seen
 * are forgotten after an hour, so that the state does not grow for ever.
 *
 * <pre>
 * bin/millrace run examples/Deduplication.jar
 * bin/millrace run examples/Deduplication.jar --input events --output /tmp/once
 * </pre>
 *
 * <p>Each line of the input has a number, a space and a text, as the output has. {@link Ends} tells
 * of all arguments.
 */
public final class Deduplication {

    private static final Duration REMEMBERED = Duration.ofHours(1);

    /** An event, with a number that is its own. */
    public record Event(long id, String text) {

        /** Every third one repeats an earlier one. */
        static Event numbered(long n) {
            long id = n % 3 == 2 ? new SplittableRandom(n).nextLong(n) : n;
            return new Event(id, "event " + id);
        }

        static Event parse(String line) {
            try {
                String[] parts = line.split(" ", 2);
                return new Event(Long.parseLong(parts[0]), parts[1]);
            } catch (RuntimeException e) {
                throw new IllegalArgumentException("Not a number and a text: " + line, e);
            }
        }

        @Override
        public String toString() {
            return id + " " + text;
        }
    }

    private Deduplication() {}

    public static void main(String[] args) throws Exception {
        Ends ends = new Ends(args, 100);
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        env.enableCheckpointing(500);

        ends.write(once(ends.read(env, Event.class, Event::numbered, Event::parse)));

        ends.execute(env, "deduplication");
    }

    static DataStream<Event> once(DataStream<Event> events) {
        return events.keyBy(Event::id).filter(new FirstOnly()).uid("once");
    }

    private static final class FirstOnly extends RichFilterFunction<Event> {
        private static final long serialVersionUID = 1L;

        private transient ValueState<Boolean> seen;

        @Override
        public void open(OpenContext context) {
            ValueStateDescriptor<Boolean> descriptor =
                    new ValueStateDescriptor<>("seen", Boolean.class);
            descriptor.enableTimeToLive(StateTtlConfig.newBuilder(REMEMBERED).build());
            seen = getRuntimeContext().getState(descriptor);
        }

        @Override
        public boolean filter(Event event) throws Exception {
            if (seen.value() != null) {
                return false;
            }
            seen.update(true);
            return true;
        }
    }
}
