// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.kinesis;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.connector.source.ReaderInfo;
import io.millrace.connector.kinesis.source.enumerator.KinesisShardAssigner;
import io.millrace.connector.kinesis.source.enumerator.assigner.ShardAssignerFactory;
import io.millrace.connector.kinesis.source.split.KinesisShardSplit;
import io.millrace.connector.kinesis.source.split.StartingPosition;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class UniformShardAssignerTest {

    private static final BigInteger BOUND = BigInteger.ONE.shiftLeft(128);

    private static KinesisShardAssigner.Context readers(int count) {
        Map<Integer, ReaderInfo> readers =
                IntStream.range(0, count)
                        .boxed()
                        .collect(Collectors.toMap(i -> i, i -> new ReaderInfo(i, "here")));
        return new KinesisShardAssigner.Context() {
            @Override
            public Map<Integer, Set<KinesisShardSplit>> getCurrentSplitAssignment() {
                return Map.of();
            }

            @Override
            public Map<Integer, List<KinesisShardSplit>> getPendingSplitAssignments() {
                return Map.of();
            }

            @Override
            public Map<Integer, ReaderInfo> getRegisteredReaders() {
                return readers;
            }
        };
    }

    private static List<Integer> assign(int shards, int readers) {
        KinesisShardAssigner assigner = ShardAssignerFactory.uniformShardAssigner();
        return IntStream.range(0, shards)
                .mapToObj(
                        i ->
                                new KinesisShardSplit(
                                        "arn",
                                        "shard-" + i,
                                        StartingPosition.fromStart(),
                                        Set.of(),
                                        bound(i, shards).toString(),
                                        bound(i + 1, shards).subtract(BigInteger.ONE).toString()))
                .map(split -> assigner.assign(split, readers(readers)))
                .toList();
    }

    private static BigInteger bound(int i, int shards) {
        return BOUND.multiply(BigInteger.valueOf(i)).divide(BigInteger.valueOf(shards));
    }

    @Test
    void equalShardsAreSpreadEqually() {
        assertThat(assign(4, 4)).containsExactly(0, 1, 2, 3);
        assertThat(assign(8, 4)).containsExactly(0, 0, 1, 1, 2, 2, 3, 3);
        assertThat(assign(1, 3)).containsExactly(1);
        assertThat(assign(6, 1)).containsOnly(0);
        for (int readers = 1; readers < 20; readers++) {
            Map<Integer, Long> load =
                    assign(100, readers).stream()
                            .collect(Collectors.groupingBy(i -> i, Collectors.counting()));
            assertThat(load).hasSize(readers);
            long most = load.values().stream().mapToLong(i -> i).max().orElse(0);
            long least = load.values().stream().mapToLong(i -> i).min().orElse(0);
            assertThat(most - least).isLessThanOrEqualTo(1);
        }
    }
}
