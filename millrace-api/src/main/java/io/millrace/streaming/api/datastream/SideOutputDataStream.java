// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.datastream;

import io.millrace.annotation.Public;
import io.millrace.spi.SideOutputTransformation;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;

/** What an operator emits under a tag. */
@Public
public class SideOutputDataStream<T> extends DataStream<T> {

    SideOutputDataStream(
            StreamExecutionEnvironment environment, SideOutputTransformation<T> transformation) {
        super(environment, transformation);
    }
}
