// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.kinesis;

import io.millrace.api.connector.source.ReaderInfo;
import io.millrace.api.connector.source.SourceEvent;
import io.millrace.api.connector.source.SplitEnumerator;
import io.millrace.api.connector.source.SplitEnumeratorContext;
import io.millrace.api.connector.source.SplitsAssignment;
import io.millrace.connector.kinesis.source.config.KinesisSourceConfigOptions.InitialPosition;
import io.millrace.connector.kinesis.source.enumerator.KinesisShardAssigner;
import io.millrace.connector.kinesis.source.enumerator.KinesisStreamsSourceEnumeratorState;
import io.millrace.connector.kinesis.source.split.KinesisShardSplit;
import io.millrace.connector.kinesis.source.split.StartingPosition;
import io.millrace.spi.HearsJobEnd;
import io.millrace.util.FlinkRuntimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.services.kinesis.model.Shard;
import software.amazon.awssdk.services.kinesis.model.ShardFilter;
import software.amazon.awssdk.services.kinesis.model.ShardFilterType;

/**
 * Looks for shards, from time to time and whenever one has ended, and gives them to readers as
 * {@link ShardBook} allows. In the coordinator's thread, but for the calls to AWS.
 */
public final class ShardEnumerator
        implements SplitEnumerator<KinesisShardSplit, KinesisStreamsSourceEnumeratorState>,
                HearsJobEnd {

    private static final Logger LOG = LoggerFactory.getLogger(ShardEnumerator.class);

    private static final int CALL_SECONDS = 120;

    /** What a look has brought. */
    private record Look(List<Shard> shards, StartingPosition initial) {}

    private final SplitEnumeratorContext<KinesisShardSplit> context;
    private final ReaderSettings settings;
    private final KinesisShardAssigner assigner;
    private final ShardBook book;
    private final StreamCalls calls;
    private final ConsumerRegistration registration;
    private final Backoff failures;
    private boolean looking;
    private boolean closed;

    ShardEnumerator(
            SplitEnumeratorContext<KinesisShardSplit> context,
            ReaderSettings settings,
            KinesisShardAssigner assigner,
            ShardBook book,
            StreamCalls calls) {
        this.context = context;
        this.settings = settings;
        this.assigner = assigner;
        this.book = book;
        this.calls = calls;
        this.registration = settings.isFanOut() ? new ConsumerRegistration(calls, settings) : null;
        this.failures = new Backoff(settings.retries());
    }

    /**
     * An enumerator.
     *
     * @param inOrder whether children wait for their parents
     * @param restored null for a job that continues from nothing
     */
    public static ShardEnumerator create(
            SplitEnumeratorContext<KinesisShardSplit> context,
            ReaderSettings settings,
            KinesisShardAssigner assigner,
            boolean inOrder,
            KinesisStreamsSourceEnumeratorState restored) {
        return new ShardEnumerator(
                context,
                settings,
                assigner,
                new ShardBook(settings.streamArn(), inOrder, restored),
                settings.connect());
    }

    @Override
    public void start() {
        context.metricGroup().setUnassignedSplitsGauge(book::waiting);
        if (registration == null) {
            startLooking();
            return;
        }
        context.callAsync(
                () -> {
                    registration.begin();
                    return true;
                },
                (done, failure) -> {
                    if (failure != null) {
                        throw new FlinkRuntimeException(failure.getMessage(), failure);
                    }
                    startLooking();
                });
    }

    private void startLooking() {
        long interval = settings.discoveryInterval().toMillis();
        look();
        context.callAsync(() -> true, (tick, failure) -> look(), interval, interval);
    }

    /** Begins a look, unless one is on its way. */
    private void look() {
        if (looking || closed) {
            return;
        }
        looking = true;
        boolean first = !book.hasLooked();
        context.callAsync(() -> ask(first), this::looked);
    }

    private Look ask(boolean first) throws Exception {
        StartingPosition initial = null;
        ShardFilter filter = null;
        if (first) {
            InitialPosition position = settings.initialPosition();
            switch (position) {
                case LATEST -> {
                    initial = StartingPosition.fromTimestamp(Instant.now());
                    filter = ShardFilter.builder().type(ShardFilterType.AT_LATEST).build();
                }
                case AT_TIMESTAMP -> {
                    initial = StartingPosition.fromTimestamp(settings.initialTime());
                    filter =
                            ShardFilter.builder()
                                    .type(ShardFilterType.FROM_TIMESTAMP)
                                    .timestamp(settings.initialTime())
                                    .build();
                }
                case TRIM_HORIZON -> initial = StartingPosition.fromStart();
            }
        }
        return new Look(calls.shards(filter).get(CALL_SECONDS, TimeUnit.SECONDS), initial);
    }

    private void looked(Look look, Throwable failure) {
        looking = false;
        if (closed) {
            return;
        }
        if (failure != null) {
            failed(failure);
            return;
        }
        failures.succeeded();
        int before = book.size();
        if (look.initial() != null) {
            book.begin(look.shards(), look.initial());
        } else {
            book.look(look.shards());
        }
        if (book.size() > before) {
            LOG.info(
                    "{}: {} shards that are new, {} known",
                    settings.streamArn(),
                    book.size() - before,
                    book.size());
        }
        proceed();
        if (book.waitingForCheckpoint() > 0) {
            LOG.debug(
                    "{}: {} shards wait for a checkpoint, before which their parents' last records"
                            + " may be on their way",
                    settings.streamArn(),
                    book.waitingForCheckpoint());
        }
    }

    private void failed(Throwable thrown) {
        String what = "The shards of " + settings.streamArn() + " can't be listed: ";
        if (!Failures.isPassing(thrown)) {
            throw new FlinkRuntimeException(
                    what + Failures.say(thrown) + Failures.advice(thrown), Failures.unwrap(thrown));
        }
        long pause = failures.failedNanos();
        if (pause < 0) {
            throw new FlinkRuntimeException(
                    what
                            + failures.failures()
                            + " attempts in a row have failed, which is as often as"
                            + " retry-strategy.attempts.max allows; at last: "
                            + Failures.say(thrown),
                    Failures.unwrap(thrown));
        }
        if (failures.failures() == 1) {
            LOG.warn("{}{}. It is tried again", what, Failures.say(thrown));
        }
        looking = true;
        boolean first = !book.hasLooked();
        context.callAsync(
                () -> {
                    TimeUnit.NANOSECONDS.sleep(pause);
                    return ask(first);
                },
                this::looked);
    }

    /** Assigns and releases what can be. */
    private void proceed() {
        // The assigner shall see all readers, or it would spread the shards over some of them.
        if (context.registeredReaders().size() < context.currentParallelism()) {
            return;
        }
        Assignments assignments = new Assignments();
        Map<Integer, List<KinesisShardSplit>> assigned =
                book.assign(
                        split -> {
                            int subtask = assigner.assign(split, assignments);
                            if (!context.registeredReaders().containsKey(subtask)) {
                                throw new FlinkRuntimeException(
                                        "The assigner "
                                                + assigner.getClass().getName()
                                                + " gives "
                                                + split
                                                + " to subtask "
                                                + subtask
                                                + "; there are "
                                                + context.registeredReaders().keySet());
                            }
                            assignments
                                    .pending
                                    .computeIfAbsent(subtask, key -> new ArrayList<>())
                                    .add(split);
                            return subtask;
                        });
        if (!assigned.isEmpty()) {
            context.assignSplits(new SplitsAssignment<>(assigned));
        }
        book.release()
                .forEach(
                        (subtask, shards) ->
                                context.sendEventToSourceReader(
                                        subtask, new ShardsReleased(shards)));
    }

    private final class Assignments implements KinesisShardAssigner.Context {
        private final Map<Integer, List<KinesisShardSplit>> pending = new TreeMap<>();
        private final Map<Integer, Set<KinesisShardSplit>> current = book.assignments();

        @Override
        public Map<Integer, Set<KinesisShardSplit>> getCurrentSplitAssignment() {
            return current;
        }

        @Override
        public Map<Integer, List<KinesisShardSplit>> getPendingSplitAssignments() {
            return pending;
        }

        @Override
        public Map<Integer, ReaderInfo> getRegisteredReaders() {
            return context.registeredReaders();
        }
    }

    @Override
    public void handleSourceEvent(int subtask, SourceEvent event) {
        if (!(event instanceof ShardsEnded ended)) {
            throw new IllegalArgumentException(
                    "A reader of Kinesis sends no " + event.getClass().getName());
        }
        for (String shard : ended.shardIds()) {
            if (!book.ended(shard, subtask, ended.restored(), ended.checkpointing())) {
                LOG.warn(
                        "Subtask {} has read shard {} of {}, which the enumerator does not know",
                        subtask,
                        shard,
                        settings.streamArn());
                context.sendEventToSourceReader(subtask, new ShardsReleased(List.of(shard)));
            }
        }
        if (book.hasLooked()) {
            look(); // for its children
        }
        proceed();
    }

    @Override
    public void handleSplitRequest(int subtaskId, String requesterHostname) {
        // Shards are given, not asked for.
    }

    @Override
    public void addSplitsBack(List<KinesisShardSplit> splits, int subtaskId) {
        book.givenBack(splits);
        proceed();
    }

    @Override
    public void addReader(int subtaskId) {
        proceed();
    }

    @Override
    public KinesisStreamsSourceEnumeratorState snapshotState(long checkpointId) {
        return book.snapshot(checkpointId);
    }

    @Override
    public void notifyCheckpointComplete(long checkpointId) {
        book.checkpointCompleted(checkpointId);
        proceed();
    }

    /** Only now: by that consumer the next attempt reads, or the process that has taken over. */
    @Override
    public void jobEnds() {
        if (registration != null) {
            registration.end();
        }
    }

    @Override
    public void close() {
        closed = true;
        calls.close();
    }
}
