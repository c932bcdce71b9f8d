// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.example;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.millrace.api.common.functions.OpenContext;
import io.millrace.streaming.api.datastream.DataStream;
import io.millrace.streaming.api.datastream.SingleOutputStreamOperator;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.api.functions.ProcessFunction;
import io.millrace.util.Collector;
import io.millrace.util.OutputTag;

/**
 * Reads JSON, one object a line, and does not stop at lines that are none: they go to a side
 * output, with the reason, to be looked at by a person.
 *
 * <pre>
 * bin/millrace run examples/DeadLetters.jar
 * </pre>
 */
public final class DeadLetters {

    static final OutputTag<DeadLetter> DEAD =
            new OutputTag<>("dead letters") {
                private static final long serialVersionUID = 1L;
            };

    /** What a line should hold. */
    public record Order(long id, String item, int pieces) {}

    /** A line that could not be read. */
    public record DeadLetter(String line, String reason) {}

    private DeadLetters() {}

    public static void main(String[] args) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();

        SingleOutputStreamOperator<Order> orders =
                orders(env.fromSequence(1, 20).map(DeadLetters::numbered));
        orders.print();
        orders.getSideOutput(DEAD).print();

        env.execute("dead letters");
    }

    /** One in five is broken, in one way or another. */
    static String numbered(long n) {
        return switch ((int) (n % 15)) {
            case 4 -> "{\"id\":" + n;
            case 9 -> "{\"id\":" + n + ",\"item\":\"wheel\",\"pieces\":\"many\"}";
            case 14 -> "{\"id\":" + n + ",\"item\":\"wheel\",\"pieces\":-1}";
            default -> "{\"id\":" + n + ",\"item\":\"wheel\",\"pieces\":" + n % 7 + "}";
        };
    }

    static SingleOutputStreamOperator<Order> orders(DataStream<String> lines) {
        return lines.process(new Parse()).uid("parse");
    }

    private static final class Parse extends ProcessFunction<String, Order> {
        private static final long serialVersionUID = 1L;

        private transient ObjectMapper json;

        @Override
        public void open(OpenContext context) {
            json = new ObjectMapper();
        }

        @Override
        public void processElement(String line, Context context, Collector<Order> out) {
            try {
                Order order = json.readValue(line, Order.class);
                if (order.pieces() < 0) {
                    throw new IllegalArgumentException("fewer than no pieces");
                }
                out.collect(order);
            } catch (JsonProcessingException e) {
                context.output(DEAD, new DeadLetter(line, e.getOriginalMessage()));
            } catch (IllegalArgumentException e) {
                context.output(DEAD, new DeadLetter(line, e.getMessage()));
            }
        }
    }
}
