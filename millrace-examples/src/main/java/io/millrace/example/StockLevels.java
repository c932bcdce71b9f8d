// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.example;

import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.api.common.functions.OpenContext;
import io.millrace.api.common.functions.RichMapFunction;
import io.millrace.api.common.serialization.SerializationSchema;
import io.millrace.api.common.serialization.SimpleStringSchema;
import io.millrace.api.common.state.ValueState;
import io.millrace.api.common.state.ValueStateDescriptor;
import io.millrace.api.java.utils.ParameterTool;
import io.millrace.connector.base.DeliveryGuarantee;
import io.millrace.connector.kafka.sink.KafkaRecordSerializationSchema;
import io.millrace.connector.kafka.sink.KafkaSink;
import io.millrace.connector.kafka.source.KafkaSource;
import io.millrace.connector.kafka.source.KafkaSourceBuilder;
import io.millrace.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import io.millrace.streaming.api.datastream.DataStream;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;

/**
 * From one topic of Kafka to another, exactly once: reads what comes into a warehouse and leaves
 * it, and tells after each movement how many pieces of the item there are. A movement that counted
 * twice, or not at all, would make all levels wrong from there on. Kill it when you like and start
 * it again with {@code -s latest}. Without arguments it makes movements up, and prints.
 *
 * <pre>
 * bin/millrace run examples/StockLevels.jar
 * bin/millrace run --classpath 'opt/kafka/*' examples/StockLevels.jar \
 *     --servers localhost:9092 --from movements --to levels
 * </pre>
 *
 * <p>The value of each record is an item and how many pieces more or less, as in {@code bolts 50}
 * or {@code bolts -8}; those of one item are in one partition, as they are when the item is their
 * key. Who reads the levels needs {@code isolation.level=read_committed}, and sees them when the
 * next checkpoint is complete. With {@code --until-now} the job ends when it has read what the
 * topic holds.
 */
public final class StockLevels {

    /** Pieces came, or went if they are less than none. */
    public record Movement(String item, long pieces) {

        static Movement parse(String value) {
            try {
                String[] parts = value.split(" ", 2);
                return new Movement(parts[0], Long.parseLong(parts[1]));
            } catch (RuntimeException e) {
                throw new IllegalArgumentException("Not an item and pieces: " + value, e);
            }
        }

        static Movement numbered(long n) {
            SplittableRandom random = new SplittableRandom(n);
            return new Movement("item-" + random.nextInt(5), random.nextInt(-20, 30));
        }
    }

    /** How many there are. */
    public record Level(String item, long pieces) {

        @Override
        public String toString() {
            return item + " " + pieces;
        }
    }

    private StockLevels() {}

    public static void main(String[] args) throws Exception {
        ParameterTool arguments = ParameterTool.fromArgs(args);
        if (args.length != 0
                && !(arguments.has("servers") && arguments.has("from") && arguments.has("to"))) {
            System.err.println(
                    "Usage: StockLevels [--servers HOST:PORT --from TOPIC --to TOPIC [--until-now]]");
            System.exit(2);
        }
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        env.enableCheckpointing(500);

        if (args.length == 0) {
            levels(env.fromSequence(0, 99).map(Movement::numbered)).print();
        } else {
            Kafka kafka = new Kafka(arguments);
            kafka.write(levels(kafka.read(env).map(Movement::parse)));
        }

        env.execute("stock levels");
    }

    static DataStream<Level> levels(DataStream<Movement> movements) {
        return movements.keyBy(Movement::item).map(new Sum()).uid("levels");
    }

    private static final class Sum extends RichMapFunction<Movement, Level> {
        private static final long serialVersionUID = 1L;

        private transient ValueState<Long> pieces;

        @Override
        public void open(OpenContext context) {
            pieces = getRuntimeContext().getState(new ValueStateDescriptor<>("pieces", Long.class));
        }

        @Override
        public Level map(Movement movement) throws Exception {
            long before = pieces.value() == null ? 0 : pieces.value();
            pieces.update(before + movement.pieces());
            return new Level(movement.item(), pieces.value());
        }
    }

    /** Apart from the rest, which does not need the connector. */
    private static final class Kafka {

        private final String servers;
        private final String from;
        private final String to;
        private final boolean untilNow;

        Kafka(ParameterTool arguments) {
            servers = arguments.getRequired("servers");
            from = arguments.getRequired("from");
            to = arguments.getRequired("to");
            untilNow = arguments.has("until-now");
        }

        DataStream<String> read(StreamExecutionEnvironment env) {
            KafkaSourceBuilder<String> source =
                    KafkaSource.<String>builder()
                            .setBootstrapServers(servers)
                            .setTopics(from)
                            .setGroupId("stock-levels-" + to)
                            // Where it was is in the checkpoints; only the first start begins here.
                            .setStartingOffsets(OffsetsInitializer.earliest())
                            .setValueOnlyDeserializer(new SimpleStringSchema());
            if (untilNow) {
                source.setBounded(OffsetsInitializer.latest());
            }
            return env.fromSource(source.build(), WatermarkStrategy.noWatermarks(), "movements")
                    .uid("movements");
        }

        void write(DataStream<Level> levels) {
            KafkaSink<Level> sink =
                    KafkaSink.<Level>builder()
                            .setBootstrapServers(servers)
                            .setDeliveryGuarantee(DeliveryGuarantee.EXACTLY_ONCE)
                            // No other job at these brokers may have the same.
                            .setTransactionalIdPrefix("stock-levels-" + to)
                            // As long as brokers allow: what is lost when a transaction runs out
                            // before the job is back is lost for good.
                            .setProperty("transaction.timeout.ms", "900000")
                            .setRecordSerializer(
                                    KafkaRecordSerializationSchema.<Level>builder()
                                            .setTopic(to)
                                            .setKeySerializationSchema(new Key())
                                            .setValueSerializationSchema(new Value())
                                            .build())
                            .build();
            levels.sinkTo(sink).uid("kafka");
        }
    }

    /** A class, no lambda: Flink's connector wants to know the type of what is written. */
    private static final class Key implements SerializationSchema<Level> {
        private static final long serialVersionUID = 1L;

        @Override
        public byte[] serialize(Level level) {
            return level.item().getBytes(StandardCharsets.UTF_8);
        }
    }

    private static final class Value implements SerializationSchema<Level> {
        private static final long serialVersionUID = 1L;

        @Override
        public byte[] serialize(Level level) {
            return level.toString().getBytes(StandardCharsets.UTF_8);
        }
    }
}
