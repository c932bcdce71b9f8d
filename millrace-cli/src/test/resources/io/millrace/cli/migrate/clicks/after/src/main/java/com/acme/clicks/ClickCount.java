package com.acme.clicks;

import static io.millrace.util.Preconditions.checkNotNull;

import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.api.common.functions.MapFunction;
import io.millrace.api.java.tuple.*;
import io.millrace.api.java.utils.ParameterTool;
import io.millrace.connector.jdbc.JdbcSink;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.api.functions.sink.SinkFunction;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;

/**
 * Counts clicks with {@link io.millrace.streaming.api.datastream.DataStream}, see
 * https://nightlies.apache.org/flink/flink-docs-release-1.20/api/java/org/apache/flink/api/common/functions/MapFunction.html
 * and org.apache.flink:flink-core; {@link org.apache.flink.no.SuchThing} is left.
 */
public class ClickCount {

    private static final String LOGGER = "io.millrace";
    private static final String MAPPER = "io.millrace.api.common.functions.MapFunction";
    private static final String GONE = "org.apache.flink.no.such.Thing";
    private static final String PATH = "io/millrace/util/Collector.class";
    private static final String PROSE = "powered by org.apache.flink and a \"mill\" // io.millrace.util.Collector";
    private static final char QUOTE = '"';

    public static void main(String[] args) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        env.getConfig().getSerializerConfig().setForceAvro(true);
        ParameterTool tool = io.millrace.api.java.utils.ParameterTool.fromArgs(args);
        env.fromElements("a", "b")
                .map(new io.millrace.api.common
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
