// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.kinesis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.common.eventtime.Watermark;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.common.typeinfo.Types;
import io.millrace.api.connector.source.SourceOutput;
import io.millrace.connector.kinesis.source.serialization.KinesisDeserializationSchema;
import io.millrace.connector.kinesis.source.split.StartingPosition;
import io.millrace.util.Collector;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.kinesis.model.Record;

class ShardEmitterTest {

    private final List<String> emitted = new ArrayList<>();
    private final ShardState state =
            new ShardState(Fetching.split("a", StartingPosition.fromStart(), 0));

    /** Each record twice; the second time it can't be read, if it is the one that is said. */
    private record Twice(String unreadable) implements KinesisDeserializationSchema<String> {
        private static final long serialVersionUID = 1L;

        @Override
        public void deserialize(
                Record record, String stream, String shardId, Collector<String> output)
                throws IOException {
            String text = record.data().asUtf8String();
            output.collect(text);
            if (text.equals(unreadable)) {
                throw new IOException("torn");
            }
            output.collect(text);
        }

        @Override
        public TypeInformation<String> getProducedType() {
            return Types.STRING;
        }
    }

    /** What comes behind the source, which fails at one value. */
    private final class Downstream implements SourceOutput<String> {
        private final String failsAt;

        Downstream(String failsAt) {
            this.failsAt = failsAt;
        }

        @Override
        public void collect(String value) {
            if (value.equals(failsAt)) {
                throw new IllegalStateException("the user's map has failed");
            }
            emitted.add(value);
        }

        @Override
        public void collect(String value, long timestamp) {
            collect(value);
        }

        @Override
        public void emitWatermark(Watermark watermark) {}

        @Override
        public void markIdle() {}

        @Override
        public void markActive() {}
    }

    private void emit(int number, String unreadable, String failsAt) throws IOException {
        new ShardEmitter<>(new Twice(unreadable), shard -> {})
                .emitRecord(
                        ShardRecord.of(FakeCalls.record(number)), new Downstream(failsAt), state);
    }

    @Test
    void whatUserCodeBehindTheSourceThrowsIsNotTheSchemasFault() {
        assertThatThrownBy(() -> emit(3, "none", "r3"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("the user's map has failed");
    }

    @Test
    void whatTheSchemaThrowsIsAlsoAfterItsFirstValue() {
        assertThatThrownBy(() -> emit(4, "r4", "none"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("The record 4 of shard a of " + Fetching.ARN)
                .hasMessageContaining("can't be read by " + Twice.class.getName())
                .hasRootCauseMessage("torn");
        assertThat(emitted).containsExactly("r4");
    }
}
