// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.connector.base;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.api.connector.source.lib.NumberSequenceSource;
import io.millrace.connector.base.source.hybrid.HybridSource;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Flink's classes at work here. */
@Timeout(120)
class RenamedBaseTest {

    /** It needs an enumerator's context that can say that there are no more splits for now. */
    @Test
    void aHybridSourceReadsOneSourceAfterTheOther() throws Exception {
        HybridSource<Long> source =
                HybridSource.builder(new NumberSequenceSource(1, 100))
                        .addSource(new NumberSequenceSource(101, 150))
                        .addSource(new NumberSequenceSource(151, 200))
                        .build();
        StreamExecutionEnvironment env = StreamExecutionEnvironment.createLocalEnvironment(2);
        List<Long> numbers =
                env.fromSource(source, WatermarkStrategy.noWatermarks(), "hybrid")
                        .executeAndCollect(1_000);

        assertThat(numbers)
                .containsExactlyInAnyOrderElementsOf(
                        LongStream.rangeClosed(1, 200).boxed().toList());
    }

    @Test
    void guaranteesHaveTheirNames() {
        assertThat(DeliveryGuarantee.values())
                .extracting(DeliveryGuarantee::toString)
                .containsExactly("exactly-once", "at-least-once", "none");
        assertThat(DeliveryGuarantee.EXACTLY_ONCE.getDescription()).isNotNull();
    }
}
