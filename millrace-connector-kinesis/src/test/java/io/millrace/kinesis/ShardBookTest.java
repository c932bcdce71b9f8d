// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.kinesis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.connector.kinesis.source.enumerator.KinesisStreamsSourceEnumeratorState;
import io.millrace.connector.kinesis.source.split.KinesisShardSplit;
import io.millrace.connector.kinesis.source.split.StartingPosition;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.kinesis.model.HashKeyRange;
import software.amazon.awssdk.services.kinesis.model.Shard;

class ShardBookTest {

    private static final String ARN = "arn:aws:kinesis:us-east-1:1:stream/s";
    private static final boolean CHECKPOINTS = true;
    private static final boolean NONE = false;

    private final ShardBook book = new ShardBook(ARN, true, null);

    static Shard shard(String id, String... parents) {
        return Shard.builder()
                .shardId(id)
                .hashKeyRange(
                        HashKeyRange.builder().startingHashKey("0").endingHashKey("9").build())
                .parentShardId(parents.length > 0 ? parents[0] : null)
                .adjacentParentShardId(parents.length > 1 ? parents[1] : null)
                .build();
    }

    /** Shards by subtask: a shard goes where its name's last letter says, "a0" to 0. */
    private static Map<Integer, Set<String>> assign(ShardBook book) {
        Map<Integer, Set<String>> names = new TreeMap<>();
        book.assign(split -> split.getShardId().charAt(1) - '0')
                .forEach(
                        (subtask, splits) ->
                                splits.forEach(
                                        split ->
                                                names.computeIfAbsent(
                                                                subtask, key -> new TreeSet<>())
                                                        .add(split.getShardId())));
        return names;
    }

    private static void all(ShardBook book, Shard... shards) {
        book.look(Arrays.asList(shards));
    }

    private void begin(Shard... shards) {
        book.begin(Arrays.asList(shards), StartingPosition.fromStart());
    }

    private static ShardBook restored(ShardBook book, long checkpoint) throws Exception {
        ShardBookSerializer serializer = new ShardBookSerializer();
        KinesisStreamsSourceEnumeratorState state = book.snapshot(checkpoint);
        return new ShardBook(ARN, true, serializer.deserialize(1, serializer.serialize(state)));
    }

    @Test
    void childrenWaitForTheirParents() {
        begin(shard("a0"), shard("b1"));
        assertThat(assign(book)).isEqualTo(Map.of(0, Set.of("a0"), 1, Set.of("b1")));
        all(book, shard("a0"), shard("b1"), shard("c0", "a0", "b1"), shard("d0", "c0"));
        assertThat(assign(book)).isEmpty();
        book.ended("a0", 0, false, NONE);
        assertThat(assign(book)).isEmpty();
        book.ended("b1", 1, false, NONE);
        assertThat(assign(book)).isEqualTo(Map.of(0, Set.of("c0")));
        book.ended("c0", 0, false, NONE);
        assertThat(assign(book)).isEqualTo(Map.of(0, Set.of("d0")));
    }

    @Test
    void withoutOrderNobodyWaits() {
        ShardBook free = new ShardBook(ARN, false, null);
        free.begin(List.of(shard("a0"), shard("b1", "a0")), StartingPosition.fromStart());
        assertThat(assign(free)).isEqualTo(Map.of(0, Set.of("a0"), 1, Set.of("b1")));
    }

    @Test
    void aChildOfAnotherSubtaskWaitsForACheckpointThatBeganAfterItsParentsEnd() {
        begin(shard("a0"));
        assign(book);
        all(book, shard("a0"), shard("b0", "a0"), shard("c1", "a0"));
        book.snapshot(1);
        book.ended("a0", 0, false, CHECKPOINTS);
        assertThat(assign(book)).isEqualTo(Map.of(0, Set.of("b0")));
        book.checkpointCompleted(1);
        assertThat(assign(book)).isEmpty();
        book.snapshot(2);
        assertThat(assign(book)).isEmpty();
        book.checkpointCompleted(2);
        assertThat(assign(book)).isEqualTo(Map.of(1, Set.of("c1")));
    }

    @Test
    void anEndThatAReaderKnowsFromItsCheckpointNeedsNoOther() throws Exception {
        begin(shard("a0"));
        assign(book);
        all(book, shard("a0"), shard("b1", "a0"));
        ShardBook later = restored(book, 1);
        assertThat(assign(later)).isEmpty();
        later.ended("a0", 0, true, CHECKPOINTS);
        assertThat(assign(later)).isEqualTo(Map.of(1, Set.of("b1")));
    }

