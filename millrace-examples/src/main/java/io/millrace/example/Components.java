// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.example;

import io.millrace.api.common.functions.OpenContext;
import io.millrace.api.common.state.MapState;
import io.millrace.api.common.state.MapStateDescriptor;
import io.millrace.api.common.state.ValueState;
import io.millrace.api.common.state.ValueStateDescriptor;
import io.millrace.streaming.api.datastream.DataStream;
import io.millrace.streaming.api.datastream.IterativeStream;
import io.millrace.streaming.api.datastream.SingleOutputStreamOperator;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.api.functions.KeyedProcessFunction;
import io.millrace.util.Collector;
import io.millrace.util.OutputTag;
import java.util.SplittableRandom;

/**
 * Finds which points of a graph hang together. Each point tells its neighbours the smallest number
 * it has heard of; news goes round in a loop until there is none, and then all points of a
 * component have the same number.
 *
 * <pre>
 * bin/millrace run examples/Components.jar
 * </pre>
 */
public final class Components {

    static final OutputTag<Label> LABELS =
            new OutputTag<>("labels") {
                private static final long serialVersionUID = 1L;
            };

    /** Two points that hang together. */
    public record Edge(long one, long other) {

        /** About as many edges as points: some large components, many small ones. */
        static Edge numbered(long n) {
            SplittableRandom random = new SplittableRandom(n);
            return new Edge(random.nextLong(60), random.nextLong(60));
        }
    }

    /**
     * What a point is told.
     *
     * @param neighbour who tells it
     * @param label the smallest number that the neighbour has heard of
     */
    public record News(long point, long neighbour, long label) {}

    /** The smallest number that a point has heard of so far. */
    public record Label(long point, long component) {}

    private Components() {}

    public static void main(String[] args) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();

        labels(env.fromSequence(1, 40).map(Edge::numbered)).print();

        env.execute("connected components");
    }

    /** Each change of a point's label; the last is its component. */
    static DataStream<Label> labels(DataStream<Edge> edges) {
        IterativeStream<News> loop =
                edges.flatMap(
                                (Edge edge, Collector<News> out) -> {
                                    out.collect(new News(edge.one(), edge.other(), edge.other()));
                                    out.collect(new News(edge.other(), edge.one(), edge.one()));
                                })
                        .returns(News.class)
                        .iterate();
        SingleOutputStreamOperator<News> news =
                loop.keyBy(News::point).process(new TellTheNeighbours()).uid("points");
        loop.closeWith(news);
        return news.getSideOutput(LABELS);
    }

    private static final class TellTheNeighbours extends KeyedProcessFunction<Long, News, News> {
        private static final long serialVersionUID = 1L;

        private transient ValueState<Long> label;
        private transient MapState<Long, Boolean> neighbours;

        @Override
        public void open(OpenContext context) {
            label = getRuntimeContext().getState(new ValueStateDescriptor<>("label", Long.class));
            neighbours =
                    getRuntimeContext()
                            .getMapState(
                                    new MapStateDescriptor<>(
                                            "neighbours", Long.class, Boolean.class));
        }

        @Override
        public void processElement(News news, Context context, Collector<News> out)
                throws Exception {
            long point = news.point();
            long before = label.value() == null ? point : label.value();
            long now = Math.min(before, news.label());
            boolean isNew = !neighbours.contains(news.neighbour());
            if (label.value() == null || now < before) {
                label.update(now);
                context.output(LABELS, new Label(point, now));
            }
            if (isNew) {
                neighbours.put(news.neighbour(), true);
                out.collect(new News(news.neighbour(), point, now));
            }
            if (now < before) {
                for (long neighbour : neighbours.keys()) {
                    out.collect(new News(neighbour, point, now));
                }
            }
        }
    }
}
