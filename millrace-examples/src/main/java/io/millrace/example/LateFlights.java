// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.example;

import io.millrace.api.common.functions.OpenContext;
import io.millrace.api.common.state.ValueState;
import io.millrace.api.common.state.ValueStateDescriptor;
import io.millrace.streaming.api.datastream.DataStream;
import io.millrace.streaming.api.datastream.SingleOutputStreamOperator;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.api.functions.KeyedProcessFunction;
import io.millrace.util.Collector;
import io.millrace.util.OutputTag;
import java.util.List;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads flights, one JSON object a line, and prints each new record delay of an airport; lines that
 * are no flights go to a side output. Without a file it makes flights up.
 *
 * <pre>
 * bin/millrace run examples/LateFlights.jar flights.jsonl
 * </pre>
 */
public final class LateFlights {

    private static final OutputTag<String> NOT_FLIGHTS =
            new OutputTag<>("not flights") {
                private static final long serialVersionUID = 1L;
            };

    private LateFlights() {}

    public static void main(String[] args) throws Exception {
        if (args.length > 1) {
            System.err.println("Usage: LateFlights [FILE]");
            System.exit(2);
        }
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();

        SingleOutputStreamOperator<String> records =
                records(
                        args.length == 0
                                ? env.fromSequence(0, 199).map(LateFlights::madeUp)
                                : env.readTextFile(args[0]));
        records.print();
        records.getSideOutput(NOT_FLIGHTS).map(line -> "not a flight: " + line).print();

        env.execute("late flights");
    }

    static SingleOutputStreamOperator<String> records(DataStream<String> lines) {
        return lines.keyBy(LateFlights::origin).process(new RecordDelays()).uid("records");
    }

    /** For who has no file of flights. */
    static String madeUp(long n) {
        if (n % 50 == 49) {
            return "line " + n + " is no flight";
        }
        SplittableRandom random = new SplittableRandom(n);
        String origin = List.of("OAK", "SMF", "TUS").get(random.nextInt(3));
        return "{\"delay\":" + random.nextInt(-20, 300) + ",\"origin\":\"" + origin + "\"}";
    }

    private static final Pattern ORIGIN = Pattern.compile("\"origin\":\"([A-Z]+)\"");
    private static final Pattern DELAY = Pattern.compile("\"delay\":(-?\\d+)");

    private static String origin(String line) {
        Matcher matcher = ORIGIN.matcher(line);
        return matcher.find() ? matcher.group(1) : "?";
    }

    /** Remembers the longest delay of each airport. */
    private static final class RecordDelays extends KeyedProcessFunction<String, String, String> {
        private static final long serialVersionUID = 1L;

        private transient ValueState<Integer> longest;

        @Override
        public void open(OpenContext context) {
            longest =
                    getRuntimeContext()
                            .getState(new ValueStateDescriptor<>("longest", Integer.class));
        }

        @Override
        public void processElement(String line, Context context, Collector<String> out)
                throws Exception {
            Matcher matcher = DELAY.matcher(line);
            if (context.getCurrentKey().equals("?") || !matcher.find()) {
                context.output(NOT_FLIGHTS, line);
                return;
            }
            int delay = Integer.parseInt(matcher.group(1));
            Integer before = longest.value();
            if (before == null || delay > before) {
                longest.update(delay);
                out.collect(context.getCurrentKey() + ": " + delay + " minutes");
            }
        }
    }
}
