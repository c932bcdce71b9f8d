// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.api.common.functions.OpenContext;
import io.millrace.api.common.state.StateTtlConfig;
import io.millrace.api.common.state.ValueState;
import io.millrace.api.common.state.ValueStateDescriptor;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.common.typeinfo.Types;
import io.millrace.connector.datagen.source.DataGeneratorSource;
import io.millrace.streaming.api.datastream.DataStream;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.api.functions.KeyedProcessFunction;
import io.millrace.tests.kit.Collected;
import io.millrace.tests.kit.Jobs;
import io.millrace.util.Collector;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The programs of event-time.md and state-ttl.md. */
@Timeout(180)
class TimePagesTest {

    /** What an instrument shows. */
    public record Reading(long takenAt) {}

    @Test
    @DisplayName("event-time.md: a strategy, and sources that wait for each other")
    void eventTime() throws Exception {
        StreamExecutionEnvironment env = Jobs.environment(2);
        DataGeneratorSource<Reading> source =
                new DataGeneratorSource<>(
                        index -> new Reading(index * 1_000),
                        100,
                        TypeInformation.of(Reading.class));
        // snippet: EventTimeStrategy
        WatermarkStrategy<Reading> strategy =
                WatermarkStrategy.<Reading>forBoundedOutOfOrderness(Duration.ofSeconds(5))
                        .withTimestampAssigner((reading, before) -> reading.takenAt())
                        .withIdleness(Duration.ofMinutes(1));

        DataStream<Reading> readings = env.fromSource(source, strategy, "readings");
        // end of snippet
        // snippet: EventTimeAlignment
        WatermarkStrategy<Reading> aligned =
                strategy.withWatermarkAlignment(
                        "readings", // the group: any number of sources
                        Duration.ofSeconds(20), // so far may one be ahead
                        Duration.ofSeconds(1)); // so often they compare
        // end of snippet
        Collected<Reading> seen = new Collected<>();
        readings.union(env.fromSource(source, aligned, "further readings")).addSink(seen);
        Jobs.run(env, "readings");
        assertThat(seen.size()).isEqualTo(200);
    }

    /** Counts per key, and forgets keys that were not seen for long. */
    private static final class Clicks extends KeyedProcessFunction<Long, Long, Long> {
        private static final long serialVersionUID = 1L;
        private transient ValueState<Long> count;

        @Override
        public void open(OpenContext context) {
            // snippet: TimeToLive
            StateTtlConfig halfAnHour =
                    StateTtlConfig.newBuilder(Duration.ofMinutes(30))
                            .updateTtlOnReadAndWrite() // by default only a write makes it younger
                            .build();
            ValueStateDescriptor<Long> clicks = new ValueStateDescriptor<>("clicks", Types.LONG);
            clicks.enableTimeToLive(halfAnHour);
            // end of snippet
            count = getRuntimeContext().getState(clicks);
        }

        @Override
        public void processElement(Long value, Context context, Collector<Long> out)
                throws Exception {
            count.update(count.value() == null ? 1 : count.value() + 1);
            out.collect(count.value());
        }
    }

    @Test
    @DisplayName("state-ttl.md: a count that is forgotten after half an hour")
    void timeToLive() throws Exception {
        Collected<Long> seen = new Collected<>();
        StreamExecutionEnvironment env = Jobs.environment(1);
        env.fromData(1L, 1L, 2L, 1L).keyBy(user -> user).process(new Clicks()).addSink(seen);
        Jobs.run(env, "clicks");
        assertThat(seen.values()).containsExactly(1L, 2L, 1L, 3L);
    }
}
