// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package com.acme.two;

import java.io.IOException;
import java.time.Duration;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichMapFunction;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.api.connector.sink2.WriterInitContext;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.util.ParameterTool;

/** Arguments where Flink 2 has them, and a sink that has but the newer way to make a writer. */
public class Parameters {

    public static class Times extends RichMapFunction<Integer, String> {
        private int factor;

        @Override
        public void open(OpenContext context) {
            ParameterTool parameters =
                    ParameterTool.fromMap(getRuntimeContext().getGlobalJobParameters());
            factor = parameters.getInt("factor", 1);
        }

        @Override
        public String map(Integer number) {
            return "times " + number * factor;
        }
    }

    public static class Printing implements Sink<String> {
        @Override
        public SinkWriter<String> createWriter(WriterInitContext context) {
            return new SinkWriter<String>() {
                @Override
                public void write(String line, Context about) {
                    System.out.println(line);
                }

                @Override
                public void flush(boolean endOfInput) throws IOException {}

                @Override
                public void close() {}
            };
        }
    }

    public static void main(String[] args) throws Exception {
        ParameterTool parameters = ParameterTool.fromArgs(args);
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        env.getConfig().setGlobalJobParameters(parameters);
        env.enableCheckpointing(Duration.ofSeconds(10).toMillis());
        env.fromData(1, 2, 3).map(new Times()).sinkTo(new Printing());
        env.execute("parameters");
    }
}
