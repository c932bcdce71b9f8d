// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.operator;

import static io.millrace.engine.operator.FakeContext.snapshot;
import static io.millrace.engine.operator.FakeContext.start;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.common.typeinfo.Types;
import io.millrace.api.connector.sink2.Committer;
import io.millrace.api.connector.sink2.CommitterInitContext;
import io.millrace.api.connector.sink2.CommittingSinkWriter;
import io.millrace.api.connector.sink2.Sink;
import io.millrace.api.connector.sink2.SinkWriter;
import io.millrace.api.connector.sink2.StatefulSinkWriter;
import io.millrace.api.connector.sink2.SupportsCommitter;
import io.millrace.api.connector.sink2.SupportsWriterState;
import io.millrace.api.connector.sink2.WriterInitContext;
import io.millrace.core.io.SimpleVersionedSerializer;
import io.millrace.streaming.api.connector.sink2.CommittableMessage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class SinkWriterOperatorTest {

    private FakeContext context = new FakeContext();
    private final List<String> log = new ArrayList<>();
    private Consumer<Committer.CommitRequest<String>> committing = request -> {};

    /** What a new writer has before anything is written. */
    private String foundAgain;

    private SinkWriterOperator<String, String, String> operator() throws Exception {
        return start(new SinkWriterOperator<>(context, new LoggingSink(), Types.STRING, 3, null));
    }

    @Test
    void committablesAreCommittedWhenTheirCheckpointIsCompleteAndNotBefore() throws Exception {
        var sink = operator();
        sink.element("a", 5);
        sink.element("b", 6);
        snapshot(sink, 1);
        sink.element("c", 7);
        assertThat(log).isEmpty();
        sink.notifyCheckpointComplete(1);
        assertThat(log).containsExactly("[a@5, b@6]");
        sink.notifyCheckpointComplete(1);
        assertThat(log).hasSize(1);
        assertThat(context.metrics.count("successfulCommittables")).isEqualTo(1);
    }

    @Test
    void oneNoticeImpliesTheOlderOnesAndAnAbortedCheckpointsDataGoesWithTheNext() throws Exception {
        var sink = operator();
        sink.element("a", 1);
        snapshot(sink, 1);
        sink.notifyCheckpointAborted(1);
        sink.element("b", 2);
        snapshot(sink, 2);
        sink.element("c", 3);
        snapshot(sink, 3);
        sink.notifyCheckpointComplete(2);
        assertThat(log).containsExactly("[a@1]", "[b@2]");
        sink.notifyCheckpointComplete(3);
        assertThat(log).containsExactly("[a@1]", "[b@2]", "[c@3]");
    }

    @Test
    void c17TheTailIsCommittedWithTheFinalCheckpointAfterTheOneBeforeIt() throws Exception {
        var sink = operator();
        for (int i = 0; i < 10; i++) {
            sink.element("r" + i, i);
        }
        snapshot(sink, 5);
        sink.element("t1", 11);
        sink.element("t2", 12);
        sink.finish();
        sink.notifyCheckpointComplete(5);
        assertThat(log).hasSize(1).first().asString().contains("r0@0").contains("r9@9");
        assertThat(sink.needsFinalCheckpoint()).isTrue();
        snapshot(sink, 6);
        sink.notifyCheckpointComplete(6);
        assertThat(log).hasSize(2).last().isEqualTo("[t1@11, t2@12]");
        sink.notifyCheckpointComplete(7);
        assertThat(log).hasSize(2);
    }

    @Test
    void aTailWhoseCheckpointFailsGoesWithTheNextOne() throws Exception {
        var sink = operator();
        sink.element("t", 1);
        sink.finish();
        snapshot(sink, 6);
        sink.notifyCheckpointAborted(6);
        snapshot(sink, 7);
        sink.notifyCheckpointComplete(7);
        assertThat(log).containsExactly("[t@1]");
    }

    @Test
    void withoutCheckpointsAllIsCommittedAtTheEnd() throws Exception {
        context.checkpointing = false;
        var sink = operator();
        sink.element("a", 1);
        sink.finish();
        assertThat(log).containsExactly("[a@1]");
        assertThat(sink.needsFinalCheckpoint()).isFalse();
    }

    @Test
    void aRestoreCommitsAgainWhatTheSnapshotHeldAndGivesTheWriterItsState() throws Exception {
        var sink = operator();
        sink.element("a", 1);
        snapshot(sink, 1);
        sink.element("b", 2);
        snapshot(sink, 2);
        FakeContext next = context.restore(2);
        sink.element("lost", 3);
        sink.close();

        context = next;
        log.clear();
        var again = operator();
        assertThat(log).containsExactly("[a@1]", "[b@2]", "writer restored [2 written]");
        again.element("c", 4);
        snapshot(again, 3);
        again.notifyCheckpointComplete(3);
        assertThat(log.subList(3, log.size())).containsExactly("[c@4]");
    }

    @Test
    void aWriterRestoredAfterItsEndPreparesNothingMore() throws Exception {
        var sink = operator();
        sink.element("a", 1);
        sink.finish();
        snapshot(sink, 1);
        context = context.restore(1);
        context.hadFinished = true;
        log.clear();
        var again = operator();
        assertThat(log).containsExactly("[a@1]", "writer restored [1 written]");
        snapshot(again, 2);
        again.notifyCheckpointComplete(2);
        assertThat(log).hasSize(2);
    }

    @Test
    void aWriterRestoredAfterItsEndSendsItsCommitterNothingForLaterCheckpoints() throws Exception {
        context.hadFinished = true;
        Recorder<CommittableMessage<String>> out = new Recorder<>();
        var sink =
                start(new SinkWriterOperator<>(context, new LoggingSink(), Types.STRING, 3, out));
        snapshot(sink, 2);
        assertThat(out.take()).isEmpty();
    }

    @Test
    void whatAWriterFindsAgainWhenItIsRestoredAfterItsEndIsCommitted() throws Exception {
        foundAgain = "left over";
        context.hadFinished = true;
        var sink = operator();
        snapshot(sink, 2);
        sink.notifyCheckpointComplete(2);
        assertThat(log).containsExactly("[left over]");

        context = new FakeContext();
        context.hadFinished = true;
        Recorder<CommittableMessage<String>> out = new Recorder<>();
        start(new SinkWriterOperator<>(context, new LoggingSink(), Types.STRING, 3, out));
        assertThat(out.take()).hasSize(2);
    }

    @Test
    void aCommitterIsCalledAgainUpToTheSetNumberOfTimes() throws Exception {
        committing =
                request -> {
                    if (request.getNumberOfRetries() < 3) {
                        request.updateAndRetryLater(request.getCommittable() + "'");
                    }
                };
        var sink = operator();
        sink.element("a", 1);
        snapshot(sink, 1);
        sink.notifyCheckpointComplete(1);
        assertThat(log).containsExactly("[a@1]", "[a@1]'", "[a@1]''", "[a@1]'''");
        assertThat(context.metrics.count("retriedCommittables")).isEqualTo(3);
        assertThat(context.metrics.count("successfulCommittables")).isEqualTo(1);
    }

    @Test
    void aCommitterThatNeverStopsAskingFailsTheJobWithTheKeyToChange() throws Exception {
        committing = Committer.CommitRequest::retryLater;
        var sink = operator();
        sink.element("a", 1);
        snapshot(sink, 1);
        assertThatThrownBy(() -> sink.notifyCheckpointComplete(1))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("'op'")
                .hasMessageContaining("sink.committer.retries")
                .hasMessageContaining("[a@1]");
        assertThat(log).hasSize(4);
    }

    @Test
    void knownFailuresAreCountedUnknownOnesFailTheJobAndCommittedOnesAreFine() throws Exception {
        var sink = operator();
        committing = request -> request.signalFailedWithKnownReason(new IOException("expired"));
        sink.element("a", 1);
        snapshot(sink, 1);
        sink.notifyCheckpointComplete(1);
        assertThat(context.metrics.count("failedCommittables")).isEqualTo(1);

        committing = Committer.CommitRequest::signalAlreadyCommitted;
        sink.element("b", 1);
        snapshot(sink, 2);
        sink.notifyCheckpointComplete(2);
        assertThat(context.metrics.count("alreadyCommittedCommittables")).isEqualTo(1);
        assertThat(context.metrics.count("successfulCommittables")).isZero();

        IOException cause = new IOException("?");
        committing = request -> request.signalFailedWithUnknownReason(cause);
        sink.element("c", 1);
        snapshot(sink, 3);
        assertThatThrownBy(() -> sink.notifyCheckpointComplete(3))
                .isInstanceOf(IllegalStateException.class)
                .hasCause(cause);
    }

    @Test
    void whatASinkPutsIntoTheMailboxIsDoneOnceInTheTasksStep() throws Exception {
        TaskMailbox mailbox = new TaskMailbox(context);
        mailbox.execute(() -> log.add("first"), "first");
        mailbox.execute(() -> log.add("second"), "second");
        assertThat(mailbox.tryYield()).isTrue();
        assertThat(log).containsExactly("first");
        context.runActions();
        assertThat(log).containsExactly("first", "second");
        assertThat(mailbox.tryYield()).isFalse();
    }

    @Test
    void aSinkThatYieldsWaitsForMailAndCancellingInterruptsTheWait() throws Exception {
        TaskMailbox mailbox = new TaskMailbox(context);
        Thread task = Thread.currentThread();
        CountDownLatch done = new CountDownLatch(1);
        Thread other =
                new Thread(
                        () -> {
                            awaitWaiting(task);
                            mailbox.execute(() -> log.add("late"), "late");
                            while (done.getCount() > 0) {
                                Thread.onSpinWait();
                            }
                            awaitWaiting(task);
                            task.interrupt();
                        });
        other.start();
        mailbox.yield();
        assertThat(log).containsExactly("late");
        done.countDown();
        assertThatThrownBy(mailbox::yield).isInstanceOf(InterruptedException.class);
        other.join();
    }

    private static void awaitWaiting(Thread thread) {
        while (thread.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
    }

    private final class LoggingSink
            implements Sink<String>,
                    SupportsCommitter<String>,
                    SupportsWriterState<String, String> {
        private static final long serialVersionUID = 1L;

        @Override
        @Deprecated
        public SinkWriter<String> createWriter(Sink.InitContext initContext) {
            throw new UnsupportedOperationException();
        }

        @Override
        public SinkWriter<String> createWriter(WriterInitContext initContext) {
            LoggingWriter writer = new LoggingWriter(0);
            if (foundAgain != null) {
                writer.open.add(foundAgain);
            }
            return writer;
        }

        @Override
        public StatefulSinkWriter<String, String> restoreWriter(
                WriterInitContext initContext, Collection<String> recoveredState) {
            log.add("writer restored " + recoveredState);
            return new LoggingWriter(2);
        }

        @Override
        public SimpleVersionedSerializer<String> getWriterStateSerializer() {
            return new Strings();
        }

        @Override
        public Committer<String> createCommitter(CommitterInitContext initContext) {
            return new Committer<>() {
                @Override
                public void commit(Collection<CommitRequest<String>> requests) {
                    for (CommitRequest<String> request : requests) {
                        log.add(request.getCommittable());
                        committing.accept(request);
                    }
                }

                @Override
                public void close() {}
            };
        }

        @Override
        public SimpleVersionedSerializer<String> getCommittableSerializer() {
            return new Strings();
        }
    }

    private static final class LoggingWriter
            implements StatefulSinkWriter<String, String>, CommittingSinkWriter<String, String> {
        private final List<String> open = new ArrayList<>();
        private int written;

        LoggingWriter(int written) {
            this.written = written;
        }

        @Override
        public void write(String element, Context context) {
            open.add(element + "@" + context.timestamp());
            written++;
        }

        @Override
        public void flush(boolean endOfInput) {}

        @Override
        public Collection<String> prepareCommit() {
            List<String> prepared = open.isEmpty() ? List.of() : List.of(open.toString());
            open.clear();
            return prepared;
        }

        @Override
        public List<String> snapshotState(long checkpointId) {
            return List.of(written + " written");
        }

        @Override
        public void close() {}
    }

    private static final class Strings implements SimpleVersionedSerializer<String> {
        @Override
        public int getVersion() {
            return 1;
        }

        @Override
        public byte[] serialize(String obj) {
            return obj.getBytes(StandardCharsets.UTF_8);
        }

        @Override
        public String deserialize(int version, byte[] serialized) {
            return new String(serialized, StandardCharsets.UTF_8);
        }
    }
}
