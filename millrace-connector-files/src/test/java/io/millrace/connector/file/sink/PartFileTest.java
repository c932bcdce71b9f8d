// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.connector.file.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.common.serialization.BulkWriter;
import io.millrace.core.fs.Path;
import io.millrace.core.fs.RecoverableFsDataOutputStream;
import io.millrace.core.fs.RecoverableWriter;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class PartFileTest {

    private final Target target = new Target();

    @Test
    void aFormatThatCannotBeginLeavesNoStreamOpen() {
        assertThatThrownBy(
                        () ->
                                file(
                                        out -> {
                                            throw new IOException("no head");
                                        }))
                .hasMessage("no head");
        assertThat(target.closed).isTrue();
    }

    @Test
    void aFormatThatCannotEndLeavesNoStreamOpen() throws IOException {
        PartFile<String> file = file(out -> new WithoutEnd());
        assertThatThrownBy(file::closeForCommit).hasMessage("no foot");
        assertThat(target.closed).isTrue();
    }

    @Test
    void aFileThatCannotBeMadeDurableLeavesNoStreamOpen() throws IOException {
        PartFile<String> file =
                file(
                        out ->
                                new WithoutEnd() {
                                    @Override
                                    public void finish() {}
                                });
        assertThatThrownBy(file::closeForCommit).hasMessage("not durable");
        assertThat(target.closed).isTrue();
    }

    private PartFile<String> file(BulkWriter.Factory<String> format) throws IOException {
        return new PartFile<>("", new Path("/part"), target, new PartEncoding.Bulk<>(format), 0, 0);
    }

    private static class WithoutEnd implements BulkWriter<String> {
        @Override
        public void addElement(String element) {}

        @Override
        public void flush() {}

        @Override
        public void finish() throws IOException {
            throw new IOException("no foot");
        }
    }

    private static final class Target extends RecoverableFsDataOutputStream {
        boolean closed;

        @Override
        public void write(int b) {}

        @Override
        public long getPos() {
            return 0;
        }

        @Override
        public void flush() {}

        @Override
        public void sync() {}

        @Override
        public RecoverableWriter.ResumeRecoverable persist() throws IOException {
            throw new IOException("not durable");
        }

        @Override
        public Committer closeForCommit() throws IOException {
            throw new IOException("not durable");
        }

        @Override
        public void close() {
            closed = true;
        }
    }
}
