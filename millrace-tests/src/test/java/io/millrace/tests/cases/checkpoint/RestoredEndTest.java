// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.cases.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.api.common.typeinfo.Types;
import io.millrace.api.connector.sink2.Committer;
import io.millrace.api.connector.sink2.CommitterInitContext;
import io.millrace.api.connector.sink2.CommittingSinkWriter;
import io.millrace.api.connector.sink2.Sink;
import io.millrace.api.connector.sink2.SinkWriter;
import io.millrace.api.connector.sink2.SupportsCommitter;
import io.millrace.api.connector.sink2.WriterInitContext;
import io.millrace.core.io.SimpleVersionedSerializer;
import io.millrace.streaming.api.connector.sink2.CommittableMessage;
import io.millrace.streaming.api.connector.sink2.CommittableSummary;
import io.millrace.streaming.api.connector.sink2.CommittableWithLineage;
import io.millrace.streaming.api.connector.sink2.SupportsPostCommitTopology;
import io.millrace.streaming.api.datastream.AsyncDataStream;
import io.millrace.streaming.api.datastream.DataStream;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.api.functions.async.AsyncFunction;
import io.millrace.streaming.api.functions.async.ResultFuture;
import io.millrace.tests.components.Await;
import io.millrace.tests.kit.Collected;
import io.millrace.tests.kit.Fault;
import io.millrace.tests.kit.Jobs;
import io.millrace.tests.kit.NumberSource;
import io.millrace.tests.kit.RunningJob;
import io.millrace.tests.kit.Shared;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Jobs that are restored from a checkpoint in which some operators had finished. */
@Timeout(120)
class RestoredEndTest {

    @Test
    void a_sink_restored_at_its_end_says_nothing_more_to_those_behind_its_committer()
            throws Exception {
        StreamExecutionEnvironment env = Jobs.environment(1);
        env.enableCheckpointing(300); // far longer than the rows take, so that one has them all
        Jobs.restarts(env, 1);
        Fault beforeCommit = Fault.once();
        Batches sink = new Batches(beforeCommit);
        env.fromSource(NumberSource.numbers(1, 3), WatermarkStrategy.noWatermarks(), "numbers")
                .rebalance()
                .sinkTo(sink);
        RunningJob job = Jobs.start(env, "restored at its end");
        Await.until("the committer of the second attempt is closed", () -> sink.closed() == 2);
        sink.answer();
        job.awaitFinished();

        assertThat(beforeCommit.struck()).isEqualTo(1);
        assertThat(sink.seen.values()).contains("6");
    }

    /**
     * Commits the sum of the rows; what is told of that stays with an asynchronous function until
     * the test lets it go.
     */
    private static final class Batches
            implements Sink<Long>, SupportsCommitter<Long>, SupportsPostCommitTopology<Long> {
        private static final long serialVersionUID = 1L;

        final Collected<String> seen = new Collected<>();
        private final Fault beforeCommit;
        private final Shared<AtomicInteger> closed = Shared.of(new AtomicInteger());
        private final Shared<Questions> questions = Shared.of(new Questions());

        Batches(Fault beforeCommit) {
            this.beforeCommit = beforeCommit;
        }

        int closed() {
            return closed.get().get();
        }

        void answer() {
            questions.get().answerAll();
        }

        @Override
        public SinkWriter<Long> createWriter(InitContext context) {
            throw new UnsupportedOperationException("the older form is never called");
        }

        @Override
        public SinkWriter<Long> createWriter(WriterInitContext context) {
            return new CommittingSinkWriter<Long, Long>() {
                private long sum;

                @Override
                public void write(Long row, Context context) {
                    sum += row;
                }

                @Override
                public void flush(boolean endOfInput) {}

                @Override
                public Collection<Long> prepareCommit() {
                    List<Long> prepared = sum == 0 ? List.of() : List.of(sum);
                    sum = 0;
                    return prepared;
                }

                @Override
                public void close() {}
            };
        }

        @Override
        public Committer<Long> createCommitter(CommitterInitContext context) {
            return new Committer<>() {
                @Override
                public void commit(Collection<CommitRequest<Long>> requests) {
                    assertThat(requests).isNotEmpty();
                    beforeCommit.strike("before the commit");
                }

                @Override
                public void close() {
                    closed.get().incrementAndGet();
                }
            };
        }

        @Override
        public SimpleVersionedSerializer<Long> getCommittableSerializer() {
            return new SimpleVersionedSerializer<>() {
                @Override
                public int getVersion() {
                    return 1;
                }

                @Override
                public byte[] serialize(Long sum) {
                    return ByteBuffer.allocate(8).putLong(sum).array();
                }

                @Override
                public Long deserialize(int version, byte[] bytes) {
                    return ByteBuffer.wrap(bytes).getLong();
                }
            };
        }

        @Override
        public void addPostCommitTopology(DataStream<CommittableMessage<Long>> committables) {
            AsyncDataStream.orderedWait(
                            committables.rebalance().map(Batches::text).returns(Types.STRING),
                            new Asking(questions),
                            0,
                            TimeUnit.SECONDS)
                    .returns(Types.STRING)
                    .addSink(seen);
        }

        private static String text(CommittableMessage<Long> message) {
            if (message instanceof CommittableSummary<Long> summary) {
                return summary.getNumberOfCommittables() + " of " + message.getCheckpointIdOrEOI();
            }
            return "" + ((CommittableWithLineage<Long>) message).getCommittable();
        }
    }

    private static final class Asking implements AsyncFunction<String, String> {
        private static final long serialVersionUID = 1L;
        private final Shared<Questions> questions;

        Asking(Shared<Questions> questions) {
            this.questions = questions;
        }

        @Override
        public void asyncInvoke(String text, ResultFuture<String> future) {
            questions.get().ask(() -> future.complete(List.of(text)));
        }
    }

    /** Open until the test answers; those that come later are answered at once. */
    private static final class Questions {
        private final Queue<Runnable> open = new ConcurrentLinkedQueue<>();
        private boolean answers;

        synchronized void ask(Runnable answer) {
            if (answers) {
                answer.run();
            } else {
                open.add(answer);
            }
        }

        synchronized void answerAll() {
            answers = true;
            new ArrayList<>(open).forEach(Runnable::run);
        }
    }
}
