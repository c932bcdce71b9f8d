// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.cases.ops;

import io.millrace.streaming.api.environment.StreamExecutionEnvironment;

/** A keyed count with checkpoints on, and nothing else. */
final class SmallJob {

    private SmallJob() {}

    public static void main(String[] args) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        env.setParallelism(1);
        env.enableCheckpointing(10_000);
        env.getCheckpointConfig().setCheckpointStorage(args[0]);
        env.fromSequence(1, 10)
                .keyBy(number -> number % 3)
                .reduce(Long::sum)
                .executeAndCollect()
                .forEachRemaining(sum -> System.out.println("sum " + sum));
    }
}
