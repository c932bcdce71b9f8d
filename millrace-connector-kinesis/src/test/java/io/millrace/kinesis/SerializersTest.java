// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.kinesis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.connector.base.sink.writer.BufferedRequestState;
import io.millrace.connector.base.sink.writer.RequestEntryWrapper;
import io.millrace.connector.kinesis.source.enumerator.KinesisShardSplitWithAssignmentStatus;
import io.millrace.connector.kinesis.source.enumerator.KinesisStreamsSourceEnumeratorState;
import io.millrace.connector.kinesis.source.enumerator.SplitAssignmentStatus;
import io.millrace.connector.kinesis.source.split.KinesisShardSplit;
import io.millrace.connector.kinesis.source.split.StartingPosition;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.kinesis.model.PutRecordsRequestEntry;

class SerializersTest {

    private static final String ARN = "arn:aws:kinesis:us-east-1:1:stream/s";

    private static List<KinesisShardSplit> splits() {
        KinesisShardSplit split =
                new KinesisShardSplit(
                        ARN, "shardId-1", StartingPosition.fromStart(), Set.of(), "0", "99");
        return List.of(
                split,
                split.readTo(StartingPosition.continueFromSequenceNumber("4711"), 1234),
                split.readTo(StartingPosition.fromTimestamp(Instant.ofEpochSecond(5, 6)), 0),
                split.readTo(Positions.end(), 0),
                new KinesisShardSplit(
                        ARN,
                        "shardId-2",
                        StartingPosition.fromStart(),
                        Set.of("shardId-0", "shardId-1"),
                        "0",
                        "340282366920938463463374607431768211455"));
    }

    @Test
    void shardsComeBackAsTheyWere() throws IOException {
        ShardSplitSerializer serializer = new ShardSplitSerializer();
        for (KinesisShardSplit split : splits()) {
            assertThat(serializer.deserialize(serializer.getVersion(), serializer.serialize(split)))
                    .isEqualTo(split);
        }
    }

    @Test
    void whatTheEnumeratorKnowsComesBackAsItWas() throws IOException {
        ShardBookSerializer serializer = new ShardBookSerializer();
        for (String greatest : new String[] {null, "shardId-2"}) {
            KinesisStreamsSourceEnumeratorState state =
                    new KinesisStreamsSourceEnumeratorState(
                            splits().stream()
                                    .map(
                                            split ->
                                                    new KinesisShardSplitWithAssignmentStatus(
                                                            split,
                                                            split.getParentShardIds().isEmpty()
                                                                    ? SplitAssignmentStatus.ASSIGNED
                                                                    : SplitAssignmentStatus
                                                                            .UNASSIGNED))
                                    .toList(),
                            greatest);
            KinesisStreamsSourceEnumeratorState back =
                    serializer.deserialize(1, serializer.serialize(state));
            assertThat(back.getKnownSplits()).isEqualTo(state.getKnownSplits());
            assertThat(back.getLastSeenShardId()).isEqualTo(greatest);
        }
    }

    @Test
    void aNewerVersionIsRefused() {
        assertThatThrownBy(() -> new ShardSplitSerializer().deserialize(9, new byte[0]))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("version 9");
        assertThatThrownBy(() -> new ShardBookSerializer().deserialize(9, new byte[0]))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("version 9");
    }

    @Test
    void entriesOfTheSinkComeBackAsTheyWere() throws IOException {
        PutsSerializer serializer = new PutsSerializer();
        List<PutRecordsRequestEntry> entries =
                List.of(
                        KinesisEmulator.entry("a", ""),
                        KinesisEmulator.entry("b", "some text"),
                        KinesisEmulator.entry("\u00e9\u20ac", "\u00e9"));
        BufferedRequestState<PutRecordsRequestEntry> state =
                new BufferedRequestState<>(
                        entries.stream()
                                .map(entry -> new RequestEntryWrapper<>(entry, 7))
                                .toList());
        BufferedRequestState<PutRecordsRequestEntry> back =
                serializer.deserialize(1, serializer.serialize(state));
        assertThat(back.getBufferedRequestEntries())
                .extracting(RequestEntryWrapper::getRequestEntry)
                .isEqualTo(entries);
    }
}
