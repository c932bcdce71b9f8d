// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.operator;

import static io.millrace.engine.operator.FakeContext.snapshot;
import static io.millrace.engine.operator.FakeContext.start;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.common.eventtime.Watermark;
import io.millrace.api.common.typeutils.base.StringSerializer;
import io.millrace.api.common.typeutils.base.VoidSerializer;
import io.millrace.streaming.api.functions.sink.SinkFunction;
import io.millrace.streaming.api.functions.sink.TwoPhaseCommitSinkFunction;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FunctionSinkOperatorTest {

    private final FakeContext context = new FakeContext();
    private static final List<String> LOG = new ArrayList<>();

    @Test
    void aSinkFunctionGetsRecordsWatermarksAndTheEnd() throws Exception {
        List<String> log = new ArrayList<>();
        var sink =
                start(
                        new FunctionSinkOperator<String>(
                                context,
                                new SinkFunction<>() {
                                    private static final long serialVersionUID = 1L;

                                    @Override
                                    public void invoke(String value, Context c) {
                                        log.add(
                                                value
                                                        + "@"
                                                        + c.timestamp()
                                                        + " after "
                                                        + c.currentWatermark()
                                                        + " now "
                                                        + c.currentProcessingTime());
                                    }

                                    @Override
                                    public void writeWatermark(Watermark watermark) {
                                        log.add("watermark " + watermark.getTimestamp());
                                    }

                                    @Override
                                    public void finish() {
                                        log.add("finish");
                                    }
                                },
                                null));
        sink.watermark(4);
        sink.element("a", 5);
        sink.finish();
        assertThat(log).containsExactly("watermark 4", "a@5 after 4 now 1000", "finish");
        assertThat(sink.needsFinalCheckpoint()).isFalse();
    }

    @Test
    void c17ATwoPhaseCommitSinkCommitsTheEarlierCheckpointsRowsFirst() throws Exception {
        LOG.clear();
        var sink = start(new FunctionSinkOperator<>(context, new TwoPhase(), null));
        for (int i = 0; i < 10; i++) {
            sink.element("r" + i, i);
        }
        snapshot(sink, 5);
        sink.element("t1", 11);
        sink.element("t2", 12);
        sink.finish();
        sink.notifyCheckpointComplete(5);
        assertThat(LOG).containsExactly("commit r0r1r2r3r4r5r6r7r8r9");
        assertThat(sink.needsFinalCheckpoint()).isTrue();
        snapshot(sink, 6);
        sink.notifyCheckpointComplete(6);
        sink.notifyCheckpointComplete(7);
        assertThat(LOG).containsExactly("commit r0r1r2r3r4r5r6r7r8r9", "commit t1t2");
    }

    private static final class TwoPhase
            extends TwoPhaseCommitSinkFunction<String, StringBuilder, Void> {
        private static final long serialVersionUID = 1L;

        TwoPhase() {
            super(new Builders(), VoidSerializer.INSTANCE);
        }

        @Override
        protected void invoke(StringBuilder transaction, String value, Context context) {
            transaction.append(value);
        }

        @Override
        protected StringBuilder beginTransaction() {
            return new StringBuilder();
        }

        @Override
        protected void preCommit(StringBuilder transaction) {}

        @Override
        protected void commit(StringBuilder transaction) {
            LOG.add("commit " + transaction);
        }

        @Override
        protected void abort(StringBuilder transaction) {}
    }

    /** Never called by the fake state, which keeps objects. */
    private static final class Builders
            extends io.millrace.api.common.typeutils.base.TypeSerializerSingleton<StringBuilder> {
        private static final long serialVersionUID = 1L;

        @Override
        public boolean isImmutableType() {
            return false;
        }

        @Override
        public StringBuilder createInstance() {
            return new StringBuilder();
        }

        @Override
        public StringBuilder copy(StringBuilder from) {
            return new StringBuilder(from);
        }

        @Override
        public StringBuilder copy(StringBuilder from, StringBuilder reuse) {
            return copy(from);
        }

        @Override
        public int getLength() {
            return -1;
        }

        @Override
        public void serialize(StringBuilder record, io.millrace.core.memory.DataOutputView target)
                throws java.io.IOException {
            StringSerializer.INSTANCE.serialize(record.toString(), target);
        }

        @Override
        public StringBuilder deserialize(io.millrace.core.memory.DataInputView source)
                throws java.io.IOException {
            return new StringBuilder(StringSerializer.INSTANCE.deserialize(source));
        }

        @Override
        public StringBuilder deserialize(
                StringBuilder reuse, io.millrace.core.memory.DataInputView source)
                throws java.io.IOException {
            return deserialize(source);
        }

        @Override
        public void copy(
                io.millrace.core.memory.DataInputView source,
                io.millrace.core.memory.DataOutputView target)
                throws java.io.IOException {
            StringSerializer.INSTANCE.copy(source, target);
        }

        @Override
        public io.millrace.api.common.typeutils.TypeSerializerSnapshot<StringBuilder>
                snapshotConfiguration() {
            throw new UnsupportedOperationException();
        }
    }
}
