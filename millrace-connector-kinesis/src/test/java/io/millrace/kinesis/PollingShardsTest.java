// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.kinesis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.connector.kinesis.source.split.StartingPosition;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.kinesis.model.AccessDeniedException;

@Timeout(60)
class PollingShardsTest {

    private static final StartingPosition START = StartingPosition.fromStart();

    private final FakeCalls calls = new FakeCalls();
    private final ReleasedShards released = new ReleasedShards();

    private Fetching fetching(String... settings) {
        return new Fetching(new PollingShards(calls, Fetching.settings(settings), released));
    }

    private static List<String> records(String shard, int from, int to) {
        return IntStream.range(from, to).mapToObj(i -> shard + ":" + i).toList();
    }

    private static StartingPosition after(int number) {
        return StartingPosition.continueFromSequenceNumber(Integer.toString(number));
    }

    private static long hoursAgo(int hours) {
        return System.currentTimeMillis() - TimeUnit.HOURS.toMillis(hours);
    }

    @Test
    void aClosedShardEndsOnceItsRecordsAreOut() throws Exception {
        calls.shard("a").written = 25;
        calls.shard("a").closed = true;
        Fetching fetching =
                fetching("source.shard.get-records.max-record-count", "10")
                        .add(Fetching.split("a", START, 0));
        fetching.untilEnded("a");
        assertThat(fetching.numbers).isEqualTo(records("a", 0, 25));
        assertThat(fetching.finished).isEmpty();
        released.add(List.of("a", "of another reader"));
        fetching.once();
        assertThat(fetching.finished).containsExactly("a");
    }

    @Test
    void throttlingIsWaitedOut() throws Exception {
        calls.shard("a").written = 3;
        for (int i = 0; i < 2; i++) {
            calls.recordFailures.add(FakeCalls.throttled());
            calls.iteratorFailures.add(FakeCalls.throttled());
        }
        Fetching fetching = fetching().add(Fetching.split("a", START, 0));
        fetching.untilRecords(3);
        assertThat(fetching.numbers).isEqualTo(records("a", 0, 3));
        assertThat(calls.recordFailures).isEmpty();
    }

    @Test
    void failuresInARowEndSomeTimeAndSuccessBetweenThemCounts() throws Exception {
        calls.shard("a").written = 2;
        Fetching fetching =
                fetching("source.shard.get-records.max-record-count", "1")
                        .add(Fetching.split("a", START, 0));
        for (int i = 0; i < 4; i++) {
            calls.recordFailures.add(FakeCalls.throttled());
        }
        fetching.untilRecords(1);
        for (int i = 0; i < 4; i++) {
            calls.recordFailures.add(SdkClientException.create("x", new IOException("cut")));
        }
        fetching.untilRecords(2);
        for (int i = 0; i < 5; i++) {
            calls.recordFailures.add(FakeCalls.throttled());
        }
        assertThatThrownBy(() -> fetching.untilRecords(3))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("shard a of " + Fetching.ARN)
                .hasMessageContaining("5 times in a row")
                .hasMessageContaining("Rate exceeded");
    }

    @Test
    void whatDoesNotPassFailsAtOnce() {
        calls.shard("a").written = 2;
        calls.recordFailures.add(
                AccessDeniedException.builder().statusCode(400).message("Not yours").build());
        Fetching fetching = fetching().add(Fetching.split("a", START, 0));
        assertThatThrownBy(() -> fetching.untilRecords(1))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("AccessDenied");
    }

    @Test
    void anExpiredIteratorIsReplacedByOneThatBeginsWithTheLastRecordWhichIsDropped()
            throws Exception {
        calls.shard("a").written = 5;
        Fetching fetching = fetching().add(Fetching.split("a", START, 0));
        fetching.untilRecords(5);
        calls.shard("a").written = 9;
        calls.recordFailures.add(FakeCalls.expired());
        fetching.untilRecords(9);
        assertThat(fetching.numbers).isEqualTo(records("a", 0, 9));
        assertThat(calls.iterators)
                .containsExactly("TRIM_HORIZON", "AFTER_SEQUENCE_NUMBER 4 inclusive");
    }

    @Test
    void anIteratorThatExpiresBeforeTheFirstRecordIsReplacedByTheSame() throws Exception {
        calls.shard("a").written = 2;
        calls.recordFailures.add(FakeCalls.expired());
        Fetching fetching = fetching().add(Fetching.split("a", START, 0));
        fetching.untilRecords(2);
        assertThat(calls.iterators).containsExactly("TRIM_HORIZON", "TRIM_HORIZON");
    }

    @Test
    void aRestoredShardGoesOnBehindItsRecord() throws Exception {
        calls.shard("a").written = 9;
        Fetching fetching = fetching().add(Fetching.split("a", after(4), hoursAgo(0)));
        fetching.untilRecords(4);
        assertThat(fetching.numbers).isEqualTo(records("a", 5, 9));
    }

    @Test
    void recordsThatTheStreamHasDroppedSinceAreALossThatIsSaid() {
        calls.shard("a").written = 9;
        calls.shard("a").gone = 7;
        Fetching fetching = fetching().add(Fetching.split("a", after(4), hoursAgo(30)));
        assertThatThrownBy(() -> fetching.untilRecords(1))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("Records of shard a of " + Fetching.ARN + " may be lost")
                .hasMessageContaining("24 hours")
                .hasMessageContaining("source.lost-records");
    }

