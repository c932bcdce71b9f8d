// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.datastream;

import io.millrace.annotation.Public;
import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.connector.source.Source;
import io.millrace.spi.OperatorSpec;
import io.millrace.spi.OperatorTransformation;
import io.millrace.spi.Programs;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import java.util.List;

/** A stream that begins here. */
@Public
public class DataStreamSource<T> extends SingleOutputStreamOperator<T> {

    /** An operator as a source. */
    public DataStreamSource(SingleOutputStreamOperator<T> operator) {
        super(operator.environment, operator.operator());
        this.nonParallel = operator.nonParallel;
    }

    /** A source and the watermarks made in it. */
    public DataStreamSource(
            StreamExecutionEnvironment environment,
            Source<T, ?, ?> source,
            WatermarkStrategy<T> watermarkStrategy,
            TypeInformation<T> outTypeInfo,
            String sourceName) {
        super(
                environment,
                new OperatorTransformation<>(
                        "Source: " + sourceName,
                        new OperatorSpec.Source(source, watermarkStrategy),
                        List.of(),
                        List.of(),
                        null,
                        outTypeInfo,
                        environment.getParallelism()));
        cleanFor("Source: " + sourceName, watermarkStrategy);
        cleanFor("Source: " + sourceName, source);
        Programs.record(environment, operator());
    }

    @Override
    public DataStreamSource<T> setParallelism(int parallelism) {
        super.setParallelism(parallelism);
        return this;
    }
}
