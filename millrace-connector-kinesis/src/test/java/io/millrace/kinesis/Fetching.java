// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.kinesis;

import io.millrace.configuration.Configuration;
import io.millrace.connector.base.source.reader.RecordsWithSplitIds;
import io.millrace.connector.base.source.reader.splitreader.SplitsAddition;
import io.millrace.connector.kinesis.source.split.KinesisShardSplit;
import io.millrace.connector.kinesis.source.split.StartingPosition;
import io.millrace.tests.components.Await;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;

/** Drives a split reader by hand and keeps what it brings. */
final class Fetching {

    static final String ARN = "arn:aws:kinesis:us-east-1:1:stream/s";

    final List<String> numbers = new ArrayList<>();
    final Set<String> ended = new TreeSet<>();
    final Set<String> finished = new TreeSet<>();
    private final ShardSplitReader reader;

    Fetching(ShardSplitReader reader) {
        this.reader = reader;
    }

    static ReaderSettings settings(String... keysAndValues) {
        Configuration configuration = new Configuration();
        configuration.setString("retry-strategy.delay.min", "1 ms");
        configuration.setString("retry-strategy.delay.max", "4 ms");
        configuration.setString("retry-strategy.attempts.max", "5");
        for (int i = 0; i < keysAndValues.length; i += 2) {
            configuration.setString(keysAndValues[i], keysAndValues[i + 1]);
        }
        return new ReaderSettings(ARN, configuration);
    }

    static KinesisShardSplit split(String id, StartingPosition position, long readUntil) {
        return new KinesisShardSplit(ARN, id, position, Set.of(), "0", "9")
                .readTo(position, readUntil);
    }

    Fetching add(KinesisShardSplit... splits) {
        reader.handleSplitsChanges(new SplitsAddition<>(List.of(splits)));
        return this;
    }

    /** One fetch. */
    void once() throws IOException {
        RecordsWithSplitIds<ShardRecord> batch = reader.fetch();
        String shard;
        while ((shard = batch.nextSplit()) != null) {
            ShardRecord next;
            while ((next = batch.nextRecordFromSplit()) != null) {
                if (next.isEnd()) {
                    ended.add(shard);
                } else if (next.record() != null) {
                    numbers.add(shard + ":" + next.record().sequenceNumber());
                }
            }
        }
        finished.addAll(batch.finishedSplits());
    }

    /** Fetches until all is taken that has been answered, without waiting for more. */
    void whatThereIs() throws IOException {
        // An answer may lead to a question that is answered at once: for an iterator, for records.
        for (int i = 0; i < 3; i++) {
            AtomicBoolean last = new AtomicBoolean();
            reader.answer(batch -> last.set(true));
            while (!last.get()) {
                once();
            }
        }
    }

    /** Fetches until there are so many records. */
    void untilRecords(int count) throws Exception {
        Await.until(
                count + " records",
                () -> {
                    if (numbers.size() < count) {
                        once();
                    }
                    return numbers.size() >= count;
                });
    }

    void untilEnded(String shard) throws Exception {
        Await.until(
                shard + " is ended",
                () -> {
                    if (!ended.contains(shard)) {
                        once();
                    }
                    return ended.contains(shard);
                });
    }
}