    @Test
    void k15ShardsOfTheCheckpointAreNeverNew() throws Exception {
        begin(shard("a0"), shard("b1"));
        assign(book);
        ShardBook later = restored(book, 1);
        // Both were closed since; they are still listed.
        all(later, shard("a0"), shard("b1"), shard("c0", "a0", "b1"));
        assertThat(assign(later)).isEmpty();
        later.ended("a0", 0, false, NONE);
        later.ended("b1", 1, false, NONE);
        ShardBook evenLater = restored(later, 2);
        all(evenLater, shard("a0"), shard("b1"), shard("c0", "a0", "b1"));
        assertThat(assign(evenLater)).isEqualTo(Map.of(0, Set.of("c0")));
    }

    @Test
    void childrenBeginAtTheirStartAndOthersWhereTheJobBegins() {
        Instant now = Instant.now();
        book.begin(List.of(shard("a0")), StartingPosition.fromTimestamp(now));
        all(book, shard("a0"), shard("b0", "a0"));
        Map<Integer, List<KinesisShardSplit>> first = book.assign(split -> 0);
        assertThat(first.get(0))
                .extracting(KinesisShardSplit::getStartingPosition)
                .containsExactly(StartingPosition.fromTimestamp(now));
        book.ended("a0", 0, false, NONE);
        assertThat(book.assign(split -> 0).get(0))
                .extracting(KinesisShardSplit::getStartingPosition)
                .containsExactly(StartingPosition.fromStart());
    }

    @Test
    void shardsThatWereClosedBeforeTheJobBeganAreNotRead() {
        book.begin(
                List.of(shard("c0", "a0"), shard("d0", "b0")),
                StartingPosition.fromTimestamp(Instant.now()));
        assign(book);
        all(
                book,
                shard("z0"),
                shard("a0", "z0"),
                shard("b0", "z0"),
                shard("c0", "a0"),
                shard("d0", "b0"),
                shard("e1", "c0", "d0"));
        assertThat(book.size()).isEqualTo(3);
        assertThat(assign(book)).isEmpty();
    }

    @Test
    void whatTheStreamDoesNotListAnyMoreIsForgottenOnceNothingComesFromIt() {
        begin(shard("a0"));
        assign(book);
        all(book, shard("a0"), shard("b0", "a0"));
        book.ended("a0", 0, false, NONE);
        assertThat(assign(book)).isEqualTo(Map.of(0, Set.of("b0")));
        all(book, shard("b0", "a0"));
        assertThat(book.size()).isEqualTo(2);
        assertThat(book.release()).isEqualTo(Map.of(0, List.of("a0")));
        all(book, shard("b0", "a0"));
        assertThat(book.size()).isEqualTo(1);
    }

    @Test
    void aReaderKeepsAShardUntilItsChildrenAreAssigned() {
        begin(shard("a0"), shard("b1"));
        assign(book);
        book.ended("a0", 0, false, CHECKPOINTS);
        assertThat(book.release()).isEmpty();
        all(book, shard("a0"), shard("b1"), shard("c1", "a0", "b1"));
        assertThat(book.release()).isEmpty();
        book.ended("b1", 1, false, CHECKPOINTS);
        assertThat(assign(book)).isEmpty();
        book.snapshot(1);
        book.checkpointCompleted(1);
        assertThat(assign(book)).isEqualTo(Map.of(1, Set.of("c1")));
        assertThat(book.release()).isEqualTo(Map.of(0, List.of("a0"), 1, List.of("b1")));
        assertThat(book.release()).isEmpty();
    }

    @Test
    void shardsOfAReaderThatIsGoneAreAssignedAnew() {
        begin(shard("a0"));
        Map<Integer, List<KinesisShardSplit>> assigned = book.assign(split -> 0);
        book.givenBack(assigned.get(0));
        assertThat(book.waiting()).isEqualTo(1);
        assertThat(assign(book)).isEqualTo(Map.of(0, Set.of("a0")));
    }

    @Test
    void aCheckpointOfAnotherStreamIsRefused() {
        begin(shard("a0"));
        KinesisStreamsSourceEnumeratorState state = book.snapshot(1);
        assertThatThrownBy(() -> new ShardBook(ARN + "2", true, state))
                .hasMessageContaining("is of stream " + ARN)
                .hasMessageContaining(ARN + "2");
    }
}
