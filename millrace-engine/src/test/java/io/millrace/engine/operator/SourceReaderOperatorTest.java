// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.operator;

import static io.millrace.engine.operator.FakeContext.snapshot;
import static io.millrace.engine.operator.FakeContext.start;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.api.connector.source.Boundedness;
import io.millrace.api.connector.source.ReaderOutput;
import io.millrace.api.connector.source.Source;
import io.millrace.api.connector.source.SourceEvent;
import io.millrace.api.connector.source.SourceReader;
import io.millrace.api.connector.source.SourceReaderContext;
import io.millrace.api.connector.source.SourceSplit;
import io.millrace.api.connector.source.SplitEnumerator;
import io.millrace.api.connector.source.SplitEnumeratorContext;
import io.millrace.configuration.Configuration;
import io.millrace.core.io.InputStatus;
import io.millrace.core.io.SimpleVersionedSerializer;
import io.millrace.engine.chain.SourceLetter;
import io.millrace.engine.chain.VersionedBytes;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class SourceReaderOperatorTest {

    private FakeContext context = new FakeContext();
    private final Recorder<Long> out = new Recorder<>();
    private final List<String> log = new ArrayList<>();

    /** What the reader does at each poll; END_OF_INPUT when there is nothing more. */
    private final Queue<Consumer<ReaderOutput<Long>>> polls = new ArrayDeque<>();

    private SourceReaderOperator<Long, Split> operator(WatermarkStrategy<Long> strategy)
            throws Exception {
        return start(
                new SourceReaderOperator<>(
                        context, new ScriptedSource(), strategy, new Configuration(), out));
    }

    private static SourceLetter.AddSplits splits(String... ids) throws Exception {
        List<VersionedBytes> splits = new ArrayList<>();
        for (String id : ids) {
            splits.add(VersionedBytes.of(new Splits(), new Split(id)));
        }
        return new SourceLetter.AddSplits(splits);
    }

    @Test
    void lettersGoToTheReaderAndTheReadersToTheCoordinator() throws Exception {
        var source = operator(WatermarkStrategy.noWatermarks());
        source.handleEvent(splits("a", "b"));
        source.handleEvent(new SourceLetter.NoMoreSplits());
        SourceEvent event =
                new SourceEvent() {
                    private static final long serialVersionUID = 1L;

                    @Override
                    public String toString() {
                        return "event";
                    }
                };
        source.handleEvent(new SourceLetter.SourceEventToReader(event));
        assertThat(log).containsExactly("start", "add [a, b]", "no more", "event event");
        assertThat(context.letters)
                .containsExactly(
                        new SourceLetter.RegisterReader(1, "localhost"),
                        new SourceLetter.RequestSplit(1, "localhost"));
        assertThat(source.tryLock()).isTrue();
    }

    @Test
    void restoredSplitsAreGivenToTheReaderBeforeItRegistersAndStarts() throws Exception {
        var source = operator(WatermarkStrategy.noWatermarks());
        source.handleEvent(splits("a", "b"));
        snapshot(source, 1);
        source.handleEvent(splits("c"));
        FakeContext next = context.restore(1);
        source.close();

        context = next;
        log.clear();
        operator(WatermarkStrategy.noWatermarks());
        assertThat(log).containsExactly("add [a, b]", "start");
    }

    @Test
    void theWatermarkIsTheMinimumOverTheSplitsThatAreNotIdle() throws Exception {
        WatermarkStrategy<Long> strategy =
                WatermarkStrategy.<Long>forMonotonousTimestamps()
                        .withTimestampAssigner((x, before) -> x)
                        .withIdleness(Duration.ofMillis(500));
        var source = operator(strategy);
        source.handleEvent(splits("a", "b"));
        polls.add(output -> output.createOutputForSplit("a").collect(10L));
        polls.add(output -> output.createOutputForSplit("b").collect(5L));
        polls.add(output -> output.createOutputForSplit("a").collect(20L));
        assertThat(source.emitNext()).isEqualTo(InputStatus.MORE_AVAILABLE);
        context.advanceTo(1_200);
        assertThat(out.take()).containsExactly("10@10"); // b has said nothing yet
        source.emitNext();
        source.emitNext();
        context.advanceTo(1_400);
        assertThat(out.take()).containsExactly("5@5", "20@20", "watermark 4");
        for (long now = 1_600; now < 2_200; now += 200) {
            context.advanceTo(now);
            polls.add(output -> output.createOutputForSplit("a").collect(30L));
            source.emitNext();
        }
        assertThat(out.take()).containsExactly("30@30", "30@30", "30@30");
        context.advanceTo(2_200);
        assertThat(out.take()).containsExactly("watermark 29"); // b is idle by now
        polls.add(output -> output.releaseOutputForSplit("a"));
        source.emitNext();
        for (long now = 2_400; now < 4_000; now += 200) {
            context.advanceTo(now);
        }
        assertThat(out.take()).containsExactly("idle");
        assertThat(source.emitNext()).isEqualTo(InputStatus.END_OF_INPUT);
        assertThat(out.take()).isEmpty(); // the end of event time is the task's to send
    }

    @Test
    void aReaderThatListensToCheckpointsHearsOfTheLastOne() throws Exception {
        var source = operator(WatermarkStrategy.noWatermarks());
        assertThat(source.needsFinalCheckpoint()).isTrue();
        source.notifyCheckpointComplete(3);
        assertThat(log).endsWith("complete 3");
        context.checkpointing = false;
        assertThat(source.needsFinalCheckpoint()).isFalse();
    }

    private record Split(String splitId) implements SourceSplit {}

    private static final class Splits implements SimpleVersionedSerializer<Split> {
        @Override
        public int getVersion() {
            return 1;
        }

        @Override
        public byte[] serialize(Split split) {
            return split.splitId().getBytes(StandardCharsets.UTF_8);
        }

        @Override
        public Split deserialize(int version, byte[] serialized) {
            return new Split(new String(serialized, StandardCharsets.UTF_8));
        }
    }

    private final class ScriptedSource implements Source<Long, Split, String> {
        private static final long serialVersionUID = 1L;

        @Override
        public Boundedness getBoundedness() {
            return Boundedness.BOUNDED;
        }

        @Override
        public SplitEnumerator<Split, String> createEnumerator(
                SplitEnumeratorContext<Split> enumContext) {
            throw new UnsupportedOperationException();
        }

        @Override
        public SplitEnumerator<Split, String> restoreEnumerator(
                SplitEnumeratorContext<Split> enumContext, String checkpoint) {
            throw new UnsupportedOperationException();
        }

        @Override
        public SimpleVersionedSerializer<Split> getSplitSerializer() {
            return new Splits();
        }

        @Override
        public SimpleVersionedSerializer<String> getEnumeratorCheckpointSerializer() {
            throw new UnsupportedOperationException();
        }

        @Override
        public SourceReader<Long, Split> createReader(SourceReaderContext readerContext) {
            return new Reader(readerContext);
        }
    }

    private final class Reader implements SourceReader<Long, Split> {
        private final SourceReaderContext readerContext;
        private final List<Split> mine = new ArrayList<>();

        Reader(SourceReaderContext readerContext) {
            this.readerContext = readerContext;
        }

        @Override
        public void start() {
            log.add("start");
            if (mine.isEmpty()) {
                readerContext.sendSplitRequest();
            }
        }

        @Override
        public InputStatus pollNext(ReaderOutput<Long> output) {
            if (polls.isEmpty()) {
                return InputStatus.END_OF_INPUT;
            }
            polls.poll().accept(output);
            return InputStatus.MORE_AVAILABLE;
        }

        @Override
        public List<Split> snapshotState(long checkpointId) {
            return List.copyOf(mine);
        }

        @Override
        public CompletableFuture<Void> isAvailable() {
            return CompletableFuture.completedFuture(null);
        }

        @Override
        public void addSplits(List<Split> splits) {
            log.add("add " + splits.stream().map(Split::splitId).toList());
            mine.addAll(splits);
        }

        @Override
        public void notifyNoMoreSplits() {
            log.add("no more");
        }

        @Override
        public void handleSourceEvents(SourceEvent sourceEvent) {
            log.add("event " + sourceEvent);
        }

        @Override
        public void notifyCheckpointComplete(long checkpointId) {
            log.add("complete " + checkpointId);
        }

        @Override
        public void close() {}
    }
}
