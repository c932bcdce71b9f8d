// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package org.apache.flink.training.clicks;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.AggregateFunction;
import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.utils.ParameterTool;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.streaming.api.functions.windowing.ProcessWindowFunction;
import org.apache.flink.streaming.api.windowing.assigners.TumblingEventTimeWindows;
import org.apache.flink.streaming.api.windowing.windows.TimeWindow;
import org.apache.flink.util.Collector;
import org.apache.flink.util.OutputTag;

/** Windows, side outputs and arguments, in a package of Flink's: resources, services and names lie there, too. */
public class ClickCounts {

    /** Found as a service of a type of Flink's. */
    public static class Shout implements MapFunction<String, String> {
        @Override
        public String map(String text) {
            return text.toUpperCase(java.util.Locale.ROOT);
        }
    }

    private static final OutputTag<String> BROKEN = new OutputTag<String>("broken") {};

    public static void main(String[] args) throws Exception {
        ParameterTool parameters = ParameterTool.fromArgs(args);
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        env.getConfig().setGlobalJobParameters(parameters);
        env.setParallelism(2);

        List<String> lines = new ArrayList<>();
        try (BufferedReader reader =
                new BufferedReader(
                        new InputStreamReader(
                                ClickCounts.class.getResourceAsStream("clicks.txt"),
                                StandardCharsets.UTF_8))) {
            reader.lines().forEach(lines::add);
        }

        SingleOutputStreamOperator<Click> clicks =
                env.fromCollection(lines)
                        .process(
                                new ProcessFunction<String, Click>() {
                                    @Override
                                    public void processElement(String line, Context context, Collector<Click> out) {
                                        String[] parts = line.split(" ");
                                        if (parts.length == 3) {
                                            out.collect(new Click(parts[0], parts[1], Long.parseLong(parts[2])));
                                        } else {
                                            context.output(BROKEN, line);
                                        }
                                    }
                                });
        clicks.assignTimestampsAndWatermarks(
                        WatermarkStrategy.<Click>forBoundedOutOfOrderness(Duration.ofSeconds(2))
                                .withTimestampAssigner((click, before) -> click.at))
                .keyBy(click -> click.page)
                .window(TumblingEventTimeWindows.of(Duration.ofSeconds(parameters.getInt("window"))))
                .aggregate(new Count(), new Told())
                .map(text -> "clicks " + text)
                .print()
                .setParallelism(1);
        MapFunction<String, String> shout = shout();
        clicks.getSideOutput(BROKEN).map(shout).returns(Types.STRING).print().setParallelism(1);
        env.execute("clicks");
    }

    /** The same one twice over: by the service, and by a name that is made here. */
    @SuppressWarnings("unchecked")
    private static MapFunction<String, String> shout() throws Exception {
        MapFunction<String, String> found = ServiceLoader.load(MapFunction.class).iterator().next();
        Class<?> named = Class.forName(String.join(".", "org", "apache", "flink", "training", "clicks", "ClickCounts$Shout"));
        if (found.getClass() != named) {
            throw new IllegalStateException(found.getClass() + " is not " + named);
        }
        return found;
    }

    private static class Count implements AggregateFunction<Click, Integer, Integer> {
        @Override
        public Integer createAccumulator() {
            return 0;
        }

        @Override
        public Integer add(Click click, Integer count) {
            return count + 1;
        }

        @Override
        public Integer getResult(Integer count) {
            return count;
        }

        @Override
        public Integer merge(Integer a, Integer b) {
            return a + b;
        }
    }

    private static class Told extends ProcessWindowFunction<Integer, String, String, TimeWindow> {
        @Override
        public void process(String page, Context context, Iterable<Integer> counts, Collector<String> out) {
            out.collect(page + " " + context.window().getStart() + " " + counts.iterator().next());
        }
    }
}