    @Test
    void withAWordFromTheUserReadingGoesOnBehindTheLoss() throws Exception {
        calls.shard("a").written = 9;
        calls.shard("a").gone = 7;
        Fetching fetching =
                fetching("source.lost-records", "WARN")
                        .add(Fetching.split("a", after(4), hoursAgo(30)));
        fetching.untilRecords(2);
        assertThat(fetching.numbers).isEqualTo(records("a", 7, 9));
    }

    @Test
    void anOldRecordThatIsGoneIsNoLossIfTheShardWasReadUntilLater() throws Exception {
        calls.shard("a").written = 9;
        calls.shard("a").gone = 5;
        Fetching fetching = fetching().add(Fetching.split("a", after(4), hoursAgo(1)));
        fetching.untilRecords(4);
        assertThat(fetching.numbers).isEqualTo(records("a", 5, 9));
    }

    @Test
    void aLongRetentionKeepsWhatALongPauseNeeds() throws Exception {
        calls.retention = 48;
        calls.shard("a").written = 9;
        Fetching fetching = fetching().add(Fetching.split("a", after(4), hoursAgo(30)));
        fetching.untilRecords(4);
        Fetching fromStart = fetching().add(Fetching.split("a", START, hoursAgo(30)));
        fromStart.untilRecords(9);
        assertThat(fromStart.numbers).isEqualTo(records("a", 0, 9));
    }

    @Test
    void aShardOfWhichNothingHasBeenSeenMayLoseRecordsToo() {
        calls.shard("a").written = 9;
        calls.shard("a").gone = 7;
        Fetching fetching = fetching().add(Fetching.split("a", START, hoursAgo(30)));
        assertThatThrownBy(() -> fetching.untilRecords(1)).hasMessageContaining("may be lost");
    }

    @Test
    void aClosedShardWhoseUnreadRecordsAreGoneIsALossToo() {
        calls.shard("a").written = 7;
        calls.shard("a").gone = 7;
        calls.shard("a").closed = true;
        Fetching fetching = fetching().add(Fetching.split("a", after(4), hoursAgo(30)));
        assertThatThrownBy(() -> fetching.untilEnded("a")).hasMessageContaining("may be lost");
    }

    @Test
    void aShardThatIsNoMoreIsALossThatIsSaid() {
        Fetching fetching = fetching().add(Fetching.split("a", after(4), hoursAgo(30)));
        assertThatThrownBy(() -> fetching.untilRecords(1))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("does not know it any more")
                .hasMessageContaining("are lost");
    }

    @Test
    void manyShardsAreFetchedInTurns() throws Exception {
        Fetching fetching = fetching();
        for (int i = 10; i < 30; i++) {
            calls.shard("s" + i).written = 10;
            fetching.add(Fetching.split("s" + i, START, 0));
        }
        fetching.untilRecords(200);
        assertThat(fetching.numbers).doesNotHaveDuplicates().hasSize(200);
    }

    @Test
    void shardsThatWereJustAnsweredDoNotTakeTheTurnsOfOthers() throws Exception {
        calls.slow = true;
        AtomicLong nanos = new AtomicLong();
        PollingShards reader =
                new PollingShards(
                        calls,
                        Fetching.settings("source.shard.get-records.max-record-count", "1"),
                        released,
                        nanos::get);
        Fetching fetching = new Fetching(reader);
        for (int i = 0; i < 8; i++) {
            calls.shard("s" + i).written = 1_000;
            fetching.add(Fetching.split("s" + i, START, 0));
        }
        for (int answers = 0; answers < 8 * 5; answers++) {
            fetching.whatThereIs();
            assertThat(calls.late).hasSize(4);
            nanos.addAndGet(TimeUnit.MILLISECONDS.toNanos(250)); // whoever was asked is due again
            calls.late.remove().run();
        }
        fetching.whatThereIs();
        for (int i = 0; i < 8; i++) {
            assertThat(fetching.numbers).containsAll(records("s" + i, 0, 5));
        }
    }

    @Test
    void aPausedShardRestsAndOneThatWasReadToItsEndIsNotAskedFor() throws Exception {
        calls.shard("a").written = 1;
        calls.shard("b").written = 1;
        PollingShards reader = new PollingShards(calls, Fetching.settings(), released);
        Fetching fetching =
                new Fetching(reader)
                        .add(
                                Fetching.split("a", START, 0),
                                Fetching.split("b", START, 0),
                                Fetching.split("c", Positions.end(), 0));
        reader.pauseOrResumeSplits(List.of(Fetching.split("a", START, 0)), List.of());
        fetching.untilRecords(1);
        assertThat(fetching.numbers).containsExactly("b:0");
        reader.pauseOrResumeSplits(List.of(), List.of(Fetching.split("a", START, 0)));
        fetching.untilRecords(2);
        assertThat(fetching.numbers).containsExactly("b:0", "a:0");
        reader.close();
        assertThat(calls.closed).isTrue();
    }
}
