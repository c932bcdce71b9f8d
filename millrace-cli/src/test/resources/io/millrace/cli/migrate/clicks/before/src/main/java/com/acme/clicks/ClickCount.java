package com.acme.clicks;

import static org.apache.flink.util.Preconditions.checkNotNull;

import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.api.java.tuple.*;
import org.apache.flink.api.java.utils.ParameterTool;
import org.apache.flink.connector.jdbc.JdbcSink;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.ObjectMapper;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.legacy.SinkFunction;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;

/**
 * Counts clicks with {@link org.apache.flink.streaming.api.datastream.DataStream}, see
 * https://nightlies.apache.org/flink/flink-docs-release-1.20/api/java/org/apache/flink/api/common/functions/MapFunction.html
 * and org.apache.flink:flink-core; {@link org.apache.flink.no.SuchThing} is left.
 */
public class ClickCount {

    private static final String LOGGER = "org.apache.flink";
    private static final String MAPPER = "org.apache.flink.api.common.functions.MapFunction";
    private static final String GONE = "org.apache.flink.no.such.Thing";
    private static final String PATH = "org/apache/flink/util/Collector.class";
    private static final String PROSE = "powered by org.apache.flink and a \"mill\" // org.apache.flink.util.Collector";
    private static final char QUOTE = '"';

    public static void main(String[] args) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        env.getConfig().getSerializerConfig().setForceAvro(true);
        ParameterTool tool = org.apache.flink.api.java.utils.ParameterTool.fromArgs(args);
        env.fromElements("a", "b")
                .map(new org.apache.flink.api.common
                        .functions.MapFunction<String, Tuple2<String, Integer>>() {
                    @Override
                    public Tuple2<String, Integer> map(String word) {
                        return Tuple2.of(checkNotNull(word), 1);
                    }
                })
                .keyBy(pair -> pair.f0)
                .asQueryableState("clicks");
        env.createRemoteEnvironment("there", 8081);
    }
}
