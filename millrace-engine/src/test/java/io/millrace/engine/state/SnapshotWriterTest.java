// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.core.memory.DataOutputView;
import io.millrace.engine.keys.KeyGroupRange;
import io.millrace.engine.storage.CheckpointStorage;
import io.millrace.engine.storage.ClaimedCheckpoint;
import io.millrace.engine.storage.StateOutput;
import io.millrace.engine.storage.StoredState;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class SnapshotWriterTest {

    private static final OperatorId COUNT = new OperatorId("0123456789abcdef0123456789abcdef");
    private static final OperatorId SINK = new OperatorId("fedcba98765432100123456789abcdef");

    private final FakeStorage storage = new FakeStorage();
    private long now;
    private final SnapshotWriter writer =
            new SnapshotWriter(storage, StateCompression.NONE, () -> now += 100);

    @Test
    void writesEachNonEmptyPartUnderItsNameAndTellsWhereItIs() throws Exception {
        FakeState keyed = new FakeState(StateHandle.Kind.KEYED, false);
        FakeState operator = new FakeState(StateHandle.Kind.OPERATOR, false);
        FakeState empty = new FakeState(StateHandle.Kind.OPERATOR, true);
        TaskSnapshot snapshot =
                writer.write(
                        SnapshotOrder.checkpoint(7, 0),
                        2,
                        3,
                        List.of(
                                new SnapshotWriter.Part(COUNT, "Count", List.of(keyed, operator)),
                                new SnapshotWriter.Part(SINK, "Sink", List.of(empty))),
                        55,
                        new SnapshotWriter.Stop());
        assertThat(storage.sealed.keySet())
                .containsExactly(
                        "7/0123456789abcdef0123456789abcdef-3-keyed",
                        "7/0123456789abcdef0123456789abcdef-3-operator");
        assertThat(snapshot.checkpointId()).isEqualTo(7);
        assertThat(snapshot.vertex()).isEqualTo(2);
        assertThat(snapshot.subtask()).isEqualTo(3);
        assertThat(snapshot.syncNanos()).isEqualTo(55);
        assertThat(snapshot.asyncNanos()).isEqualTo(100);
        assertThat(snapshot.bytes()).isEqualTo(10);
        assertThat(snapshot.operators()).hasSize(2);
        assertThat(snapshot.operators().get(1).handles()).isEmpty();
        StateHandle handle = snapshot.operators().get(0).handles().get(0);
        assertThat(handle.keyGroups()).isEqualTo(new KeyGroupRange(4, 5));
        assertThat(handle.states()).isEqualTo(keyed.summaries());
        assertThat(List.of(keyed.released, operator.released, empty.released))
                .containsExactly(1, 1, 1);
        assertThat(storage.open).isZero();
    }

    @Test
    void aStateThatCannotBeSerializedFailsWithItsOperatorNamedAndAllIsReleasedOnce() {
        FakeState good = new FakeState(StateHandle.Kind.KEYED, false);
        FakeState bad = new FakeState(StateHandle.Kind.KEYED, false);
        bad.failure = new IllegalArgumentException("not serializable");
        FakeState never = new FakeState(StateHandle.Kind.OPERATOR, false);
        assertThatThrownBy(
                        () ->
                                writer.write(
                                        SnapshotOrder.checkpoint(9, 0),
                                        0,
                                        1,
                                        List.of(
                                                new SnapshotWriter.Part(
                                                        COUNT, "Count", List.of(good)),
                                                new SnapshotWriter.Part(
                                                        SINK, "Sink", List.of(bad, never))),
                                        0,
                                        new SnapshotWriter.Stop()))
                .isInstanceOf(IOException.class)
                .hasMessageContainingAll("'Sink'", "checkpoint 9", "not serializable")
                .satisfies(
                        e ->
                                assertThat(((SnapshotWriter.PartFailure) e).operatorName())
                                        .isEqualTo("Sink"))
                .hasCause(bad.failure);
        assertThat(List.of(good.released, bad.released, never.released)).containsExactly(1, 1, 1);
        assertThat(storage.open).isZero();
        assertThat(storage.sealed).hasSize(1);
    }

    @Test
    void aStoreThatRefusesIsNamedToo() {
        storage.refuse = new IOException("disk full");
        FakeState state = new FakeState(StateHandle.Kind.KEYED, false);
        assertThatThrownBy(
                        () ->
                                writer.write(
                                        SnapshotOrder.checkpoint(9, 0),
                                        0,
                                        1,
                                        List.of(
                                                new SnapshotWriter.Part(
                                                        COUNT, "Count", List.of(state))),
                                        0,
                                        new SnapshotWriter.Stop()))
                .isInstanceOf(IOException.class)
                .hasMessageContainingAll("'Count'", "checkpoint 9", "disk full");
        assertThat(state.released).isEqualTo(1);
        assertThat(storage.open).isZero();
    }

    @Test
    @DisplayName(
            "CK-38: a snapshot that is asked to stop ends between two buffers and seals nothing")
    void aSnapshotThatIsAskedToStopEndsBetweenTwoBuffers() {
        SnapshotWriter.Stop stop = new SnapshotWriter.Stop();
        FakeState written = new FakeState(StateHandle.Kind.KEYED, false);
        FakeState large = new FakeState(StateHandle.Kind.OPERATOR, false);
        large.moreBytes = 1_000_000;
        large.atByte =
                n -> {
                    if (n == 100_000) {
                        stop.ask();
                    }
                };
        FakeState never = new FakeState(StateHandle.Kind.KEYED, false);
        assertThatThrownBy(
                        () ->
                                writer.write(
                                        SnapshotOrder.checkpoint(9, 0),
                                        0,
                                        1,
                                        List.of(
                                                new SnapshotWriter.Part(
                                                        COUNT, "Count", List.of(written, large)),
                                                new SnapshotWriter.Part(
                                                        SINK, "Sink", List.of(never))),
                                        0,
                                        stop))
                .isInstanceOf(SnapshotWriter.Stopped.class);
        assertThat(large.writtenBytes).isBetween(100_000, 120_000);
        assertThat(storage.sealed).hasSize(1);
        assertThat(storage.open).isZero();
        assertThat(List.of(written.released, large.released, never.released))
                .containsExactly(1, 1, 1);
    }

    @Test
    @DisplayName("CK-38: a snapshot that is asked to stop before it began writes nothing")
    void aSnapshotThatIsAskedToStopBeforeItBeganWritesNothing() {
        SnapshotWriter.Stop stop = new SnapshotWriter.Stop();
        stop.ask();
        FakeState state = new FakeState(StateHandle.Kind.KEYED, false);
        List<SnapshotWriter.Part> parts =
                List.of(new SnapshotWriter.Part(COUNT, "Count", List.of(state)));
        assertThatThrownBy(() -> writer.write(SnapshotOrder.checkpoint(9, 0), 0, 1, parts, 0, stop))
                .isInstanceOf(SnapshotWriter.Stopped.class);
        assertThat(state.released).isEqualTo(1);
        assertThat(storage.sealed).isEmpty();
    }

    private static final class FakeState implements FrozenState {
        private final StateHandle.Kind kind;
        private final boolean empty;
        private RuntimeException failure;
        private int released;
        private int moreBytes;
        private int writtenBytes;
        private IntConsumer atByte = n -> {};

        FakeState(StateHandle.Kind kind, boolean empty) {
            this.kind = kind;
            this.empty = empty;
        }

        @Override
        public StateHandle.Kind kind() {
            return kind;
        }

        @Override
        public KeyGroupRange keyGroups() {
            return kind == StateHandle.Kind.KEYED ? new KeyGroupRange(4, 5) : null;
        }

        @Override
        public boolean isEmpty() {
            return empty;
        }

        @Override
        public void write(DataOutputView out, StateCompression compression) throws IOException {
            if (failure != null) {
                throw failure;
            }
            out.writeInt(1);
            out.writeByte(2);
            for (int i = 0; i < moreBytes; i++) {
                atByte.accept(i);
                out.writeByte(3);
                writtenBytes++;
            }
        }

        @Override
        public List<StateSummary> summaries() {
            return List.of(new StateSummary("s", "value", "Long", 1));
        }

        @Override
        public void release() {
            released++;
        }
    }

    /** Storage in a map, of which only the writing half is used. */
    private static final class FakeStorage implements CheckpointStorage {
        private final Map<String, byte[]> sealed = new LinkedHashMap<>();
        private int open;
        private IOException refuse;

        @Override
        public StateOutput create(long checkpointId, String name) {
            open++;
            return new StateOutput() {
                private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
                private boolean closed;

                @Override
                public void write(int b) throws IOException {
                    if (refuse != null) {
                        throw refuse;
                    }
                    bytes.write(b);
                }

                @Override
                public StoredState seal() {
                    sealed.put(checkpointId + "/" + name, bytes.toByteArray());
                    return new StoredState.Inline(bytes.toByteArray(), 0);
                }

                @Override
                public void close() {
                    if (!closed) {
                        closed = true;
                        open--;
                    }
                }
            };
        }

        private static UnsupportedOperationException unused() {
            return new UnsupportedOperationException("Nothing here asks for it.");
        }

        @Override
        public boolean isDurable() {
            throw unused();
        }

        @Override
        public String describe() {
            throw unused();
        }

        @Override
        public void open(String jobName) {
            throw unused();
        }

        @Override
        public InputStream read(StoredState state, String checkpoint) {
            throw unused();
        }

        @Override
        public StateOutput createShared(long checkpointId, String name) {
            return create(checkpointId, name);
        }

        @Override
        public StoredState takeShared(long checkpointId, String name, Path file) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Optional<Path> local(StoredState state, String checkpoint) {
            return Optional.empty();
        }

        @Override
        public String sharedName(StoredState state, String checkpoint) {
            return null;
        }

        @Override
        public Map<String, Long> sharedFiles() {
            return Map.of();
        }

        @Override
        public void discardShared(String sharedName) {}

        @Override
        public void handOver(long checkpointId) {
            throw unused();
        }

        @Override
        public String publishReference(long checkpointId, byte[] manifest) {
            throw unused();
        }

        @Override
        public boolean isOwn(String pointer) {
            throw unused();
        }

        @Override
        public ClaimedCheckpoint claim(String pointer) {
            throw unused();
        }

        @Override
        public String beginSavepoint(long checkpointId, String target) {
            throw new UnsupportedOperationException();
        }

        @Override
        public String publish(long checkpointId, byte[] manifest) {
            throw unused();
        }

        @Override
        public byte[] manifest(String pointer) {
            throw unused();
        }

        @Override
        public void force(String pointer) {
            throw unused();
        }

        @Override
        public void discard(long checkpointId) {
            throw unused();
        }

        @Override
        public List<String> published() {
            throw unused();
        }

        @Override
        public void sweep() {
            throw unused();
        }

        @Override
        public void close() {
            throw unused();
        }
    }
}
