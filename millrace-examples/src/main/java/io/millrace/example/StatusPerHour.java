// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.example;

import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.api.common.functions.OpenContext;
import io.millrace.api.common.serialization.SimpleStringEncoder;
import io.millrace.api.common.state.MapState;
import io.millrace.api.common.state.MapStateDescriptor;
import io.millrace.connector.file.sink.FileSink;
import io.millrace.core.fs.Path;
import io.millrace.streaming.api.datastream.DataStream;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.api.functions.KeyedProcessFunction;
import io.millrace.streaming.api.functions.sink.filesystem.bucketassigners.BasePathBucketAssigner;
import io.millrace.util.Collector;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the access log of a web server and writes, for each hour and status, how many requests
 * there were and how many bytes went out. The lines of such a log are not in order, so an hour is
 * written when the watermark says that it is over. Without arguments it makes a log up, and prints.
 *
 * <pre>
 * bin/millrace run examples/StatusPerHour.jar access.log /tmp/status-per-hour
 * </pre>
 *
 * <p>Each line of the output has the hour (milliseconds since 1970), the status, the requests and
 * the bytes.
 */
public final class StatusPerHour {

    private static final long HOUR_MS = 3_600_000;

    /** How much later than its neighbours a line may come. */
    private static final Duration DISORDER = Duration.ofSeconds(60);

    private StatusPerHour() {}

    public static void main(String[] args) throws Exception {
        if (args.length != 0 && args.length != 2) {
            System.err.println("Usage: StatusPerHour [LOG FOLDER]");
            System.exit(2);
        }
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        env.enableCheckpointing(1000);

        if (args.length == 0) {
            tallies(env.fromSequence(0, 2999).map(StatusPerHour::madeUp)).print();
        } else {
            tallies(env.readTextFile(args[0]))
                    .sinkTo(
                            FileSink.forRowFormat(
                                            new Path(args[1]), new SimpleStringEncoder<String>())
                                    .withBucketAssigner(new BasePathBucketAssigner<>())
                                    .build())
                    .uid("files");
        }

        env.execute("status per hour");
    }

    static DataStream<String> tallies(DataStream<String> log) {
        return log.map(Request::parse)
                .uid("parse")
                .assignTimestampsAndWatermarks(
                        WatermarkStrategy.<Request>forBoundedOutOfOrderness(DISORDER)
                                .withTimestampAssigner((request, ignored) -> request.timeMs()))
                .uid("time")
                .keyBy(Request::status)
                .process(new TallyByHour())
                .uid("tally");
    }

    /** For who has no log: a request every five seconds. */
    static String madeUp(long n) {
        SplittableRandom random = new SplittableRandom(n);
        long second = n * 5 - random.nextInt(5);
        int status = List.of(200, 200, 200, 304, 404).get(random.nextInt(5));
        return "10.0.0.1 - - ["
                + Request.TIME.format(Instant.ofEpochSecond(second).atOffset(ZoneOffset.UTC))
                + "] \"GET / HTTP/1.1\" "
                + status
                + " "
                + random.nextInt(5000)
                + " \"-\"";
    }

    /** One line of the log. */
    public record Request(long timeMs, int status, long bytes) {

        private static final Pattern LINE =
                Pattern.compile("\\S+ \\S+ \\S+ \\[([^\\]]+)\\] \".*?\" (\\d{3}) (\\d+|-).*");
        private static final DateTimeFormatter TIME =
                DateTimeFormatter.ofPattern("dd/MMM/yyyy:HH:mm:ss Z", Locale.ENGLISH);

        static Request parse(String line) {
            Matcher matcher = LINE.matcher(line);
            if (!matcher.matches()) {
                throw new IllegalArgumentException("Not a line of an access log: " + line);
            }
            return new Request(
                    OffsetDateTime.parse(matcher.group(1), TIME).toInstant().toEpochMilli(),
                    Integer.parseInt(matcher.group(2)),
                    matcher.group(3).equals("-") ? 0 : Long.parseLong(matcher.group(3)));
        }
    }

    /** Requests and bytes of one hour. */
    public record Tally(long requests, long bytes) {}

    /** Keeps a tally for each hour that is not over yet, and a timer for its end. */
    private static final class TallyByHour extends KeyedProcessFunction<Integer, Request, String> {
        private static final long serialVersionUID = 1L;

        private transient MapState<Long, Tally> hours;

        @Override
        public void open(OpenContext context) {
            hours =
                    getRuntimeContext()
                            .getMapState(
                                    new MapStateDescriptor<>("hours", Long.class, Tally.class));
        }

        @Override
        public void processElement(Request request, Context context, Collector<String> out)
                throws Exception {
            long hour = Math.floorDiv(request.timeMs(), HOUR_MS) * HOUR_MS;
            Tally before = hours.get(hour);
            if (before == null) {
                before = new Tally(0, 0);
                context.timerService().registerEventTimeTimer(hour + HOUR_MS - 1);
            }
            hours.put(hour, new Tally(before.requests() + 1, before.bytes() + request.bytes()));
        }

        @Override
        public void onTimer(long time, OnTimerContext context, Collector<String> out)
                throws Exception {
            long hour = time + 1 - HOUR_MS;
            Tally tally = hours.get(hour);
            hours.remove(hour);
            out.collect(
                    hour
                            + "\t"
                            + context.getCurrentKey()
                            + "\t"
                            + tally.requests()
                            + "\t"
                            + tally.bytes());
        }
    }
}
